// A lower bound on the cost of every order.

/// Computes a cost that no order of the stops goes below.
///
/// An order whose ends are joined is a set of legs that connects all stops, enters each stop once
/// and leaves it once. Without the last two conditions the cheapest such set is a spanning tree
/// plus two legs at the joined ends, which is quickly found. Prices on entering or leaving a stop
/// too often, or not at all, make the set more and more like an order. The bound is the cost of the
/// cheapest set, with the prices subtracted again.
///
/// The bound serves two purposes: a search ends when its order reaches the bound, and ``Tour/gap``
/// says how far from the best an order may be.
///
/// Method: M. Held and R. Karp, *The traveling-salesman problem and minimum spanning trees*,
/// Operations Research 18 (1970),
/// [doi:10.1287/opre.18.6.1138](https://doi.org/10.1287/opre.18.6.1138), with one price for
/// entering and one for leaving each stop, since legs differ by direction. The prices follow the
/// subgradient method with the step of their second paper, Mathematical Programming 1 (1971),
/// [doi:10.1007/BF01584070](https://doi.org/10.1007/BF01584070).
struct TourBound: ~Copyable {
    /// After this many rounds without a better bound, steps are halved.
    private static let patience = 12
    private static let mostRounds = 600
    /// The share of the previous step that is added to the next: it damps the zigzag of plain
    /// subgradients.
    private static let memory = 0.4

    private let matrix: TourMatrix
    /// The stops between the ends.
    private let inner: [Int]
    /// The prices of leaving and of entering each node.
    private var leaving: [Double]
    private var entering: [Double]
    /// The prices' last steps.
    private var leavingStep: [Double]
    private var enteringStep: [Double]
    /// How often the cheapest set under the prices leaves and enters each node.
    private var left: [Int]
    private var entered: [Int]

    init(_ matrix: TourMatrix) {
        self.matrix = matrix
        inner = matrix.nodes.filter { $0 != matrix.head && $0 != matrix.tail }
        leaving = Array(repeating: 0, count: matrix.side)
        entering = leaving
        (leavingStep, enteringStep) = (leaving, leaving)
        left = Array(repeating: 0, count: matrix.side)
        entered = left
    }

    /// Finds the bound.
    ///
    /// - Parameter known: The cost of a known order.
    /// - Complexity: O(*n*²) in the number of stops for each of at most 600 rounds.
    mutating func find(known: Int64, _ isCancelled: () -> Bool) -> Int64 {
        guard !inner.isEmpty else {
            return min(known, matrix.costs[matrix.head * matrix.side + matrix.tail])
        }
        var best = -Double.infinity
        var (step, fruitless) = (1.5, 0)
        let rounds = min(Self.mostRounds, max(40, 80_000_000 / (inner.count * inner.count)))
        for _ in 0..<rounds {
            if isCancelled() { break }
            let bound = cheapest()
            if bound > best {
                best = bound
                fruitless = 0
            } else {
                fruitless += 1
                if fruitless == Self.patience { (step, fruitless) = (step / 2, 0) }
            }
            var excess = 0
            for node in inner {
                let (out, into) = (left[node] - 1, entered[node] - 1)
                excess += out * out + into * into
            }
            if excess == 0 || best >= Double(known) - 0.5 || step < 1e-3 { break }
            let length = step * max(Double(known) - bound, 1e-6 * Double(known)) / Double(excess)
            for node in inner {
                leavingStep[node] =
                    Self.memory * leavingStep[node] + length * Double(left[node] - 1)
                enteringStep[node] =
                    Self.memory * enteringStep[node] + length * Double(entered[node] - 1)
                leaving[node] += leavingStep[node]
                entering[node] += enteringStep[node]
            }
        }
        guard best.isFinite else { return 0 }
        // Allow for rounding in sums of some thousand numbers; the costs are whole.
        return min(known, Int64((best - 1e-6 * abs(best) - 1e-3).rounded(.up)))
    }

    /// Finds the cheapest set under the present prices and returns its cost without them.
    private mutating func cheapest() -> Double {
        for node in inner { (left[node], entered[node]) = (0, 0) }
        var total = 0.0
        total += joinTree()
        total += joinEnds()
        for node in inner { total -= leaving[node] + entering[node] }
        return total
    }

    @inline(__always)
    private func price(_ from: Int, _ to: Int) -> Double {
        Double(matrix.costs[from * matrix.side + to]) + leaving[from] + entering[to]
    }

    /// Adds the cheapest leg from the first end, and the cheapest to the last.
    private mutating func joinEnds() -> Double {
        var (first, last) = (inner[0], inner[0])
        for node in inner {
            if price(matrix.head, node) < price(matrix.head, first) { first = node }
            if price(node, matrix.tail) < price(last, matrix.tail) { last = node }
        }
        entered[first] += 1
        left[last] += 1
        return price(matrix.head, first) + price(last, matrix.tail)
    }

    /// Adds the cheapest tree that connects the stops between the ends, by Prim's algorithm.
    private mutating func joinTree() -> Double {
        var total = 0.0
        var waiting = Array(inner.dropFirst())
        var costs = Array(repeating: Double.infinity, count: waiting.count)
        var parents = Array(repeating: 0, count: waiting.count)
        var latest = inner[0]
        while !waiting.isEmpty {
            var nearest = 0
            for index in waiting.indices {
                let (there, back) = (price(latest, waiting[index]), price(waiting[index], latest))
                let cost = min(there, back)
                if cost < costs[index] {
                    costs[index] = cost
                    parents[index] = there <= back ? latest : ~latest
                }
                if costs[index] < costs[nearest] { nearest = index }
            }
            latest = waiting[nearest]
            total += costs[nearest]
            let parent = parents[nearest]
            if parent >= 0 {
                left[parent] += 1
                entered[latest] += 1
            } else {
                left[latest] += 1
                entered[~parent] += 1
            }
            let end = waiting.count - 1
            waiting.swapAt(nearest, end)
            costs.swapAt(nearest, end)
            parents.swapAt(nearest, end)
            waiting.removeLast()
            costs.removeLast()
            parents.removeLast()
        }
        return total
    }
}
