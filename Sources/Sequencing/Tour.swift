// Start here: which method answers which problem.

/// An order of the stops.
package struct Tour: Hashable, Sendable {
    /// The stops in the order of their visit.
    package var order: [Int]
    /// The cost of the order.
    package var cost: TourCost
    /// Whether no better order exists.
    package var isOptimal: Bool
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
    ///   - isCancelled: Called regularly; once it returns true, the search ends with the best order
    ///     so far.
    /// - Returns: `nil` when no order connects all stops, or none was found among many stops.
    /// - Complexity: Up to ``ExactTour/largestCount`` free stops, or
    ///   ``ExactTour/largestCountWithWindows`` with windows: O(2ⁿ *n*²) in their number *n*, some
    ///   milliseconds. Beyond: O(*n*²) in the number of stops, plus the rounds of the effort.
    package func bestTour(
        effort: TourEffort? = nil, isCancelled: () -> Bool = { false }
    ) -> Tour? {
        let input = inputOrder
        let inputCost = cost(of: input)
        let free = freeStops.count
        let exactCount =
            windows == nil ? ExactTour.largestCount : ExactTour.largestCountWithWindows
        if free <= exactCount {
            guard let order = ExactTour.order(of: self) else { return nil }
            let best = cost(of: order)
            return Tour(
                order: best < inputCost ? order : input, cost: min(best, inputCost),
                isOptimal: true)
        }
        let effort = effort ?? .standard(for: self)
        let order =
            windows == nil
            ? orderWithoutWindows(effort, isCancelled) : orderWithWindows(effort, isCancelled)
        let found = cost(of: order)
        let best = found < inputCost ? (order: order, cost: found) : (order: input, cost: inputCost)
        guard best.cost.unreachableLegs == 0 else { return nil }
        return Tour(order: best.order, cost: best.cost, isOptimal: false)
    }

    /// Initial orders, the one of the input before all others.
    private var firstOrders: [[Int]] { [inputOrder] + TourConstruction(self).orders }

    private func orderWithoutWindows(
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
        guard let best else { return inputOrder }
        var search = LocalSearch(matrix, from: best.order)
        search.run(EffortMeter(effort), isCancelled)
        return search.order
    }

    private func orderWithWindows(_ effort: TourEffort, _ isCancelled: () -> Bool) -> [Int] {
        let matrix = TimedMatrix(self)
        let starts = firstOrders.map { (order: $0, cost: cost(of: $0)) }
        guard let start = starts.min(by: { $0.cost < $1.cost }) else { return inputOrder }
        var search = WindowedSearch(self, matrix, from: start.order)
        search.run(EffortMeter(effort), isCancelled)
        return search.best.order
    }
}
