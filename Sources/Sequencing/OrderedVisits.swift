// When to visit the stops of a given order.

/// The best visits along a given order: when the tour begins, in which window it reaches each stop,
/// and where it takes its break.
///
/// ```swift
/// let morning = TimeWindow(opens: 0, closes: 5)
/// let noon = TimeWindow(opens: 20, closes: 30)
/// let visits = OrderedVisits(
///     legs: [10], services: [0, 1], windows: [[], [morning, noon]], start: 0)
/// visits.windows    // [nil, 1]: at 10 the first window is over
/// ```
///
/// The visits have the least lateness and then the soonest end, as ``TourProblem/cost(of:)`` judges
/// orders.
package struct OrderedVisits: Hashable, Sendable {
    /// When the tour begins.
    package let departure: Int64
    /// For each stop, the number of the window it is visited in; `nil` for a stop without windows.
    package let windows: [Int?]
    /// The place of the stop after whose service the break is; `nil` if there is no break.
    package let breakPlace: Int?

    /// Finds the best visits.
    ///
    /// - Parameters:
    ///   - legs: The time of each leg.
    ///   - services: The time spent at each stop.
    ///   - windows: Each stop's windows, in any order.
    ///   - start: When the tour begins; if `nil`, when the first stop's first window opens, or else
    ///     the first window of all.
    ///   - departureFloats: Whether a tour without `start` may begin later to wait less; it may
    ///     also begin sooner if its first stop has no window.
    ///   - rules: The break, the longest time, and how late stops may be.
    ///   - lateness: Which measure of lateness to minimize.
    /// - Precondition: One leg fewer than stops; at least one stop.
    /// - Complexity: O(*n* *w*) for *n* stops with *w* windows each.
    package init(
        legs: [Int64], services: [Int64], windows: [[TimeWindow]], start: Int64?,
        departureFloats: Bool = false, rules: TourRules = TourRules(),
        lateness: TourGoal.Lateness = .sum
    ) {
        precondition(
            !windows.isEmpty && legs.count == windows.count - 1 && services.count == windows.count,
            "\(legs.count) legs and \(services.count) services for \(windows.count) stops")
        let clock = TourClock(
            isRunning: true, departureFloats: departureFloats && start == nil, pause: rules.pause,
            longestTime: rules.longestTime, goal: TourGoal(lateness: lateness))
        func variants(_ place: Int) -> [TourNode] {
            TourNode.variants(
                of: place, door: 0, windows: windows[place],
                mostLate: rules.mostLate.isEmpty ? nil : rules.mostLate[place],
                hasBreak: rules.pause != nil)
        }
        let begin = start ?? Self.begin(legs, services, windows, rules.pause, departureFloats)
        var labels = OrderedLabels(
            startingAt: variants(0), at: begin, serving: services[0], clock)
        var history = [labels.labels]
        for place in windows.indices.dropFirst() {
            let leg = TimedLeg(time: legs[place - 1], cost: legs[place - 1])
            labels.visit(variants(place), serving: services[place]) { from, to in
                from.isRestedAfter == to.isRestedBefore ? leg : nil
            }
            history.append(labels.labels)
        }
        var nodes: [TourNode] = []
        var number = labels.best?.number ?? 0
        departure = begin + labels.labels[number].tour.delay
        for labels in history.reversed() {
            nodes.append(labels[number].tour.node)
            number = labels[number].previous
        }
        nodes.reverse()
        self.windows = zip(nodes, windows).map { node, windows in
            node.window.flatMap { windows.firstIndex(of: $0) }
        }
        breakPlace = nodes.firstIndex(where: \.hasBreak)
    }

    /// Returns the soonest time at which the tour may begin.
    private static func begin(
        _ legs: [Int64], _ services: [Int64], _ windows: [[TimeWindow]], _ pause: TourBreak?,
        _ floats: Bool
    ) -> Int64 {
        if let opens = windows[0].lazy.map(\.opens).min() { return opens }
        let opens = windows.joined().lazy.map(\.opens).min() ?? 0
        // Early enough to reach any stop when the first window opens.
        return floats
            ? opens - legs.reduce(0, +) - services.reduce(0, +) - (pause?.duration ?? 0) : opens
    }
}
