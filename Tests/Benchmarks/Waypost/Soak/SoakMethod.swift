// The methods that answer the soak's questions, and must agree with the oracle.

import RoadNetwork
import RouteTesting
import RoutingEngine

/// An answering method that must agree with the oracle.
struct SoakMethod: Sendable {
    let name: String
    /// The least cost to each destination, `nil` if there is no path; for the whole, `nil` if the
    /// method cannot answer the question.
    let answer: @Sendable (_ question: SoakQuestion, _ network: NetworkDataset) -> [UInt32?]?

    /// All methods compared with the oracle.
    static let fast: [SoakMethod] =
        [search, table] + [1, 2].map(hierarchy)
        + [
            routed("customized", by: .customized),
            routed("known key", prepare: { key, _ in [key] }),
            routed("near key", prepare: { key, network in [key.permissive(in: network)] }),
            routed("derived", prepare: { key, _ in [key] }, derives: true),
            landmarks,
        ]

    /// The label-setting search.
    private static let search = SoakMethod(name: "plain search") { question, network in
        let costs = question.costs(on: network)
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        var search = LegSearch(costs, space: space)
        return search.costs(
            from: question.origins, to: question.destinations, monitor: NeverStops())
    }

    /// A query on a hierarchy customized on some threads; it does not support barriers.
    private static func hierarchy(threads: Int) -> SoakMethod {
        SoakMethod(name: "hierarchy on \(threads)") { question, network in
            guard question.barriers.isEmpty,
                let hierarchy = Hierarchy(network, family: question.key.family),
                hierarchy.serves(question.key)
            else { return nil }
            let costs = question.costs(on: network)
            let customized = CustomizedMetric(hierarchy, costs.metric, threads: threads)
            let search = HierarchySearch(costs, customized, space: HierarchySpace(hierarchy))
            return search.costs(from: question.origins, to: question.destinations)
                .map { $0?.cost }
        }
    }

    /// A request with some metrics ready. It adds up the paths, which must cost as stated.
    private static func routed(
        _ name: String, by method: LegEngine.Method = .quickest,
        prepare: @escaping @Sendable (MetricKey, NetworkDataset) -> [MetricKey] = { _, _ in []
        },
        derives: Bool = false
    ) -> SoakMethod {
        SoakMethod(name: name) { question, network in
            let engine = LegEngine(network: network, smallArcCount: 0)
            engine.prepare(prepare(question.key, network))
            let costs = question.costs(on: network)
            return engine.withRouter(costs, by: method) { router in
                if derives { router.derive(NeverStops()) }
                let found = router.find(
                    from: question.origins, to: question.destinations, monitor: NeverStops())
                return found.map { answers in
                    zip(answers, question.destinations).map { answer, destination in
                        answer.flatMap { $0.addedUp(question, destination, router, costs) }
                    }
                }
            }
        }
    }

    /// A request that no hierarchy serves.
    private static let landmarks = SoakMethod(name: "landmarks") { question, network in
        guard Hierarchy(network, family: question.key.family)?.serves(question.key) != true else {
            return nil
        }
        let engine = LegEngine(network: network, smallArcCount: 0)
        engine.prepareLandmarks(for: question.key)
        let costs = question.costs(on: network)
        return engine.withRouter(costs) { router in
            let found = router.find(
                from: question.origins, to: question.destinations, monitor: NeverStops())
            return found.map { answers in
                zip(answers, question.destinations).map { answer, destination in
                    answer.flatMap { $0.addedUp(question, destination, router, costs) }
                }
            }
        }
    }

    /// A one-row table. Tables take places rather than single destinations, so each destination
    /// is a place.
    private static let table = SoakMethod(name: "table") { question, network in
        let engine = LegEngine(network: network, smallArcCount: 0)
        return engine.withRouter(question.costs(on: network), by: .customized) { router in
            let rows = router.table(
                from: [question.origins], to: question.destinations.map { [$0] },
                monitor: NeverStops())
            return rows?[0].map { $0 == .max ? nil : $0 }
        }
    }
}

extension SoakQuestion {
    fileprivate func costs(on network: NetworkDataset) -> RequestCosts {
        RequestCosts(
            network: network, metric: Metric(key: key, network: network), barriers: barriers,
            attribute: 0)
    }
}

extension LegAnswer {
    /// The path's cost from adding up its edges and turns, which must equal the answer's cost.
    /// Without a path it is zero.
    fileprivate func addedUp(
        _ question: SoakQuestion, _ destination: SearchDestination, _ router: LegRouter,
        _ costs: RequestCosts
    ) -> UInt32? {
        if let path { return costs.cost(of: path, from: question.origins) }
        var start = question.origins[origin]
        let before = start.cost
        start.cost = 0
        guard let path = router.path(from: start, to: destination) else { return 0 }
        return costs.cost(of: path, from: [start]).map { $0 + before }
    }
}

extension RequestCosts {
    /// A path's cost, added up along its edges and turns.
    fileprivate func cost(of leg: LegPath, from origins: [SearchOrigin]) -> UInt32? {
        var total = UInt64(origins[leg.origin].cost)
        var before: EdgeID?
        for element in leg.path.elements {
            if let before {
                let turn = network.turnCost(
                    column: metric.key.column, from: before, to: element.edge)
                total += UInt64(turn) + UInt64(nodeCosts[network.head(of: before).row] ?? 0)
            }
            guard let part = cost(of: element.edge.row, from: element.from, to: element.to) else {
                return nil
            }
            total += UInt64(part)
            before = element.edge
        }
        return UInt32(min(total, UInt64(SearchCost.limit)))
    }
}
