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
    /// The least cost to each destination, `nil` where there is no way.
    let answer: @Sendable (_ question: SoakQuestion, _ drawn: RandomNetwork) -> [UInt32?]

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
            ?? question.destinations.map { _ in nil }
    }

    /// All methods that are held against the oracle.
    static let fast = [search]
}

/// A method that disagrees with the oracle.
struct SoakMismatch {
    let method: SoakMethod
    let question: SoakQuestion
    let expected: [UInt32?]
    let found: [UInt32?]

    /// Asks all methods; `nil` when they agree.
    static func find(_ question: SoakQuestion, _ drawn: RandomNetwork) -> SoakMismatch? {
        let expected = SoakMethod.oracle.answer(question, drawn)
        for method in SoakMethod.fast {
            let found = method.answer(question, drawn)
            if found != expected {
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
