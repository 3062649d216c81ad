// Tests alternatives: valid, within the stretch, and different.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct AlternativeTests {
    @Test func `alternatives are valid, differ, and cost the sum along them`() throws {
        var furtherCount = 0
        for seed in UInt64(0)..<240 {
            furtherCount += try check(seed: seed)
        }
        #expect(furtherCount > 40)
    }

    @Test func `looser limits never find fewer`() throws {
        let sharings = [0.08, 0.3, 0.45, 0.5, 0.64, 0.7, 0.85, 0.9, 1.0]
        let stretches = [1.0, 1.1, 1.25, 1.5, 2.0]
        var gained = 0
        for seed in UInt64(0)..<80 {
            var generator = SeededGenerator(seed &+ 130_000)
            let drawn = try RandomNetwork(nodes: 40, meanDegree: 3.5, seed: seed)
            let counts = try counts(
                on: drawn, &generator, most: 5, sharings: sharings, stretches: stretches)
            for row in counts {
                #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): \(row)")
            }
            for (tight, loose) in zip(counts, counts.dropFirst()) {
                #expect(zip(tight, loose).allSatisfy { $0 <= $1 }, "seed \(seed): \(counts)")
            }
            gained += (counts.last?.last ?? 0) - counts[0][0]
        }
        #expect(gained > 20)
    }

    @Test func `if few may be tried, more sharing still finds no fewer`() throws {
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed &+ 150_000)
            let drawn = try RandomNetwork(nodes: 300, meanDegree: 3.2, seed: seed)
            let counts = try counts(
                on: drawn, &generator, most: 2, sharings: [0.33, 0.5, 0.6, 0.77, 0.8, 0.88, 0.9],
                stretches: [1.25])
            let row = counts[0]
            #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): \(row)")
        }
    }

    @Test func `a tighter choice is made again if the looser one left out a vertex`() throws {
        for seed in UInt64(0)..<300 {
            var generator = SeededGenerator(seed &+ 155_000)
            let drawn = try RandomNetwork(nodes: 40, meanDegree: 3.5, seed: seed)
            let row = try counts(
                on: drawn, &generator, most: 7, sharings: [0.5, 0.6, 0.7, 0.8, 0.9],
                stretches: [3])[0]
            #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): \(row)")
        }
    }

    /// Counts the paths of a random request for each stretch and sharing.
    private func counts(
        on drawn: RandomNetwork, _ generator: inout SeededGenerator, most: Int,
        sharings: [Double], stretches: [Double]
    ) throws -> [[Int]] {
        let request = RandomRequest(on: drawn.dataset, &generator)
        let engine = LegEngine(network: drawn.dataset)
        let costs = RequestCosts(
            network: drawn.dataset,
            metric: engine.metric(for: request.key.prohibiting(TestNetwork.oneway)),
            attribute: 0)
        let origins = request.origins.map {
            SearchOrigin(edge: $0.edge, fraction: $0.fraction, cost: $0.cost)
        }
        return try stretches.map { stretch in
            try sharings.map { sharing in
                let found = engine.withRouter(costs, by: .customized) { router in
                    router.alternatives(
                        from: origins, to: Array(request.destinations.prefix(2)), count: most,
                        within: AlternativeBounds(stretch: stretch, sharing: sharing),
                        monitor: NeverStops())
                }
                return try #require(found).count
            }
        }
    }

    /// Checks the paths of a network's requests; returns the number of alternatives.
    private func check(seed: UInt64) throws -> Int {
        var generator = SeededGenerator(seed &+ 120_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 10...60, using: &generator),
            meanDegree: Double.random(in: 2.5...4, using: &generator), seed: seed)
        let network = drawn.dataset
        var count = 0
        for _ in 0..<4 {
            let request = RandomRequest(on: network, &generator)
            let key = request.key.prohibiting(TestNetwork.oneway)
            let barriers = generator.chance(0.5) ? request.barriers : BarrierSet()
            let engine = LegEngine(network: network)
            let costs = RequestCosts(
                network: network, metric: engine.metric(for: key), barriers: barriers,
                attribute: 0)
            let reference = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: key, barriers: barriers,
                attribute: 0)
            let origins = request.origins.map {
                SearchOrigin(edge: $0.edge, fraction: $0.fraction, cost: $0.cost)
            }
            let destinations = Array(request.destinations.prefix(2))
            let alternatives = engine.withRouter(costs, by: .customized) { router in
                router.alternatives(
                    from: origins, to: destinations, count: 3, monitor: NeverStops())
            }
            let found = try #require(alternatives)
            let best = reference.costs(from: origins, to: destinations).compactMap(\.self).min()
            #expect(found.first?.path.cost == best)
            check(found.map(\.path), costs, origins)
            for alternative in found {
                let (origin, end) = (
                    origins[alternative.path.origin], destinations[alternative.destination]
                )
                let elements = alternative.path.path.elements
                #expect(elements.first?.edge.row == origin.edge)
                #expect(elements.first?.from == origin.fraction)
                #expect(elements.last?.edge.row == end.edge)
                #expect(elements.last?.to == end.fraction)
                // The oracle finds a path on these streets alone, at no higher cost.
                let narrow = ReferenceRouter(
                    network: network, prohibitions: drawn.prohibitions, key: key,
                    barriers: barriers.barringAll(but: alternative.path.path, of: network),
                    attribute: 0
                ).costs(from: [origin], to: [end])[0]
                #expect(narrow ?? .max <= alternative.path.cost)
            }
            count += max(found.count, 1) - 1
        }
        return count
    }

    /// Checks that paths are connected, cost what they state, and keep the rules for alternatives.
    private func check(_ paths: [LegPath], _ costs: RequestCosts, _ origins: [SearchOrigin]) {
        guard let best = paths.first else { return }
        for (index, path) in paths.enumerated() {
            #expect(path.searchCost(costs, from: origins) == path.cost)
            #expect(path.path.isConnected(in: costs.network))
            guard index > 0 else { continue }
            #expect(path.cost >= paths[index - 1].cost)
            #expect(Double(path.cost) <= Double(best.cost) * AlternativeRule.stretch)
            let inner = path.path.elements.dropFirst().dropLast().map(\.edge)
            #expect(Set(inner).count == inner.count)
            for other in paths[..<index] {
                let edges = Set(other.path.elements.map(\.edge))
                let shared = path.path.elements.filter { edges.contains($0.edge) }
                let cost = shared.reduce(UInt64(0)) { sum, element in
                    let part = costs.cost(
                        of: element.edge.row, from: element.from, to: element.to)
                    return sum + UInt64(part ?? 0)
                }
                #expect(Double(cost) <= Double(best.cost) * AlternativeRule.sharing)
            }
        }
    }
}

extension NetworkPath {
    /// Whether each edge begins where the previous one ends.
    fileprivate func isConnected(in network: NetworkDataset) -> Bool {
        zip(elements, elements.dropFirst()).allSatisfy { before, after in
            network.head(of: before.edge) == network.head(of: EdgeID(row: after.edge.row ^ 1))
        }
    }
}

extension BarrierSet {
    /// The same barriers, and a barrier on every street outside a path.
    fileprivate func barringAll(but path: NetworkPath, of network: NetworkDataset) -> BarrierSet {
        var result = self
        let used = Set(path.elements.map(\.edge.segment))
        for segment in 0..<network.segmentCount where !used.contains(segment) {
            result.segments[segment, default: SegmentBarriers()].add(
                BarrierPiece(from: 0, to: 1, effect: .barred))
        }
        return result
    }
}
