// Tests when shifts begin that no start time states.

import DataStructures
import Testing

@testable import Preparation

struct ShiftBeginningsTests {
    private static let hour: Int64 = 3_600_000
    /// Midnight at the beginning of 24 June 2024.
    private static let midnight: Int64 = 1_719_187_200_000

    /// A stop with a window of times of day, in hours.
    private static func stop(
        _ window: [Int64], route: String? = nil, sequence: Int? = nil
    ) -> ShiftBeginnings.Stop {
        let bounds = window.map { ShiftWindow.noDay + $0 * hour }
        return ShiftBeginnings.Stop(
            route: route, sequence: sequence,
            windows: bounds.isEmpty ? [] : [(start: bounds[0], end: bounds[1])])
    }

    /// When the shift begins, in hours from midnight of today.
    private static func beginning(
        _ stops: [ShiftBeginnings.Stop], _ order: ShiftBeginnings.Order, route: String? = nil
    ) -> Int64? {
        ShiftBeginnings(of: stops, order, today: midnight)[route].map { ($0 - midnight) / hour }
    }

    @Test(
        arguments: [
            // The first stop with a window decides.
            (.given, [[22, 23], [23, 25], [1, 2]], 22), (.given, [[], [23, 24], [1, 2]], 23),
            (.given, [[9, 12], [8, 10]], 9), (.given, [[], [9, 12], [10, 11]], 9),
            (.onlyFirst, [[9, 12], [8, 10]], 9),
            // In an order to be found, a window over midnight shows a night shift.
            (.onlyFirst, [[], [1, 2], [23, 25]], 23), (.free, [[1, 2], [22, 23], [23, 25]], 22),
            (.free, [[22, 2], [4, 5]], 22),
            // Otherwise the day begins with the earliest window.
            (.free, [[20, 21], [6, 7]], 6), (.onlyFirst, [[], [10, 11], [9, 12]], 9),
        ] as [(ShiftBeginnings.Order, [[Int64]], Int64)])
    func `a shift begins with the first window on the way`(
        order: ShiftBeginnings.Order, windows: [[Int64]], expected: Int64
    ) {
        #expect(Self.beginning(windows.map { Self.stop($0) }, order) == expected)
    }

    @Test(arguments: UInt64(1)..<200)
    func `stating the start that follows changes no window's day`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        // Four windows of at most four hours leave time of the day without one.
        let windows = (0..<4).map { _ -> [Int64] in
            let opens = Int64.random(in: 0..<24, using: &generator)
            return [opens, (opens + Int64.random(in: 1...4, using: &generator)) % 24]
        }
        let stops = [Self.stop([])] + windows.map { Self.stop($0) }
        guard let begins = Self.beginning(stops, .given) else {
            Issue.record("seed \(seed): no beginning")
            return
        }
        func placed(_ start: Int64) -> [ShiftWindow] {
            stops.flatMap(\.windows).map {
                ShiftWindow($0.start, $0.end, after: Self.midnight + start * Self.hour)
            }
        }
        // A route whose first stop has no window starts when the earliest one opens.
        let start = placed(begins).map { ($0.start - Self.midnight) / Self.hour }.min()
        #expect(start == begins, "seed \(seed)")
    }

    @Test func `windows all day long leave the shift at the first on the way`() {
        let around = stride(from: Int64(22), through: 0, by: -2).map { [$0, $0 + 3] }
        #expect(Self.beginning([Self.stop([])] + around.map { Self.stop($0) }, .given) == 22)
    }

    @Test func `each route has its own shift, in the order of its Sequence`() {
        let stops = [
            Self.stop([7, 8], route: "night", sequence: 2), Self.stop([8, 9], route: "day"),
            Self.stop([22, 23], route: "night", sequence: 1), Self.stop([], route: "idle"),
        ]
        #expect(Self.beginning(stops, .given, route: "day") == 8)
        #expect(Self.beginning(stops, .given, route: "night") == 22)
        #expect(Self.beginning(stops, .given, route: "idle") == nil)
    }

    @Test func `windows with dates give their day to the others`() {
        let late = Self.midnight + 46 * Self.hour
        let dated = ShiftBeginnings.Stop(windows: [(start: late, end: late + Self.hour)])
        let found = ShiftBeginnings(
            of: [dated, Self.stop([1, 2])], .given, today: Self.midnight)
        #expect(found.hasDates)
        #expect(found.day == Self.midnight + 24 * Self.hour)
        #expect(found[nil] == late)
    }
}
