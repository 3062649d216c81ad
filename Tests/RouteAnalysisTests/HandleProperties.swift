// Tests handles and alternatives on random networks.

import DataStructures
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct HandleProperties {
    @Test(arguments: UInt64(8_000)..<8_040)
    func `with nothing changed, a refresh equals the solve`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(nodes: 60, meanDegree: 4, seed: seed)
        let (layer, other) = (
            NetworkLayer.random(drawn.dataset), NetworkLayer.random(drawn.dataset)
        )
        var count = 0
        for _ in 0..<8 {
            let trip = RandomTrip(
                on: drawn.dataset, stops: Int.random(in: 2...4, using: &generator), &generator)
            var parameters = trip.parameters
            RandomBarriers(on: drawn.dataset, trip.travel, &generator).apply(to: &parameters)
            parameters.returnDirections = true
            parameters.returnStops = true
            parameters.returnQuanta = true
            parameters.returnRouteHandle = true
            parameters.outputLines = .trueShapeWithMeasure
            guard let solved = try layer.solveIfValid(parameters) else { continue }
            count += 1
            let refresh = Self.refresh(of: solved, parameters)
            let again = try layer.refresh(refresh)
            #expect(again.routes == solved.routes, "seed \(seed)")
            #expect(again.quanta == solved.quanta, "seed \(seed)")
            #expect(again.directions == solved.directions, "seed \(seed)")
            #expect(Self.known(again.stops) == Self.known(solved.stops), "seed \(seed)")
            #expect(again.blockages == [], "seed \(seed)")
            let elsewhere = try other.refresh(refresh)
            #expect(
                AnalysisResultWriter.json(elsewhere) == AnalysisResultWriter.json(again),
                "seed \(seed)")
        }
        #expect(count > 0 || seed % 5 != 0)
    }

    @Test(arguments: UInt64(8_100)..<8_160)
    func `the same under a clock, with conditional restrictions`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(
            nodes: 50, meanDegree: 3.5, seed: seed, isConditional: true)
        let layer = NetworkLayer.random(drawn.dataset)
        for _ in 0..<6 {
            let trip = RandomTrip(on: drawn.dataset, stops: 3, &generator)
            var parameters = trip.parameters
            parameters.returnStops = true
            parameters.returnQuanta = true
            parameters.returnRouteHandle = true
            // On a Monday, a few minutes before the morning's restrictions begin.
            parameters.startTime = .milliseconds(
                1_719_212_400_000 - 60_000 * Int64.random(in: 0...20, using: &generator))
            parameters.startTimeIsUTC = true
            guard let solved = try layer.solveIfValid(parameters) else { continue }
            let again = try layer.refresh(Self.refresh(of: solved, parameters))
            #expect(again.routes == solved.routes, "seed \(seed)")
            #expect(again.quanta == solved.quanta, "seed \(seed)")
            #expect(again.blockages == [], "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(8_400)..<8_440)
    func `the same under traffic, whether it counts or not`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(nodes: 60, meanDegree: 4, seed: seed)
        let layer = NetworkLayer.random(drawn.dataset, now: Self.now)
        let traffic = ReferenceTraffic(on: drawn.dataset, departure: Self.now, &generator)
            .withoutLaterChanges
        layer.traffic.publish(traffic.snapshot(on: drawn.dataset))
        for round in 0..<9 {
            let usesTraffic: Bool? = round % 3 == 0 ? nil : round % 3 == 1
            let trip = RandomTrip(
                on: drawn.dataset, stops: Int.random(in: 2...4, using: &generator), &generator)
            var parameters = trip.parameters
            parameters.useTraffic = usesTraffic
            parameters.returnDirections = true
            parameters.returnStops = true
            parameters.returnQuanta = true
            parameters.returnRouteHandle = true
            guard let solved = try layer.solveIfValid(parameters) else { continue }
            #expect(usesTraffic ?? true || solved.traffic == nil, "seed \(seed)")
            let again = try layer.refresh(Self.refresh(of: solved, parameters))
            #expect(again.traffic == solved.traffic, "seed \(seed)")
            #expect(again.routes == solved.routes, "seed \(seed)")
            #expect(again.quanta == solved.quanta, "seed \(seed)")
            #expect(again.directions == solved.directions, "seed \(seed)")
            #expect(Self.known(again.stops) == Self.known(solved.stops), "seed \(seed)")
            #expect(again.blockages == [], "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(8_200)..<8_240)
    func `a better route begins like the one under way, and is one that a solve finds`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(nodes: 60, meanDegree: 4, seed: seed)
        let layer = NetworkLayer.random(drawn.dataset)
        for _ in 0..<6 {
            let trip = RandomTrip(on: drawn.dataset, stops: 2, &generator)
            // With usages, equally cheap paths may take different times.
            guard !trip.travel.hasFactors else { continue }
            var parameters = trip.parameters
            parameters.impedanceAttributeName = "TravelTime"
            parameters.returnRouteHandle = true
            parameters.returnQuanta = true
            guard let solved = try layer.solveIfValid(parameters) else { continue }
            var better = BetterParameters()
            better.routeHandle = Self.handle(of: solved)
            better.minDelay = 0
            better.minGain = 0
            better.minDeviationDistance = 0
            better.minDeviationTime = 0
            better.returnQuanta = true
            let answer = try layer.better(better)
            // Nothing has changed, so no route is better.
            #expect(answer.replanning?.gainMinutes == 0, "seed \(seed)")
            #expect(answer.replanning?.delayMinutes == 0, "seed \(seed)")
        }
    }

    private static let now: Int64 = 1_790_000_000_000

    @Test(arguments: UInt64(8_300)..<8_360)
    func `under random speeds a better route begins like the other, and costs what a solve does`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(nodes: 60, meanDegree: 4, seed: seed)
        for _ in 0..<6 {
            // A fresh layer, so that the next solve does not see the previous round's snapshot.
            let layer = NetworkLayer.random(drawn.dataset, now: Self.now)
            let trip = RandomTrip(on: drawn.dataset, stops: 2, &generator)
            guard !trip.travel.hasFactors, trip.travel.key.family == 0 else { continue }
            var parameters = trip.parameters
            parameters.impedanceAttributeName = "TravelTime"
            parameters.returnRouteHandle = true
            parameters.returnQuanta = true
            parameters.returnTraversedEdges = true
            parameters.accumulateAttributeNames = ["Length"]
            guard let solved = try layer.solveIfValid(parameters) else { continue }
            let traffic = ReferenceTraffic(on: drawn.dataset, departure: Self.now, &generator)
                .withoutLaterChanges
            layer.traffic.publish(traffic.snapshot(on: drawn.dataset))
            var better = BetterParameters()
            better.routeHandle = Self.handle(of: solved)
            better.minDelay = 0
            better.minGain = 0
            let kept = Double(Int.random(in: 0...600, using: &generator))
            better.minDeviationDistance = kept
            better.minDeviationTime = 0
            better.returnQuanta = true
            better.returnTraversedEdges = true
            let answer = try layer.better(better)
            let decision = try #require(answer.replanning)
            let refreshed = try layer.refresh(Self.refresh(of: solved, parameters))
            let present = try #require(refreshed.quanta?.first?.impedance)
            #expect(decision.isBlocked == !(refreshed.blockages ?? []).isEmpty, "seed \(seed)")
            #expect(decision.remainingMinutes == Double(present) / 60_000, "seed \(seed)")
            guard decision.reason != nil else { continue }
            let cost = try #require(answer.quanta?.first?.impedance)
            #expect(decision.gainMinutes == Double(present - cost) / 60_000, "seed \(seed)")
            #expect(decision.isBlocked || cost <= present, "seed \(seed)")
            let (own, under) = (
                Self.traversedEdges(answer, cost: "Length", factor: 1)[1] ?? [],
                Self.traversedEdges(solved, cost: "Length", factor: 1)[1] ?? []
            )
            let deviation = try #require(decision.deviationMeters)
            #expect(decision.isBlocked || deviation >= kept - 0.1, "seed \(seed)")
            let shared = zip(own, under).prefix { $0.edge == $1.edge }
            #expect(
                shared.reduce(0) { $0 + $1.0.cost } >= deviation - 0.1,
                "seed \(seed): left before \(deviation) m")
            // A solve may leave the first stop in any direction, and leave the route at once.
            parameters.accumulateAttributeNames = nil
            // If a street is closed, the solve places its stops elsewhere.
            guard let free = try layer.solveIfValid(parameters),
                let least = free.quanta?.first?.impedance
            else { continue }
            #expect(cost >= least, "seed \(seed)")
            let first = Self.traversedEdges(free)[1]?.first?.edge
            if deviation == 0, first == own.first?.edge {
                #expect(cost == least, "seed \(seed)")
            }
        }
    }

    // MARK: - Alternatives

    @Test(arguments: UInt64(0)..<60)
    func `alternatives keep their limits, through several stops too`(seed: UInt64) throws {
        var random = SeededGenerator(seed &+ 9_000)
        let sketch = Self.grid(&random)
        let layer = try NetworkLayer.sketched(sketch)
        let letters = sketch.letters
        let stops = (0..<Int.random(in: 2...4, using: &random)).map { _ in
            sketch.place(letters[Int.random(in: 0..<letters.count, using: &random)])
        }
        var parameters = RouteParameters(through: stops)
        parameters.alternatives = Int.random(in: 1...3, using: &random)
        parameters.maxDetour = [1.1, 1.25, 1.6].randomElement(using: &random)
        parameters.maxSharing = [0.3, 0.6, 0.8, 0.95].randomElement(using: &random)
        parameters.returnTraversedEdges = true
        if seed % 3 == 0 {
            parameters.startTime = .milliseconds(1_719_212_400_000)
            parameters.startTimeIsUTC = true
        }
        guard let result = try layer.solveIfValid(parameters) else { return }
        let quanta = (result.quanta ?? []).map { Double($0.impedance) }
        let ranks = quanta.indices.map { result.route($0, "AlternativeRank") }
        let expected: [AttributeValue?] = quanta.indices.map { .integer($0 + 1) }
        #expect(ranks == expected)
        #expect(quanta.count <= 1 + (parameters.alternatives ?? 0))
        #expect(quanta == quanta.sorted())
        let best = quanta[0]
        let traversed = Self.traversedEdges(result)
        for later in quanta.indices.dropFirst() {
            #expect(quanta[later] <= best * (parameters.maxDetour ?? 0) + 0.5)
            for earlier in 0..<later {
                let own = traversed[later + 1] ?? []
                let others = Set((traversed[earlier + 1] ?? []).map(\.edge))
                let shared = own.filter { others.contains($0.edge) }.reduce(0) { $0 + $1.cost }
                #expect(
                    shared <= best * (parameters.maxSharing ?? 0) + 1,
                    "seed \(seed): \(later) and \(earlier)")
            }
        }
        parameters.alternatives = nil
        let plain = try layer.solve(parameters)
        #expect(plain.quanta?.first?.impedance == result.quanta?.first?.impedance)
        #expect(plain.route(0, "AlternativeRank") == nil)
    }

    @Test(arguments: UInt64(0)..<60)
    func `alternatives to a given route keep to it for both limits`(seed: UInt64) throws {
        var random = SeededGenerator(seed &+ 9_500)
        let sketch = Self.grid(&random)
        let layer = try NetworkLayer.sketched(sketch)
        let places = sketch.letters.shuffled(using: &random).prefix(3).map { sketch.place($0) }
        // A route over a third place is seldom the best one between the other two.
        var over = RouteParameters(through: places)
        over.outputGeometryPrecision = 0
        guard let reference = try layer.solveIfValid(over),
            case .polyline(let paths, _)? = reference.routes?.features.first?.geometry
        else { return }
        var parameters = RouteParameters(through: [places[0], places[2]])
        parameters.legs = [LegOptions(supportingPoints: paths.flatMap(\.self))]
        parameters.alternatives = Int.random(in: 1...3, using: &random)
        let detour: Double = [1.15, 1.6][Int.random(in: 0..<2, using: &random)]
        let sharing: Double = [0.3, 0.6, 0.8][Int.random(in: 0..<3, using: &random)]
        parameters.maxDetour = detour
        parameters.maxSharing = sharing
        parameters.minDeviationDistance = Double(Int.random(in: 0...900, using: &random))
        parameters.minDeviationTime = Double(Int.random(in: 0...90, using: &random))
        parameters.accumulateAttributeNames = ["Length"]
        parameters.returnTraversedEdges = true
        // Without the stop, a path that turns round at the third place may not exist.
        guard let result = try? layer.solve(parameters) else { return }
        let (times, meters) = (
            Self.traversedEdges(result),
            Self.traversedEdges(result, cost: "Length", factor: 1)
        )
        let (given, start) = Self.rest(
            times[1] ?? [], meters[1] ?? [],
            after: (parameters.minDeviationDistance ?? 0, parameters.minDeviationTime ?? 0))
        let total = given.reduce(0) { $0 + $1.cost }
        for route in (result.quanta ?? []).map(\.routeID).dropFirst() {
            let own = (times[route] ?? []).map(\.edge)
            let kept = zip(own, (times[1] ?? []).map(\.edge)).prefix { $0 == $1 }.count
            #expect(kept < own.count, "seed \(seed): the given route again")
            let time = (times[route] ?? []).prefix(kept).reduce(0) { $0 + $1.cost }
            let length = (meters[route] ?? []).prefix(kept).reduce(0) { $0 + $1.cost }
            #expect(length >= (parameters.minDeviationDistance ?? 0) - 0.1, "seed \(seed)")
            #expect(time >= (parameters.minDeviationTime ?? 0) * 1_000 - 1, "seed \(seed)")
            // Both limits refer to the rest of the given route.
            let cost = (times[route] ?? []).reduce(0) { $0 + $1.cost } - start.cost
            #expect(cost <= total * detour + 2, "seed \(seed)")
            let used = Set(own.dropFirst(start.index))
            let shared = given.reduce(0) { used.contains($1.edge) ? $0 + $1.cost : $0 }
            #expect(shared <= total * sharing + 2, "seed \(seed)")
        }
    }

    @Test func `looser limits find no fewer alternatives to a given route`() throws {
        let (sharings, detours) = ([0.15, 0.3, 0.5, 0.64, 0.8, 0.87, 0.9], [1.1, 1.25, 1.4, 1.6])
        var gained = 0
        for seed in UInt64(0)..<30 {
            var random = SeededGenerator(seed &+ 9_800)
            let sketch = Self.grid(&random)
            let layer = try NetworkLayer.sketched(sketch)
            let places = sketch.letters.shuffled(using: &random).prefix(3).map { sketch.place($0) }
            // The best route every second time, and one over a third place.
            let over = seed % 2 == 0 ? places : [places[0], places[2]]
            guard let reference = try layer.solveIfValid(RouteParameters(through: over)),
                case .polyline(let paths, _)? = reference.routes?.features.first?.geometry
            else { continue }
            var parameters = RouteParameters(through: [places[0], places[2]])
            parameters.legs = [LegOptions(supportingPoints: paths.flatMap(\.self))]
            parameters.alternatives = 3
            var counts: [[Int]] = []
            for detour in detours {
                parameters.maxDetour = detour
                counts.append(
                    sharings.compactMap { sharing in
                        parameters.maxSharing = sharing
                        return (try? layer.solve(parameters))?.routes?.features.count
                    })
            }
            guard counts.allSatisfy({ $0.count == sharings.count }) else { continue }
            for row in counts {
                #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): \(row)")
            }
            for (tight, loose) in zip(counts, counts.dropFirst()) {
                #expect(zip(tight, loose).allSatisfy { $0 <= $1 }, "seed \(seed): \(counts)")
            }
            gained += (counts.last?.last ?? 0) - (counts.first?.first ?? 0)
        }
        #expect(gained > 10)
    }

    /// A route's edges with their costs beyond a distance and a time; and where they begin: the
    /// first edge's index, and the cost up to the place on it.
    private static func rest(
        _ times: [(edge: Int, cost: Double)], _ meters: [(edge: Int, cost: Double)],
        after limits: (meters: Double, seconds: Double)
    ) -> (edges: [(edge: Int, cost: Double)], start: (index: Int, cost: Double)) {
        var (time, length) = (0.0, 0.0)
        for (index, (step, span)) in zip(times, meters).enumerated() {
            let share = max(
                0, (limits.seconds * 1_000 - time) / step.cost,
                (limits.meters - length) / span.cost)
            if share <= 1 + 1e-6 {
                var edges = Array(times[index...])
                edges[0].cost -= step.cost * min(share, 1)
                return (edges, (index, time + step.cost * min(share, 1)))
            }
            time += step.cost
            length += span.cost
        }
        return ([], (times.count, time))
    }

    /// A town of five streets by five with random times.
    private static func grid(_ random: inout SeededGenerator) -> NetworkSketch {
        let rows = ["abcde", "fghij", "klmno", "pqrst", "uvwxy"]
        let drawing = rows.map { row in row.map(String.init).joined(separator: "---") }
            .joined(separator: "\n")
        var sketch = NetworkSketch(drawing)
        let columns = (0..<5).map { column in
            String(rows.map { Array($0)[column] })
        }
        for word in rows + columns {
            for (from, to) in zip(word, word.dropFirst()) {
                sketch.road(
                    "\(from)\(to)", seconds: Double(Int.random(in: 20...60, using: &random)))
            }
        }
        return sketch
    }

    /// Each route's edges with their costs, by route number.
    private static func traversedEdges(
        _ result: AnalysisResult, cost: String = "TravelTime", factor: Double = 60_000
    ) -> [Int: [(edge: Int, cost: Double)]] {
        guard let set = result.traversedEdges else { return [:] }
        var found: [Int: [(edge: Int, cost: Double)]] = [:]
        for row in set.features {
            guard case .integer(let route)? = set.value("RouteID", of: row),
                case .integer(let edge)? = set.value("EID", of: row),
                case .double(let value)? = set.value("Attr_\(cost)", of: row)
            else { continue }
            found[route, default: []].append((edge, value * factor))
        }
        return found
    }

    // MARK: - Requests

    private static func handle(of result: AnalysisResult) -> String? {
        guard case .string(let text)? = result.route(0, "RouteHandle") else { return nil }
        return text
    }

    /// A refresh of a solved route, with the solve's barriers and answer form.
    private static func refresh(
        of solved: AnalysisResult, _ asked: RouteParameters
    ) -> RefreshParameters {
        var parameters = RefreshParameters()
        parameters.routeHandle = handle(of: solved)
        parameters.analysis = asked.analysis
        parameters.analysis.inputs = LocationInputs()
        parameters.analysis.travel = TravelParameters()
        parameters.analysis.time = TimeParameters()
        parameters.returnStops = asked.returnStops
        return parameters
    }

    /// The rows of stops without the attributes that a handle omits.
    private static func known(_ stops: FeatureSet?) -> [[AttributeValue]] {
        stops?.features.map(\.values) ?? []
    }
}
