// Compares orders under rules with every possible order.

import DataStructures
import Testing

@testable import Sequencing

@Suite struct RuleTests {
    private func claimed(_ cost: TourCost) -> DrawnRules.Value {
        [
            cost.goal.lateness == .count ? Int64(cost.lateStops) : 0, cost.violation, cost.total,
            cost.travel,
        ]
    }

    @Test(arguments: UInt64(0)..<150)
    func `the best order under all rules is the best of all orders`(seed: UInt64) {
        let drawn = DrawnRules(seed: seed, stops: 4)
        let tour = drawn.problem.bestTour()
        guard let expected = drawn.best() else {
            #expect(tour == nil, "seed \(seed)")
            return
        }
        guard let tour else {
            Issue.record("seed \(seed): no order, where one costs \(expected)")
            return
        }
        #expect(drawn.keeps(tour.order), "seed \(seed): \(tour.order)")
        let compared = drawn.hasTrades && tour.cost.violation > 0 ? 2 : 4
        #expect(
            claimed(tour.cost).prefix(compared) == expected.prefix(compared), "seed \(seed)")
    }

    /// The test above shows that an order's cost is the best of every departure, window, door and
    /// break. So orders' costs may judge the search for more stops.
    @Test(arguments: UInt64(1_000)..<1_004)
    func `the best order of nine stops costs least of all orders`(seed: UInt64) {
        let problem = DrawnRules(seed: seed, stops: 9).problem
        // Nine free stops have 362,880 orders, which take about 20 s.
        guard problem.freeStops.count < 9 else { return }
        var least: TourCost?
        var order = problem.freeStops
        let (head, tail) = ([problem.firstStop], [problem.lastStop])
        func judge(from place: Int) {
            guard place < order.count else {
                let cost = problem.cost(
                    of: head.compactMap(\.self) + order + tail.compactMap(\.self))
                if cost.unreachableLegs == 0, least.map({ cost < $0 }) ?? true { least = cost }
                return
            }
            for other in place..<order.count {
                order.swapAt(place, other)
                judge(from: place + 1)
                order.swapAt(place, other)
            }
        }
        judge(from: 0)
        let tour = problem.bestTour()
        #expect(tour?.cost == least, "seed \(seed)")
        #expect(tour?.isOptimal ?? true, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<100)
    func `other names for the stops change no cost`(seed: UInt64) {
        var drawn = DrawnRules(seed: seed, stops: 6)
        // Fixed ends and given positions are places, not names.
        guard drawn.first == nil, drawn.last == nil else { return }
        let before = drawn.problem.bestTour()?.cost
        let starts = drawn.doors.indices.map { drawn.doors[..<$0].reduce(0, +) }
        let old = Array((0..<drawn.stops).reversed())
        let rows = old.flatMap { stop in (0..<drawn.doors[stop]).map { starts[stop] + $0 } }
        drawn.costs = rows.map { row in rows.map { drawn.costs[row][$0] } }
        drawn.doors = old.map { drawn.doors[$0] }
        drawn.services = old.map { drawn.services[$0] }
        drawn.windows = old.map { drawn.windows[$0] }
        drawn.rules.laterWindows = old.map { drawn.rules.laterWindows[$0] }
        if !drawn.rules.predecessors.isEmpty {
            drawn.rules.predecessors = old.map { stop in
                drawn.rules.predecessors[stop].map { old.count - 1 - $0 }
            }
        }
        if !drawn.rules.positions.isEmpty {
            drawn.rules.positions = old.map { drawn.rules.positions[$0] }
        }
        #expect(drawn.problem.bestTour()?.cost == before, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<30)
    func `a search among many stops keeps the rules, and is no worse than the input`(
        seed: UInt64
    ) {
        let drawn = DrawnRules(seed: seed, stops: 25)
        let problem = drawn.problem
        guard let tour = problem.bestTour(effort: TourEffort(rounds: 300)) else { return }
        #expect(drawn.keeps(tour.order), "seed \(seed)")
        #expect(problem.cost(of: tour.order) == tour.cost, "seed \(seed)")
        let input = problem.cost(of: problem.inputOrder)
        #expect(!(input < tour.cost), "seed \(seed)")
    }

    @Test func `a search finds the order of a round whose stops are left as they are reached`() {
        // Stops on a ring road with two doors, one for each direction: turning round costs much.
        let count = 30
        let costs = (0..<count * 2).map { row in
            (0..<count * 2).map { column -> UInt32 in
                let ahead = row % 2 == 0
                let (from, to) = (row / 2, column / 2)
                let steps = ahead ? (to - from + count) % count : (from - to + count) % count
                return UInt32(10 * steps + (row % 2 == column % 2 ? 0 : 500))
            }
        }
        let problem = TourProblem(
            costs: costs, doors: Array(repeating: 2, count: count), firstStop: 0)
        let tour = problem.bestTour()
        #expect(tour?.cost.total == Int64(10 * (count - 1)))
    }

    @Test func `a break that is due after the end is not made`() {
        let problem = TourProblem(
            costs: [[0, 10, 20], [10, 0, 10], [20, 10, 0]], firstStop: 0, start: 0,
            rules: TourRules(
                pause: TourBreak(duration: 45, window: TimeWindow(opens: 15, closes: 20))))
        #expect(problem.cost(of: [0, 1, 2]).total == 20)
        #expect(problem.cost(of: [0, 1, 2]).violation == 0)
        // With a longer leg the end comes after the break's window, so the break is made at the
        // second stop.
        let longer = TourProblem(
            costs: [[0, 10, 20], [10, 0, 11], [20, 11, 0]], firstStop: 0, start: 0,
            rules: TourRules(
                pause: TourBreak(duration: 45, window: TimeWindow(opens: 15, closes: 20))))
        #expect(longer.cost(of: [0, 1, 2]).violation == 0)
        #expect(longer.cost(of: [0, 1, 2]).total == 15 + 45 + 11)
    }

    @Test func `stops that must come before one another have no order`() {
        let problem = TourProblem(
            costs: [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
            rules: TourRules(predecessors: [[1], [2], [0]]))
        #expect(problem.bestTour() == nil)
    }

    @Test func `stops that each follow all before them have one order, soon found`() {
        let count = 120
        let problem = TourProblem(
            costs: Array(repeating: Array(repeating: 1, count: count), count: count),
            rules: TourRules(predecessors: (0..<count).map { Array(0..<$0) }))
        let tour = problem.bestTour(effort: TourEffort(rounds: 4))
        #expect(tour?.order == Array(0..<count))
    }
}
