// The optimal order of few stops with time windows.

/// The optimal order by violation, then total, then travel.
///
/// Method: forward labels over (set of visited stops, last stop), each with violation, clock, total
/// and travel. A label that another one dominates is dropped (``TourProgress/isDominated(by:)``).
/// Totals of tours that begin at different times cannot be compared by the clock, so each possible
/// first stop is solved separately.
struct WindowedExactTour {
    private struct Label {
        let progress: TourProgress
        /// The label it came from, as a position in ``labels``; -1 for none.
        let previous: Int
    }

    private let problem: TourProblem
    private let free: [Int]

    init(_ problem: TourProblem, free: [Int]) {
        self.problem = problem
        self.free = free
    }

    func order() -> [Int]? {
        let firsts = problem.firstStop.map { [$0] } ?? free
        var best: (order: [Int], cost: TourCost)?
        for first in firsts {
            guard let order = order(from: first) else { continue }
            let cost = problem.cost(of: order)
            guard cost.unreachableLegs == 0 else { continue }
            if best.map({ cost < $0.cost }) ?? true { best = (order, cost) }
        }
        return best?.order
    }

    /// The best order that begins with a stop.
    private func order(from first: Int) -> [Int]? {
        let rest = free.filter { $0 != first }
        var labels = [Label(progress: TourProgress(startingAt: first, of: problem), previous: -1)]
        // The labels of each set of visited stops and last stop, in the order in which they were
        // found.
        var open: [[Int]] = Array(repeating: [], count: (1 << rest.count) * max(1, rest.count))
        func extend(_ label: Int, set: Int) {
            for next in rest.indices where set & (1 << next) == 0 {
                guard let extended = extended(labels[label], label, to: rest[next]) else {
                    continue
                }
                let place = (set | 1 << next) * rest.count + next
                let isBeaten = open[place].contains {
                    extended.progress.isDominated(by: labels[$0].progress)
                }
                if isBeaten { continue }
                open[place].removeAll { labels[$0].progress.isDominated(by: extended.progress) }
                open[place].append(labels.count)
                labels.append(extended)
            }
        }
        extend(0, set: 0)
        for set in 0..<(1 << rest.count) {
            for last in rest.indices where set & (1 << last) != 0 {
                for label in open[set * rest.count + last] { extend(label, set: set) }
            }
        }
        let full = (1 << rest.count) - 1
        var complete = rest.isEmpty ? [0] : rest.indices.flatMap { open[full * rest.count + $0] }
        if let last = problem.lastStop {
            complete = complete.compactMap { label in
                guard let ended = extended(labels[label], label, to: last) else { return nil }
                labels.append(ended)
                return labels.count - 1
            }
        }
        let best = complete.min { labels[$0].progress.cost < labels[$1].progress.cost }
        guard var label = best else { return nil }
        var backwards: [Int] = []
        while label >= 0 {
            backwards.append(labels[label].progress.stop)
            label = labels[label].previous
        }
        return backwards.reversed()
    }

    private func extended(_ label: Label, _ position: Int, to stop: Int) -> Label? {
        var progress = label.progress
        progress.visit(stop, of: problem)
        guard progress.cost.unreachableLegs == 0 else { return nil }
        return Label(progress: progress, previous: position)
    }
}
