// The input of the sequencing, and the cost of an order.

/// Stops to be visited once each, with the cost from every stop to every other.
///
/// ```swift
/// let problem = TourProblem(costs: [[0, 5, 2], [5, 0, 3], [2, 3, 0]], firstStop: 0)
/// let cost = problem.cost(of: [0, 2, 1]).total    // 5
/// let tour = problem.bestTour()
/// ```
///
/// Costs need not be symmetric. Where time windows matter, legs take time on the windows' clock: as
/// much as they cost, unless their times are stated beside.
package struct TourProblem: Hashable, Sendable {
    /// The cost of a leg that does not exist.
    package static let unreachable = UInt32.max

    /// How many stops there are.
    package let stopCount: Int
    /// The cost from stop `i` to stop `j` at `i * stopCount + j`; ``unreachable`` for none.
    package let costs: [UInt32]
    /// The duration of each leg, in the layout of ``costs``; `nil` where it equals the cost.
    package let times: [Int64]?
    /// The stop to begin with, or `nil` when any will do.
    package let firstStop: Int?
    /// The stop to end with, or `nil` when any will do.
    package let lastStop: Int?
    /// The service time at each stop, in the unit of the costs.
    package let services: [Int64]
    /// The window of each stop, or `nil` when windows do not matter.
    package let windows: [TimeWindow?]?
    /// When the first stop is reached, or `nil` for the time its window opens.
    package let start: Int64?
    /// Whether a tour may begin later than that, if it then waits less and is no later anywhere.
    package let departureFloats: Bool
    /// What is to be small when windows matter.
    package let goal: TourGoal
    /// A time that no tour exceeds, waiting aside; 0 unless departures float.
    private let longestTour: Int64

    /// Makes a problem.
    ///
    /// - Parameters:
    ///   - costs: One row per origin, each with one cost per destination. The diagonal is ignored.
    ///   - times: How long each leg takes, 0 or more, in the layout of the costs, where it differs
    ///     from the cost: preferred and avoided roads have costs other than their times.
    ///   - firstStop: The stop to begin with, if fixed.
    ///   - lastStop: The stop to end with, if fixed; another one than `firstStop`. A round trip has
    ///     its depot twice.
    ///   - services: The time spent at each stop, 0 or more; none when empty.
    ///   - windows: The window of each stop; none when empty.
    ///   - start: When the first stop is reached, on the windows' clock.
    ///   - departureFloats: Whether a tour may begin later than when its first window opens, if it
    ///     then waits less and is no later anywhere.
    ///   - goal: What is to be small when windows matter.
    /// - Precondition: `costs` and `times` are square, the other lists are empty or as long, the
    ///   fixed stops exist and differ.
    package init(
        costs: [[UInt32]], times: [[Int64]]? = nil, firstStop: Int? = nil, lastStop: Int? = nil,
        services: [Int64] = [], windows: [TimeWindow?] = [], start: Int64? = nil,
        departureFloats: Bool = false, goal: TourGoal = TourGoal()
    ) {
        let count = costs.count
        precondition(
            costs.allSatisfy { $0.count == count },
            "costs are not square: \(count) rows of \(count) expected")
        if let times {
            precondition(
                times.count == count && times.allSatisfy { $0.count == count },
                "times are not square: \(count) rows of \(count) expected")
        }
        precondition(
            services.isEmpty || services.count == count,
            "\(services.count) service times for \(count) stops")
        precondition(
            windows.isEmpty || windows.count == count, "\(windows.count) windows for \(count) stops"
        )
        precondition(services.allSatisfy { $0 >= 0 }, "negative service time")
        for stop in [firstStop, lastStop].compactMap(\.self) {
            precondition(
                (0..<count).contains(stop), "fixed stop \(stop) does not exist: \(count) stops")
        }
        precondition(firstStop == nil || firstStop != lastStop, "first and last stop are the same")
        stopCount = count
        self.costs = costs.flatMap(\.self)
        self.times = times?.flatMap(\.self)
        self.firstStop = firstStop
        self.lastStop = lastStop
        self.services = services.isEmpty ? Array(repeating: 0, count: count) : services
        self.windows = windows.contains { $0 != nil } ? windows : nil
        self.start = start
        self.departureFloats = departureFloats
        longestTour = departureFloats ? Self.longest(costs, times, services) : 0
        self.goal = goal
    }

    private static func longest(
        _ costs: [[UInt32]], _ times: [[Int64]]?, _ services: [Int64]
    ) -> Int64 {
        let greatest =
            times?.joined().max()
            ?? costs.joined().lazy.filter { $0 != unreachable }.max().map(Int64.init) ?? 0
        return greatest * Int64(costs.count) + services.reduce(0, +)
    }

    /// The cost of a leg.
    package func cost(from origin: Int, to destination: Int) -> UInt32 {
        costs[origin * stopCount + destination]
    }

    /// The time of a leg that exists.
    func time(from origin: Int, to destination: Int) -> Int64 {
        let leg = origin * stopCount + destination
        return times?[leg] ?? Int64(costs[leg])
    }

    /// Whether a leg leads to a stop after its window, even if the stop before is left as soon as
    /// it can be.
    func isTooLate(from origin: Int, to destination: Int) -> Bool {
        guard let windows, let closes = windows[destination]?.closes,
            let opens = windows[origin]?.opens
        else { return false }
        return opens + services[origin] + time(from: origin, to: destination) > closes
    }

    /// The stops whose place in the order is open, ascending.
    package var freeStops: [Int] {
        (0..<stopCount).filter { $0 != firstStop && $0 != lastStop }
    }

    /// The order of the input, with the fixed stops at its ends.
    package var inputOrder: [Int] {
        (firstStop.map { [$0] } ?? []) + freeStops + (lastStop.map { [$0] } ?? [])
    }

    /// When a tour that begins with a stop begins at the soonest: the stated start, else when that
    /// stop's window opens, else when the first window of all opens, or, with a departure that
    /// floats, before any of them.
    package func startClock(at stop: Int) -> Int64 {
        guard let windows else { return start ?? 0 }
        if let stated = start ?? windows[stop]?.opens { return stated }
        let opens = windows.compactMap { $0?.opens }.min() ?? 0
        return departureFloats ? opens - longestTour : opens
    }

    /// When the tour in an order begins.
    ///
    /// - Complexity: O(*n*) in the number of stops.
    package func departure(of order: [Int]) -> Int64? {
        guard let first = order.first else { return nil }
        return startClock(at: first) + progress(along: order, from: first).delay
    }

    /// The cost of an order.
    ///
    /// - Precondition: `order` visits stops of this problem.
    /// - Complexity: O(*n*) in the number of stops.
    package func cost(of order: [Int]) -> TourCost {
        guard let first = order.first else { return TourCost(goal: goal) }
        return progress(along: order, from: first).cost
    }

    private func progress(along order: [Int], from first: Int) -> TourProgress {
        var progress = TourProgress(startingAt: first, of: self)
        for stop in order.dropFirst() { progress.visit(stop, of: self) }
        return progress
    }
}

/// Which order is the best when windows matter.
package struct TourGoal: Hashable, Sendable {
    /// What of the lateness is to be small before all else.
    package enum Lateness: Hashable, Sendable {
        /// The sum of it at all stops.
        case sum
        /// The number of late stops, then the sum.
        case count
    }

    /// What decides between orders with the same lateness.
    package enum Cost: Hashable, Sendable {
        /// The time from the departure to the end, waiting included; then the cost of the legs.
        case duration
        /// The cost of the legs, however long the tour waits; then its duration.
        case travel
    }

    /// What of the lateness is to be small.
    package var lateness: Lateness
    /// What decides between orders with the same lateness.
    package var cost: Cost

    /// Makes a goal.
    package init(lateness: Lateness = .sum, cost: Cost = .duration) {
        self.lateness = lateness
        self.cost = cost
    }
}

/// The cost of a tour, compared lexicographically.
package struct TourCost: Hashable, Comparable, Sendable {
    /// The number of legs that do not exist.
    package var unreachableLegs = 0
    /// The number of stops that are reached late.
    package var lateStops = 0
    /// The sum of the lateness at all stops.
    package var violation: Int64 = 0
    /// The cost of the legs and, with windows, waiting and service from the start to the end of the
    /// last service.
    package var total: Int64 = 0
    /// The cost of the legs alone: of two tours that end at the same time, the one with less
    /// driving is better.
    package var travel: Int64 = 0
    /// What is compared first.
    package var goal = TourGoal()

    /// Whether the left tour is better.
    package static func < (left: TourCost, right: TourCost) -> Bool {
        left.lateness == right.lateness
            ? left.costs < right.costs : left.lateness < right.lateness
    }

    /// What is compared before the costs: it never falls when a tour is extended.
    var lateness: (Int, Int, Int64) {
        (unreachableLegs, goal.lateness == .count ? lateStops : 0, violation)
    }

    /// The cost that decides between tours with the same lateness.
    package var decisive: Int64 { costs.0 }

    /// What is compared between tours with the same lateness.
    private var costs: (Int64, Int64) {
        goal.cost == .duration ? (total, travel) : (travel, total)
    }
}

/// The state of a partial tour.
struct TourProgress: Hashable {
    /// What the partial tour costs when it begins as soon as it may.
    private var soonest: TourCost
    /// The last stop visited.
    private(set) var stop: Int
    /// When that stop is left.
    private(set) var clock: Int64
    /// The time waited so far.
    private var waited: Int64 = 0
    /// By how much a departure may be later without more lateness.
    private var slack = Int64.max

    /// Begins at the first stop.
    init(startingAt stop: Int, of problem: TourProblem) {
        self.stop = stop
        soonest = TourCost(goal: problem.goal)
        clock = problem.startClock(at: stop)
        if !problem.departureFloats { slack = 0 }
        arrive(problem)
    }

    /// How much later than ``TourProblem/startClock(at:)`` the tour had best begin.
    ///
    /// Method: the forward time slack of M. Savelsbergh, *The vehicle routing problem with time
    /// windows: minimizing route duration*, ORSA Journal on Computing 4 (1992),
    /// [doi:10.1287/ijoc.4.2.146](https://doi.org/10.1287/ijoc.4.2.146).
    var delay: Int64 { min(slack, waited) }

    /// What the partial tour costs.
    var cost: TourCost {
        var cost = soonest
        cost.total -= delay
        return cost
    }

    /// Extends the tour to another stop.
    mutating func visit(_ next: Int, of problem: TourProblem) {
        let leg = problem.cost(from: stop, to: next)
        if leg == TourProblem.unreachable {
            soonest.unreachableLegs += 1
        } else {
            clock += problem.time(from: stop, to: next)
            soonest.travel += Int64(leg)
            soonest.total += Int64(leg)
        }
        stop = next
        arrive(problem)
    }

    private mutating func arrive(_ problem: TourProblem) {
        guard let windows = problem.windows else { return }
        var spent = problem.services[stop]
        if let window = windows[stop] {
            let (wait, late) = (max(0, window.opens - clock), max(0, clock - window.closes))
            // A departure that is later by less than has been waited does not change the arrival.
            slack = min(slack, waited + max(0, window.closes - clock))
            soonest.violation += late
            soonest.lateStops += late > 0 ? 1 : 0
            waited += wait
            spent += wait
        }
        clock += spent
        soonest.total += spent
    }

    /// Whether another partial tour dominates this one: it ends at the same stop with the same
    /// stops to come, and no continuation of it is worse.
    ///
    /// The final total is the final clock plus the difference between total and clock so far, which
    /// later waiting does not change. So an earlier clock with no greater difference leads to no
    /// greater total for every continuation, because waiting is always allowed and never pays. With
    /// a departure that floats, the other must have as much to gain from a later one.
    func isDominated(by other: TourProgress) -> Bool {
        soonest.unreachableLegs >= other.soonest.unreachableLegs
            && soonest.violation >= other.soonest.violation && clock >= other.clock
            && soonest.total - clock >= other.soonest.total - other.clock
            && soonest.travel >= other.soonest.travel
            && slack <= other.slack && (slack == 0 || waited <= other.waited)
            && (soonest.goal.lateness == .sum || soonest.lateStops >= other.soonest.lateStops)
    }
}
