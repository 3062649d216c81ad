// Start here: which method answers which problem.

/// An order of the stops.
package struct Tour: Hashable, Sendable {
    /// The stops in the order of their visit.
    package var order: [Int]
    /// The cost of the order.
    package var cost: TourCost
    /// Whether no better order exists.
    package var isOptimal: Bool
    /// What no order with as little lateness costs less than, in the unit of the cost that decides
    /// between them; `nil` where that is not known, as for orders that are late.
    package var bound: Int64?
}

extension Tour {
    /// By which share the order costs more than the best at most; `nil` where that is not known.
    package var gap: Double? {
        if isOptimal { return 0 }
        guard let bound, cost.decisive > 0 else { return nil }
        return Double(cost.decisive - bound) / Double(max(bound, 1))
    }
}

extension TourProblem {
    /// Finds a good order of the stops; the optimal one when there are few.
    ///
    /// ```swift
    /// let problem = TourProblem(costs: [[0, 5, 2], [5, 0, 3], [2, 3, 0]], firstStop: 0)
    /// let order = problem.bestTour()?.order
    /// // [0, 2, 1]
    /// ```
    ///
    /// The result depends on the problem and the effort alone. It is never worse than the input's
    /// order, and is the input's order when no order is better.
    ///
    /// - Parameters:
    ///   - effort: The limits of the search; ``TourEffort/standard(for:)`` when `nil`.
    ///   - proves: Whether to say how much better another order may be, which takes up to a fifth
    ///     of the seconds of the effort. An optimal order of few stops is known as such without it.
    ///   - isCancelled: Called regularly; once it returns true, the search ends with the best order
    ///     so far.
    /// - Returns: `nil` when no order connects all stops, or none was found among many stops.
    /// - Complexity: Up to ``ExactTour/largestCount(like:)`` free stops: O(2ⁿ *n*²) in their number
    ///   *n*, some milliseconds. Beyond: O(*n*²) in the number of stops, plus the rounds of the
    ///   effort.
    package func bestTour(
        effort: TourEffort? = nil, proves: Bool = true, isCancelled: () -> Bool = { false }
    ) -> Tour? {
        let input = inputOrder
        let inputCost = cost(of: input)
        let free = freeStops.count
        let isPlain = windows == nil && isPlain
        if free <= ExactTour.largestCount(like: self) {
            switch ExactTour.order(of: self) {
            case .best(let order):
                let best = cost(of: order)
                return Tour(
                    order: best < inputCost ? order : input, cost: min(best, inputCost),
                    isOptimal: true)
            case .none: return nil
            case .tooHard: break
            }
        }
        let effort = effort ?? .standard(for: self)
        let clock = EffortMeter(effort)
        let search =
            proves ? effort.limited(toShareOfSeconds: 1 - Self.shareOfProof) : effort
        let order =
            isPlain ? orderByCosts(search, isCancelled) : orderByClock(search, isCancelled)
        let found = cost(of: order)
        let best = found < inputCost ? (order: order, cost: found) : (order: input, cost: inputCost)
        guard best.cost.unreachableLegs == 0 else { return nil }
        let bound =
            proves
            ? bound(below: best.cost) { isCancelled() || clock.areSecondsSpent } : nil
        return Tour(
            order: best.order, cost: best.cost, isOptimal: bound == best.cost.decisive,
            bound: bound)
    }

    /// The share of the seconds that is left for the proof.
    private static let shareOfProof = 0.2

    /// What no order in time costs less than; `nil` when the best known one is late.
    func bound(below known: TourCost, _ isCancelled: () -> Bool) -> Int64? {
        guard known.violation == 0 else { return nil }
        var search = TourBound(TourMatrix(self, keepingWindows: true))
        let legs = search.find(known: known.travel, isCancelled)
        guard isTimed, goal.cost == .duration else { return legs }
        return min(known.total, max(legs + services.reduce(0, +), latestEnd))
    }

    /// What the tour takes at least to reach the stop whose window opens last, and to end.
    private var latestEnd: Int64 {
        guard let windows, let firstStop, !departureFloats, times == nil else { return 0 }
        let ends = (0..<stopCount).compactMap { stop -> Int64? in
            guard let window = windows[stop] else { return nil }
            let left = window.opens + services[stop]
            guard let lastStop, lastStop != stop else { return left }
            let leg = cost(from: stop, to: lastStop)
            return leg == Self.unreachable ? nil : left + Int64(leg) + services[lastStop]
        }
        return (ends.max() ?? 0) - startClock(at: firstStop)
    }

    /// Initial orders, the one of the input before all others.
    private var firstOrders: [[Int]] { [inputOrder] + TourConstruction(self).orders }

    /// The best order by the least costs of legs alone.
    private func orderByCosts(
        _ effort: TourEffort, _ isCancelled: () -> Bool
    ) -> [Int] {
        let matrix = TourMatrix(self)
        var best: (order: [Int], total: Int64)?
        for start in firstOrders {
            if isCancelled() { break }
            var search = LocalSearch(matrix, from: start)
            search.improve()
            if search.total < best?.total ?? .max { best = (search.order, search.total) }
        }
        guard let start = best?.order, var best else { return inputOrder }
        let meter = EffortMeter(effort)
        var bound: Int64?
        for number in 0..<max(1, effort.searches) {
            var search = LocalSearch(matrix, from: start, seed: UInt64(number) + 1)
            search.run(meter, isCancelled)
            if search.total < best.total { best = (search.order, search.total) }
            if meter.share(after: 0) >= 1 || isCancelled() { break }
            // Most often the first search has found the best order.
            if bound == nil {
                var search = TourBound(matrix)
                bound = search.find(known: best.total, isCancelled)
            }
            if bound == best.total { break }
        }
        return best.order
    }

    /// The share of the effort for an order by costs alone, where that is a good one to begin with.
    private static let shareByCosts = 0.3

    /// The best order under windows and all other rules.
    func orderByClock(_ effort: TourEffort, _ isCancelled: () -> Bool) -> [Int] {
        let matrix = TimedMatrix(self)
        let meter = EffortMeter(effort)
        var orders = firstOrders
        if windows == nil {
            orders.append(orderByCosts(effort.scaled(by: Self.shareByCosts), isCancelled))
        }
        let starts = orders.map { order in
            let order = rules.keeping(order)
            return (order: order, cost: cost(of: order))
        }
        guard let start = starts.min(by: { $0.cost < $1.cost }) else { return inputOrder }
        var search = WindowedSearch(self, matrix, from: start.order)
        search.run(meter, isCancelled)
        return search.best.order
    }
}
