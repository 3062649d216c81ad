// Further ways: valid, cheap enough, and other ones.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct AlternativeTests {
    @Test func `ways are valid, cost what is added up along them, and are other ones`() throws {
        var furtherCount = 0
        for seed in UInt64(0)..<240 {
            furtherCount += try check(seed: seed)
        }
        #expect(furtherCount > 40)
    }

    /// Checks the ways of one network's requests; gives the number of further ways.
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
            let ways = engine.withRouter(costs, by: .customized) { router in
                router.alternatives(
                    from: origins, to: destinations, count: 3, monitor: NeverStops())
            }
            let found = try #require(ways)
            let best = reference.costs(from: origins, to: destinations).compactMap(\.self).min()
            #expect(found.first?.path.cost == best)
            check(found.map(\.path), costs, origins)
            for way in found {
                let (origin, end) = (origins[way.path.origin], destinations[way.destination])
                let elements = way.path.path.elements
                #expect(elements.first?.edge.row == origin.edge)
                #expect(elements.first?.from == origin.fraction)
                #expect(elements.last?.edge.row == end.edge)
                #expect(elements.last?.to == end.fraction)
                // The oracle finds a way on these streets alone, at no higher cost.
                let narrow = ReferenceRouter(
                    network: network, prohibitions: drawn.prohibitions, key: key,
                    barriers: barriers.barringAll(but: way.path.path, of: network), attribute: 0
                ).costs(from: [origin], to: [end])[0]
                #expect(narrow ?? .max <= way.path.cost)
            }
            count += max(found.count, 1) - 1
        }
        return count
    }

    private func check(_ ways: [LegPath], _ costs: RequestCosts, _ origins: [SearchOrigin]) {
        guard let best = ways.first else { return }
        for (index, way) in ways.enumerated() {
            #expect(way.searchCost(costs, from: origins) == way.cost)
            #expect(way.path.isConnected(in: costs.network))
            guard index > 0 else { continue }
            #expect(way.cost >= ways[index - 1].cost)
            #expect(Double(way.cost) <= Double(best.cost) * AlternativeRule.stretch)
            let inner = way.path.elements.dropFirst().dropLast().map(\.edge)
            #expect(Set(inner).count == inner.count)
            for other in ways[..<index] {
                let edges = Set(other.path.elements.map(\.edge))
                let shared = way.path.elements.filter { edges.contains($0.edge) }
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
    /// Whether each edge begins where the one before ends.
    fileprivate func isConnected(in network: NetworkDataset) -> Bool {
        zip(elements, elements.dropFirst()).allSatisfy { before, after in
            network.head(of: before.edge) == network.head(of: EdgeID(row: after.edge.row ^ 1))
        }
    }
}

extension BarrierSet {
    /// The same barriers, with every street barred that a way does not use.
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
