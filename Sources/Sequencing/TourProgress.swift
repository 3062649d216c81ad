// The cost of a partial tour, extended stop by stop.

/// What a tour's clock obeys, in any order of its stops.
struct TourClock: Hashable, Sendable {
    /// Whether tours have a clock, besides their costs.
    var isRunning: Bool
    /// Whether a tour may begin later than its first window opens, if it then waits less and is no
    /// later anywhere.
    var departureFloats: Bool
    var pause: TourBreak?
    /// The longest time from departure to the end of the last service.
    var longestTime: Int64?
    /// What to minimize.
    var goal: TourGoal
}

/// A partial tour: where it is, what time it is, and what it has cost.
///
/// Exact searches and orders are both judged by extending a `TourProgress` stop by stop, so they
/// agree. It keeps the cost of a tour that begins as soon as it may; if departures float, ``delay``
/// says how much later it should have begun, and ``cost(_:)`` takes the saved waiting off.
struct TourProgress: Hashable {
    /// The partial tour's cost if it begins as soon as it may.
    private var soonest: TourCost
    /// The last stop, as it was visited.
    private(set) var node: TourNode
    /// When the last stop is left.
    private(set) var time: Int64
    /// The soonest time at which the tour begins.
    private let begin: Int64
    /// The time waited so far.
    private var waited: Int64 = 0
    /// How much later the tour could depart without more lateness.
    private var slack = Int64.max

    /// Begins at the first stop.
    ///
    /// - Parameters:
    ///   - begin: The soonest time at which that stop is reached.
    ///   - service: The time spent there.
    init(startingAt node: TourNode, at begin: Int64, serving service: Int64, _ clock: TourClock) {
        self.node = node
        self.begin = begin
        soonest = TourCost(goal: clock.goal)
        time = begin
        if !clock.departureFloats { slack = 0 }
        arrive(serving: service, clock)
        if node.isRestedBefore { soonest.unreachableLegs += 1 }
    }

    /// How much later than at the soonest the tour should begin.
    ///
    /// Method: the forward time slack of M. Savelsbergh, *The vehicle routing problem with time
    /// windows: minimizing route duration*, ORSA Journal on Computing 4 (1992),
    /// [doi:10.1287/ijoc.4.2.146](https://doi.org/10.1287/ijoc.4.2.146).
    var delay: Int64 { min(slack, waited) }

    /// Whether a leg of the tour does not exist.
    var isBroken: Bool { soonest.unreachableLegs > 0 }
    /// Whether a stop is reached later than it may be.
    var isTooLate: Bool { soonest.missedStops > 0 }

    /// Returns the tour's cost if it ends here.
    func cost(_ clock: TourClock) -> TourCost {
        var cost = soonest
        cost.total -= delay
        if let longest = clock.longestTime {
            cost.violation += max(0, time - begin - delay - longest)
        }
        if let pause = clock.pause, !node.isRestedAfter {
            cost.violation += max(0, time - pause.window.closes)
        }
        return cost
    }

    /// Extends the tour to another stop.
    ///
    /// - Parameter leg: The leg to the stop; `nil` if it does not exist.
    @inline(__always)
    mutating func visit(
        _ next: TourNode, over leg: TimedLeg?, serving service: Int64, _ clock: TourClock
    ) {
        if let leg {
            time += leg.time
            soonest.travel += leg.cost
            soonest.total += leg.cost
        } else {
            soonest.unreachableLegs += 1
        }
        node = next
        arrive(serving: service, clock)
    }

    private mutating func arrive(serving service: Int64, _ clock: TourClock) {
        guard clock.isRunning else { return }
        if let window = node.window { reach(window, counts: true) }
        spend(service)
        guard node.hasBreak, let pause = clock.pause else { return }
        reach(pause.window, counts: false)
        spend(pause.duration)
    }

    /// Waits until a window opens, or counts the lateness.
    private mutating func reach(_ window: TimeWindow, counts isStop: Bool) {
        let (wait, late) = (max(0, window.opens - time), max(0, time - window.closes))
        // Departing later by less than the time waited does not change the arrival.
        slack = min(slack, waited + max(0, window.closes - time))
        soonest.violation += late
        if isStop, late > 0 {
            soonest.lateStops += 1
            if late > node.mostLate ?? .max { soonest.missedStops += 1 }
        }
        waited += wait
        spend(wait)
    }

    private mutating func spend(_ span: Int64) {
        time += span
        soonest.total += span
    }

    /// Whether another partial tour dominates this one: it ends at the same node with the same
    /// stops to come, and none of its continuations is worse.
    ///
    /// The final total is the final time plus the present difference between total and time, which
    /// later waiting does not change. So an earlier time with no greater difference leads to no
    /// greater total in every continuation, because waiting is always allowed and never pays. If
    /// the departure floats, the other tour must also gain as much from departing later.
    func isDominated(by other: TourProgress) -> Bool {
        node.door == other.node.door && node.isRestedAfter == other.node.isRestedAfter
            && begin == other.begin
            && soonest.unreachableLegs >= other.soonest.unreachableLegs
            && soonest.missedStops >= other.soonest.missedStops
            && soonest.violation >= other.soonest.violation && time >= other.time
            && soonest.total - time >= other.soonest.total - other.time
            && soonest.travel >= other.soonest.travel
            && slack <= other.slack && (slack == 0 || waited <= other.waited)
            && (soonest.goal.lateness == .sum || soonest.lateStops >= other.soonest.lateStops)
    }
}

extension TourProgress {
    /// Begins a tour of a problem.
    init(startingAt node: TourNode, of problem: TourProblem) {
        self.init(
            startingAt: node, at: problem.startClock(at: node.stop),
            serving: problem.services[node.stop], problem.clock)
    }

    /// Extends a tour of a problem to another stop.
    @inline(__always)
    mutating func visit(_ next: TourNode, of problem: TourProblem) {
        visit(
            next, over: problem.leg(from: node, to: next), serving: problem.services[next.stop],
            problem.clock)
    }
}
