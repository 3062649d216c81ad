// The optimal order of few stops with time windows and other rules.

/// The optimal order by violation, then total, then travel.
///
/// Method: forward labels over (set of visited stops, last stop). Each label holds the variant in
/// which the last stop is visited, violation, clock, total and travel. Dominated labels are dropped
/// (``TourProgress/isDominated(by:)``). The clock cannot compare totals of tours that begin at
/// different times, so each possible first stop is solved separately.
///
/// Unlike in ``ExactTour`` without windows, a set may keep several labels, because neither the
/// earliest nor the cheapest partial tour need lead to the best order. If there are too many, the
/// search gives up with ``ExactOrder/tooHard``, and the caller uses ``WindowedSearch``. The same
/// recursion finds which stops to leave out if not all can be reached in time.
struct WindowedExactTour {
    private struct Label {
        let progress: TourProgress
        /// The label it extends, as a position in ``labels``; -1 for none.
        let previous: Int
    }

    /// The most labels, some 20 MB. Stops with many windows may need any number.
    private static let mostLabels = 100_000
    /// The most comparisons of labels, about a tenth of a second.
    private static let mostComparisons = 10_000_000

    private let problem: TourProblem
    private let free: [Int]
    /// Whether to leave out stops that would be reached too late, as few as possible.
    private let leavesOut: Bool

    init(_ problem: TourProblem, free: [Int], leavesOut: Bool = false) {
        self.problem = problem
        self.free = free
        self.leavesOut = leavesOut
    }

    /// Finds the best order.
    func order() -> ExactOrder {
        let firsts = problem.firstStop.map { [$0] } ?? free
        var best: (order: [Int], cost: TourCost)?
        var comparisons = Self.mostComparisons
        for first in firsts where problem.rules.allow(first, at: 0, { _ in false }) {
            let order: [Int]
            switch self.order(from: first, &comparisons) {
            case .best(let found): order = found
            case .none: continue
            case .tooHard: return .tooHard
            }
            guard let cost = problem.tour(along: order)?.cost, cost.unreachableLegs == 0
            else { continue }
            if let known = best,
                order.count < known.order.count
                    || order.count == known.order.count && known.cost <= cost
            {
                continue
            }
            best = (order, cost)
        }
        return best.map { .best($0.order) } ?? .none
    }

    /// Finds the best order that begins with a stop.
    ///
    /// - Parameter comparisons: How many labels may still be compared.
    private func order(from first: Int, _ comparisons: inout Int) -> ExactOrder {
        let rest = free.filter { $0 != first }
        var labels = problem.nodes.of(first)
            .map { Label(progress: TourProgress(startingAt: $0, of: problem), previous: -1) }
            .filter { isOpen($0.progress) }
        // The labels for each set of visited stops and last stop, in the order in which they were
        // found.
        var open: [[Int]] = Array(repeating: [], count: (1 << rest.count) * max(1, rest.count))
        func extend(_ label: Int, set: Int) {
            for next in rest.indices where set & (1 << next) == 0 && allows(next, after: set) {
                let place = (set | 1 << next) * rest.count + next
                for extended in extended(labels[label], label, to: rest[next]) {
                    comparisons -= open[place].count
                    let isBeaten = open[place].contains {
                        extended.progress.isDominated(by: labels[$0].progress)
                    }
                    if isBeaten { continue }
                    open[place].removeAll {
                        labels[$0].progress.isDominated(by: extended.progress)
                    }
                    open[place].append(labels.count)
                    labels.append(extended)
                }
            }
        }
        func allows(_ next: Int, after set: Int) -> Bool {
            problem.rules.allow(rest[next], at: set.nonzeroBitCount + 1) { other in
                other == first || rest.firstIndex(of: other).map { set & (1 << $0) != 0 } ?? false
            }
        }
        for label in labels.indices { extend(label, set: 0) }
        for set in 0..<(1 << rest.count) {
            for last in rest.indices where set & (1 << last) != 0 {
                for label in open[set * rest.count + last] { extend(label, set: set) }
                if labels.count > Self.mostLabels || comparisons < 0 { return .tooHard }
            }
        }
        guard let order = bestOrder(among: &labels, open, rest) else { return .none }
        return .best(order)
    }

    /// Returns the order of the best tour that visits the most stops; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - open: The labels for each set of visited stops and last stop.
    ///   - rest: The stops behind the first, by their place in a set.
    private func bestOrder(
        among labels: inout [Label], _ open: [[Int]], _ rest: [Int]
    ) -> [Int]? {
        let full = (1 << rest.count) - 1
        let sets =
            leavesOut ? (0...full).sorted { $0.nonzeroBitCount > $1.nonzeroBitCount } : [full]
        var best: (label: Int, cost: TourCost, size: Int)?
        for set in sets {
            if let best, set.nonzeroBitCount < best.size { break }
            var complete =
                set == 0
                ? labels.indices.filter { labels[$0].previous < 0 }
                : rest.indices.flatMap { open[set * rest.count + $0] }
            if let last = problem.lastStop {
                complete = complete.flatMap { label in
                    let ended = extended(labels[label], label, to: last)
                    labels += ended
                    return Array(labels.count - ended.count..<labels.count)
                }
            }
            for label in complete {
                let cost = labels[label].progress.cost(problem.clock)
                if best.map({ cost < $0.cost }) ?? true {
                    best = (label, cost, set.nonzeroBitCount)
                }
            }
        }
        guard var label = best?.label else { return nil }
        var backwards: [Int] = []
        while label >= 0 {
            backwards.append(labels[label].progress.node.stop)
            label = labels[label].previous
        }
        return backwards.reversed()
    }

    /// Extends a tour by one stop, in each of its variants.
    private func extended(_ label: Label, _ position: Int, to stop: Int) -> [Label] {
        problem.nodes.of(stop).compactMap { node in
            var progress = label.progress
            progress.visit(node, of: problem)
            return isOpen(progress) ? Label(progress: progress, previous: position) : nil
        }
    }

    /// Whether a tour may continue.
    private func isOpen(_ progress: TourProgress) -> Bool {
        !progress.isBroken && !(leavesOut && progress.isTooLate)
    }
}
