// Decides which candidates the path takes, and hands the decided steps on.

import Geo
import RoadNetwork

/// A trace point placed on the path, and how the path reaches it.
struct DecodedStep {
    var step: MatchStep
    /// The chosen candidate. At a junction its edge is the edge the path uses, which may differ
    /// from the candidate found.
    var candidate: Candidate
    var transition: Transition
    /// The edges after the previous step's edge, up to and including the candidate's.
    var path: [UInt32]
    /// The probability that the candidate's street is right.
    var confidence = 0.0
}

/// The recent steps of a part, from the first undecided one to the last.
///
/// Every step knows the likeliest path to each of its candidates (Viterbi's recursion). The chain
/// waits until all candidates that are still likely trace back to the same candidate of an older
/// step. Up to that step the path cannot change any more, so those steps are *decided*.
/// ``takeDecided(on:)`` also waits for ``lookahead`` further steps, since confidences need the
/// points after a step as well: a backward pass sums their likelihoods, and `setConfidence` turns
/// the posteriors into confidences.
///
/// So the chain holds about a hundred steps, however long the trace is. If the candidates still
/// disagree after 512 steps, it settles the older half by the likeliest path. ``MatchRun`` appends
/// steps and writes the decided ones.
struct StepChain {
    /// How many further steps must follow before a step is decided, for its posterior.
    static let lookahead = 24
    /// From this many steps on, the chain looks for decided ones, once every `stride` steps.
    private static let window = 96
    private static let stride = 24
    /// At this many steps the older half is decided, whether or not the survivors agree.
    private static let mostSteps = 512

    private(set) var steps: [MatchStep] = []
    /// Whether steps have left the chain.
    private(set) var isContinued = false
    /// The path's edges near the last step that has left.
    private(set) var passedEdges: [UInt32] = []

    init(_ steps: [MatchStep] = []) { self.steps = steps }

    var last: MatchStep? { steps.last }
    var isEmpty: Bool { steps.isEmpty }

    mutating func append(_ step: MatchStep) { steps.append(step) }

    /// Removes the last step. At least one step must remain before it.
    mutating func removeLast() { steps.removeLast() }

    /// Removes and returns the steps that are decided by now, in order; usually none.
    ///
    /// - Complexity: O(1) on average for each step added.
    mutating func takeDecided(on world: MatchNetwork) -> [DecodedStep] {
        guard steps.count >= Self.window, steps.count % Self.stride == 0, let last = steps.last
        else { return [] }
        var alive = Set(last.candidates.indices.filter { last.nats($0) <= world.model.slack })
        var agreed = steps.count - 1
        while alive.count > 1, agreed > 0 {
            alive = Set(alive.map { steps[agreed].before[$0] })
            agreed -= 1
        }
        var count = min(alive.count == 1 ? agreed + 1 : 0, steps.count - Self.lookahead)
        if count <= 0 {
            guard steps.count >= Self.mostSteps else { return [] }
            count = steps.count / 2
            commit(count)
        }
        return take(count, on: world)
    }

    /// Removes and returns all remaining steps.
    mutating func takeAll(on world: MatchNetwork) -> [DecodedStep] {
        take(steps.count, on: world)
    }

    /// Discards every path that differs from the likeliest one in the first steps.
    private mutating func commit(_ count: Int) {
        guard let last = steps.last else { return }
        let chosen = candidates()[count - 1]
        for candidate in last.candidates.indices {
            var at = candidate
            for step in steps[count...].reversed() where at >= 0 { at = step.before[at] }
            if at != chosen {
                last.viterbi[candidate] = .infinity
                last.forward[candidate] = .infinity
            }
        }
    }

    /// Returns the likeliest path's candidate at each step.
    private func candidates() -> [Int] {
        guard let last = steps.last else { return [] }
        var result = [Int](repeating: 0, count: steps.count)
        var at = last.best
        for index in steps.indices.reversed() {
            result[index] = at
            at = max(0, steps[index].before[at])
        }
        return result
    }

    private mutating func take(_ count: Int, on world: MatchNetwork) -> [DecodedStep] {
        guard count > 0 else { return [] }
        let chosen = candidates()
        sumBackward()
        var decoded: [DecodedStep] = []
        decoded.reserveCapacity(count)
        for index in 0..<count {
            let step = steps[index]
            decoded.append(
                DecodedStep(
                    step: step, candidate: step.candidates[chosen[index]],
                    transition: step.transitions[chosen[index]],
                    path: Array(step.path(to: chosen[index]))))
        }
        if !isContinued { Self.leaveFirstJunction(&decoded) }
        if count == steps.count { Self.endBeforeLastJunction(&decoded) }
        setConfidence(of: &decoded, chosen, on: world)
        passedEdges = edges(near: count - 1, chosen)
        steps.removeFirst(count)
        isContinued = true
        return decoded
    }

    private func sumBackward() {
        guard let last = steps.last else { return }
        last.backward = [Float](repeating: 0, count: last.candidates.count)
        for index in steps.indices.dropLast().reversed() {
            let (step, next) = (steps[index], steps[index + 1])
            let lanes = next.lanes.count
            step.backward = [Float](repeating: .infinity, count: step.candidates.count)
            for (lane, candidate) in next.lanes.enumerated() {
                var sum = NatSum()
                for target in next.candidates.indices {
                    sum.add(next.weights[target * lanes + lane] + next.backward[target])
                }
                step.backward[candidate] = sum.nats
            }
            // The sums grow along the chain; only their differences matter.
            let least = step.backward.min() ?? 0
            if least.isFinite {
                for index in step.backward.indices { step.backward[index] -= least }
            }
        }
    }

    /// Moves the start of a path from the end of its first edge to the beginning of the next.
    private static func leaveFirstJunction(_ decoded: inout [DecodedStep]) {
        guard let first = decoded.first?.candidate else { return }
        let end = decoded.firstIndex { step in
            step.candidate.edge != first.edge || step.candidate.share < 1 - 1e-9
        }
        guard let end, decoded[end].transition == .path, let edge = decoded[end].path.first else {
            return
        }
        for index in 0..<end {
            decoded[index].candidate.edge = edge
            decoded[index].candidate.share = 0
            decoded[index].transition = .standing
            decoded[index].path = []
        }
        decoded[end].path.removeFirst()
        if decoded[end].path.isEmpty { decoded[end].transition = .ahead }
    }

    /// Moves the end of a path from the beginning of its last edge to the end of the edge before.
    private static func endBeforeLastJunction(_ decoded: inout [DecodedStep]) {
        guard let last = decoded.last?.candidate, last.share <= 1e-9 else { return }
        let start = decoded.lastIndex { step in
            step.candidate.edge != last.edge || step.candidate.share > 1e-9
        }
        guard let start, start + 1 < decoded.count, decoded[start + 1].transition == .path,
            decoded[start].candidate.edge != last.edge || decoded[start + 1].path.count > 1
        else { return }
        let edge = decoded[start + 1].path.dropLast().last ?? decoded[start].candidate.edge
        for index in (start + 1)..<decoded.count {
            decoded[index].candidate.edge = edge
            decoded[index].candidate.share = 1
        }
        decoded[start + 1].path.removeLast()
        if decoded[start + 1].path.isEmpty { decoded[start + 1].transition = .ahead }
    }
}
