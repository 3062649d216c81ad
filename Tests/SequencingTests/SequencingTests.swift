// Compares found orders with every possible order.

import DataStructures
import Testing

@testable import Sequencing

@Suite struct SequencingTests {
    /// Every order that keeps the fixed stops in place.
    private func allOrders(of problem: TourProblem) -> [[Int]] {
        func permutations(_ stops: [Int]) -> [[Int]] {
            if stops.isEmpty { return [[]] }
            return stops.flatMap { first in
                permutations(stops.filter { $0 != first }).map { [first] + $0 }
            }
        }
        return permutations(problem.freeStops).map {
            (problem.firstStop.map { [$0] } ?? []) + $0 + (problem.lastStop.map { [$0] } ?? [])
        }
    }

    /// An order's cost, implemented again in full: the best over all allowed departures.
    private func referenceCost(_ order: [Int], of problem: TourProblem) -> TourCost {
        let openings = (problem.windows ?? []).compactMap { $0?.opens }
        let first = order.first.flatMap { problem.windows?[$0]?.opens }
        let soonest = problem.start ?? first ?? openings.min() ?? 0
        let single = referenceCost(order, of: problem, departingAt: soonest)
        guard problem.departureFloats, problem.windows != nil, !order.isEmpty else { return single }
        let earliest = problem.start ?? first ?? soonest - 1_000
        return (earliest...soonest + 600).lazy
            .map { referenceCost(order, of: problem, departingAt: $0) }.min() ?? single
    }

    private func referenceCost(
        _ order: [Int], of problem: TourProblem, departingAt departure: Int64
    ) -> TourCost {
        var cost = TourCost(goal: problem.goal)
        var clock = departure
        for (index, stop) in order.enumerated() {
            if index > 0 {
                let leg = problem.costs[order[index - 1] * problem.stopCount + stop]
                if leg == .max {
                    cost.unreachableLegs += 1
                } else {
                    let legs = order[index - 1] * problem.stopCount + stop
                    clock += problem.times?[legs] ?? Int64(leg)
                    cost.travel += Int64(leg)
                    cost.total += Int64(leg)
                }
            }
            guard let windows = problem.windows else { continue }
            if let window = windows[stop] {
                if clock < window.opens {
                    cost.total += window.opens - clock
                    clock = window.opens
                } else if clock > window.closes {
                    cost.violation += clock - window.closes
                    cost.lateStops += 1
                }
            }
            clock += problem.services[stop]
            cost.total += problem.services[stop]
        }
        return cost
    }

    /// A random problem; `gaps` is the share of missing legs.
    private func problem(
        stops: Int, fixesFirst: Bool, fixesLast: Bool, hasWindows: Bool, gaps: Double,
        using generator: inout SeededGenerator
    ) -> TourProblem {
        let costs = (0..<stops).map { _ in
            (0..<stops).map { _ in
                Double.random(in: 0..<1, using: &generator) < gaps
                    ? TourProblem.unreachable : UInt32.random(in: 1...100, using: &generator)
            }
        }
        var ends = Array(0..<stops).shuffled(using: &generator)
        let first = fixesFirst ? ends.popLast() : nil
        let last = fixesLast ? ends.popLast() : nil
        // Some costs equal the times; others, as on preferred and avoided roads, do not.
        let hasTimes = hasWindows && Bool.random(using: &generator)
        let times = costs.map { row in
            row.map { _ in Int64.random(in: 0...120, using: &generator) }
        }
        let windows = (0..<stops).map { _ -> TimeWindow? in
            guard Bool.random(using: &generator) else { return nil }
            let opens = Int64.random(in: 1_000...1_300, using: &generator)
            return TimeWindow(
                opens: opens, closes: opens + Int64.random(in: 0...100, using: &generator))
        }
        return TourProblem(
            costs: costs, times: hasTimes ? times : nil, firstStop: first, lastStop: last,
            services: (0..<stops).map { _ in Int64.random(in: 0...20, using: &generator) },
            windows: hasWindows ? windows : [], start: Bool.random(using: &generator) ? 1_000 : nil,
            departureFloats: hasWindows && Bool.random(using: &generator),
            goal: TourGoal(
                lateness: Bool.random(using: &generator) ? .sum : .count,
                cost: Bool.random(using: &generator) ? .duration : .travel))
    }

    @Test(arguments: UInt64(0)..<200)
    func `few stops get the best of all orders`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        for kind in 0..<8 {
            let problem = problem(
                stops: .random(in: 2...(seed % 20 == 0 ? 7 : 6), using: &generator),
                fixesFirst: kind & 1 != 0, fixesLast: kind & 2 != 0, hasWindows: kind & 4 != 0,
                gaps: seed % 4 == 0 ? 0.4 : 0, using: &generator)
            // Another test checks an order's cost itself.
            let costs = allOrders(of: problem).map { problem.cost(of: $0) }
            let best = costs.filter { $0.unreachableLegs == 0 }.min()
            let tour = problem.bestTour()
            #expect(tour?.cost == best, "seed \(seed), kind \(kind): \(problem)")
            if let tour {
                #expect(tour.isOptimal && referenceCost(tour.order, of: problem) == tour.cost)
                checkOrder(tour.order, of: problem)
            }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `an order costs what the best departure makes of it`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        for kind in 0..<8 {
            let problem = problem(
                stops: .random(in: 1...9, using: &generator), fixesFirst: kind & 1 != 0,
                fixesLast: false, hasWindows: kind & 4 != 0, gaps: kind & 2 != 0 ? 0.2 : 0,
                using: &generator)
            let order = Array(0..<problem.stopCount).shuffled(using: &generator)
            let cost = problem.cost(of: order)
            #expect(cost == referenceCost(order, of: problem), "seed \(seed), kind \(kind)")
            guard problem.windows != nil, let first = order.first,
                let tour = problem.tour(along: order)?.tour
            else { continue }
            let departure = problem.startClock(at: first) + tour.delay
            #expect(referenceCost(order, of: problem, departingAt: departure) == cost)
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `the searches for many stops find the best order of few`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        for kind in 0..<8 {
            let problem = problem(
                stops: .random(in: 4...6, using: &generator), fixesFirst: kind & 1 != 0,
                fixesLast: kind & 2 != 0, hasWindows: kind & 4 != 0, gaps: seed % 4 == 0 ? 0.2 : 0,
                using: &generator)
            guard let best = problem.bestTour() else { continue }
            let found: [Int]
            if problem.windows == nil {
                var search = LocalSearch(
                    TourMatrix(problem), from: problem.inputOrder)
                search.run(EffortMeter(TourEffort(rounds: 100))) { false }
                found = search.order
            } else {
                var search = WindowedSearch(
                    problem, TimedMatrix(problem), from: problem.inputOrder)
                search.run(EffortMeter(TourEffort(rounds: 2_000))) { false }
                found = search.best.order
                #expect(search.best.cost == referenceCost(found, of: problem), "seed \(seed)")
            }
            checkOrder(found, of: problem)
            #expect(problem.cost(of: found) == best.cost, "seed \(seed), kind \(kind)")
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `no order costs less than the bound`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        for kind in 0..<8 {
            let problem = problem(
                stops: .random(in: 3...9, using: &generator), fixesFirst: kind & 1 != 0,
                fixesLast: kind & 2 != 0, hasWindows: kind & 4 != 0, gaps: 0, using: &generator)
            guard let best = problem.bestTour(), best.cost.violation == 0 else { continue }
            // A worse order is known, so that the bound does not cut there.
            var known = best.cost
            known.travel *= 3
            known.total = 3 * abs(known.total)
            let bound = try #require(problem.bound(below: known) { false })
            #expect(bound <= best.cost.decisive, "seed \(seed), kind \(kind)")
            guard problem.windows == nil else { continue }
            #expect(bound >= best.cost.travel / 3, "seed \(seed), kind \(kind)")
        }
    }

    @Test func `an order that costs what the bound says is proven, others have their gap`() throws {
        for problem in BenchmarkProblem.rings {
            let tour = try #require(try problem.roundTrip().bestTour())
            #expect(tour.isOptimal && tour.gap == 0 && tour.bound == problem.best)
        }
        var generator = SeededGenerator(3)
        let open = problem(
            stops: 30, fixesFirst: true, fixesLast: false, hasWindows: false, gaps: 0,
            using: &generator)
        let tour = try #require(open.bestTour(effort: TourEffort(rounds: 1)))
        #expect(!tour.isOptimal && (tour.gap ?? 0) > 0 && (tour.bound ?? .max) < tour.cost.travel)
    }

    // Legs obey the triangle inequality here, as shortest paths do.
    @Test(arguments: UInt64(0)..<200)
    func `no order keeps the windows of a conflict, and some order those of any fewer stops`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed)
        let floats = Bool.random(using: &generator)
        let places = (0..<6).map { _ in
            (Int.random(in: 0...60, using: &generator), Int.random(in: 0...60, using: &generator))
        }
        let costs = places.map { a in
            places.map { b in UInt32(abs(a.0 - b.0) + abs(a.1 - b.1)) }
        }
        let windows = places.map { _ -> TimeWindow? in
            let opens = Int64.random(in: 0...120, using: &generator)
            return TimeWindow(
                opens: opens, closes: opens + Int64.random(in: 10...60, using: &generator))
        }
        /// Whether these stops, in some order after the first stop, keep their windows.
        func isKept(_ stops: [Int]) throws -> Bool {
            let rows = [0] + stops
            let part = TourProblem(
                costs: rows.map { a in rows.map { costs[a][$0] } }, firstStop: 0,
                windows: [nil] + stops.map { windows[$0] }, start: floats ? nil : 0,
                departureFloats: floats)
            return try #require(part.bestTour()).cost.violation == 0
        }
        let problem = TourProblem(
            costs: costs, firstStop: 0, windows: [nil] + windows.dropFirst(),
            start: floats ? nil : 0, departureFloats: floats)
        guard let conflict = problem.conflict() else {
            // No three stops are a conflict.
            for a in 1..<6 {
                for b in 1..<6 where b != a {
                    for c in 1..<6 where c != a && c != b { #expect(try isKept([a, b, c])) }
                }
            }
            return
        }
        #expect(try !isKept(conflict), "seed \(seed): \(conflict)")
        for left in conflict { #expect(try isKept(conflict.filter { $0 != left })) }
        #expect(try #require(problem.bestTour()).cost.violation > 0)
    }

    @Test(arguments: UInt64(0)..<6)
    func `many stops get an order no worse than the input, the same every time`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let effort = TourEffort(rounds: 500)
        for kind in 0..<8 {
            let problem = problem(
                stops: .random(in: 14...30, using: &generator), fixesFirst: kind & 1 != 0,
                fixesLast: kind & 2 != 0, hasWindows: kind & 4 != 0, gaps: 0, using: &generator)
            let tour = problem.bestTour(effort: effort)
            #expect(tour == problem.bestTour(effort: effort))
            guard let tour else {
                Issue.record("every stop is reachable, seed \(seed)")
                continue
            }
            #expect(referenceCost(tour.order, of: problem) == tour.cost)
            #expect(tour.cost <= problem.cost(of: problem.inputOrder))
            checkOrder(tour.order, of: problem)
        }
    }

    private func checkOrder(_ order: [Int], of problem: TourProblem) {
        #expect(order.sorted() == Array(0..<problem.stopCount))
        if let first = problem.firstStop { #expect(order.first == first) }
        if let last = problem.lastStop { #expect(order.last == last) }
    }

    @Test func `a search that is cancelled gives what it has`() {
        var generator = SeededGenerator(5)
        for hasWindows in [false, true] {
            let problem = problem(
                stops: 40, fixesFirst: true, fixesLast: false, hasWindows: hasWindows, gaps: 0,
                using: &generator)
            let tour = problem.bestTour { true }
            #expect(tour?.order.count == 40)
        }
    }

    @Test func `stops behind one-way ferries are put in the only order there is`() {
        // Islands with five stops; a ferry leads from each island to every later one, but not back.
        let island = [3, 0, 2, 1].flatMap { Array(repeating: $0, count: 5) }
        let costs = island.indices.map { from in
            island.indices.map { to in
                island[from] <= island[to]
                    ? UInt32(10 + (from * 7 + to * 3) % 11) : TourProblem.unreachable
            }
        }
        let tour = TourProblem(costs: costs).bestTour(effort: TourEffort(rounds: 10))
        #expect(tour?.order.map { island[$0] } == island.sorted())
        // Two ferries from one island to two that do not reach each other.
        var split = costs
        for from in island.indices where island[from] == 2 {
            for to in island.indices where island[to] == 3 { split[from][to] = .max }
        }
        #expect(
            TourProblem(costs: split).bestTour(effort: TourEffort(rounds: 10)) == nil)
        #expect(TourProblem(costs: [[0, .max], [.max, 0]]).bestTour() == nil)
    }

    @Test func `equal orders leave the input as it is`() {
        let costs = [[UInt32]](repeating: Array(repeating: 7, count: 6), count: 6)
        #expect(TourProblem(costs: costs).bestTour()?.order == Array(0..<6))
        let many = [[UInt32]](repeating: Array(repeating: 7, count: 20), count: 20)
        #expect(TourProblem(costs: many, firstStop: 4).bestTour()?.order.first == 4)
        #expect(TourProblem(costs: many).bestTour()?.order == Array(0..<20))
    }

    @Test func `no stops, one stop and two stops have an order`() {
        #expect(TourProblem(costs: []).bestTour()?.order == [])
        #expect(TourProblem(costs: [[0]]).bestTour()?.order == [0])
        #expect(TourProblem(costs: [[0]], firstStop: 0).bestTour()?.order == [0])
        #expect(TourProblem(costs: [[0, 9], [3, 0]]).bestTour()?.order == [1, 0])
        #expect(
            TourProblem(costs: [[0, 9], [3, 0]], firstStop: 0, lastStop: 1).bestTour()?.cost.travel
                == 9)
    }

    // In hundredths of a minute after 9:00: two legs of 5:20, both windows 9:10 to 9:12. The route
    // waits at the first stop, is 3.33 minutes late at the second, and the lateness delays nothing.
    @Test func `waits and violations are counted as ArcGIS counts them`() {
        let minutes: Int64 = 100
        let problem = TourProblem(
            costs: [[0, 533, 0], [0, 0, 533], [0, 0, 0]], firstStop: 0, lastStop: 2,
            windows: [
                nil, TimeWindow(opens: 10 * minutes, closes: 12 * minutes),
                TimeWindow(opens: 10 * minutes, closes: 12 * minutes),
            ], start: 0)
        let cost = problem.cost(of: [0, 1, 2])
        #expect(cost.violation == 333)
        #expect(cost.total == 1_000 + 533 && cost.travel == 1_066)
        // Service times 2, 10, 5 and 10-minute legs: 37 in the end.
        let served = TourProblem(
            costs: [[0, 10, 0], [0, 0, 10], [0, 0, 0]], services: [2, 10, 5],
            windows: [nil, nil, TimeWindow(opens: 0, closes: 99)], start: 0)
        #expect(served.cost(of: [0, 1, 2]).total == 37)
    }

    @Test func `a window met beats a shorter tour`() {
        // 1 and 2 lie in a row; 2 closes early.
        let costs: [[UInt32]] = [[0, 10, 20], [10, 0, 10], [20, 10, 0]]
        let free = TourProblem(costs: costs, firstStop: 0)
        #expect(free.bestTour()?.order == [0, 1, 2])
        let windowed = TourProblem(
            costs: costs, firstStop: 0, services: [0, 15, 0],
            windows: [nil, nil, TimeWindow(opens: 0, closes: 25)], start: 0)
        #expect(windowed.bestTour()?.order == [0, 2, 1])
    }

    @Test func `a fixed stop that does not exist stops the process`() async {
        await #expect(processExitsWith: .failure) {
            _ = TourProblem(costs: [[0]], firstStop: 1)
        }
        await #expect(processExitsWith: .failure) {
            _ = TourProblem(costs: [[0, 1], [1, 0]], firstStop: 1, lastStop: 1)
        }
    }
}
