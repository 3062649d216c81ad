// Start here: which method answers which problem.

/// An order of the stops with its cost, as a search returns it.
package struct Tour: Hashable, Sendable {
    /// The stops in visiting order.
    package var order: [Int]
    /// The order's cost.
    package var cost: TourCost
    /// Whether no better order exists.
    package var isOptimal: Bool
    /// A lower bound for every order with as little lateness, in the unit of the cost that decides
    /// between them; `nil` if unknown, as for orders that are late.
    package var bound: Int64?
}

extension Tour {
    /// By which share the order may cost more than the best, at most; `nil` if unknown.
    package var gap: Double? {
        if isOptimal { return 0 }
        guard let bound, cost.decisive > 0 else { return nil }
        return Double(cost.decisive - bound) / Double(max(bound, 1))
    }
}

extension TourProblem {
    /// Finds a good order of the stops; the optimal one if there are few.
    ///
    /// ```swift
    /// let problem = TourProblem(costs: [[0, 5, 2], [5, 0, 3], [2, 3, 0]], firstStop: 0)
    /// let order = problem.bestTour()?.order
    /// // [0, 2, 1]
    /// ```
    ///
    /// The result depends only on the problem and the effort. It is never worse than the input's
    /// order, and is the input's order if no order is better.
    ///
    /// Up to ``ExactTour/largestCount(like:)`` free stops are solved exactly, unless they have too
    /// many variants. Larger problems start from several initial orders (``TourConstruction``), and
    /// the best one is improved: by ``LocalSearch`` if only costs matter, by ``WindowedSearch`` if
    /// there are windows or rules. Then ``TourBound`` computes how much better any other order can
    /// be.
    ///
    /// - Parameters:
    ///   - effort: The limits of the search; ``TourEffort/standard(for:)`` if `nil`.
    ///   - proves: Whether to compute ``Tour/bound``, which takes up to a fifth of the effort's
    ///     seconds. An optimal order of few stops is known to be optimal without it.
    ///   - isCancelled: Called regularly; once it returns true, the search ends with the best order
    ///     so far.
    /// - Returns: `nil` if no order connects all stops, or if none was found among many stops.
    /// - Complexity: Up to ``ExactTour/largestCount(like:)`` free stops: O(2ⁿ *n*²) for *n* of
    ///   them, some milliseconds. Beyond: O(*n*²) in the number of stops, plus the effort's rounds.
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

    /// The share of the seconds reserved for the proof.
    private static let shareOfProof = 0.2

    /// Returns a lower bound for all orders in time; `nil` if the best known order is late.
    func bound(below known: TourCost, _ isCancelled: () -> Bool) -> Int64? {
        guard known.violation == 0 else { return nil }
        var search = TourBound(TourMatrix(self, keepingWindows: true))
        let legs = search.find(known: known.travel, isCancelled)
        guard isTimed, goal.cost == .duration else { return legs }
        return min(known.total, max(legs + services.reduce(0, +), latestEnd))
    }

    /// The least time that the tour takes to reach the stop whose window opens last, and then to
    /// end.
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

    /// Initial orders, the input's first.
    private var firstOrders: [[Int]] { [inputOrder] + TourConstruction(self).orders }

    /// Returns the best order by the costs of legs alone.
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
            // Usually the first search has already found the best order.
            if bound == nil {
                var search = TourBound(matrix)
                bound = search.find(known: best.total, isCancelled)
            }
            if bound == best.total { break }
        }
        return best.order
    }

    /// The share of the effort for an order by costs alone, if that is a good start.
    private static let shareByCosts = 0.3

    /// Returns the best order under windows and all other rules.
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
