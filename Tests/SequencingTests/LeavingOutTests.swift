// Compares orders that leave out stops with every order of every stop set.

import DataStructures
import Testing

@testable import Sequencing

@Suite struct LeavingOutTests {
    /// A random problem with one or two windows a stop, some of which allow little lateness.
    private struct Drawn {
        let problem: TourProblem
        let costs: [[UInt32]]
        let windows: [[TimeWindow]]
        let services: [Int64]
        let mostLate: [Int64?]
        let first: Int?

        init(seed: UInt64, stops: Int, hasSecondWindows: Bool = true) {
            var generator = SeededGenerator(state: seed &* 131 &+ 7)
            func draw(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
            costs = (0..<stops).map { _ in (0..<stops).map { _ in UInt32(draw(5..<60)) } }
            services = (0..<stops).map { _ in Int64(draw(0..<10)) }
            windows = (0..<stops).map { _ in
                let opens = Int64(draw(0..<90))
                let one = TimeWindow(opens: opens, closes: opens + Int64(draw(0..<30)))
                guard draw(0..<3) == 0, hasSecondWindows else { return [one] }
                return [TimeWindow(opens: one.closes + 20, closes: one.closes + 50), one]
            }
            mostLate = (0..<stops).map { _ in draw(0..<4) == 0 ? nil : Int64(draw(0..<10)) }
            first = draw(0..<2) == 0 ? nil : 0
            problem = TourProblem(
                costs: costs, firstStop: first, services: services, windows: windows.map(\.first),
                start: 0,
                rules: TourRules(
                    laterWindows: windows.map { Array($0.dropFirst()) }, mostLate: mostLate))
        }

        /// Whether an order reaches every stop within its permitted lateness, in some of its
        /// windows.
        func isInTime(_ order: [Int]) -> Bool {
            func follow(_ rest: ArraySlice<Int>, _ last: Int?, _ clock: Int64) -> Bool {
                guard let stop = rest.first else { return true }
                let reached = clock + Int64(last.map { costs[$0][stop] } ?? 0)
                return windows[stop].contains { window in
                    let isLate = reached > window.closes + (mostLate[stop] ?? 1_000)
                    if isLate, stop != first { return false }
                    return follow(
                        rest.dropFirst(), stop, max(reached, window.opens) + services[stop])
                }
            }
            return follow(order[...], nil, 0)
        }

        /// The most stops that any order visits in time.
        func most(inOrder: Bool) -> Int {
            var most = 0
            func extend(_ order: [Int]) {
                guard isInTime(order) else { return }
                most = max(most, order.count)
                for stop in windows.indices
                where !order.contains(stop) && (!inOrder || stop > order.last ?? -1) {
                    extend(order + [stop])
                }
            }
            if let first { extend([first]) } else { extend([]) }
            return most
        }
    }

    @Test(arguments: UInt64(0)..<150)
    func `as few of a few stops are left out as possible`(seed: UInt64) {
        let drawn = Drawn(seed: seed, stops: 6)
        let order = drawn.problem.orderLeavingOut(lateIn: Array(0..<6), keepsOrder: false)
        let (isInTime, most) = (drawn.isInTime(order), drawn.most(inOrder: false))
        #expect(isInTime, "seed \(seed): \(order)")
        #expect(order.count == most, "seed \(seed): \(order)")
        if let first = drawn.first { #expect(order.first == first, "seed \(seed)") }
    }

    @Test(arguments: UInt64(0)..<150)
    func `an order that is kept is in time, and at most a stop shorter than it could be`(
        seed: UInt64
    ) {
        let drawn = Drawn(seed: seed, stops: 7)
        let order = drawn.problem.orderLeavingOut(lateIn: Array(0..<7), keepsOrder: true)
        let (isInTime, most) = (drawn.isInTime(order), drawn.most(inOrder: true))
        #expect(isInTime, "seed \(seed): \(order)")
        #expect(order == order.sorted(), "seed \(seed)")
        #expect(order.count >= most - 1, "seed \(seed): \(order), most \(most)")
    }

    @Test(arguments: UInt64(0)..<10)
    func `many stops are left out one by one, and nothing that fits stays out`(seed: UInt64) {
        let drawn = Drawn(seed: seed, stops: 40, hasSecondWindows: false)
        let order = drawn.problem.orderLeavingOut(lateIn: Array(0..<40), keepsOrder: false)
        let isInTime = drawn.isInTime(order)
        #expect(isInTime, "seed \(seed)")
        for stop in 0..<40 where !order.contains(stop) {
            for place in (drawn.first == nil ? 0 : 1)...order.count {
                var longer = order
                longer.insert(stop, at: place)
                let fits = drawn.isInTime(longer)
                #expect(!fits, "seed \(seed): \(stop) fits at \(place)")
            }
        }
    }
}
