// One point of the hidden Markov model with its candidates, and the sums over them.

import Geo
import RoadNetwork

/// A point that is not a step of the model, between two that are or before the first.
struct PassedPoint {
    var point: ModelPoint
    var status: PointStatus
    /// Of a point that is too far, meters to the nearest street where known.
    var meters: Double
}

/// A point of the model: its candidates and how likely each is.
final class MatchStep {
    var point: ModelPoint
    var candidates: [Candidate] = []
    /// The points since the step before.
    var passed: [PassedPoint] = []
    /// Nats of the likeliest path to each candidate, above those of the likeliest of all.
    var viterbi: [Float] = []
    /// Nats of all paths to each candidate together, likewise.
    var forward: [Float] = []
    /// Nats of all that follows from each candidate.
    var backward: [Float] = []
    /// The candidate of the step before on the likeliest path; −1 at the beginning.
    var before: [Int] = []
    var transitions: [Transition] = []
    /// The edges of the likeliest paths to the candidates, one after the other, each behind the
    /// edge of the candidate before up to its own.
    var paths: [UInt32] = []
    var pathEnds: [Int] = []
    /// Nats of the transitions by candidate, then by lane; infinite where there is none.
    var weights: [Float] = []
    /// The candidates of the step before that lanes stand for.
    var lanes: [Int] = []
    /// Nats of the likeliest step from the likeliest candidates before.
    var stepNats: Float = 0

    init(_ point: ModelPoint) { self.point = point }

    /// The nats of a candidate given all points so far.
    @inline(__always)
    func nats(_ candidate: Int) -> Float { min(viterbi[candidate], forward[candidate]) }

    /// The edges of the likeliest path to a candidate.
    func path(to candidate: Int) -> ArraySlice<UInt32> {
        paths[(candidate == 0 ? 0 : pathEnds[candidate - 1])..<pathEnds[candidate]]
    }

    /// Begins a chain: every candidate by its own position.
    func begin(_ model: MatchModel) {
        for index in candidates.indices { candidates[index].state = candidates[index].edge }
        viterbi = candidates.map { candidate in
            MatchStep.robust(candidate.deviation) + candidate.own
                + (candidate.price.isClosed ? model.brokenRule : 0)
                // Of places at a junction, the one that a path leaves it on.
                + (candidate.share >= 1 ? 0.01 : 0)
        }
        let least = viterbi.min() ?? 0
        for index in viterbi.indices { viterbi[index] -= least }
        forward = viterbi
        before = [Int](repeating: -1, count: candidates.count)
        transitions = [Transition](repeating: .path, count: candidates.count)
        paths = []
        pathEnds = [Int](repeating: 0, count: candidates.count)
        weights = []
        lanes = []
    }

    /// The nats of a deviation: of a normal distribution with tails as real errors have them.
    @inline(__always)
    static func robust(_ deviation: Float) -> Float {
        let size = abs(deviation)
        return size <= 3 ? size * size / 2 : 3 * size - 4.5
    }

    /// The most likely candidate at the end of a chain.
    var best: Int {
        var best = 0
        for index in viterbi.indices where viterbi[index] < viterbi[best] { best = index }
        return best
    }

    /// The probability of each candidate given the points before and behind.
    func posterior() -> [Float] {
        let sums = candidates.indices.map { forward[$0] + backward[$0] }
        let least = sums.min() ?? 0
        var shares = sums.map { $0.isFinite ? exponential(least - $0) : 0 }
        let total = shares.reduce(0, +)
        for index in shares.indices { shares[index] = total > 0 ? shares[index] / total : 0 }
        return shares
    }
}

/// The negative logarithm of a sum of likelihoods that are given by theirs.
struct NatSum {
    private(set) var least = Float.infinity
    private var sum: Float = 0

    @inline(__always)
    mutating func add(_ nats: Float) {
        guard nats < .infinity else { return }
        if nats < least {
            sum = least < .infinity ? sum * exponential(nats - least) + 1 : 1
            least = nats
        } else {
            sum += exponential(least - nats)
        }
    }

    var nats: Float { sum > 0 ? least - logarithm(sum) : .infinity }
}
