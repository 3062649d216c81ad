// The paths that searches for alternatives found, and the choice among them.

/// A path that may be an alternative, with its costs when it is traveled.
package final class AlternativeOption {
    /// An edge of a path, and its cost with the turn onto it.
    package struct Step {
        let edge: UInt32
        let cost: UInt64

        package init(edge: UInt32, cost: UInt64) {
            self.edge = edge
            self.cost = cost
        }
    }

    package let path: AlternativePath
    package let cost: UInt64
    private let steps: [Step]
    package private(set) lazy var edges = Set(steps.map(\.edge))

    package init(_ path: AlternativePath, cost: UInt64, steps: [Step]) {
        self.path = path
        self.cost = cost
        self.steps = steps
    }

    /// Sums the cost of the dearer path on edges of the other. If both cost the same, the greater
    /// of both sums counts.
    func overlap(with other: AlternativeOption) -> UInt64 {
        if cost < other.cost { return other.shared(with: self) }
        return cost > other.cost
            ? shared(with: other) : max(shared(with: other), other.shared(with: self))
    }

    private func shared(with other: AlternativeOption) -> UInt64 {
        steps.reduce(0) { other.edges.contains($1.edge) ? $0 + $1.cost : $0 }
    }

    /// Whether two paths share at most a given cost, and neither is part of the other.
    package func differs(from other: AlternativeOption, sharing limit: Double) -> Bool {
        let overlap = overlap(with: other)
        return Double(overlap) <= limit && overlap < max(cost, other.cost)
    }
}

/// The paths that searches found beside the best one; chooses as many as differ from each other.
///
/// If you loosen a bound, you never get fewer. Searches still find the same paths, and perhaps more
/// (``AlternativeSearch``). Two paths that differed enough still do. And the pool chooses the
/// largest set of paths that differ from each other.
package struct AlternativePool {
    /// The path that alternatives are compared with.
    package let best: AlternativeOption
    package let bounds: AlternativeBounds
    /// How many alternatives to choose, at most 9.
    package let wanted: Int
    /// The alternatives, cheapest first.
    package private(set) var chosen: [AlternativeOption] = []
    /// All paths, in the order found.
    private var options: [AlternativeOption] = []
    /// Whether each option differs from each one before it; compared once it is needed.
    private var differs: [[Bool]] = []

    package init(
        beside best: AlternativeOption, within bounds: AlternativeBounds, wanted: Int
    ) {
        self.best = best
        self.bounds = bounds
        self.wanted = min(wanted, 9)
    }

    /// The greatest cost of an alternative.
    var mostCost: Double { Double(best.cost) * bounds.stretch }

    /// Whether there are as many alternatives as wanted.
    package var isFull: Bool { chosen.count >= wanted }

    /// Adds the paths that are within the bounds.
    ///
    /// - Parameter sharing: The greatest overlap of the paths with the best one and each other, as
    ///   a share of the best path's cost.
    package mutating func add(_ found: [AlternativeOption], sharing: Double) {
        let limit = Double(best.cost) * bounds.sharing
        let known = options.count
        for option in found where Double(option.cost) <= mostCost {
            let isKnown = options.contains { $0.path.path.path == option.path.path.path }
            if !isKnown, sharing <= bounds.sharing || option.differs(from: best, sharing: limit) {
                options.append(option)
            }
        }
        guard options.count > known else { return }
        if known == 0, sharing <= bounds.sharing {
            chosen = rowsByCost.prefix(wanted).map { options[$0] }
        } else {
            for row in differs.count..<options.count {
                let option = options[row]
                differs.append(options[..<row].map { option.differs(from: $0, sharing: limit) })
            }
            chosen = largestSet()
        }
    }

    /// The rows of the options, cheapest first; of equally cheap ones, those found first.
    private var rowsByCost: [Int] {
        options.indices.sorted { (options[$0].cost, $0) < (options[$1].cost, $1) }
    }

    /// Returns the largest set of paths that differ from each other; of several, the one with the
    /// cheapest path, then with the cheapest second one, and so on.
    ///
    /// - Complexity: O(*n*ʷ) for *n* paths and *w* wanted ones. A choice adds at most *w*, by the
    ///   metric 3 *w*, often none.
    private func largestSet() -> [AlternativeOption] {
        var largest: [Int] = []
        func extend(_ set: [Int], by rest: [Int]) {
            if set.count > largest.count { largest = set }
            for (place, row) in rest.enumerated() {
                guard largest.count < wanted, set.count + rest.count - place > largest.count else {
                    return
                }
                let left = rest[(place + 1)...].filter { differs[max($0, row)][min($0, row)] }
                extend(set + [row], by: left)
            }
        }
        extend([], by: rowsByCost)
        return largest.map { options[$0] }
    }
}
