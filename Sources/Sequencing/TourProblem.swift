// The input of sequencing, and the cost of an order.

/// Stops to visit once each, with the cost from every stop to every other.
///
/// ```swift
/// let problem = TourProblem(costs: [[0, 5, 2], [5, 0, 3], [2, 3, 0]], firstStop: 0)
/// let cost = problem.cost(of: [0, 2, 1]).total    // 5
/// let tour = problem.bestTour()
/// ```
///
/// A problem is all that this room knows: no network, no coordinates. Costs need not be symmetric,
/// and legs may be missing (``unreachable``). Either end may be fixed or free; a round trip has its
/// depot twice.
///
/// If time windows matter, legs also take time on the windows' clock: as much as they cost, unless
/// you state their times. ``TourRules`` adds breaks, predecessors, positions and limits.
/// ``cost(of:)`` defines what any order costs, and all searches agree with it; it visits each stop
/// in its best variant and begins at the best time.
///
/// A stop may have several *doors*: different arrivals that allow different departures. For
/// example, if U-turns are not allowed, the direction in which a vehicle arrives decides how it
/// continues. Each door has a row and a column in the matrix.
///
/// PathFinding fills problems from requests (`BestSequence`) and calls
/// ``bestTour(effort:proves:isCancelled:)``.
package struct TourProblem: Hashable, Sendable {
    /// The cost of a leg that does not exist.
    package static let unreachable = UInt32.max

    /// The number of stops.
    package let stopCount: Int
    /// The least cost from stop `i` to stop `j` through any doors, at `i * stopCount + j`;
    /// ``unreachable`` if there is no leg.
    package let costs: [UInt32]
    /// Each leg's least duration, in the layout of ``costs``; `nil` if it equals the cost.
    package let times: [Int64]?
    /// Costs and times between doors; `nil` if each stop has one door.
    private let doors: DoorTable?
    /// The stops' variants.
    let nodes: TourNodes
    /// The stop to begin with, or `nil` if any will do.
    package let firstStop: Int?
    /// The stop to end with, or `nil` if any will do.
    package let lastStop: Int?
    /// Each stop's service time, in the unit of the costs.
    package let services: [Int64]
    /// Each stop's window, from the first opening to the last closing if it has several; `nil` if
    /// windows do not matter.
    package let windows: [TimeWindow?]?
    /// When the first stop is reached; `nil` for the time its window opens.
    package let start: Int64?
    /// What a tour's clock obeys.
    let clock: TourClock
    /// Where in the order stops may stand.
    let rules: OrderRules
    /// A time that no tour exceeds, apart from waiting; 0 unless departures float.
    private let longestTour: Int64

    /// Makes a problem.
    ///
    /// - Parameters:
    ///   - costs: One row per origin, each with one cost per destination. The diagonal is ignored.
    ///     If stops have several doors, one row and one column per door, stop by stop.
    ///   - times: How long each leg takes, 0 or more, in the layout of the costs. State them if
    ///     they differ from the costs, as with preferred and avoided roads.
    ///   - doors: Each stop's number of doors, 1 or more; empty for one each. A stop is left
    ///     through the door by which it was entered: a door stands for all arrivals that allow the
    ///     same departures.
    ///   - firstStop: The stop to begin with, if fixed.
    ///   - lastStop: The stop to end with, if fixed; must differ from `firstStop`. A round trip has
    ///     its depot twice.
    ///   - services: The time spent at each stop, 0 or more; empty for none.
    ///   - windows: Each stop's window; empty for none.
    ///   - start: When the first stop is reached, on the windows' clock.
    ///   - departureFloats: Whether a tour may begin later than its first window opens, if it then
    ///     waits less and is no later anywhere.
    ///   - goal: What to minimize when windows matter.
    ///   - rules: Other rules that an order must keep.
    /// - Precondition: `costs` and `times` are square, the other lists are empty or as long, and
    ///   the fixed stops exist and differ.
    package init(
        costs: [[UInt32]], times: [[Int64]]? = nil, doors: [Int] = [], firstStop: Int? = nil,
        lastStop: Int? = nil, services: [Int64] = [], windows: [TimeWindow?] = [],
        start: Int64? = nil, departureFloats: Bool = false, goal: TourGoal = TourGoal(),
        rules: TourRules = TourRules()
    ) {
        let side = costs.count
        precondition(
            costs.allSatisfy { $0.count == side },
            "costs are not square: \(side) rows of \(side) expected")
        if let times {
            precondition(
                times.count == side && times.allSatisfy { $0.count == side },
                "times are not square: \(side) rows of \(side) expected")
        }
        precondition(doors.allSatisfy { $0 > 0 }, "a stop without a door")
        precondition(
            doors.isEmpty || doors.reduce(0, +) == side,
            "\(doors.reduce(0, +)) doors for \(side) rows of costs")
        let count = doors.isEmpty ? side : doors.count
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
        let table = DoorTable(
            costs, times, doors.isEmpty ? Array(repeating: 1, count: count) : doors)
        (self.costs, self.times) = (table.leastCosts, table.leastTimes)
        self.doors = side > count ? table : nil
        self.firstStop = firstStop
        self.lastStop = lastStop
        self.services = services.isEmpty ? Array(repeating: 0, count: count) : services
        let all = (0..<count).map { stop in
            (windows.isEmpty ? [] : [windows[stop]].compactMap(\.self))
                + (rules.laterWindows.isEmpty ? [] : rules.laterWindows[stop])
        }
        let whole = all.map { windows -> TimeWindow? in
            guard let opens = windows.lazy.map(\.opens).min(),
                let closes = windows.lazy.map(\.closes).max()
            else { return nil }
            return TimeWindow(opens: opens, closes: closes)
        }
        self.windows = whole.contains { $0 != nil } ? whole : nil
        nodes = TourNodes(
            doors: table.counts, windows: all,
            mostLate: rules.mostLate.enumerated().map { stop, most in
                stop == firstStop || stop == lastStop ? nil : most
            }, hasBreak: rules.pause != nil)
        self.start = start
        clock = TourClock(
            isRunning: self.windows != nil || rules.longestTime != nil || rules.pause != nil,
            departureFloats: departureFloats, pause: rules.pause, longestTime: rules.longestTime,
            goal: goal)
        longestTour =
            departureFloats
            ? Self.longest(costs, times, services) + (rules.pause?.duration ?? 0) : 0
        self.rules = OrderRules(rules, count: count, first: firstStop, last: lastStop)
    }

    private static func longest(
        _ costs: [[UInt32]], _ times: [[Int64]]?, _ services: [Int64]
    ) -> Int64 {
        let greatest =
            times?.joined().max()
            ?? costs.joined().lazy.filter { $0 != unreachable }.max().map(Int64.init) ?? 0
        return greatest * Int64(costs.count) + services.reduce(0, +)
    }

    /// Returns a leg's least cost.
    package func cost(from origin: Int, to destination: Int) -> UInt32 {
        costs[origin * stopCount + destination]
    }

    /// Returns the least time of a leg that exists.
    func time(from origin: Int, to destination: Int) -> Int64 {
        let leg = origin * stopCount + destination
        return times?[leg] ?? Int64(costs[leg])
    }

    /// The number of doors of all stops.
    var doorCount: Int { doors?.side ?? stopCount }

    /// Returns the leg between two doors; `nil` if there is none.
    @inline(__always)
    func leg(fromDoor origin: Int, to destination: Int) -> TimedLeg? {
        if let doors { return doors.leg(from: origin, to: destination) }
        let cost = cost(from: origin, to: destination)
        if cost == Self.unreachable { return nil }
        return TimedLeg(time: time(from: origin, to: destination), cost: Int64(cost))
    }

    /// Returns the leg between two variants; `nil` if there is none.
    @inline(__always)
    func leg(from origin: TourNode, to destination: TourNode) -> TimedLeg? {
        guard origin.isRestedAfter == destination.isRestedBefore else { return nil }
        return leg(fromDoor: origin.door, to: destination.door)
    }

    /// What to minimize when windows matter.
    package var goal: TourGoal { clock.goal }
    /// Whether a tour may begin later than its first window opens, if it then waits less and is no
    /// later anywhere.
    package var departureFloats: Bool { clock.departureFloats }
    package var pause: TourBreak? { clock.pause }
    /// The longest time from departure to the end of the last service.
    package var longestTime: Int64? { clock.longestTime }
    /// Whether tours have a clock, besides their costs.
    package var isTimed: Bool { clock.isRunning }

    /// Whether each stop has only one variant, and orders are free except for their ends.
    var isPlain: Bool {
        nodes.width == 1 && rules.areEmpty && longestTime == nil && pause == nil
            && !nodes.haveLimits
    }

    /// Whether a leg reaches its stop after the window closes, even if it leaves the stop before as
    /// soon as possible.
    func isTooLate(from origin: Int, to destination: Int) -> Bool {
        guard let windows, let closes = windows[destination]?.closes,
            let opens = windows[origin]?.opens
        else { return false }
        return opens + services[origin] + time(from: origin, to: destination) > closes
    }

    /// The stops without a fixed place in the order, ascending.
    package var freeStops: [Int] {
        (0..<stopCount).filter { $0 != firstStop && $0 != lastStop }
    }

    /// The input's order, with fixed stops at its ends and the others where the rules want them.
    package var inputOrder: [Int] {
        rules.keeping(
            (firstStop.map { [$0] } ?? []) + freeStops + (lastStop.map { [$0] } ?? []))
    }

    /// Returns the soonest time at which a tour that begins with a stop begins: the stated start,
    /// else when that stop's window opens, else when the first window of all opens, or before all
    /// windows if the departure floats.
    package func startClock(at stop: Int) -> Int64 {
        guard let windows else { return start ?? 0 }
        if let stated = start ?? windows[stop]?.opens { return stated }
        let opens = windows.compactMap { $0?.opens }.min() ?? 0
        return departureFloats ? opens - longestTour : opens
    }

    /// Returns an order's cost, with the best variant of each stop.
    ///
    /// - Precondition: `order` visits stops of this problem.
    /// - Complexity: O(*n*) in the number of stops.
    package func cost(of order: [Int]) -> TourCost {
        guard var cost = tour(along: order)?.cost else { return TourCost(goal: goal) }
        cost.unreachableLegs += rules.broken(by: order)
        return cost
    }

    func tour(along order: [Int]) -> (tour: TourProgress, cost: TourCost)? {
        guard let first = order.first else { return nil }
        guard nodes.width == 1 else {
            var labels = OrderedLabels(startingAt: first, of: self)
            for stop in order.dropFirst() { labels.visit(stop, of: self) }
            return labels.best.map { (labels.labels[$0.number].tour, $0.cost) }
        }
        var progress = TourProgress(startingAt: nodes.all[first], of: self)
        for stop in order.dropFirst() { progress.visit(nodes.all[stop], of: self) }
        return (progress, progress.cost(clock))
    }
}

/// Costs and times between the stops' doors.
private struct DoorTable: Hashable, Sendable {
    let counts: [Int]
    let side: Int
    private let costs: [UInt32]
    private let times: [Int64]?
    /// The least cost between each two stops.
    let leastCosts: [UInt32]
    /// The least time between each two stops.
    let leastTimes: [Int64]?

    init(_ rows: [[UInt32]], _ times: [[Int64]]?, _ counts: [Int]) {
        self.counts = counts
        side = rows.count
        costs = rows.flatMap(\.self)
        self.times = times?.flatMap(\.self)
        guard counts.count < side else {
            (leastCosts, leastTimes) = (costs, self.times)
            return
        }
        let ends = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let ranges = counts.indices.map { ends[$0]..<ends[$0 + 1] }
        func least<Value: Comparable>(_ values: [Value], _ side: Int) -> [Value] {
            ranges.flatMap { from in
                ranges.map { to in
                    let legs = from.lazy.flatMap { row in to.lazy.map { values[row * side + $0] } }
                    return legs.min() ?? values[0]
                }
            }
        }
        leastCosts = least(costs, side)
        leastTimes = self.times.map { least($0, rows.count) }
    }

    @inline(__always)
    func leg(from origin: Int, to destination: Int) -> TimedLeg? {
        let leg = origin * side + destination
        let cost = costs[leg]
        if cost == TourProblem.unreachable { return nil }
        return TimedLeg(time: times?[leg] ?? Int64(cost), cost: Int64(cost))
    }
}
