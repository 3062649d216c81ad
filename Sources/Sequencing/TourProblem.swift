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
    /// - Precondition: `costs` and `times` are square, the other lists are empty or as long, the
    ///   fixed stops exist and differ.
    package init(
        costs: [[UInt32]], times: [[Int64]]? = nil, firstStop: Int? = nil, lastStop: Int? = nil,
        services: [Int64] = [], windows: [TimeWindow?] = [], start: Int64? = nil
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

    /// The stops whose place in the order is open, ascending.
    package var freeStops: [Int] {
        (0..<stopCount).filter { $0 != firstStop && $0 != lastStop }
    }

    /// The order of the input, with the fixed stops at its ends.
    package var inputOrder: [Int] {
        (firstStop.map { [$0] } ?? []) + freeStops + (lastStop.map { [$0] } ?? [])
    }

    /// When a tour that begins with a stop begins: the stated start, else when that stop's window
    /// opens, else when the first window of all opens.
    package func startClock(at stop: Int) -> Int64 {
        guard let windows else { return start ?? 0 }
        return start ?? windows[stop]?.opens ?? windows.compactMap { $0?.opens }.min() ?? 0
    }

    /// The cost of an order.
    ///
    /// - Precondition: `order` visits stops of this problem.
    /// - Complexity: O(*n*) in the number of stops.
    package func cost(of order: [Int]) -> TourCost {
        guard let first = order.first else { return TourCost() }
        var progress = TourProgress(startingAt: first, of: self)
        for stop in order.dropFirst() { progress.visit(stop, of: self) }
        return progress.cost
    }
}

/// The cost of a tour, compared lexicographically.
package struct TourCost: Hashable, Comparable, Sendable {
    /// The number of legs that do not exist.
    package var unreachableLegs = 0
    /// The sum of the lateness at all stops.
    package var violation: Int64 = 0
    /// The cost of the legs and, with windows, waiting and service from the start to the end of the
    /// last service.
    package var total: Int64 = 0
    /// The cost of the legs alone: of two tours that end at the same time, the one with less
    /// driving is better.
    package var travel: Int64 = 0

    /// Whether the left tour is better.
    package static func < (left: TourCost, right: TourCost) -> Bool {
        (left.unreachableLegs, left.violation, left.total, left.travel)
            < (right.unreachableLegs, right.violation, right.total, right.travel)
    }
}

/// The state of a partial tour.
struct TourProgress: Hashable {
    private(set) var cost = TourCost()
    /// The last stop visited.
    private(set) var stop: Int
    /// When that stop is left.
    private(set) var clock: Int64

    /// Begins at the first stop.
    init(startingAt stop: Int, of problem: TourProblem) {
        self.stop = stop
        clock = problem.startClock(at: stop)
        arrive(problem)
    }

    /// Extends the tour to another stop.
    mutating func visit(_ next: Int, of problem: TourProblem) {
        let leg = problem.cost(from: stop, to: next)
        if leg == TourProblem.unreachable {
            cost.unreachableLegs += 1
        } else {
            clock += problem.time(from: stop, to: next)
            cost.travel += Int64(leg)
            cost.total += Int64(leg)
        }
        stop = next
        arrive(problem)
    }

    private mutating func arrive(_ problem: TourProblem) {
        guard let windows = problem.windows else { return }
        var spent = problem.services[stop]
        if let window = windows[stop] {
            spent += max(0, window.opens - clock)
            cost.violation += max(0, clock - window.closes)
        }
        clock += spent
        cost.total += spent
    }

    /// Whether another partial tour dominates this one: it ends at the same stop with the same
    /// stops to come, and no continuation of it is worse.
    ///
    /// The final total is the final clock plus the difference between total and clock so far, which
    /// later waiting does not change. So an earlier clock with no greater difference leads to no
    /// greater total for every continuation, because waiting is always allowed and never pays.
    func isDominated(by other: TourProgress) -> Bool {
        cost.unreachableLegs >= other.cost.unreachableLegs
            && cost.violation >= other.cost.violation && clock >= other.clock
            && cost.total - clock >= other.cost.total - other.clock
            && cost.travel >= other.cost.travel
    }
}
