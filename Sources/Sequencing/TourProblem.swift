// What is to be ordered, and what an order costs.

/// Stops to be visited once each, with the cost from every stop to every other.
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
    /// What the clock says of each leg, as ``costs``; `nil` where it is what the leg costs.
    package let times: [Int64]?
    /// The stop to begin with, or `nil` when any will do.
    package let firstStop: Int?
    /// The stop to end with, or `nil` when any will do.
    package let lastStop: Int?
    /// What is spent at each stop before leaving it, in the unit of the costs.
    package let services: [Int64]
    /// The window of each stop, or `nil` when windows do not matter.
    package let windows: [TimeWindow?]?
    /// When the first stop is reached, or `nil` for the moment its window opens.
    package let start: Int64?

    /// States a problem.
    ///
    /// - Parameters:
    ///   - costs: One row per origin, each with one cost per destination. The diagonal is ignored.
    ///   - times: How long each leg takes, 0 or more, in rows as the costs, where that is not what
    ///     it costs: preferred and avoided roads weigh otherwise than they take.
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
        precondition(costs.allSatisfy { $0.count == count }, "a cost for every pair of stops")
        if let times {
            precondition(
                times.count == count && times.allSatisfy { $0.count == count },
                "a time for every pair of stops")
        }
        precondition(services.isEmpty || services.count == count, "a service for every stop")
        precondition(windows.isEmpty || windows.count == count, "a window, or none, for every stop")
        precondition(services.allSatisfy { $0 >= 0 }, "service takes time, it does not give any")
        for stop in [firstStop, lastStop].compactMap(\.self) {
            precondition((0..<count).contains(stop), "the fixed stop \(stop) exists")
        }
        precondition(firstStop == nil || firstStop != lastStop, "first and last stop differ")
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

    /// How long a leg takes that exists.
    func time(from origin: Int, to destination: Int) -> Int64 {
        let leg = origin * stopCount + destination
        return times?[leg] ?? Int64(costs[leg])
    }

    /// The stops whose place in the order is open, ascending.
    package var freeStops: [Int] {
        (0..<stopCount).filter { $0 != firstStop && $0 != lastStop }
    }

    /// The order of the input, with the fixed stops put where they belong.
    package var inputOrder: [Int] {
        (firstStop.map { [$0] } ?? []) + freeStops + (lastStop.map { [$0] } ?? [])
    }

    /// When a tour that begins with a stop begins: the stated start, else when that stop's window
    /// opens, else when the first window of all opens.
    package func startClock(at stop: Int) -> Int64 {
        guard let windows else { return start ?? 0 }
        return start ?? windows[stop]?.opens ?? windows.compactMap { $0?.opens }.min() ?? 0
    }

    /// What an order costs.
    ///
    /// - Precondition: `order` visits stops of this problem.
    /// - Complexity: Linear in the number of stops.
    package func cost(of order: [Int]) -> TourCost {
        guard let first = order.first else { return TourCost() }
        var progress = TourProgress(startingAt: first, of: self)
        for stop in order.dropFirst() { progress.visit(stop, of: self) }
        return progress.cost
    }
}

/// What a tour costs: the first difference decides which of two is better.
package struct TourCost: Hashable, Comparable, Sendable {
    /// Legs that do not exist.
    package var unreachableLegs = 0
    /// The sum of what each stop is reached too late by.
    package var violation: Int64 = 0
    /// What the legs cost and, with windows, waiting and service from the start to the end of the
    /// last service.
    package var total: Int64 = 0
    /// What the legs cost alone: of two tours that end at the same time, the one with less driving
    /// is better.
    package var travel: Int64 = 0

    /// Whether the left tour is better.
    package static func < (left: TourCost, right: TourCost) -> Bool {
        (left.unreachableLegs, left.violation, left.total, left.travel)
            < (right.unreachableLegs, right.violation, right.total, right.travel)
    }
}

/// A tour as far as it has come.
struct TourProgress: Hashable {
    private(set) var cost = TourCost()
    /// The last stop visited.
    private(set) var stop: Int
    /// When that stop is left.
    private(set) var clock: Int64

    /// Reaches the first stop.
    init(startingAt stop: Int, of problem: TourProblem) {
        self.stop = stop
        clock = problem.startClock(at: stop)
        arrive(problem)
    }

    /// Goes on to another stop.
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

    /// Whether another tour that stands at the same stop, with the same stops to come, can only do
    /// as well or better.
    ///
    /// In the end the total is what the clock says then, and what total and clock have come to
    /// differ by: a tour that waits less later on because it is late only makes up for that. So the
    /// earlier clock with no greater difference leads to no greater total, however the tour goes
    /// on, because waiting is always allowed and never pays.
    func isDominated(by other: TourProgress) -> Bool {
        cost.unreachableLegs >= other.cost.unreachableLegs
            && cost.violation >= other.cost.violation && clock >= other.clock
            && cost.total - clock >= other.cost.total - other.clock
            && cost.travel >= other.cost.travel
    }
}
