// Which stops are to blame if no order keeps all windows.

extension TourProblem {
    /// The most stops among which conflicts of three are searched: a million sets.
    private static let mostForTriples = 200

    /// Returns a smallest set of up to three stops whose windows no order keeps, ascending; the
    /// first of several. `nil` if there is none that small, or none is known.
    ///
    /// Stops visited between them only make a tour later, as long as no detour takes less time than
    /// the leg itself. That holds for shortest paths, but not if times and costs differ.
    ///
    /// - Complexity: O(*n*³) in the number of stops up to 200, O(*n*²) beyond.
    package func conflict() -> [Int]? {
        guard let windows, times == nil else { return nil }
        let known = WindowChecks(self, windows)
        let stops = (0..<stopCount).filter { $0 != firstStop && windows[$0] != nil }
        if let alone = stops.first(where: { known.reached($0) == nil }) { return [alone] }
        for (place, a) in stops.enumerated() {
            for b in stops[(place + 1)...] where !known.keeps(a, b) && !known.keeps(b, a) {
                return [a, b]
            }
        }
        guard stops.count <= Self.mostForTriples else { return nil }
        for (place, a) in stops.enumerated() {
            for (next, b) in stops.enumerated().dropFirst(place + 1) {
                for c in stops[(next + 1)...] where !known.keeps(anyOrderOf: a, b, c) {
                    return [a, b, c]
                }
            }
        }
        return nil
    }
}

/// Whether orders of a few stops keep their windows from the start of a tour. A missing leg takes
/// no time here, since such an order does not fail because of its windows.
private struct WindowChecks {
    private let problem: TourProblem
    private let windows: [TimeWindow?]
    /// For each stop, when it is left if visited first after the start; `nil` if that is too late.
    private let first: [Int64?]

    init(_ problem: TourProblem, _ windows: [TimeWindow?]) {
        self.problem = problem
        self.windows = windows
        first = (0..<problem.stopCount).map { stop in
            guard let origin = problem.firstStop, origin != stop else {
                return Self.left(stop, at: problem.startClock(at: stop), problem, windows)
            }
            let begin = max(problem.startClock(at: origin), windows[origin]?.opens ?? .min)
            let arrival = begin + problem.services[origin] + Self.time(origin, stop, problem)
            return Self.left(stop, at: arrival, problem, windows)
        }
    }

    private static func time(_ from: Int, _ to: Int, _ problem: TourProblem) -> Int64 {
        problem.cost(from: from, to: to) == TourProblem.unreachable
            ? 0 : problem.time(from: from, to: to)
    }

    /// Returns when a stop reached at some time is left; `nil` if that is too late.
    private static func left(
        _ stop: Int, at clock: Int64, _ problem: TourProblem, _ windows: [TimeWindow?]
    ) -> Int64? {
        guard let window = windows[stop] else { return clock + problem.services[stop] }
        guard clock <= window.closes else { return nil }
        return max(clock, window.opens) + problem.services[stop]
    }

    /// Returns when a stop is left at the soonest; `nil` if it is reached too late.
    func reached(_ stop: Int) -> Int64? { first[stop] }

    private func left(_ stop: Int, after other: Int, at clock: Int64?) -> Int64? {
        // No stop comes after the last one.
        guard let clock, other != problem.lastStop else { return nil }
        return Self.left(stop, at: clock + Self.time(other, stop, problem), problem, windows)
    }

    func keeps(_ a: Int, _ b: Int) -> Bool { left(b, after: a, at: first[a]) != nil }

    func keeps(anyOrderOf a: Int, _ b: Int, _ c: Int) -> Bool {
        func keeps(_ a: Int, _ b: Int, _ c: Int) -> Bool {
            left(c, after: b, at: left(b, after: a, at: first[a])) != nil
        }
        return keeps(a, b, c) || keeps(a, c, b) || keeps(b, a, c) || keeps(b, c, a)
            || keeps(c, a, b) || keeps(c, b, a)
    }
}
