// One point of the hidden Markov model with its candidates, and the sums over them.

import Geo
import RoadNetwork

/// A point that is not a step: it lies between two steps, or before the first.
struct PassedPoint {
    var point: ModelPoint
    var status: PointStatus
    /// For a point too far from streets, meters to the nearest one if known.
    var meters: Double
}

/// A step of the model: a point, its candidates, and how likely each is.
final class MatchStep {
    var point: ModelPoint
    var candidates: [Candidate] = []
    /// The points since the previous step.
    var passed: [PassedPoint] = []
    /// Nats of the likeliest path to each candidate, relative to the best of them.
    var viterbi: [Float] = []
    /// Nats of all paths to each candidate together, relative to the best.
    var forward: [Float] = []
    /// Nats of everything that follows each candidate.
    var backward: [Float] = []
    /// The previous step's candidate on the likeliest path; −1 at the beginning.
    var before: [Int] = []
    var transitions: [Transition] = []
    /// The edges of the likeliest path to each candidate, concatenated. Each begins after the
    /// previous candidate's edge and ends with the candidate's own.
    var paths: [UInt32] = []
    var pathEnds: [Int] = []
    /// Nats of the transitions by candidate, then by lane; infinite if there is none.
    var weights: [Float] = []
    /// The previous step's candidate that each lane stands for.
    var lanes: [Int] = []
    /// How many nats the likeliest transition adds to the likeliest candidate of the previous step.
    var stepNats: Float = 0

    init(_ point: ModelPoint) { self.point = point }

    /// Returns a candidate's nats given all points so far.
    @inline(__always)
    func nats(_ candidate: Int) -> Float { min(viterbi[candidate], forward[candidate]) }

    /// Returns the edges of the likeliest path to a candidate.
    func path(to candidate: Int) -> ArraySlice<UInt32> {
        paths[(candidate == 0 ? 0 : pathEnds[candidate - 1])..<pathEnds[candidate]]
    }

    /// Begins a chain. Only its own position makes a candidate likely.
    func begin(_ model: MatchModel) {
        for index in candidates.indices { candidates[index].state = candidates[index].edge }
        viterbi = candidates.map { candidate in
            MatchStep.robust(candidate.deviation) + candidate.own
                + (candidate.price.isClosed ? model.brokenRule : 0)
                // Of two places at a junction, prefer the edge by which a path leaves it.
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

    /// Returns the nats of a deviation: a normal distribution with the heavier tails of real
    /// errors.
    @inline(__always)
    static func robust(_ deviation: Float) -> Float {
        let size = abs(deviation)
        return size <= 3 ? size * size / 2 : 3 * size - 4.5
    }

    /// The likeliest candidate at the end of a chain.
    var best: Int {
        var best = 0
        for index in viterbi.indices where viterbi[index] < viterbi[best] { best = index }
        return best
    }

    /// Returns each candidate's probability, given the points before and after.
    func posterior() -> [Float] {
        let sums = candidates.indices.map { forward[$0] + backward[$0] }
        let least = sums.min() ?? 0
        var shares = sums.map { $0.isFinite ? exponential(least - $0) : 0 }
        let total = shares.reduce(0, +)
        for index in shares.indices { shares[index] = total > 0 ? shares[index] / total : 0 }
        return shares
    }
}

/// Adds likelihoods that are given in nats, and returns the sum in nats.
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
