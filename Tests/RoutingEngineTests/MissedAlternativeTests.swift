// Alternatives are found if there are any: every edge is tried as a via vertex.

import DataStructures
import RoadNetwork
import RouteTesting
import Testing

@testable import RoutingEngine

struct MissedAlternativeTests {
    /// A request, and its cheapest path.
    private struct Question {
        let costs: RequestCosts
        let engine: LegEngine
        let origin: SearchOrigin
        let destination: SearchDestination
        let best: NetworkPath
        let cost: UInt32

        /// Returns the cheapest path between two places.
        func path(_ from: SearchOrigin, _ to: SearchDestination) -> LegPath? {
            engine.withRouter(costs, by: .customized) { router in
                guard router.find(from: [from], to: [to], monitor: NeverStops())?[0] != nil else {
                    return nil
                }
                return router.path(from: from, to: to)
            }
        }
    }

    @Test func `an alternative over any edge is not missed`() throws {
        var (found, missed) = (0, 0)
        for seed in UInt64(0)..<150 {
            let drawn = try RandomNetwork(nodes: 50, meanDegree: 3.2, seed: seed)
            var generator = SeededGenerator(seed &+ 140_000)
            let request = RandomRequest(on: drawn.dataset, &generator)
            let engine = LegEngine(network: drawn.dataset)
            let costs = RequestCosts(
                network: drawn.dataset,
                metric: engine.metric(for: request.key.prohibiting(TestNetwork.oneway)),
                attribute: 0)
            let (origin, destination) = (request.origins[0], request.destinations[0])
            let paths = engine.withRouter(costs, by: .customized) { router in
                router.alternatives(
                    from: [origin], to: [destination], count: 2, monitor: NeverStops())
            }
            guard let first = try #require(paths).first else { continue }
            let question = Question(
                costs: costs, engine: engine, origin: origin, destination: destination,
                best: first.path.path, cost: first.path.cost)
            let hasOne = (0..<UInt32(drawn.dataset.edgeCount)).contains { edge in
                hasAlternative(over: edge, question)
            }
            guard hasOne else { continue }
            if paths?.count == 2 { found += 1 } else { missed += 1 }
        }
        #expect(found > 10)
        #expect(missed == 0)
    }

    /// Whether the cheapest path over an edge is an alternative to the best path.
    private func hasAlternative(over edge: UInt32, _ asked: Question) -> Bool {
        guard
            let before = asked.path(asked.origin, SearchDestination(edge: edge, fraction: 1)),
            let behind = asked.path(SearchOrigin(edge: edge, fraction: 1), asked.destination),
            before.path.elements.last?.edge.row == edge
        else { return false }
        let elements = before.path.elements + behind.path.elements.dropFirst()
        let steps = asked.costs.follow(NetworkPath(elements: elements)).steps
        var ends = [UInt64(asked.origin.cost)]
        for step in steps { ends.append(ends[ends.count - 1] + step) }
        let cost = UInt64(before.cost) + UInt64(behind.cost)
        // A turn rule over several streets may forbid the whole, though each half is allowed.
        guard ends.last == cost, Double(cost) <= Double(asked.cost) * AlternativeRule.stretch else {
            return false
        }
        let inner = elements.dropLast().map(\.edge)
        guard Set(inner).count == inner.count else { return false }
        let shared = zip(elements, steps).filter { element, _ in
            asked.best.elements.contains { $0.edge == element.edge }
        }
        let overlap = shared.reduce(UInt64(asked.origin.cost)) { $0 + $1.1 }
        guard Double(overlap) <= Double(asked.cost) * AlternativeRule.sharing else { return false }
        let via = before.path.elements.count - 1
        return isCheapest(around: via, inner, Array(ends.dropFirst()), asked)
    }

    /// The T-test by searches.
    private func isCheapest(
        around via: Int, _ edges: [EdgeID], _ ends: [UInt64], _ asked: Question
    ) -> Bool {
        guard via < edges.count else { return false }
        let reach = UInt64(Double(asked.cost) * AlternativeRule.locality)
        let start = edges.indices.last { ends[$0] + reach <= ends[via] } ?? 0
        let end = edges.indices.first { ends[$0] >= ends[via] + reach } ?? edges.count - 1
        guard start < end else { return true }
        let probe = asked.path(
            SearchOrigin(edge: edges[start].row, fraction: 1),
            SearchDestination(edge: edges[end].row, fraction: 1))
        return UInt64(probe?.cost ?? .max) >= ends[end] - ends[start]
    }
}
