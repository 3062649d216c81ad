// The legs and windows of a problem, laid out for the search with windows.

/// The legs and windows of a problem, laid out for the search with windows.
///
/// Every tour runs from one extra node, the head, to another, the tail. Reaching the tail costs
/// nothing.
///
/// It is made once for each problem; all searches read it.
final class TimedMatrix {
    /// The most entries of ``near`` for one stop.
    private static let mostNear = 40

    let stopCount: Int
    /// The number of nodes: the stops and the two ends.
    let side: Int
    let head: Int
    let tail: Int
    /// The least leg from node `i` to node `j`, at `i * side + j`.
    let legs: UnsafeMutablePointer<TimedLeg>
    /// Each node as a run.
    let nodes: UnsafeMutablePointer<TimedRun>
    /// The nodes' variants; `nil` if each has only one.
    let variants: TimedVariants?
    /// The most variants of any node.
    let width: Int
    /// For each stop, ``nearCount`` others that would make good neighbors in the tour, nearest
    /// first.
    let near: [Int32]
    let nearCount: Int
    /// The soonest time to leave the head. The time from there to the first stop is not counted.
    let begin: Int64
    /// For each node, the soonest start of a tour that begins there.
    let startClocks: [Int64]
    /// If a tour costs this much or more, one of its legs has no path.
    let missing: Int64

    init(_ problem: TourProblem) {
        let count = problem.stopCount
        let (side, head, tail) = (count + 2, count, count + 1)
        let greatest = problem.costs.lazy.filter { $0 != TourProblem.unreachable }.max() ?? 0
        // A missing leg outweighs all real ones together.
        missing = (Int64(greatest) + 1) * Int64(count + 1)
        legs = .allocate(capacity: side * side)
        legs.initialize(repeating: TimedLeg(time: 0, cost: 0), count: side * side)
        for from in 0..<count {
            for to in 0..<count where from != to {
                let cost = problem.cost(from: from, to: to)
                legs[from * side + to] =
                    cost == TourProblem.unreachable
                    ? TimedLeg(time: 0, cost: missing)
                    : TimedLeg(time: problem.time(from: from, to: to), cost: Int64(cost))
            }
        }
        let ever = Int64(1) << 50
        nodes = .allocate(capacity: side)
        for stop in 0..<count {
            let window = problem.windows?[stop]
            (nodes + stop).initialize(
                to: TimedRun(
                    serving: problem.isTimed ? problem.services[stop] : 0,
                    from: window?.opens ?? -ever,
                    until: window?.closes ?? ever))
        }
        // A tour begins at the time its first stop demands. So the head is left at the earliest of
        // these times, or later if departures float, and the time to the first stop costs nothing.
        let starts = (0..<count).map(problem.startClock)
        let begin = starts.min() ?? 0
        self.begin = begin
        startClocks = starts + [begin, begin]
        let floats = problem.departureFloats
        (nodes + head).initialize(
            to: TimedRun(serving: 0, from: begin, until: floats ? ever : begin))
        (nodes + tail).initialize(to: TimedRun(serving: 0, from: -ever, until: ever))
        if !floats {
            for stop in 0..<count {
                legs[head * side + stop] = TimedLeg(
                    time: startClocks[stop] - begin, cost: 0)
            }
        }
        variants =
            problem.nodes.width > 1
            ? TimedVariants(problem, starts: startClocks, begin: begin, missing: missing) : nil
        width = variants?.width ?? 1
        (stopCount, self.side, self.head, self.tail) = (count, side, head, tail)
        (nearCount, near) = Self.near(of: problem, legs, nodes, side)
    }

    deinit {
        legs.deallocate()
        nodes.deallocate()
    }

    /// Returns the stops that would make good neighbors of each stop: they reach it, or are reached
    /// from it, with little travel, waiting and lateness.
    private static func near(
        of problem: TourProblem, _ legs: UnsafeMutablePointer<TimedLeg>,
        _ nodes: UnsafeMutablePointer<TimedRun>, _ side: Int
    ) -> (count: Int, near: [Int32]) {
        let count = problem.stopCount
        let nearCount = max(0, min(mostNear, count - 1))
        func distance(_ from: Int, _ to: Int) -> Int64 {
            let leg = legs[from * side + to]
            let (first, second) = (nodes[from], nodes[to])
            let ready = leg.time + first.duration
            let wait = max(0, second.earliest - ready - first.latest)
            let late = max(0, first.earliest + ready - second.latest)
            return leg.cost + wait / 5 + late
        }
        var near: [Int32] = []
        near.reserveCapacity(count * nearCount)
        for stop in 0..<count {
            near += (0..<count).filter { $0 != stop }
                .map { (min(distance(stop, $0), distance($0, stop)), $0) }
                .sorted { $0 < $1 }.prefix(nearCount).map { Int32($0.1) }
        }
        return (nearCount, near)
    }

    @inline(__always)
    func leg(_ from: Int, _ to: Int) -> TimedLeg { legs[from * side + to] }
}

/// The variants of a ``TimedMatrix``'s nodes, node by node.
///
/// Legs are stored between doors only: windows and breaks multiply the variants but do not change
/// the legs.
final class TimedVariants {
    /// Each node's first variant, and the number of all variants at the end.
    let firsts: [Int32]
    let width: Int
    /// The number of doors, including one for each end.
    private let side: Int
    /// The leg from door `i` to door `j`, at `i * side + j`.
    private let legs: UnsafeMutablePointer<TimedLeg>
    /// Each variant's door, and whether the break is past on arrival and on departure.
    private let gates: UnsafeMutablePointer<Gate>
    /// Each variant as a run, including the break if it is taken there.
    private let runs: UnsafeMutablePointer<TimedRun>
    private let missing: TimedLeg

    private struct Gate {
        var door: Int32
        var isRestedBefore: Bool
        var isRestedAfter: Bool
    }

    init(_ problem: TourProblem, starts: [Int64], begin: Int64, missing: Int64) {
        let nodes = problem.nodes.all
        let head = nodes.count
        // A tour that ends before its break must begin may end without one.
        let tails = problem.pause == nil ? [false] : [false, true]
        let count = nodes.count + 1 + tails.count
        firsts =
            problem.nodes.ranges.map { Int32($0.lowerBound) }
            + [Int32(head), Int32(head + 1), Int32(count)]
        width = max(problem.nodes.width, tails.count)
        self.missing = TimedLeg(time: 0, cost: missing)
        (side, legs) = Self.legs(problem, starts: starts, begin: begin, self.missing)
        gates = .allocate(capacity: count)
        runs = .allocate(capacity: count)
        let ever = Int64(1) << 50
        for (row, node) in nodes.enumerated() {
            (gates + row).initialize(
                to: Gate(
                    door: Int32(node.door), isRestedBefore: node.isRestedBefore,
                    isRestedAfter: node.isRestedAfter))
            var run = TimedRun(
                serving: problem.isTimed ? problem.services[node.stop] : 0,
                from: node.window?.opens ?? -ever, until: node.window?.closes ?? ever)
            if node.hasBreak, let pause = problem.pause {
                let rest = TimedRun(
                    serving: pause.duration, from: pause.window.opens, until: pause.window.closes)
                run = TimedRun(run, TimedLeg(time: 0, cost: 0), rest)
            }
            (runs + row).initialize(to: run)
        }
        (gates + head).initialize(
            to: Gate(door: Int32(side - 2), isRestedBefore: false, isRestedAfter: false))
        (runs + head).initialize(
            to: TimedRun(
                serving: 0, from: begin, until: problem.departureFloats ? ever : begin))
        for (place, isRested) in tails.enumerated() {
            (gates + head + 1 + place).initialize(
                to: Gate(
                    door: Int32(side - 1), isRestedBefore: isRested, isRestedAfter: isRested))
            let closes = isRested ? ever : problem.pause?.window.closes ?? ever
            (runs + head + 1 + place).initialize(
                to: TimedRun(serving: 0, from: -ever, until: closes))
        }
    }

    /// Returns the legs between all doors. The head has the last door but one, the tail the last.
    private static func legs(
        _ problem: TourProblem, starts: [Int64], begin: Int64, _ missing: TimedLeg
    ) -> (side: Int, UnsafeMutablePointer<TimedLeg>) {
        let side = problem.doorCount + 2
        let (head, tail) = (side - 2, side - 1)
        let legs = UnsafeMutablePointer<TimedLeg>.allocate(capacity: side * side)
        legs.initialize(repeating: missing, count: side * side)
        var stops = Array(repeating: 0, count: problem.doorCount)
        for node in problem.nodes.all { stops[node.door] = node.stop }
        for (from, stop) in stops.enumerated() {
            for (to, other) in stops.enumerated() where stop != other {
                if let leg = problem.leg(fromDoor: from, to: to) { legs[from * side + to] = leg }
            }
            let wait = problem.departureFloats ? 0 : starts[stop] - begin
            legs[head * side + from] = TimedLeg(time: wait, cost: 0)
            legs[from * side + tail] = TimedLeg(time: 0, cost: 0)
        }
        return (side, legs)
    }

    deinit {
        legs.deallocate()
        gates.deallocate()
        runs.deallocate()
    }

    /// Returns a node's variants.
    @inline(__always)
    func of(_ node: Int) -> Range<Int> { Int(firsts[node])..<Int(firsts[node + 1]) }

    @inline(__always)
    func run(_ variant: Int) -> TimedRun { runs[variant] }

    @inline(__always)
    func leg(_ from: Int, _ to: Int) -> TimedLeg {
        let (first, second) = (gates[from], gates[to])
        guard first.isRestedAfter == second.isRestedBefore else { return missing }
        return legs[Int(first.door) * side + Int(second.door)]
    }
}
