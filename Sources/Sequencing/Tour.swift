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

/// The limits of a search for a better order of many stops.
///
/// Without windows a search ends when it has found nothing better for long, mostly before it
/// reaches its limit.
package struct TourEffort: Hashable, Sendable {
    /// The most perturbations of the best order so far.
    ///
    /// A count and not a time, so that the same problem has the same answer on every machine.
    package var rounds: Int
    /// With windows, the most visits that are evaluated in the search from one initial order.
    package var visits: Int

    /// Makes an effort.
    package init(rounds: Int, visits: Int) {
        self.rounds = rounds
        self.visits = visits
    }

    /// The default limits: a fraction of a second for up to a thousand stops.
    package static func standard(for problem: TourProblem) -> TourEffort {
        let count = max(1, problem.stopCount)
        return problem.windows == nil
            ? TourEffort(rounds: max(1_000, min(20_000, 8_000_000 / count)), visits: 0)
            : TourEffort(rounds: max(500, min(5_000, 400_000 / count)), visits: 4_000_000)
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
        search.run(rounds: effort.rounds, isCancelled)
        return search.order
    }

    private func orderWithWindows(_ effort: TourEffort, _ isCancelled: () -> Bool) -> [Int] {
        var best: (order: [Int], cost: TourCost)?
        for start in firstOrders {
            if isCancelled() { break }
            var search = WindowedSearch(of: self, from: start, visits: effort.visits / 4)
            search.run(rounds: 0, isCancelled)
            let found = cost(of: search.order)
            if best.map({ found < $0.cost }) ?? true { best = (search.order, found) }
        }
        guard let best else { return inputOrder }
        var search = WindowedSearch(of: self, from: best.order, visits: effort.visits)
        search.run(rounds: effort.rounds, isCancelled)
        return search.order
    }
}
