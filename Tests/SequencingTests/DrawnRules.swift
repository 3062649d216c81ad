// Random problems with every rule, and their orders' costs, found by following them.

import DataStructures
import Sequencing

/// A random problem with doors, windows, a break, a longest time, precedence and given positions.
///
/// It is the oracle for orders under rules. ``value(of:)`` follows an order through every
/// combination of door, window, break place and departure, and ``best()`` tries every order that
/// keeps the rules. The search under test shares none of this code. Costs compare in the order
/// of ``Value``. Since every combination is tried, use it with few stops only.
struct DrawnRules {
    let stops: Int
    var doors: [Int]
    var costs: [[UInt32]]
    var services: [Int64]
    var windows: [[TimeWindow]]
    var rules = TourRules()
    let first: Int?
    let last: Int?
    let start: Int64?
    let floats: Bool
    let lateness: TourGoal.Lateness

    init(seed: UInt64, stops: Int) {
        var generator = SeededGenerator(state: seed &* 977 &+ 5)
        func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
        func chance(oneIn count: Int) -> Bool { draw(0..<count) == 0 }
        let isTimed = !chance(oneIn: 3)
        self.stops = stops
        let doors = (0..<stops).map { _ in draw(1..<3) }
        let side = doors.reduce(0, +)
        self.doors = doors
        costs = (0..<side).map { _ in
            (0..<side).map { _ in
                chance(oneIn: 12) ? TourProblem.unreachable : UInt32(draw(5..<60))
            }
        }
        first = chance(oneIn: 2) ? 0 : nil
        last = chance(oneIn: 2) ? stops - 1 : nil
        services = (0..<stops).map { _ in isTimed ? Int64(draw(0..<10)) : 0 }
        let hasWindows = isTimed && !chance(oneIn: 4)
        windows = (0..<stops).map { _ in
            guard hasWindows, !chance(oneIn: 3) else { return [] }
            let opens = Int64(draw(0..<200))
            let one = TimeWindow(opens: opens, closes: opens + Int64(draw(0..<80)))
            guard chance(oneIn: 3) else { return [one] }
            let later = one.closes + Int64(draw(1..<80))
            return [one, TimeWindow(opens: later, closes: later + Int64(draw(0..<60)))]
        }
        start = chance(oneIn: 2) ? 0 : nil
        floats = isTimed && start == nil && chance(oneIn: 2)
        lateness = chance(oneIn: 3) ? .count : .sum
        rules.laterWindows = windows.map { Array($0.dropFirst()) }
        if isTimed, chance(oneIn: 3) {
            let opens = Int64(draw(0..<150))
            rules.pause = TourBreak(
                duration: Int64(draw(5..<30)),
                window: TimeWindow(opens: opens, closes: opens + Int64(draw(0..<100))))
        }
        if isTimed, chance(oneIn: 3) { rules.longestTime = Int64(draw(60..<250)) }
        if chance(oneIn: 3) {
            // In a random order, only earlier stops precede later ones, so there is no cycle.
            let order = Array(0..<stops).shuffled(using: &generator)
            rules.predecessors = Array(repeating: [], count: stops)
            for _ in 0..<draw(1..<4) {
                let (a, b) = (draw(0..<stops), draw(0..<stops))
                if a < b { rules.predecessors[order[b]].append(order[a]) }
            }
        }
        guard chance(oneIn: 4) else { return }
        rules.positions = Array(repeating: nil, count: stops)
        for _ in 0..<draw(1..<3) {
            let position = draw((first == nil ? 0 : 1)..<(last == nil ? stops : stops - 1))
            let stop = draw(0..<stops)
            if !rules.positions.contains(position) { rules.positions[stop] = position }
        }
    }

    var problem: TourProblem {
        TourProblem(
            costs: costs, doors: doors, firstStop: first, lastStop: last, services: services,
            windows: windows.map(\.first), start: start, departureFloats: floats,
            goal: TourGoal(lateness: lateness), rules: rules)
    }

    /// Whether a later departure may trade lateness at a stop for a shorter tour. Then tours with
    /// the same lateness may differ in time.
    var hasTrades: Bool { floats && rules.longestTime != nil }

    /// Whether an order keeps the rules about positions.
    func keeps(_ order: [Int]) -> Bool {
        if let first, order[0] != first { return false }
        if let last, order[stops - 1] != last { return false }
        return order.enumerated().allSatisfy { place, stop in
            let before = rules.predecessors.isEmpty || stop == first ? [] : rules.predecessors[stop]
            guard before.allSatisfy({ order[..<place].contains($0) }) else { return false }
            if stop == first || stop == last || rules.positions.isEmpty { return true }
            return rules.positions[stop] ?? place == place
        }
    }
}

// MARK: - Following an order

extension DrawnRules {
    /// Counted late stops, lateness, time from departure to end, and cost of legs.
    typealias Value = [Int64]

    /// How a stop is visited.
    private struct Visit {
        var door: Int
        var window: TimeWindow?
    }

    /// The least cost among all orders that keep the rules.
    func best() -> Value? {
        var best: Value?
        func extend(_ order: [Int]) {
            if order.count == stops {
                guard keeps(order), let value = value(of: order) else { return }
                if best.map(value.lexicographicallyPrecedes) ?? true { best = value }
            }
            for stop in 0..<stops where !order.contains(stop) { extend(order + [stop]) }
        }
        extend([])
        return best
    }

    /// An order's least cost: follows it through all doors, in all windows, with the break at every
    /// stop, departing at every time.
    func value(of order: [Int]) -> Value? {
        let begin = problem.startClock(at: order[0])
        let firsts = doors.indices.map { doors[..<$0].reduce(0, +) }
        var best: Value?
        func follow(_ visits: [Visit]) {
            guard visits.count < stops else {
                for pause in rules.pause == nil ? -1..<0 : -1..<stops {
                    for delay in floats ? 0..<900 : 0..<1 {
                        let value = drive(order, visits, pause, from: begin + Int64(delay))
                        guard let value else { return }
                        if best.map(value.lexicographicallyPrecedes) ?? true { best = value }
                    }
                }
                return
            }
            let stop = order[visits.count]
            for door in 0..<doors[stop] {
                for window in windows[stop].isEmpty ? [nil] : windows[stop].map(Optional.some) {
                    follow(visits + [Visit(door: firsts[stop] + door, window: window)])
                }
            }
        }
        follow([])
        return best
    }

    /// An order's cost when each stop is visited through its first door, in the chosen window, with
    /// the break at a place, departing at a time.
    func value(
        of order: [Int], windows chosen: [Int?], breakPlace: Int?, departure: Int64
    ) -> Value? {
        let visits = zip(order, chosen).map { stop, window in
            Visit(door: doors[..<stop].reduce(0, +), window: window.map { windows[stop][$0] })
        }
        return drive(order, visits, breakPlace ?? -1, from: departure)
    }

    /// - Parameter pause: The stop's position before the break; -1 for none.
    private func drive(
        _ order: [Int], _ visits: [Visit], _ pause: Int, from departure: Int64
    ) -> Value? {
        let isTimed =
            !windows.allSatisfy(\.isEmpty) || rules.pause != nil || rules.longestTime != nil
        var (clock, lateStops, late, travel) = (departure, Int64(0), Int64(0), Int64(0))
        for place in order.indices {
            if place > 0 {
                let leg = costs[visits[place - 1].door][visits[place].door]
                if leg == TourProblem.unreachable { return nil }
                clock += Int64(leg)
                travel += Int64(leg)
            }
            guard isTimed else { continue }
            if let window = visits[place].window {
                lateStops += clock > window.closes ? 1 : 0
                late += max(0, clock - window.closes)
                clock = max(clock, window.opens)
            }
            clock += services[order[place]]
            if place == pause, let rest = rules.pause {
                late += max(0, clock - rest.window.closes)
                clock = max(clock, rest.window.opens) + rest.duration
            }
        }
        if pause < 0, let rest = rules.pause { late += max(0, clock - rest.window.closes) }
        if let longest = rules.longestTime { late += max(0, clock - departure - longest) }
        return [lateness == .count ? lateStops : 0, late, clock - departure, travel]
    }
}
