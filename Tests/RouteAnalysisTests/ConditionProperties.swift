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
