// One question of the soak, and its record if two answers differ. The methods that answer are in
// SoakMethod.swift.

import RoadNetwork
import RouteTesting
import RoutingEngine

/// A question in parts that can be left out one by one.
struct SoakQuestion {
    var key: MetricKey
    var barriers: BarrierSet
    var origins: [SearchOrigin]
    var destinations: [SearchDestination]

    init(
        key: MetricKey, barriers: BarrierSet, origins: [SearchOrigin],
        destinations: [SearchDestination]
    ) {
        self.key = key
        self.barriers = barriers
        self.origins = origins
        self.destinations = destinations
    }

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

    /// The question without one part, for every part.
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

/// A method that disagrees with the oracle.
struct SoakMismatch {
    let method: SoakMethod
    let question: SoakQuestion
    let expected: [UInt32?]
    let found: [UInt32?]

    /// Asks all methods; `nil` if they agree.
    ///
    /// - Parameter tally: Counts each method's answers.
    static func find(
        _ question: SoakQuestion, in world: SoakWorld, _ tally: inout [String: Int]
    ) -> SoakMismatch? {
        let expected = world.oracle(question)
        for method in SoakMethod.fast {
            guard let found = method.answer(question, world.network) else { continue }
            tally[method.name, default: 0] += 1
            if found != expected {
                return SoakMismatch(
                    method: method, question: question, expected: expected, found: found)
            }
        }
        return nil
    }

    /// The mismatch reduced to the parts it needs.
    func simplified(in world: SoakWorld) -> SoakMismatch {
        var simplest = self
        var tally: [String: Int] = [:]
        while let next = simplest.question.simpler.lazy
            .compactMap({ SoakMismatch.find($0, in: world, &tally) }).first
        {
            simplest = next
        }
        return simplest
    }
}
