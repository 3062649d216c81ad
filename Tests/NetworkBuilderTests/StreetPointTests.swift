// Tests traffic lights, crossings and bumps in drawn towns: traffic they concern meets each once.

import DefinitionFiles
import RoadNetwork
import RouteTesting
import Testing

@testable import NetworkBuilder

@Suite struct StreetPointTests {
    /// The kinds of points met by a path along edges such as `ab`, in order.
    private func met(_ town: BuiltTown, _ edges: String...) throws -> [StreetPointKind] {
        let network = try town.dataset()
        return try edges.flatMap { name -> [StreetPointKind] in
            let edge = EdgeID(row: try #require(town.edge(name), "\(name)"))
            return network.streetPoints.points(onSegment: UInt32(edge.segment))
                .compactMap { point in point.share(along: edge).map { ($0, point.kind) } }
                .sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    @Test(
        arguments: [
            (["highway": "traffic_signals"], [StreetPointKind.trafficSignals]),
            (
                ["highway": "traffic_signals", "railway": "crossing"],
                [.trafficSignals, .railwayCrossing]
            ),
            (["railway": "level_crossing"], [.railwayCrossing]),
            (["railway": "crossing"], [.railwayCrossing]),
            (["railway": "switch"], []), (["highway": "stop"], [.stopSign]),
            (["highway": "give_way"], [.yieldSign]),
            (
                ["highway": "crossing", "crossing": "traffic_signals"],
                [.trafficSignals, .pedestrianCrossing]
            ),
            (
                ["highway": "crossing", "crossing": "uncontrolled", "crossing:signals": "yes"],
                [.trafficSignals, .pedestrianCrossing]
            ),
            (["highway": "crossing", "crossing": "marked"], [.pedestrianCrossing]),
            (["traffic_calming": "table"], [.speedBump]), (["traffic_calming": "island"], []),
            (["barrier": "toll_booth"], [.tollBooth]),
            (["barrier": "gate"], [.gate]),
            (["barrier": "lift_gate", "access": "private"], [.gate]),
            // Barriers whose tags open them to all stand open.
            (["barrier": "gate", "access": "yes"], []),
            (["barrier": "swing_gate", "motor_vehicle": "yes", "access": "private"], []),
            (["barrier": "gate", "motorcar": "yes", "motor_vehicle": "private"], []),
            (["barrier": "gate", "motorcar": "private", "motor_vehicle": "yes"], [.gate]),
            (["barrier": "gate", "vehicle": "private", "access": "yes"], [.gate]),
            (["barrier": "gate", "hgv": "yes", "motor_vehicle": "private"], [.gate]),
            (["barrier": "border_control"], [.checkpoint]),
            (["ford": "yes"], [.ford]), (["ford": "no"], []),
        ] as [([String: String], [StreetPointKind])])
    func `the kinds of points under the shipped rules`(
        tags: [String: String], kinds: [StreetPointKind]
    ) throws {
        let rules = try NetworkDefinition.shipped().streetPoints
        #expect(rules.points(ofNode: TagSet(tags)).points.map(\.kind) == kinds)
    }

    @Test func `a bump between junctions lies where it is drawn, and no road is cut for it`() throws
    {
        var town = Town("a-b---c")
        town.way("abc")
        town.tag("b", ["traffic_calming": "bump"])
        let built = try town.build()
        #expect(built.contents.segmentWay.count == 1)
        let network = try built.dataset()
        let points = network.streetPoints.points(onSegment: 0)
        #expect(points.count == 1)
        let share = try #require(points.first).share
        #expect(abs(share - 1.0 / 3) < 1e-6)
        #expect(points.first?.direction == .both)
        #expect(try met(built, "ac") == [.speedBump])
        #expect(try met(built, "ca") == [.speedBump])
    }

    @Test(arguments: [("forward", true, false), ("backward", false, true), ("both", true, true)])
    func `a stated direction holds`(value: String, there: Bool, back: Bool) throws {
        var town = Town("a-b---c")
        town.way("abc")
        town.tag("b", ["highway": "traffic_signals", "traffic_signals:direction": value])
        let built = try town.build()
        #expect(try met(built, "ab", "bc") == (there ? [.trafficSignals] : []))
        #expect(try met(built, "cb", "ba") == (back ? [.trafficSignals] : []))
    }

    @Test func `a crossing on a junction is met once by all that pass`() throws {
        var town = Town(
            """
            a--b--c
               |
               d
            """
        )
        town.way("abc")
        town.way("db", ["highway": "footway"])
        town.tag("b", ["highway": "crossing"])
        let built = try town.build()
        #expect(try met(built, "ab", "bc") == [.pedestrianCrossing])
        #expect(try met(built, "cb", "ba") == [.pedestrianCrossing])
        #expect(try met(built, "db", "bc") == [.pedestrianCrossing])
        #expect(try met(built, "bc") == [], "a path that begins there does not meet it")
    }

    /// A crossing of two streets with lights on some nodes. A column is 10 m here: see `scaled`.
    private func crossing(_ lights: [Character: [String: String]]) throws -> BuiltTown {
        // Lights w, e, n, s stand 20 m before the junction x.
        var town = Town(
            """
                n
            a-w-x-e-b
                s
            """
        )
        town.way("awxeb")
        town.way("nxs")
        for (letter, tags) in lights { town.tag(letter, tags) }
        let folder = try Scratch()
        let xml = Self.scaled(town.xml())
        return try BuiltTown(
            inputs: [try folder.write("town.osm", xml.utf8)], places: Self.places)
    }

    /// Makes columns 10 m instead of 50 m.
    private static func scaled(_ xml: String) -> String {
        var xml = xml
        for column in stride(from: Int32(8), through: 1, by: -1) {
            let wide = Double(100_000_000 + column * Town.columnDegreesE7) / 1e7
            let narrow = Double(100_000_000 + column * Town.columnDegreesE7 / 5) / 1e7
            xml = xml.replacing("lon=\"\(wide)\"", with: "lon=\"\(narrow)\"")
        }
        return xml
    }

    private static var places: [Character: FixedCoordinate] {
        var places: [Character: FixedCoordinate] = [:]
        for (row, line) in ["    n", "a-w-x-e-b", "    s"].enumerated() {
            for (column, letter) in line.enumerated() where letter.isLetter {
                places[letter] = FixedCoordinate(
                    longitudeE7: 100_000_000 + Int32(column) * Town.columnDegreesE7 / 5,
                    latitudeE7: 10_000_000 - Int32(row) * Town.rowDegreesE7)
            }
        }
        return places
    }

    private let light = ["highway": "traffic_signals"]

    @Test func `lights before a junction are for those that drive towards it`() throws {
        let built = try crossing(["w": light, "e": light])
        #expect(try met(built, "ax", "xb") == [.trafficSignals])
        #expect(try met(built, "bx", "xa") == [.trafficSignals])
        let one = try crossing(["w": light])
        #expect(try met(one, "ax", "xb") == [.trafficSignals])
        #expect(try met(one, "bx", "xa") == [])
    }

    @Test func `lights on a junction and before it count once`() throws {
        let built = try crossing(["w": light, "x": light])
        #expect(try met(built, "ax", "xb") == [.trafficSignals])
        #expect(try met(built, "bx", "xa") == [.trafficSignals])
        let alone = try crossing(["x": light])
        #expect(try met(alone, "ax", "xb") == [.trafficSignals])
        #expect(try met(alone, "xb") == [])
    }

    @Test func `a stated direction outranks the junction near the lights`() throws {
        let back = ["highway": "traffic_signals", "traffic_signals:direction": "backward"]
        let built = try crossing(["w": back])
        #expect(try met(built, "ax", "xb") == [])
        #expect(try met(built, "bx", "xa") == [.trafficSignals])
    }

    @Test func `lights far from any junction are for both directions`() throws {
        var town = Town("a---l---b")
        town.way("alb")
        town.tag("l", light)
        let built = try town.build()
        #expect(try met(built, "al", "lb") == [.trafficSignals])
        #expect(try met(built, "bl", "la") == [.trafficSignals])
    }

    @Test func `lights after a junction on a one-way street are for that street`() throws {
        var town = Town(
            """
                n
            a-w-x-e-b
                s
            """
        )
        town.way("awxeb", ["oneway": "yes"])
        town.way("nxs")
        town.tag("e", light)
        let folder = try Scratch()
        let built = try BuiltTown(
            inputs: [try folder.write("town.osm", Self.scaled(town.xml()).utf8)],
            places: Self.places)
        #expect(try met(built, "ax", "xb") == [.trafficSignals])
    }

    @Test func `a crossing with lights beside a junction with lights is the same lights`() throws {
        let crossing = ["highway": "crossing", "crossing": "traffic_signals"]
        let built = try self.crossing(["w": crossing, "x": light, "e": crossing])
        #expect(try met(built, "ax", "xb").filter { $0 == .trafficSignals } == [.trafficSignals])
        #expect(try met(built, "bx", "xa").filter { $0 == .trafficSignals } == [.trafficSignals])
        var town = Town("a---l---b")
        town.way("alb")
        town.tag("l", crossing)
        let alone = try town.build()
        for edge in ["ab", "ba"] {
            // Both lie at one place, so neither comes first.
            let kinds = try met(alone, edge).sorted { $0.rawValue < $1.rawValue }
            #expect(kinds == [.trafficSignals, .pedestrianCrossing], "\(edge)")
        }
    }

    @Test func `lights of the second carriageway are those of the first`() throws {
        // Both carriageways are crossed at lights, 20 m apart.
        var town = Town(
            """
              n s
            a-w-e-b
              o t
            """)
        town.way("aweb")
        town.way("nwo", ["oneway": "yes"])
        town.way("tes", ["oneway": "yes"])
        town.tag("w", light)
        town.tag("e", light)
        let folder = try Scratch()
        var places: [Character: FixedCoordinate] = [:]
        for (row, line) in ["  n s", "a-w-e-b", "  o t"].enumerated() {
            for (column, letter) in line.enumerated() where letter.isLetter {
                places[letter] = FixedCoordinate(
                    longitudeE7: 100_000_000 + Int32(column) * Town.columnDegreesE7 / 5,
                    latitudeE7: 10_000_000 - Int32(row) * Town.rowDegreesE7)
            }
        }
        let built = try BuiltTown(
            inputs: [try folder.write("town.osm", Self.scaled(town.xml()).utf8)], places: places)
        #expect(try met(built, "aw", "we", "eb") == [.trafficSignals])
        #expect(try met(built, "be", "ew", "wa") == [.trafficSignals])
        #expect(try met(built, "nw", "we", "es") == [.trafficSignals])
    }

    @Test func `signs are for those that drive towards the junction, not for the greatest street`()
        throws
    {
        let stop = ["highway": "stop"]
        let before = try crossing(["w": stop])
        #expect(try met(before, "ax", "xb") == [.stopSign])
        #expect(try met(before, "bx", "xa") == [])
        let stated = try crossing(["w": ["highway": "give_way", "direction": "backward"]])
        #expect(try met(stated, "bx", "xa") == [.yieldSign])
        #expect(try met(stated, "ax", "xb") == [])
        let all = try crossing(["x": stop])
        #expect(try met(all, "ax") == [.stopSign])
        #expect(try met(all, "nx") == [.stopSign])
        var town = Town(
            """
            a-x-b
              s
            """)
        town.way("axb", ["highway": "primary"])
        town.way("sx")
        town.tag("x", stop)
        for tags in [stop, ["highway": "stop", "stop": "minor"]] {
            town.tag("x", tags)
            let minor = try town.build()
            #expect(try met(minor, "ax") == [])
            #expect(try met(minor, "sx") == [.stopSign])
        }
        town.tag("x", ["highway": "stop", "stop": "all"])
        let every = try town.build()
        #expect(try met(every, "ax") == [.stopSign])
        #expect(try met(every, "bx") == [.stopSign])
        #expect(try met(every, "sx") == [.stopSign])
        // Before a junction it is for traffic towards it.
        let one = try crossing(["w": ["highway": "stop", "stop": "all"]])
        #expect(try met(one, "ax", "xb") == [.stopSign])
        #expect(try met(one, "bx", "xa") == [])
    }

    @Test func `a sign at lights is for when they are off`() throws {
        let built = try crossing(["w": ["highway": "give_way"], "x": light])
        #expect(try met(built, "ax", "xb") == [.trafficSignals])
    }

    @Test func `what is shown on an edge is what turns out of it are charged for`() throws {
        var town = Town(
            """
                n
            a-w-x-e-b-r-c
                s   t
            """)
        town.way("awxebrc")
        town.way("nxs", ["highway": "primary"])
        town.way("tb")
        town.tag("w", light)
        town.tag("x", ["highway": "crossing", "crossing": "marked"])
        town.tag("e", ["highway": "stop", "direction": "forward"])
        town.tag("b", ["highway": "give_way"])
        town.tag("r", ["railway": "level_crossing"])
        town.tag("s", light)
        let folder = try Scratch()
        let input = try folder.write("town.osm", town.xml().utf8)
        func network(_ change: (inout TurnCoefficients?) -> Void) throws -> NetworkDataset {
            var definition = try NetworkDefinition.shipped()
            change(&definition.turnCosts[0])
            let contents = try NetworkReading(definition).contents(of: [input])
            return try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        }
        let charged = try network { _ in }
        let free = try network { $0?.pointSeconds = [] }
        let seconds = try #require(try NetworkDefinition.shipped().turnCosts[0]).pointSeconds
        var kinds: Set<StreetPointKind> = []
        for row in 0..<UInt32(charged.edgeCount) {
            let edge = EdgeID(row: row)
            let met = charged.streetPoints.points(onSegment: UInt32(edge.segment))
                .filter { $0.share(along: edge) != nil }.map(\.kind)
            kinds.formUnion(met)
            let due = met.reduce(0) { $0 + seconds[Int($1.rawValue)] } * 1000
            for next in 0..<UInt32(charged.edgeCount)
            where charged.tail(of: EdgeID(row: next)) == charged.head(of: edge) {
                let costs = [charged, free].map {
                    Double($0.turnCost(column: 0, from: edge, to: EdgeID(row: next)))
                }
                #expect(abs(costs[0] - costs[1] - due) <= 1, "\(met) on \(row)")
            }
        }
        #expect(
            kinds == [
                .trafficSignals, .pedestrianCrossing, .stopSign, .yieldSign, .railwayCrossing,
            ])
    }

    @Test(arguments: [
        ([:], 30_000, 15_000), (["access": "private"], 30_000, 15_000), (["access": "yes"], 0, 0),
        (["motorcar": "yes", "access": "private"], 0, 0),
        (["hgv": "yes", "access": "private"], 30_000, 15_000),
    ])
    func `a gate costs the time to open it`(tags: [String: String], car: Int, bicycle: Int) throws {
        var town = Town("a--b--c")
        town.way("abc")
        town.tag("b", ["barrier": "gate"].merging(tags) { $1 })
        let built = try town.build()
        let folder = try Scratch()
        let input = try folder.write("town.osm", town.xml().utf8)
        let network = try NetworkDataset(
            bytes: DatasetEncoder.encode(try NetworkReading(.shipped()).contents(of: [input])))
        let from = EdgeID(row: try #require(built.edge("ab")))
        let to = EdgeID(row: try #require(built.edge("bc")))
        func cost(_ name: String) throws -> Int {
            let column = try #require(network.description.cost(named: name)?.column)
            return Int(network.turnCost(column: column, from: from, to: to))
        }
        #expect(try cost("TravelTime") == car)
        #expect(try cost("TruckTravelTime") == car)
        #expect(try cost("BicycleTime") == bicycle)
        #expect(try cost("WalkTime") == 0)
    }

    @Test func `kinds of points and their rules are checked`() throws {
        let ford = "  ford: {when: [{ford: \"*\", not ford: [\"no\"]}, {highway: ford}]}"
        #expect(NetworkDefinition.shippedText.contains(ford))
        for (wrong, part) in [
            ("  trafficLights: {when: {highway: traffic_signals}}", "kinds are"),
            ("  ford: {direction: [direction]}", "when"),
        ] {
            let text = NetworkDefinition.shippedText.replacing(ford, with: wrong)
            let error = #expect(throws: InvalidDefinitions.self) {
                _ = try NetworkDefinition(text: text, file: "a.yaml")
            }
            #expect(error.map { "\($0)".contains(part) } == true)
        }
    }
}
