// Compares a given order's visits with every possible way to visit it.

import Testing

@testable import Sequencing

@Suite struct OrderedVisitsTests {
    @Test(arguments: UInt64(0)..<200)
    func `no other windows, break or departure are better`(seed: UInt64) throws {
        var drawn = DrawnRules(seed: seed, stops: 4)
        drawn.doors = Array(repeating: 1, count: drawn.stops)
        drawn.costs = drawn.costs.prefix(drawn.stops).map { row in
            row.prefix(drawn.stops).map { $0 == TourProblem.unreachable ? 70 : $0 }
        }
        let order = Array(0..<drawn.stops)
        // Without a start and windows there is no clock.
        guard drawn.windows.contains(where: { !$0.isEmpty }) || drawn.start != nil,
            drawn.rules.predecessors.isEmpty, let expected = drawn.value(of: order)
        else { return }
        let visits = OrderedVisits(
            legs: order.dropFirst().map { Int64(drawn.costs[$0 - 1][$0]) },
            services: drawn.services, windows: drawn.windows, start: drawn.start,
            departureFloats: drawn.floats, rules: drawn.rules, lateness: drawn.lateness)
        let found = try #require(
            drawn.value(
                of: order, windows: visits.windows, breakPlace: visits.breakPlace,
                departure: visits.departure))
        let compared = drawn.hasTrades && found[1] > 0 ? 2 : 4
        #expect(found.prefix(compared) == expected.prefix(compared), "seed \(seed)")
    }

    @Test func `a stop that is reached between two windows waits, unless that makes more late`() {
        let windows = [TimeWindow(opens: 0, closes: 5), TimeWindow(opens: 20, closes: 30)]
        func visits(_ last: [TimeWindow]) -> OrderedVisits {
            OrderedVisits(
                legs: [10, 10], services: [0, 1, 0], windows: [[], windows, last], start: 0)
        }
        #expect(visits([]).windows == [nil, 1, nil])
        // Late by 5 there is less than late by 9 at the end.
        #expect(
            visits([TimeWindow(opens: 0, closes: 22)]).windows == [nil, 0, 0])
    }
}
