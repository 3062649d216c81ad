// Which stops are to blame when no order keeps all windows.

extension TourProblem {
    /// The most stops among which sets of three are looked for: a million sets.
    private static let mostForTriples = 200

    /// A smallest set of stops whose windows no order keeps, of up to three: ascending, and the
    /// first of several. `nil` when there is none that small, or none is known.
    ///
    /// Other stops between them only make a tour later, as long as no detour takes less time than
    /// the leg itself. That holds for shortest paths, and not for times beside other costs.
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

/// Whether orders of a few stops from the start of a tour keep their windows. A leg that does not
/// exist takes no time here: it is not the windows that such an order fails by.
private struct WindowChecks {
    private let problem: TourProblem
    private let windows: [TimeWindow?]
    /// When each stop is left if it is the first after the start; `nil` if that is too late.
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

    /// When a stop is left that is reached at a time; `nil` if that is too late.
    private static func left(
        _ stop: Int, at clock: Int64, _ problem: TourProblem, _ windows: [TimeWindow?]
    ) -> Int64? {
        guard let window = windows[stop] else { return clock + problem.services[stop] }
        guard clock <= window.closes else { return nil }
        return max(clock, window.opens) + problem.services[stop]
    }

    /// When a stop is left as soon as it can be; `nil` if it is reached too late.
    func reached(_ stop: Int) -> Int64? { first[stop] }

    private func left(_ stop: Int, after other: Int, at clock: Int64?) -> Int64? {
        // The last stop has none after it.
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
