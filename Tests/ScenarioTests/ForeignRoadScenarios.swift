// Roads as mappers of other places tag them, according to public reports, each in a small town.

import Foundation
import Geo
import RouteAPI
import RouteTesting
import Testing

struct ForeignRoadScenarios {
    /// A node in meters east and north of the town's corner, with its tags.
    private struct Node {
        var id: Int
        var east: Double
        var north: Double
        var tags: [String: String] = [:]

        init(_ id: Int, _ east: Double, _ north: Double, _ tags: [String: String] = [:]) {
            (self.id, self.east, self.north, self.tags) = (id, east, north, tags)
        }
    }

    /// A place in meters east and north of the town's corner.
    private static func place(_ east: Double, _ north: Double) -> Coordinate {
        let degree = Geodesic.metersPerDegree(atLatitude: 48)
        return Coordinate(x: 11 + east / degree.x, y: 48 + north / degree.y)
    }

    private static func xml(_ tags: [String: String]) -> String {
        tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.sorted().joined()
    }

    /// A town of residential streets, given by their nodes; their ids begin at 101.
    private static func town(
        _ nodes: [Node], _ streets: [([Int], [String: String])], _ relations: String = ""
    ) -> String {
        let points = nodes.map { node in
            let place = place(node.east, node.north)
            return "<node id='\(node.id)' lon='\(place.x)' lat='\(place.y)'>" + xml(node.tags)
                + "</node>"
        }
        let ways = streets.enumerated().map { row, street in
            "<way id='\(101 + row)'>" + street.0.map { "<nd ref='\($0)'/>" }.joined()
                + xml(street.1.merging(["highway": "residential"]) { own, _ in own }) + "</way>"
        }
        return points.joined() + ways.joined() + relations
    }

    /// A turn restriction.
    private static func restriction(
        _ from: Int, node: Int? = nil, way: Int? = nil, _ to: Int, _ tags: [String: String]
    ) -> String {
        let via = [node.map { ("node", $0) }, way.map { ("way", $0) }].compactMap(\.self)
        let members =
            [("way", from, "from")] + via.map { ($0.0, $0.1, "via") } + [("way", to, "to")]
        return "<relation id='\(900 + from + to)'>"
            + members.map { "<member type='\($0.0)' ref='\($0.1)' role='\($0.2)'/>" }.joined()
            + xml(tags.merging(["type": "restriction"]) { own, _ in own }) + "</relation>"
    }

    private func ask(
        _ town: String, _ from: Coordinate, _ to: Coordinate,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(from: .imported(town), [from, to], change)
    }

    private func meters(_ result: AnalysisResult) throws -> Double {
        try #require(result.total("Total_Length"))
    }

    // MARK: A restriction at hours, over a street, with exceptions

    @Test(
        arguments: [
            // 1 May 2024 is a Wednesday, 4 May a Saturday.
            ("Driving an Automobile", clock(8, 0), true),
            ("Driving an Automobile", clock(10, 0), false),
            ("Driving an Automobile", clock(3 * 24 + 8, 0), false),
            ("Driving a Bus", clock(8, 0), false),
        ])
    func `a restriction over a street at hours binds then, except what it frees`(
        vehicle: String, start: Int64, isDetour: Bool
    ) throws {
        let town = Self.town(
            [
                Node(1, 0, 300), Node(2, 0, 200), Node(3, 0, 100), Node(4, 200, 300),
                Node(5, 100, 100), Node(6, 0, 0), Node(7, 200, 100),
            ],
            [([1, 2], [:]), ([2, 3], [:]), ([3, 5, 7], [:]), ([3, 6], [:]), ([2, 4, 5], [:])],
            Self.restriction(
                101, way: 102, 103,
                ["restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)", "except": "bus"]))
        let result = try ask(town, Self.place(0, 250), Self.place(150, 100)) {
            $0.startTime = .milliseconds(start)
            $0.restrictionAttributeNames = [vehicle]
        }
        let meters = try meters(result)
        #expect(isDetour ? meters > 450 : meters < 350, "\(meters) m")
    }

    // MARK: A turn that must be taken

    @Test(arguments: [
        UTurnPolicy.allowBacktrack, .atDeadEndsAndIntersections, .atDeadEndsOnly, .noBacktrack,
    ])
    func `where only a right turn is allowed, none turns round`(policy: UTurnPolicy) throws {
        // From 1 over 2 to 3, which 2 forbids; 4 leads on to the right only, round to 2.
        let town = Self.town(
            [
                Node(1, -100, 100), Node(2, 0, 0), Node(3, -100, -100), Node(4, 200, 0),
                Node(5, 200, -200), Node(6, 200, 200), Node(7, 400, 0), Node(8, 0, -200),
            ],
            [
                ([1, 2], ["oneway": "yes"]), ([2, 3], ["oneway": "yes"]), ([2, 4], [:]),
                ([4, 5, 8, 2], [:]), ([4, 6], [:]), ([4, 7], [:]),
            ],
            Self.restriction(101, node: 2, 102, ["restriction": "no_right_turn"])
                + Self.restriction(101, node: 2, 104, ["restriction": "no_right_turn"])
                + Self.restriction(103, node: 4, 104, ["restriction": "only_right_turn"]))
        let result = try ask(town, Self.place(-50, 50), Self.place(-50, -50)) {
            $0.restrictUTurns = policy
        }
        // Half of each slip road, and the way round the block.
        let meters = try meters(result)
        #expect(abs(meters - 941) < 10, "\(meters) m")
    }

    // MARK: A street that turns round at hours

    /// A street of 400 m with tags on its middle half, or on the node in its middle, and a way
    /// round of 2.4 km.
    private static func street(
        _ tags: [String: String] = [:], node: [String: String] = [:]
    ) -> String {
        town(
            [
                Node(1, 0, 0), Node(2, 100, 0), Node(3, 200, 0, node), Node(4, 300, 0),
                Node(5, 400, 0), Node(6, 100, 1_100), Node(7, 300, 1_100),
            ],
            [
                ([1, 2], [:]), ([4, 5], [:]), ([2, 6, 7, 4], [:]),
                ([2, 3, 4], tags.merging(["name": "Test Street"]) { $1 }),
            ])
    }

    @Test func `a street that turns round at hours is driven the other way then`() throws {
        let town = Self.street(["oneway:conditional": "-1 @ (07:00-09:00)"])
        let ends = [Self.place(50, 0), Self.place(350, 0)]
        func ask(_ ends: [Coordinate], _ start: Int64) throws -> AnalysisResult {
            try self.ask(town, ends[0], ends[1]) { $0.startTime = .milliseconds(start) }
        }
        let closed = try ask(ends, clock(8, 0))
        #expect(try meters(closed) > 2_000)
        #expect(closed.messageText.contains("oneway:conditional=-1 @ (07:00-09:00) on Test Street"))
        #expect(try meters(try ask(ends.reversed(), clock(8, 0))) < 400)
        #expect(try meters(try ask(ends, clock(10, 0))) < 400)
        #expect(try meters(try ask(ends.reversed(), clock(10, 0))) < 400)
    }

    @Test func `a road over ice is open in winter`() throws {
        let town = Self.street(["highway": "tertiary", "ice_road": "yes"])
        func isDetour(_ start: Int64?) throws -> Bool {
            let result = try ask(town, Self.place(50, 0), Self.place(350, 0)) {
                if let start { $0.startTime = .milliseconds(start) }
            }
            return try meters(result) > 2_000
        }
        // In May, and in January.
        #expect(try isDetour(clock(12, 0)))
        #expect(try !isDetour(clock(250 * 24 + 12, 0)))
        #expect(try !isDetour(nil))
    }

    // MARK: Dangerous goods, and trailers

    @Test(
        arguments: [
            (["hazmat": "no"], "Any Hazmat Prohibited", true),
            (["hazmat": "destination"], "Any Hazmat Prohibited", true),
            (["hazmat": "yes"], "Any Hazmat Prohibited", false),
            (["motor_vehicle:conditional": "no @ hazmat"], "Any Hazmat Prohibited", true),
            (["hgv:conditional": "no @ (trailer)"], "Any Hazmat Prohibited", false),
            (["hgv:conditional": "no @ (trailer)"], "Truck with Trailers Restriction", true),
        ] as [([String: String], String, Bool)])
    func `whoever carries dangerous goods or draws a trailer drives round what is closed to them`(
        tags: [String: String], restriction: String, isClosed: Bool
    ) throws {
        let town = Self.street(tags)
        for others in [[], [restriction]] {
            let meters = try meters(
                try ask(town, Self.place(50, 0), Self.place(350, 0)) {
                    $0.restrictionAttributeNames = ["Driving a Truck"] + others
                })
            let isDetour = isClosed && !others.isEmpty
            #expect(isDetour ? meters > 2_000 : meters < 400, "\(tags), \(others): \(meters) m")
        }
    }

    @Test func `dangerous goods are brought to stops in streets for destinations, and behind`()
        throws
    {
        let town = Self.town(
            [Node(1, 0, 0), Node(2, 100, 0), Node(3, 200, 0), Node(4, 300, 0)],
            [([1, 2], [:]), ([2, 3], ["hazmat": "destination"]), ([3, 4], [:])])
        for east in [150.0, 250] {
            let result = try ask(town, Self.place(50, 0), Self.place(east, 0)) {
                $0.restrictionAttributeNames = ["Driving a Truck", "Any Hazmat Prohibited"]
            }
            #expect(abs(try meters(result) - (east - 50)) < 5)
        }
    }

    // MARK: Barriers

    @Test(
        arguments: [
            (["barrier": "bollard", "bollard": "rising"], true), (["barrier": "bollard"], false),
            (["barrier": "gate", "access": "no"], false),
            (["barrier": "gate", "motorcar": "yes"], true),
            (["barrier": "bollard", "access": "yes"], true), (["barrier": "wall"], false),
            (["barrier": "coupure"], true), (["barrier": "gate", "access": "private"], false),
            (["barrier": "bollard", "motor_vehicle": "private"], false),
        ] as [([String: String], Bool)])
    func `a route passes the barriers that the tags open`(
        tags: [String: String], isThrough: Bool
    ) throws {
        let town = Self.street(node: tags)
        let meters = try meters(try ask(town, Self.place(50, 0), Self.place(350, 0)))
        #expect(isThrough ? meters < 400 : meters > 2_000, "\(tags): \(meters) m")
    }

    // MARK: Streets that are open to some

    @Test(
        arguments: [
            ("Driving a Bus", ["oneway": "yes", "oneway:bus": "no"], true),
            ("Driving a Bus", ["oneway": "yes", "oneway:psv": "no"], true),
            ("Driving an Automobile", ["oneway": "yes", "oneway:bus": "no"], false),
            ("Driving an Automobile", ["oneway:vehicle": "yes"], false),
            ("Driving an Automobile", ["oneway": "yes", "oneway:motorcar": "no"], true),
            (
                "Driving an Automobile",
                ["vehicle:backward": "no", "bus:backward": "designated"], false
            ),
            ("Driving a Bus", ["vehicle:backward": "no", "bus:backward": "designated"], true),
        ] as [(String, [String: String], Bool)])
    func `the key for fewer vehicles says who drives against the others`(
        vehicle: String, tags: [String: String], isOpen: Bool
    ) throws {
        let ends = [Self.place(50, 0), Self.place(350, 0)]
        func meters(_ ends: [Coordinate]) throws -> Double {
            try self.meters(
                try ask(Self.street(tags), ends[0], ends[1]) {
                    $0.restrictionAttributeNames = [vehicle]
                })
        }
        #expect(try meters(ends) < 400)
        let back = try meters(ends.reversed())
        #expect(isOpen ? back < 400 : back > 2_000, "\(back) m")
    }

    @Test(
        arguments: [
            (["motor_vehicle": "agricultural;destination"], false),
            (["motor_vehicle": "destination;agricultural"], false),
            (["motor_vehicle": "forestry;delivery"], false),
            (["motor_vehicle": "agricultural;yes"], true),
            (["highway": "service", "service": "driveway", "access": "private"], false),
        ] as [([String: String], Bool)])
    func `a stop in a street for some is reached and left, and others drive round`(
        tags: [String: String], isThrough: Bool
    ) throws {
        let town = Self.street(tags)
        let inside = try meters(try ask(town, Self.place(50, 0), Self.place(160, 0)))
        #expect(abs(inside - 110) < 2, "\(inside) m")
        let out = try meters(try ask(town, Self.place(150, 0), Self.place(350, 0)))
        #expect(abs(out - 200) < 2, "\(out) m")
        let through = try meters(try ask(town, Self.place(50, 0), Self.place(350, 0)))
        #expect(isThrough ? through < 400 : through > 2_000, "\(through) m")
    }

    // MARK: A ferry behind lanes and gates for its customers

    /// A ferry of 800 m between two lanes with tags, which begin at gates with tags, and a road of
    /// 19 km round the water. Another such lane may lead from the left landing to a street north.
    private static func ferry(
        lanes: [String: String] = [:], gates: [String: String] = [:],
        ferry: [String: String] = [:], laneNorth: Bool = false
    ) -> String {
        let sails = ["route": "ferry", "duration": "00:02"].merging(ferry) { $1 }
        return town(
            [
                Node(1, 0, 0), Node(2, 100, 0, gates), Node(3, 200, 0), Node(4, 1_000, 0),
                Node(5, 1_100, 0, gates), Node(6, 1_200, 0), Node(7, 0, -9_000),
                Node(8, 1_200, -9_000), Node(9, 150, 500), Node(10, 250, 500), Node(11, -300, 500),
            ],
            [
                ([1, 2], [:]), ([2, 3], lanes), ([4, 5], lanes), ([5, 6], [:]),
                ([1, 7, 8, 6], ["highway": "primary"]), ([1, 11, 9, 10], [:]),
            ] + (laneNorth ? [([3, 9], lanes)] : []))
            + "<way id='99'><nd ref='3'/><nd ref='4'/>" + xml(sails) + "</way>"
    }

    @Test(
        arguments: [
            ([:], [:]), (["access": "customers"], [:]), (["motor_vehicle": "permit"], [:]),
            (["access": "private"], [:]), ([:], ["barrier": "lift_gate", "access": "permit"]),
            (["access": "customers"], ["barrier": "gate", "access": "customers"]),
        ] as [([String: String], [String: String])])
    func `a ferry is taken through lanes and gates for its customers`(
        lanes: [String: String], gates: [String: String]
    ) throws {
        let town = Self.ferry(lanes: lanes, gates: gates)
        for (from, to) in [(50.0, 1_150.0), (1_150, 50)] {
            let meters = try meters(try ask(town, Self.place(from, 0), Self.place(to, 0)))
            #expect(abs(meters - 1_100) < 5, "\(meters) m")
        }
    }

    @Test(arguments: ["access", "motor_vehicle", "vehicle"])
    func `a ferry for its customers takes all who come`(key: String) throws {
        let town = Self.ferry(lanes: [key: "customers"], ferry: [key: "customers"])
        for (from, to) in [(50.0, 1_150.0), (1_150, 50)] {
            let meters = try meters(try ask(town, Self.place(from, 0), Self.place(to, 0)))
            #expect(abs(meters - 1_100) < 5, "\(meters) m")
        }
    }

    @Test func `a lane to a ferry with another speed at times is open then, too`() throws {
        let town = Self.ferry(
            lanes: ["access": "customers", "maxspeed:conditional": "10 @ (Mo-Su)"])
        let result = try ask(town, Self.place(50, 0), Self.place(1_150, 0)) {
            $0.startTime = .milliseconds(clock(8, 0))
        }
        let meters = try meters(result)
        #expect(abs(meters - 1_100) < 5, "\(meters) m")
    }

    @Test func `what does not lead to a ferry stays closed to through traffic`() throws {
        // Over the lane north it would be 742 m.
        let town = Self.ferry(lanes: ["access": "customers"], laneNorth: true)
        let meters = try meters(try ask(town, Self.place(50, 0), Self.place(240, 500)))
        #expect(abs(meters - 1_173) < 5, "\(meters) m")
        // A ferry that is private itself opens nothing.
        let own = Self.ferry(lanes: ["access": "private"], ferry: ["access": "private"])
        let round = try self.meters(try ask(own, Self.place(50, 0), Self.place(1_150, 0)))
        #expect(round > 18_000, "\(round) m")
    }

    @Test func `beside a free street to a ferry, a private lane stays closed`() throws {
        // From the landing, 3, the lane to 9 is the shorter way to another street.
        let town =
            Self.town(
                [
                    Node(1, 0, 0), Node(3, 200, 0), Node(4, 1_000, 0), Node(5, 1_100, 0),
                    Node(9, 200, 50), Node(10, 250, 50), Node(11, -300, 50),
                ],
                [
                    ([1, 3], [:]), ([3, 9], ["access": "private"]), ([1, 11, 9, 10], [:]),
                    ([4, 5], [:]),
                ])
            + "<way id='99'><nd ref='3'/><nd ref='4'/>"
            + Self.xml(["route": "ferry", "duration": "00:02"]) + "</way>"
        // Over the lane it would be 240 m.
        let meters = try meters(try ask(town, Self.place(50, 0), Self.place(240, 50)))
        #expect(meters > 850, "\(meters) m")
    }

    // MARK: Tolls

    @Test(
        arguments: [
            (["toll": "no", "toll:hgv": "yes"], true, false),
            (["toll": "yes", "toll:motorcar": "no"], true, false),
            (["toll": "yes", "toll:hgv": "no"], false, true),
            (["toll:lanes": "yes|yes"], false, false), (["toll:lanes": "yes|no"], true, true),
        ] as [([String: String], Bool, Bool)])
    func `tolls keep off those who pay them`(
        tags: [String: String], car: Bool, truck: Bool
    ) throws {
        for (access, isFree) in [("Driving an Automobile", car), ("Driving a Truck", truck)] {
            let meters = try meters(try askWithoutToll(Self.street(tags), access))
            #expect(isFree ? meters < 400 : meters > 2_000, "\(access): \(meters) m")
        }
    }

    @Test(arguments: [("no", true), ("yes", false)])
    func `a toll booth where nothing is paid is none`(toll: String, isFree: Bool) throws {
        let town = Self.street(node: ["barrier": "toll_booth", "toll": toll])
        let meters = try meters(try askWithoutToll(town, "Driving an Automobile"))
        #expect(isFree ? meters < 400 : meters > 2_000, "\(meters) m")
    }

    private func askWithoutToll(_ town: String, _ access: String) throws -> AnalysisResult {
        try ask(town, Self.place(50, 0), Self.place(350, 0)) {
            $0.restrictionAttributeNames = [access, "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
        }
    }

    // MARK: A ring with arms that are no exits

    @Test(arguments: [false, true])
    func `arms that only enter, and footways, are no exits`(isDrawnBackward: Bool) throws {
        // From the east, counterclockwise.
        let ring = [1, 2, 3, 4, 5, 6, 7, 8, 1]
        let circular = ["junction": "circular", "oneway": "-1"]
        func arm(_ name: String, _ tags: [String: String] = [:]) -> [String: String] {
            ["highway": "secondary", "name": name].merging(tags) { $1 }
        }
        let corners = (0..<8).map { row in
            let angle = Double(row) * .pi / 4
            return Node(row + 1, 35 * cos(angle), 35 * sin(angle))
        }
        let town = Self.town(
            corners + [
                Node(9, 200, 0), Node(10, 0, 200), Node(11, -200, 0), Node(12, 0, -200),
                Node(13, 150, 150), Node(14, -140, -140),
            ],
            [
                (
                    isDrawnBackward ? ring.reversed() : ring,
                    arm("Ringo", isDrawnBackward ? circular : ["junction": "roundabout"])
                ),
                ([1, 9], arm("East Road")), ([10, 3], arm("North Entry", ["oneway": "yes"])),
                ([5, 11], arm("West Exit", ["oneway": "yes"])), ([7, 12], arm("South Road")),
                ([6, 14], arm("Car Park Lane", ["highway": "service"])),
                ([2, 13], arm("Foot Trail", ["highway": "footway"])),
            ])
        for (end, exit) in [
            (Self.place(120, 0), "first exit onto East Road"),
            (Self.place(-120, 0), "second exit onto West Exit"),
            (Self.place(-90, -90), "third exit onto Car Park Lane"),
        ] {
            let result = try ask(town, Self.place(0, -120), end) { $0.returnDirections = true }
            let texts = result.directions?.first?.steps.map(\.text) ?? []
            #expect(texts.contains { $0.contains(exit) }, "\(texts)")
        }
    }
}
