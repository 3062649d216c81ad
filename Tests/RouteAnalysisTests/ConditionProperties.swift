// Compares the conditions along random routes with plain counts over the traversed edges.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct ConditionProperties {
    @Test(arguments: UInt64(0)..<40)
    func `every form of the line has one value for each of its pieces`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.outSR = [
            SpatialReference.wgs84, .webMercator, SpatialReference(wkid: 32_632),
        ].randomElement(using: &random)
        parameters.outputGeometryPrecision = [0, 5, 80, 400].randomElement(using: &random)
        parameters.outputGeometryPrecisionUnits = .meters
        parameters.outputLines = OutputLineType.allCases.randomElement(using: &random)
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let conditions = try #require(result.conditions)
        let routes = try #require(result.routes)
        #expect(conditions.count == routes.features.count)
        for (route, row) in zip(conditions, routes.features) {
            guard case .polyline(let paths, _)? = row.geometry else {
                Issue.record("seed \(seed): the route has no line")
                continue
            }
            let pieces = max(0, (paths.first?.count ?? 0) - 1)
            #expect(route.speeds.count == pieces, "seed \(seed)")
            #expect(route.limits.count == pieces, "seed \(seed)")
            #expect(route.jams.count == pieces, "seed \(seed)")
            #expect(route.jams.allSatisfy { $0 == .free }, "seed \(seed): there is no traffic")
        }
    }

    @Test(arguments: UInt64(100)..<140)
    func `pieces have the speed and the lowest limit of their edges`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.outputGeometryPrecision = 0
        guard let whole = try town.layer.solveIfPossible(parameters) else { return }
        parameters.outputGeometryPrecision = 150
        parameters.outputGeometryPrecisionUnits = .meters
        let short = try #require(try town.layer.solveIfPossible(parameters))
        let edges = town.traversed(whole)
        guard !edges.isEmpty else { return }
        let line = try #require(whole.line)
        // Each street is drawn as one straight step.
        try #require(line.count == edges.count + 1, "seed \(seed)")
        for (index, edge) in edges.enumerated() {
            let speed = try #require(whole.conditions?.first?.speeds[index])
            #expect(abs(speed - town.speed(of: edge)) < 0.006, "seed \(seed)")
            #expect(whole.conditions?.first?.limits[index] == town.limit(of: edge))
        }
        var start = 0
        let kept = try #require(short.line)
        for (index, (from, to)) in zip(kept, kept.dropFirst()).enumerated() {
            try #require(line[start] == from)
            let end = try #require(line[(start + 1)...].firstIndex(of: to))
            var (meters, hours) = (0.0, 0.0)
            for step in start..<end {
                let length = Geodesic.distanceMeters(from: line[step], to: line[step + 1])
                meters += length
                hours += length / town.speed(of: edges[step])
            }
            let speed = try #require(short.conditions?.first?.speeds[index])
            #expect(abs(speed - meters / hours) < 0.02, "seed \(seed)")
            let limits = edges[start..<end].compactMap { town.limit(of: $0) }
            #expect(short.conditions?.first?.limits[index] == limits.min(), "seed \(seed)")
            start = end
        }
    }

    @Test(arguments: UInt64(200)..<260)
    func `events, spans and flags are those of the traversed edges`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        let parameters = town.request(&random)
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let edges = town.traversed(result)
        var expected: [RouteEvent.Kind: Int] = [:]
        for edge in edges {
            for point in town.points(along: edge.edge)
            where point.share > edge.from && point.share <= edge.to {
                expected[point.kind, default: 0] += 1
            }
        }
        let events = result.routeEvents
        var found: [RouteEvent.Kind: Int] = [:]
        for event in events { found[event.kind, default: 0] += 1 }
        #expect(found == expected, "seed \(seed)")
        for (before, after) in zip(events, events.dropFirst()) {
            #expect(before.meters <= after.meters && before.seconds <= after.seconds)
        }
        let used = edges.reduce(EdgeFlags()) { $0.union(town.flags(of: $1.edge)) }
        let flags = result.conditions?.first?.flags
        #expect(flags?.contains(.tolls) == used.contains(.toll), "seed \(seed)")
        #expect(flags?.contains(.ferries) == used.contains(.ferry), "seed \(seed)")
        #expect(flags?.contains(.unpaved) == used.contains(.unpaved), "seed \(seed)")
        #expect(
            flags?.contains(.restrictedAccess) == used.contains(.restrictedAccess), "seed \(seed)")
        #expect(flags?.contains(.closures) == false)
        let kinds: [(RouteSpan.Kind, EdgeFlags)] = [
            (.tunnel, .tunnel), (.bridge, .bridge), (.ferry, .ferry), (.toll, .toll),
            (.unpaved, .unpaved), (.restrictedAccess, .restrictedAccess),
        ]
        #expect(Set(kinds.map(\.0)) == Set(RouteSpan.Kind.allCases))
        for (kind, flag) in kinds {
            let meters = edges.filter { town.flags(of: $0.edge).contains(flag) }
                .reduce(0.0) { $0 + town.meters(of: $1) }
            let spans = result.routeSpans.filter { $0.kind == kind }
            let sum = spans.reduce(0.0) { $0 + $1.toMeters - $1.fromMeters }
            #expect(abs(sum - meters) < 0.02 * Double(edges.count + 1), "seed \(seed): \(kind)")
            #expect(
                zip(spans, spans.dropFirst()).allSatisfy { $0.toMeters < $1.fromMeters },
                "seed \(seed): spans of a kind have something between them")
        }
    }

    @Test(arguments: UInt64(300)..<360)
    func `legs add up to the route and divide its line`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.outputLines = [.trueShape, .straight, .trueShapeWithMeasure]
            .randomElement(using: &random)
        parameters.outputGeometryPrecision = [0, 200].randomElement(using: &random)
        parameters.outputGeometryPrecisionUnits = .meters
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let legs = result.routeLegs
        let stops = try #require(result.stops?.features.count)
        #expect(legs.count == stops - 1)
        #expect(legs.map(\.sequence) == Array(1..<stops))
        #expect(legs.first?.fromRole == .origin && legs.last?.toRole == .destination)
        #expect(legs.dropFirst().allSatisfy { $0.fromRole == .waypoint })
        #expect(legs.dropLast().allSatisfy { $0.toRole == .waypoint })
        #expect(legs.map(\.fromStopID) == Array(1..<stops))
        #expect(legs.map(\.toStopID) == Array(2...stops))
        let quanta = try #require(result.quanta?.first)
        for (cost, perUnit) in [("TravelTime", 60_000.0), ("Length", 100)] {
            // Each leg's unit is whole quanta, so the sum of quanta is exact.
            let sum = legs.reduce(Int64(0)) {
                $0 + Int64((($1.totals[cost] ?? .nan) * perUnit).rounded())
            }
            #expect(sum == quanta.costs.first { $0.name == cost }?.value, "seed \(seed): \(cost)")
        }
        let line = try #require(result.line)
        #expect(legs.first?.points?.lowerBound == 0)
        #expect(legs.last?.points?.upperBound == line.count - 1)
        for (leg, next) in zip(legs, legs.dropFirst()) {
            let point = try #require(leg.points?.upperBound)
            #expect(next.points?.lowerBound == point)
            let stop = try #require(result.stops?.features[leg.sequence])
            guard case .double(let x)? = result.stops?.value("SnapX", of: stop),
                case .double(let y)? = result.stops?.value("SnapY", of: stop)
            else { continue }
            guard case .point(let located)? = stop.geometry else { continue }
            // A stop may be equally near to two streets, and its row names one.
            let distance = Geodesic.distanceMeters(from: line[point], to: located)
            let named = Geodesic.distanceMeters(from: Coordinate(x: x, y: y), to: located)
            #expect(abs(distance - named) < 0.1, "seed \(seed): legs end at their stops")
        }
    }

    @Test(arguments: UInt64(500)..<560)
    func `the meters in jam classes are those of the edges and add up to the length`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        let jams = town.publishJams(&random)
        var parameters = town.request(&random)
        parameters.outputLines = OutputLineType.allCases.randomElement(using: &random)
        parameters.outputGeometryPrecision = [0, 400].randomElement(using: &random)
        parameters.outputGeometryPrecisionUnits = .meters
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        let route = try #require(result.conditions?.first)
        let edges = town.traversed(result)
        var expected: [JamClass: Double] = [:]
        for edge in edges {
            expected[jams[edge.edge.row] ?? .free, default: 0] += town.meters(of: edge)
        }
        for jam in JamClass.allCases {
            // A part's ends round to whole centimeters.
            #expect(
                abs(route.jamLengths[jam] - expected[jam, default: 0])
                    < 0.02 * Double(edges.count + 1), "seed \(seed): \(jam)")
        }
        func centimeters(_ lengths: JamLengths) -> Int64 {
            JamClass.allCases.reduce(0) { $0 + Int64((lengths[$1] * 100).rounded()) }
        }
        let length = result.quanta?.first?.costs.first { $0.name == "Length" }?.value
        #expect(centimeters(route.jamLengths) == length, "seed \(seed)")
        #expect(
            route.legJams.map(centimeters)
                == result.routeLegs.map { Int64(($0.meters * 100).rounded()) }, "seed \(seed)")
    }

    @Test(arguments: UInt64(600)..<660)
    func `events of a feed are listed where the route reaches their streets`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        let stated = town.publishEvents(&random)
        let parameters = town.request(&random)
        guard let result = try town.layer.solveIfPossible(parameters) else { return }
        var expected: [(text: String, meters: Double)] = []
        var (before, meters): (Set<String>, Double) = ([], 0)
        let edges = town.traversed(result)
        for edge in edges where edge.from < edge.to {
            let texts = stated[edge.edge.row] ?? []
            for text in texts where !before.contains(text) { expected.append((text, meters)) }
            before = Set(texts)
            meters += town.meters(of: edge)
        }
        let events = result.routeEvents.filter { $0.kind == .works }
        #expect(events.map(\.text) == expected.map(\.text), "seed \(seed)")
        for (event, place) in zip(events, expected) {
            #expect(
                abs(event.meters - place.meters) < 0.02 * Double(edges.count + 1), "seed \(seed)")
        }
        #expect(events.allSatisfy { $0.lanesClosed == 1 && $0.feedID == "9" })
        let all = result.routeEvents
        #expect(
            zip(all, all.dropFirst()).allSatisfy {
                $0.meters <= $1.meters && $0.seconds <= $1.seconds
            }, "seed \(seed)")
    }

    @Test(arguments: UInt64(400)..<440)
    func `the pages of directions are the whole directions, byte for byte`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let town = try DrawnTown(&random)
        var parameters = town.request(&random)
        parameters.returnDirections = true
        parameters.directionsOutputType = [
            .standard, .complete, .featureSets, .instructionsOnly,
        ].randomElement(using: &random)
        guard let whole = try town.layer.solveIfPossible(parameters) else { return }
        #expect(whole.directions?.first?.page == nil)
        let expected = try Self.rows(of: whole)
        let length = Double.random(in: 20...900, using: &random)
        var (from, pages, found) = (0.0, 0, expected.map { _ in [String]() })
        while true {
            parameters.directionsFrom = from
            parameters.directionsLength = length
            let part = try #require(try town.layer.solveIfPossible(parameters))
            let page = try #require(part.directions?.first?.page)
            for (kind, rows) in try Self.rows(of: part).enumerated() { found[kind] += rows }
            pages += 1
            guard page.toMeters < page.totalMeters else { break }
            #expect(page.toMeters > from)
            // The next page may begin at the answer's end, or at the sum of the lengths asked for.
            from = Bool.random(using: &random) ? page.toMeters : from + length
            try #require(pages < 1_000)
        }
        #expect(found == expected, "seed \(seed): \(pages) pages of \(length) m")
    }

    /// The rows of directions as JSON, by member.
    private static func rows(of result: AnalysisResult) throws -> [[String]] {
        let json = try JSONValue.parse(AnalysisResultWriter.json(result))
        let lists = [
            json["directions"]?.array?.first?["features"], json["directionPoints"]?["features"],
            json["directionLines"]?["features"],
        ]
        return lists.map { ($0?.array ?? []).map(\.text) }
    }
}

extension AnalysisResult {
    /// The first route's line.
    fileprivate var line: [Coordinate]? {
        guard case .polyline(let paths, _)? = routes?.features.first?.geometry else { return nil }
        return paths.first
    }
}

/// A grid of streets with random speeds, limits, flags and points, and a record of what was drawn.
private struct DrawnTown {
    /// A part of a traversed edge, with shares in the direction of travel.
    struct Part {
        var edge: EdgeID
        var from: Double
        var to: Double
    }

    struct Point: Equatable {
        var share: Double
        var direction: StreetPointDirection
        var kind: StreetPointKind

        init(_ random: inout SeededGenerator) {
            // At an end, the arriving direction meets the point.
            switch Int.random(in: 0..<5, using: &random) {
            case 0: (share, direction, kind) = (1, .forward, .trafficSignals)
            case 1: (share, direction, kind) = (0, .backward, .trafficSignals)
            default:
                share = Double(Int.random(in: 1...15, using: &random)) / 16 + 0.01
                direction = StreetPointDirection.allCases.randomElement(using: &random) ?? .both
                kind = StreetPointKind.allCases.randomElement(using: &random) ?? .ford
            }
        }

        /// Whether both are traffic lights or signs at one place.
        func guides(with other: Point) -> Bool {
            let guides: [StreetPointKind] = [.trafficSignals, .stopSign, .yieldSign]
            return share == other.share && guides.contains(kind) && guides.contains(other.kind)
        }
    }

    private let sketch: NetworkSketch
    let layer: NetworkLayer
    private let roads: [Int: NetworkSketch.Road]
    private let points: [Int: [Point]]

    /// Streets of 800 m, so that lights and signs at different places are at least 40 m apart. None
    /// counts as the same as another, or as a sign for when the light is off.
    private static let drawing =
        "a---b---c---d\n|   |   |   |\ne---f---g---h\n|   |   |   |\ni---j---k---l"

    init(_ random: inout SeededGenerator) throws {
        var sketch = NetworkSketch(Self.drawing, scale: 4)
        var roads: [Int: NetworkSketch.Road] = [:]
        var points: [Int: [Point]] = [:]
        for word in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            for (from, to) in zip(word, word.dropFirst()) {
                var road = NetworkSketch.Road()
                road.name = "\(from)\(to) Street"
                road.flags = Self.flags(&random)
                road.speedLimit = [0, 30, 50, 70].randomElement(using: &random) ?? 0
                var drawn: [Point] = []
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let point = Point(&random)
                    guard !drawn.contains(where: { $0 == point || $0.guides(with: point) })
                    else { continue }
                    drawn.append(point)
                    road.put(point.kind, at: point.share, point.direction)
                }
                let seconds = Double(4 * Int.random(in: 5...90, using: &random))
                if Int.random(in: 0..<6, using: &random) == 0 {
                    sketch.oneWay("\(from)\(to)", seconds: seconds) { $0 = road }
                } else {
                    sketch.road("\(from)\(to)", seconds: seconds) { $0 = road }
                }
                let segment = Int(sketch.edge(from, to) / 2)
                (roads[segment], points[segment]) = (road, drawn)
            }
        }
        self.sketch = sketch
        self.roads = roads
        self.points = points
        layer = try NetworkLayer.sketched(sketch)
    }

    private static func flags(_ random: inout SeededGenerator) -> EdgeFlags {
        var flags: EdgeFlags = []
        for flag in [EdgeFlags.tunnel, .bridge, .toll, .ferry, .unpaved, .restrictedAccess]
        where Int.random(in: 0..<6, using: &random) == 0 {
            flags.insert(flag)
        }
        return flags
    }

    /// A request through random places, with conditions, legs and the traversed edges.
    func request(_ random: inout SeededGenerator) -> RouteParameters {
        let letters = sketch.letters
        let places = (0..<Int.random(in: 2...4, using: &random)).map { _ in
            let from = letters.randomElement(using: &random) ?? "a"
            let to = letters.randomElement(using: &random) ?? "b"
            return sketch.place(
                from, to, at: [0, 0.3, 0.5].randomElement(using: &random) ?? 0)
        }
        var parameters = RouteParameters(through: places)
        parameters.restrictUTurns = .allowBacktrack
        parameters.ignoreInvalidLocations = false
        // Makes all requests find the same route among equally cheap ones.
        parameters.deterministic = true
        parameters.returnDirections = false
        parameters.returnConditions = true
        parameters.returnLegs = true
        parameters.returnTraversedEdges = true
        return parameters
    }

    /// An answer's traversed edges.
    func traversed(_ result: AnalysisResult) -> [Part] {
        guard let set = result.traversedEdges else { return [] }
        return set.features.compactMap { row in
            guard case .integer(let id)? = set.value("EID", of: row),
                case .double(let from)? = set.value("FromPosition", of: row),
                case .double(let to)? = set.value("ToPosition", of: row)
            else { return nil }
            let edge = EdgeID(row: UInt32(id))
            return Part(
                edge: edge, from: edge.isForward ? from : 1 - from,
                to: edge.isForward ? to : 1 - to)
        }
    }

    /// Puts random speeds in force. Returns the jam class of each edge that has one.
    func publishJams(_ random: inout SeededGenerator) -> [UInt32: JamClass] {
        let shares: [(share: Double, jam: JamClass)] = [
            (1.2, .free), (0.7, .slow), (0.4, .heavy), (0.2, .jammed), (0.03, .blocked),
        ]
        var (speeds, jams): ([EdgeSpeed], [UInt32: JamClass]) = ([], [:])
        for row in 0..<UInt32(layer.network.edgeCount) {
            guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
            let (share, jam) = shares[Int.random(in: 0..<shares.count, using: &random)]
            let own = speed(of: Part(edge: EdgeID(row: row), from: 0, to: 1))
            speeds.append(EdgeSpeed(edge: row, kilometersPerHour: own * share))
            jams[row] = jam
        }
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: speeds, closures: [], made: layer.traffic.now(), on: layer.network))
        return jams
    }

    /// Puts works on random edges in force, some of them on several. Returns each edge's texts.
    func publishEvents(_ random: inout SeededGenerator) -> [UInt32: [String]] {
        var (rows, texts): ([EdgeEvent], [UInt32: [String]]) = ([], [:])
        for row in 0..<UInt32(layer.network.edgeCount) {
            for number in 0..<4 where Int.random(in: 0..<4, using: &random) == 0 {
                let text = "works \(number)"
                let event = TrafficEvent(kind: .works, text: text, id: "9", lanesClosed: 1)
                rows.append(EdgeEvent(edge: row, event: event))
                texts[row, default: []].append(text)
                // Over at the departure, and never listed.
                rows.append(EdgeEvent(edge: row, event: TrafficEvent(kind: .works), until: 1))
            }
        }
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: [], closures: [], events: rows, made: layer.traffic.now(), on: layer.network
            ))
        return texts
    }

    func flags(of edge: EdgeID) -> EdgeFlags { roads[edge.segment]?.flags ?? [] }

    func limit(of part: Part) -> Int? {
        roads[part.edge.segment].flatMap { $0.speedLimit == 0 ? nil : Int($0.speedLimit) }
    }

    /// The speed on an edge in km/h.
    func speed(of part: Part) -> Double {
        let network = layer.network
        return Double(network.costs[TestNetwork.length][part.edge.row]) * 36
            / Double(network.costs[TestNetwork.travelTime][part.edge.row])
    }

    func meters(of part: Part) -> Double {
        Double(layer.network.costs[TestNetwork.length][part.edge.row]) / 100 * (part.to - part.from)
    }

    /// The points met by traffic along an edge, by their shares in its direction.
    func points(along edge: EdgeID) -> [(share: Double, kind: RouteEvent.Kind)] {
        (points[edge.segment] ?? []).compactMap { point in
            let meets =
                point.direction == .both || (point.direction == .forward) == edge.isForward
            guard meets, let kind = RouteEvent.Kind(rawValue: "\(point.kind)") else { return nil }
            return (edge.isForward ? point.share : 1 - point.share, kind)
        }
    }
}
