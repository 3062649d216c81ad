// Links a point to the one before it: transitions, forward sums, and whether that is plausible.

import Geo
import RoadNetwork
import RoutingEngine

/// How a point follows another.
enum StepVerdict {
    case plausible
    /// The best path is too long, or breaks too many rules, to be credible.
    case implausible
    case noPath
    case tooFarApart(meters: Double)
    case noPathInTime(available: Double, needed: Double)
}

/// Links one step of the model to the next.
struct StepLink {
    let world: MatchNetwork
    let search: TransitionSearch
    let greatestStep: Double

    /// Computes a step's sums from the step before it.
    ///
    /// - Returns: How the step follows; `nil` when the monitor stopped the search. Do not use the
    ///   step's sums unless it is plausible.
    func link(
        _ origin: MatchStep, to next: MatchStep, monitor: some SearchMonitor
    ) -> StepVerdict? {
        let meters = origin.point.meters(to: next.point)
        guard meters <= greatestStep else { return .tooFarApart(meters: meters) }
        let model = world.model
        let seconds = Self.seconds(origin.point, next.point)
        let correlation = correlation(seconds, meters)
        search.run(from: origin, to: next, monitor: monitor) { source, target in
            Self.position(origin.candidates[source], next.candidates[target], correlation)
        }
        if search.isStopped { return nil }
        let times = seconds.map { StepTime($0, origin.point, next.point, model) }
        var leastNeeded = Int32.max
        let hasPath = sum(origin, next, times, &leastNeeded)
        guard hasPath else {
            guard leastNeeded < .max, let seconds else { return .noPath }
            return .noPathInTime(available: seconds, needed: Double(leastNeeded) / 1_000)
        }
        let least = next.viterbi.min() ?? 0
        next.stepNats = least
        for index in next.viterbi.indices { next.viterbi[index] -= least }
        let leastForward = next.forward.min() ?? 0
        for index in next.forward.indices { next.forward[index] -= leastForward }
        return least <= Self.credible(meters, seconds, model) ? .plausible : .implausible
    }

    /// Returns the nats up to which a step is accepted: position errors, one broken rule, a winding
    /// path, and driving about for the time.
    private static func credible(
        _ meters: Double, _ seconds: Double?, _ model: MatchModel
    ) -> Float {
        let winding = 1.7 * Float(meters) * (model.perMeter + model.perSecond / 12)
        return 22 + winding + drivingAbout(seconds, model)
    }

    /// Returns the nats of driving for some time, wherever to.
    static func drivingAbout(_ seconds: Double?, _ model: MatchModel) -> Float {
        Float(min(seconds ?? 0, 300)) * (8 * model.perMeter + 0.8 * model.perSecond)
    }

    /// Returns the seconds between two points, if both have a time and it rises.
    static func seconds(_ first: ModelPoint, _ second: ModelPoint) -> Double? {
        guard let from = first.seconds, let to = second.seconds, to > from else { return nil }
        return to - from
    }

    /// Returns the correlation between two points' errors.
    private func correlation(_ seconds: Double?, _ meters: Double) -> Float {
        // Without times, assume 10 m/s.
        let seconds = Float(min(1e6, seconds ?? meters / 10))
        return world.model.correlatedShare
            * exponential(-seconds / world.model.correlationSeconds)
    }

    /// Returns the nats of a target's position given its source's.
    ///
    /// Only errors across a street can be seen. Given the source's error, the target's error is
    /// normally distributed around the part that lasts, as far as both are seen along the same
    /// line.
    @inline(__always)
    private static func position(
        _ source: Candidate, _ target: Candidate, _ correlation: Float
    ) -> Float {
        let cosine = (source.normal * target.normal).sum()
        let lasting = correlation * (source.residual * target.normal).sum()
        let rest = 1 - correlation * correlation * cosine * cosine
        let deviation = (target.deviation - lasting) / rest.squareRoot()
        return MatchStep.robust(deviation) + 0.5 * logarithm(rest) + target.own
    }

    /// Fills a step's sums. Returns whether there is any path.
    private func sum(
        _ origin: MatchStep, _ next: MatchStep, _ times: StepTime?, _ leastNeeded: inout Int32
    ) -> Bool {
        let lanes = search.sources.count
        next.lanes.replaceSubrange(0..<next.lanes.count, with: search.sources)
        let count = next.candidates.count
        next.weights = [Float](repeating: .infinity, count: count * lanes)
        next.viterbi = [Float](repeating: .infinity, count: count)
        next.forward = next.viterbi
        next.before = [Int](repeating: -1, count: count)
        next.transitions = [Transition](repeating: .path, count: count)
        next.paths.removeAll(keepingCapacity: true)
        next.pathEnds = [Int](repeating: 0, count: count)
        var hasPath = false
        for target in 0..<count {
            var total = NatSum()
            var best = -1
            for lane in 0..<lanes {
                let pair = search.pairs[target * lanes + lane]
                guard pair.total < TransitionSearch.none else { continue }
                leastNeeded = min(leastNeeded, pair.milliseconds)
                let source = search.sources[lane]
                var late: Float = 0
                if let times {
                    guard let nats = times.nats(pair.milliseconds) else { continue }
                    late = nats
                }
                let step =
                    Float(pair.total) / MatchModel.unit - origin.nats(source) + pair.position + late
                next.weights[target * lanes + lane] = step
                let nats = origin.viterbi[source] + step
                if nats < next.viterbi[target] {
                    next.viterbi[target] = nats
                    best = lane
                }
                total.add(origin.forward[source] + step)
            }
            next.forward[target] = total.nats
            if best >= 0 {
                hasPath = true
                take(target, lane: best, into: next)
            }
            next.pathEnds[target] = next.paths.count
        }
        return hasPath
    }

    private func take(_ target: Int, lane: Int, into next: MatchStep) {
        let pair = search.pairs[target * search.sources.count + lane]
        next.before[target] = search.sources[lane]
        next.transitions[target] = pair.kind
        next.candidates[target].state = pair.state
        search.appendPath(to: target, lane: lane, into: &next.paths)
    }
}

/// The time between two points, and how well a path's time fits it.
private struct StepTime {
    private let seconds: Float
    private let tolerance: Float
    private let model: MatchModel

    init(_ seconds: Double, _ first: ModelPoint, _ second: ModelPoint, _ model: MatchModel) {
        self.seconds = Float(min(seconds, 1e6))
        // At 10 m/s, an error of position is an error of time.
        tolerance = model.timeTolerance + Float(first.sigma + second.sigma) / 10
        self.model = model
    }

    /// Returns the nats of a path's time; `nil` if no vehicle is that fast.
    @inline(__always)
    func nats(_ milliseconds: Int32) -> Float? {
        let needed = Float(milliseconds) / 1_000
        if needed > model.mostSpeeding * (seconds + tolerance) { return nil }
        let ratio = logarithm((needed + tolerance) / (seconds + tolerance))
        let spread = ratio > 0 ? model.hasteSpread : model.delaySpread
        let deviation = ratio / spread
        return deviation * deviation / 2
    }
}
