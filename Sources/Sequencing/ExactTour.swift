// The best order of few stops, by dynamic programming over sets of stops.

/// Finds optimal orders of few stops.
///
/// Without windows or rules it uses the recursion of Held and Karp over 2ⁿ sets of stops. With them
/// it uses ``WindowedExactTour``, which keeps several labels for each set, since an early tour and
/// a cheap one may both lead to the best. ``TourProblem/bestTour(effort:proves:isCancelled:)``
/// calls it for every problem with few enough free stops.
package enum ExactTour {
    /// The most free stops without windows: 2¹² sets with 12 last stops each.
    package static let largestCount = 12
    /// The most free stops with windows, doors or other rules, where a set may need several labels.
    package static let largestCountWithWindows = 10

    /// Returns the most free stops for a problem of this kind.
    package static func largestCount(like problem: TourProblem) -> Int {
        problem.windows == nil && problem.isPlain ? largestCount : largestCountWithWindows
    }

    /// Finds the best order.
    ///
    /// - Precondition: There are at most ``largestCount(like:)`` free stops.
    /// - Complexity: O(2ⁿ *n*²) for *n* free stops without windows; with windows, times the labels
    ///   of a set.
    package static func order(of problem: TourProblem) -> ExactOrder {
        let free = problem.freeStops
        if free.isEmpty {
            let order = problem.inputOrder
            return problem.cost(of: order).unreachableLegs == 0 ? .best(order) : .none
        }
        let most = largestCount(like: problem)
        precondition(
            free.count <= most,
            "too many stops for an exact order: \(free.count), at most \(most)")
        guard problem.windows == nil, problem.isPlain else {
            return WindowedExactTour(problem, free: free).order()
        }
        return HeldKarp(problem, free: free).order().map(ExactOrder.best) ?? .none
    }
}

/// The outcome of an exact search.
package enum ExactOrder: Hashable, Sendable {
    /// The best order of the stops.
    case best([Int])
    /// No order connects all stops.
    case none
    /// The search gave up: it would have to keep too many partial tours.
    case tooHard
}

/// The order with the least travel over all orders of the free stops.
///
/// Method: M. Held and R. Karp, *A dynamic programming approach to sequencing problems*, Journal of
/// the Society for Industrial and Applied Mathematics 10 (1962),
/// [doi:10.1137/0110015](https://doi.org/10.1137/0110015). The recursion begins and ends at the
/// fixed ends; at a free end it may begin or end anywhere.
private struct HeldKarp {
    private static let none = Int64.max

    private let problem: TourProblem
    private let free: [Int]
    /// The least travel that visits the free stops in `set` and ends at the `last` of them, at `set
    /// * free.count + last`.
    private var least: [Int64]
    /// The free stop before the last on that path; `free.count` if the last is the only one.
    private var previous: [UInt8]

    init(_ problem: TourProblem, free: [Int]) {
        self.problem = problem
        self.free = free
        let size = (1 << free.count) * free.count
        least = Array(repeating: Self.none, count: size)
        previous = Array(repeating: UInt8(free.count), count: size)
        for last in free.indices {
            least[(1 << last) * free.count + last] = leg(problem.firstStop, free[last])
        }
        for set in 1..<(1 << free.count) {
            for last in free.indices where set & (1 << last) != 0 { extend(set, last) }
        }
    }

    private func leg(_ from: Int?, _ to: Int?) -> Int64 {
        guard let from, let to else { return 0 }
        let cost = problem.cost(from: from, to: to)
        return cost == TourProblem.unreachable ? Self.none : Int64(cost)
    }

    private mutating func extend(_ set: Int, _ last: Int) {
        let soFar = least[set * free.count + last]
        guard soFar < Self.none else { return }
        for next in free.indices where set & (1 << next) == 0 {
            let step = leg(free[last], free[next])
            let label = (set | 1 << next) * free.count + next
            guard step < Self.none, soFar + step < least[label] else { continue }
            least[label] = soFar + step
            previous[label] = UInt8(last)
        }
    }

    func order() -> [Int]? {
        var set = (1 << free.count) - 1
        var best = Self.none
        var last = free.count
        for candidate in free.indices {
            let soFar = least[set * free.count + candidate]
            let step = leg(free[candidate], problem.lastStop)
            guard soFar < Self.none, step < Self.none, soFar + step < best else { continue }
            best = soFar + step
            last = candidate
        }
        guard last < free.count else { return nil }
        var backwards = problem.lastStop.map { [$0] } ?? []
        while last < free.count {
            backwards.append(free[last])
            let before = Int(previous[set * free.count + last])
            set &= ~(1 << last)
            last = before
        }
        if let first = problem.firstStop { backwards.append(first) }
        return backwards.reversed()
    }
}
