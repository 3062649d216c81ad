// Start here: which method answers which problem.

/// An order of the stops.
package struct Tour: Hashable, Sendable {
    /// The stops in the order of their visit.
    package var order: [Int]
    /// What the order costs.
    package var cost: TourCost
    /// Whether no better order exists.
    package var isOptimal: Bool
}

/// How long to look for a better order of many stops.
package struct TourEffort: Hashable, Sendable {
    /// How often the best order so far is disturbed and mended.
    ///
    /// A count and not a time, so that the same problem has the same answer on every machine.
    package var rounds: Int
    /// With windows, the greatest number of visits walked through from one first order on.
    package var visits: Int

    /// Makes an effort.
    package init(rounds: Int, visits: Int) {
        self.rounds = rounds
        self.visits = visits
    }

    /// A fraction of a second for up to a thousand stops.
    package static func standard(for problem: TourProblem) -> TourEffort {
        let count = max(1, problem.stopCount)
        return TourEffort(
            rounds: max(500, min(5_000, 400_000 / count)), visits: 4_000_000)
    }
}

extension TourProblem {
    /// Finds a good order of the stops; the best one when there are few.
    ///
    /// The same problem always has the same answer. It is never worse than the input's order, and
    /// is the input's order when nothing is better.
    ///
    /// - Parameters:
    ///   - effort: How long to look; ``TourEffort/standard(for:)`` when `nil`.
    ///   - isCancelled: Asked now and then; once true, the best order found so far is returned.
    /// - Returns: `nil` when no order connects all stops, or none was found among many stops.
    /// - Complexity: Up to ``ExactTour/largestCount`` free stops, or
    ///   ``ExactTour/largestCountWithWindows`` with windows: exponential in their number, some
    ///   milliseconds. Beyond: quadratic, times the rounds of the effort.
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
        var best = (order: input, cost: inputCost)
        for start in [input] + TourConstruction(self).orders {
            if isCancelled() { break }
            let order = improved(
                start, TourEffort(rounds: 0, visits: effort.visits / 4), isCancelled)
            let found = cost(of: order)
            if found < best.cost { best = (order, found) }
        }
        let order = improved(best.order, effort, isCancelled)
        let found = cost(of: order)
        if found < best.cost { best = (order, found) }
        guard best.cost.unreachableLegs == 0 else { return nil }
        return Tour(order: best.order, cost: best.cost, isOptimal: false)
    }

    private func improved(_ order: [Int], _ effort: TourEffort, _ isCancelled: () -> Bool) -> [Int]
    {
        if windows == nil {
            var search = LocalSearch(of: self, from: order)
            search.run(rounds: effort.rounds, isCancelled)
            return search.order
        }
        var search = WindowedSearch(of: self, from: order, visits: effort.visits)
        search.run(rounds: effort.rounds, isCancelled)
        return search.order
    }
}

/// SplitMix64: the same numbers on every machine.
///
/// Method: G. Steele, D. Lea and C. Flood, *Fast Splittable Pseudorandom Number Generators*,
/// OOPSLA 2014.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
