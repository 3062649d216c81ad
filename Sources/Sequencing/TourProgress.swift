// What a part of a tour has cost, stop by stop.

/// The state of a partial tour.
struct TourProgress: Hashable {
    /// What the partial tour costs when it begins as soon as it may.
    private var soonest: TourCost
    /// The last stop, as it was visited.
    private(set) var node: TourNode
    /// When that stop is left.
    private(set) var clock: Int64
    /// When the tour begins, at the soonest.
    private let begin: Int64
    /// The time waited so far.
    private var waited: Int64 = 0
    /// By how much a departure may be later without more lateness.
    private var slack = Int64.max

    /// Begins at the first stop.
    init(startingAt node: TourNode, of problem: TourProblem) {
        self.node = node
        soonest = TourCost(goal: problem.goal)
        begin = problem.startClock(at: node.stop)
        clock = begin
        if !problem.departureFloats { slack = 0 }
        arrive(problem)
        if node.isRestedBefore { soonest.unreachableLegs += 1 }
    }

    /// How much later than ``TourProblem/startClock(at:)`` the tour had best begin.
    ///
    /// Method: the forward time slack of M. Savelsbergh, *The vehicle routing problem with time
    /// windows: minimizing route duration*, ORSA Journal on Computing 4 (1992),
    /// [doi:10.1287/ijoc.4.2.146](https://doi.org/10.1287/ijoc.4.2.146).
    var delay: Int64 { min(slack, waited) }

    /// Whether a leg of the tour does not exist.
    var isBroken: Bool { soonest.unreachableLegs > 0 }

    /// What the tour costs if it ends here.
    func cost(in problem: TourProblem) -> TourCost {
        var cost = soonest
        cost.total -= delay
        if let longest = problem.longestTime {
            cost.violation += max(0, clock - begin - delay - longest)
        }
        if let pause = problem.pause, !node.isRestedAfter {
            cost.violation += max(0, clock - pause.window.closes)
        }
        return cost
    }

    /// Extends the tour to another stop.
    mutating func visit(_ next: TourNode, of problem: TourProblem) {
        let leg = problem.cost(from: node, to: next)
        if leg == TourProblem.unreachable {
            soonest.unreachableLegs += 1
        } else {
            clock += problem.time(from: node, to: next)
            soonest.travel += Int64(leg)
            soonest.total += Int64(leg)
        }
        node = next
        arrive(problem)
    }

    private mutating func arrive(_ problem: TourProblem) {
        guard problem.isTimed else { return }
        if let window = node.window { reach(window, counts: true) }
        spend(problem.services[node.stop])
        guard node.hasBreak, let pause = problem.pause else { return }
        reach(pause.window, counts: false)
        spend(pause.duration)
    }

    /// Waits until a window opens, or is late.
    private mutating func reach(_ window: TimeWindow, counts isStop: Bool) {
        let (wait, late) = (max(0, window.opens - clock), max(0, clock - window.closes))
        // A departure that is later by less than has been waited does not change the arrival.
        slack = min(slack, waited + max(0, window.closes - clock))
        soonest.violation += late
        soonest.lateStops += isStop && late > 0 ? 1 : 0
        waited += wait
        spend(wait)
    }

    private mutating func spend(_ time: Int64) {
        clock += time
        soonest.total += time
    }

    /// Whether another partial tour dominates this one: it ends at the same node with the same
    /// stops to come, and no continuation of it is worse.
    ///
    /// The final total is the final clock plus the difference between total and clock so far, which
    /// later waiting does not change. So an earlier clock with no greater difference leads to no
    /// greater total for every continuation, because waiting is always allowed and never pays. With
    /// a departure that floats, the other must have as much to gain from a later one.
    func isDominated(by other: TourProgress) -> Bool {
        node.door == other.node.door && node.isRestedAfter == other.node.isRestedAfter
            && begin == other.begin
            && soonest.unreachableLegs >= other.soonest.unreachableLegs
            && soonest.violation >= other.soonest.violation && clock >= other.clock
            && soonest.total - clock >= other.soonest.total - other.clock
            && soonest.travel >= other.soonest.travel
            && slack <= other.slack && (slack == 0 || waited <= other.waited)
            && (soonest.goal.lateness == .sum || soonest.lateStops >= other.soonest.lateStops)
    }
}

/// The best tours along a given order, by how their last stop is visited.
struct OrderedLabels {
    /// The most labels of a stop: beyond, the cheapest remain.
    private static let most = 32

    private(set) var labels: [TourProgress]

    init(startingAt stop: Int, of problem: TourProblem) {
        labels = problem.nodes.of(stop).map { TourProgress(startingAt: $0, of: problem) }
        prune(problem)
    }

    /// Extends all tours to another stop.
    mutating func visit(_ stop: Int, of problem: TourProblem) {
        let nodes = problem.nodes.of(stop)
        labels = labels.flatMap { label in
            nodes.map { node in
                var next = label
                next.visit(node, of: problem)
                return next
            }
        }
        prune(problem)
    }

    /// Drops labels that others dominate.
    private mutating func prune(_ problem: TourProblem) {
        guard labels.count > 1 else { return }
        var kept: [TourProgress] = []
        for label in labels where !kept.contains(where: { label.isDominated(by: $0) }) {
            kept.removeAll { $0.isDominated(by: label) }
            kept.append(label)
        }
        if kept.count > Self.most {
            kept.sort { $0.cost(in: problem) < $1.cost(in: problem) }
            kept.removeLast(kept.count - Self.most)
        }
        labels = kept
    }

    /// The best of the tours if they end here.
    func best(in problem: TourProblem) -> (tour: TourProgress, cost: TourCost)? {
        labels.map { ($0, $0.cost(in: problem)) }.min { $0.1 < $1.1 }
    }
}
