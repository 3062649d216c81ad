// When shifts begin that no start time states.

/// The shifts that the time windows of a request's stops begin, if it has no start time.
///
/// A route then starts when the window of its first stop opens, and times of day belong to that
/// shift: after a first stop from 22:00 on, 01:00 to 02:00 is on the next day.
///
///     let stops = [(22, 23), (1, 2)].map { opens, closes in
///         ShiftBeginnings.Stop(windows: [(noDay + opens * hour, noDay + closes * hour)])
///     }
///     ShiftBeginnings(of: stops, .given, today: midnight)[nil]    // midnight + 22 * hour
package struct ShiftBeginnings: Hashable, Sendable {
    /// What a request says about a stop's place in its route, and its windows.
    package struct Stop {
        package var route: String?
        package var sequence: Int?
        package var windows: [(start: Int64, end: Int64)]

        package init(
            route: String? = nil, sequence: Int? = nil, windows: [(start: Int64, end: Int64)]
        ) {
            self.route = route
            self.sequence = sequence
            self.windows = windows
        }
    }

    /// What is known of the order in which stops are visited.
    package enum Order: Hashable, Sendable { case given, onlyFirst, free }

    /// Midnight of the day to which times of day belong: the first window's with a date, or else
    /// today.
    package let day: Int64
    /// Whether some window has a date.
    package let hasDates: Bool
    private let beginnings: [String?: Int64]

    /// When a route's shift begins, on the windows' clock; `nil` if none of its stops has a window.
    package subscript(route: String?) -> Int64? { beginnings[route] }

    /// Finds the beginnings.
    ///
    /// - Parameters:
    ///   - stops: The stops in the request's order.
    ///   - pause: When the routes' break begins, if they have one.
    ///   - today: Midnight of today on the windows' clock.
    /// - Complexity: O(*n* log *n*) for *n* windows.
    package init(of stops: [Stop], _ order: Order, pause: Int64? = nil, today: Int64) {
        let starts = stops.flatMap { $0.windows.map(\.start) } + (pause.map { [$0] } ?? [])
        let first = starts.filter { ShiftWindow.timeOfDay($0) == nil }.min()
        hasDates = first != nil
        let day = ShiftWindow.midnight(first ?? today)
        self.day = day
        beginnings = Dictionary(grouping: stops, by: \.route).compactMapValues { stops in
            Self.beginning(
                of: stops.enumerated().sorted {
                    ($0.element.sequence ?? .max, $0.offset)
                        < ($1.element.sequence ?? .max, $1.offset)
                }.map(\.element), order, on: day)
        }
    }

    private static func beginning(of stops: [Stop], _ order: Order, on day: Int64) -> Int64? {
        func placed(_ windows: [(start: Int64, end: Int64)]) -> [ShiftWindow] {
            windows.map { ShiftWindow($0.start, $0.end, after: nil, on: day) }
        }
        func opens(_ stop: Stop?) -> Int64? {
            stop.flatMap { placed($0.windows).map(\.start).min() }
        }
        if order != .free, let opens = opens(stops.first) { return opens }
        let windows = stops.flatMap(\.windows)
        if order == .given, let opens = opens(stops.first { !$0.windows.isEmpty }) {
            return settled(opens, windows)
        }
        let ofSomeDay = windows.filter { ShiftWindow.timeOfDay($0.start) != nil }
        return afterLongestPause(of: placed(ofSomeDay), on: day)
            ?? windows.lazy.map(\.start).min()
    }

    /// The most steps back to an earlier beginning.
    private static let mostSteps = 16

    /// Returns when a route starts whose first stop has no window: if others are open already when
    /// the first one on the way opens, with the earliest of them, and so on.
    ///
    /// So the windows keep their days if the request states the start that the route has without.
    ///
    /// - Returns: `opens` if windows follow one another all day long.
    private static func settled(_ opens: Int64, _ windows: [(start: Int64, end: Int64)]) -> Int64 {
        var begins = opens
        for _ in 0..<mostSteps {
            let starts = windows.lazy.map { ShiftWindow($0.start, $0.end, after: begins).start }
            guard let earliest = starts.min(), earliest < begins else { return begins }
            begins = earliest
        }
        return opens
    }

    /// Returns when the first window opens; if some are open over midnight, the first after the
    /// longest time of the day without a window.
    private static func afterLongestPause(of windows: [ShiftWindow], on day: Int64) -> Int64? {
        let sorted = windows.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        let midnight = day + ShiftWindow.dayLength
        guard sorted.contains(where: { $0.end > midnight }) else { return sorted.first?.start }
        var lastEnds = sorted.map(\.end)
        for index in lastEnds.indices.dropLast().reversed() {
            lastEnds[index] = max(lastEnds[index], lastEnds[index + 1])
        }
        var best: (length: Int64, opens: Int64)?
        var passed: Int64?
        for (window, lastEnd) in zip(sorted, lastEnds) {
            // A shift may begin here if no window from before is still open.
            if passed.map({ $0 < window.start }) ?? true {
                let end = max(lastEnd, passed.map { $0 + ShiftWindow.dayLength } ?? lastEnd)
                let length = end - window.start
                if best.map({ length < $0.length }) ?? true { best = (length, window.start) }
            }
            passed = max(passed ?? window.end, window.end)
        }
        return best?.opens
    }
}
