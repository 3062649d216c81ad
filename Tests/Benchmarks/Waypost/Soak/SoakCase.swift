// One question of the soak: a network, what is asked on it, and who answers.

import RoadNetwork
import RouteTesting
import RoutingEngine

/// What is asked, in parts that can be left out one by one.
struct SoakQuestion {
    var key: MetricKey
    var barriers: BarrierSet
    var origins: [SearchOrigin]
    var destinations: [SearchDestination]

    init(_ request: RandomRequest) {
        key = request.key
        barriers = request.barriers
        origins = request.origins
        destinations = request.destinations
    }

    /// Makes one-way streets bind, as every ordinary request does.
    mutating func keepDirections() {
        key.restrictions.removeAll { $0.mask == TestNetwork.oneway }
        key.restrictions.append(
            ActiveRestriction(mask: TestNetwork.oneway, effect: .prohibits))
    }

    /// The question without one of its parts, for every part.
    var simpler: [SoakQuestion] {
        var questions: [SoakQuestion] = []
        func add(_ change: (inout SoakQuestion) -> Void) {
            var question = self
            change(&question)
            questions.append(question)
        }
        if origins.count > 1 {
            for index in origins.indices { add { $0.origins.remove(at: index) } }
        }
        if destinations.count > 1 {
            for index in destinations.indices { add { $0.destinations.remove(at: index) } }
        }
        for segment in barriers.segments.keys.sorted() {
            add { $0.barriers.segments[segment] = nil }
        }
        for node in barriers.nodes.keys.sorted() { add { $0.barriers.nodes[node] = nil } }
        for index in key.restrictions.indices { add { $0.key.restrictions.remove(at: index) } }
        return questions
    }
}

/// A way of answering that must agree with the oracle.
struct SoakMethod: Sendable {
    let name: String
    /// The least cost to each destination, `nil` where there is no way; nothing at all when the
    /// question is none for this method.
    let answer: @Sendable (_ question: SoakQuestion, _ drawn: RandomNetwork) -> [UInt32?]?

    /// The plain oracle over the sequences that were forbidden.
    static let oracle = SoakMethod(name: "oracle") { question, drawn in
        ReferenceRouter(
            network: drawn.dataset, prohibitions: drawn.prohibitions, key: question.key,
            barriers: question.barriers, attribute: 0
        ).costs(from: question.origins, to: question.destinations)
    }

    /// The label-setting search.
    static let search = SoakMethod(name: "search") { question, drawn in
        let network = drawn.dataset
        let costs = RequestCosts(
            network: network, metric: Metric(key: question.key, network: network),
            barriers: question.barriers, attribute: 0)
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        var search = LegSearch(costs, space: space)
        return search.costs(
            from: question.origins, to: question.destinations, monitor: NeverStops())
    }

    /// The hierarchy, customized on one or two threads; it knows no barriers.
    static let hierarchy = [1, 2].map { threads in
        SoakMethod(name: "hierarchy, \(threads) threads") { question, drawn in
            let network = drawn.dataset
            guard question.barriers.isEmpty,
                let hierarchy = Hierarchy(network, family: question.key.family),
                hierarchy.serves(question.key)
            else { return nil }
            let costs = RequestCosts(
                network: network, metric: Metric(key: question.key, network: network))
            let customized = CustomizedMetric(hierarchy, costs.metric, threads: threads)
            let search = HierarchySearch(costs, customized, space: HierarchySpace(hierarchy))
            return search.costs(from: question.origins, to: question.destinations)
                .map { $0?.cost }
        }
    }

    /// The edges that the hierarchy unpacks, added up.
    static let unpacked = SoakMethod(name: "hierarchy, edges added up") { question, drawn in
        let network = drawn.dataset
        guard question.barriers.isEmpty,
            let hierarchy = Hierarchy(network, family: question.key.family),
            hierarchy.serves(question.key)
        else { return nil }
        let costs = RequestCosts(
            network: network, metric: Metric(key: question.key, network: network))
        let customized = CustomizedMetric(hierarchy, costs.metric, threads: 1)
        let search = HierarchySearch(costs, customized, space: HierarchySpace(hierarchy))
        return question.destinations.map { destination in
            search.path(from: question.origins, to: destination).flatMap {
                costs.cost(of: $0, from: question.origins)
            }
        }
    }

    /// All methods that are held against the oracle.
    static let fast = [search] + hierarchy + [unpacked]
}

/// A method that disagrees with the oracle.
struct SoakMismatch {
    let method: SoakMethod
    let question: SoakQuestion
    let expected: [UInt32?]
    let found: [UInt32?]

    /// Asks all methods; `nil` when they agree.
    static func find(_ question: SoakQuestion, _ drawn: RandomNetwork) -> SoakMismatch? {
        guard let expected = SoakMethod.oracle.answer(question, drawn) else { return nil }
        for method in SoakMethod.fast {
            if let found = method.answer(question, drawn), found != expected {
                return SoakMismatch(
                    method: method, question: question, expected: expected, found: found)
            }
        }
        return nil
    }

    /// The mismatch with every part left out that it does not need.
    func simplified(on drawn: RandomNetwork) -> SoakMismatch {
        var simplest = self
        while let next = simplest.question.simpler.lazy
            .compactMap({ SoakMismatch.find($0, drawn) }).first
        {
            simplest = next
        }
        return simplest
    }
}

extension RequestCosts {
    /// What a path costs, added up along its edges and turns.
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
