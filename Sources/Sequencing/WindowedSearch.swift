// Improves an order of many stops by local search, with time windows.

import DataStructures

/// Local search over one order whose stops have time windows.
///
/// A change early in the tour moves every later arrival, so a move is evaluated by walking the tour
/// from the change on; the walk ends early when the tour cannot be better any more, or when the
/// unchanged tour dominates it. Perturbations move single stops, more of them the longer no
/// improvement is found.
///
/// Method: after R. da Silva and S. Urrutia, *A general VNS heuristic for the traveling salesman
/// problem with time windows*, Discrete Optimization 7 (2010),
/// [doi:10.1016/j.disopt.2010.04.002](https://doi.org/10.1016/j.disopt.2010.04.002), with one
/// objective for their two stages: lateness first, then time.
struct WindowedSearch {
    private static let longestRun = 3
    private static let strongestPerturbation = 8

    private let problem: TourProblem
    private(set) var order: [Int]
    /// The partial tour up to each position.
    private var progress: [TourProgress] = []
    /// The positions whose stops may move.
    private let movable: Range<Int>
    /// The visits that may still be evaluated.
    private var visitsLeft: Int

    /// Begins with an order that has the fixed stops where they belong.
    init(of problem: TourProblem, from order: [Int], visits: Int) {
        self.problem = problem
        self.order = order
        visitsLeft = visits
        let low = problem.firstStop == nil ? 0 : 1
        movable = low..<max(low, problem.lastStop == nil ? order.count : order.count - 1)
        measure(from: 0)
    }

    private var cost: TourCost { progress.last?.cost ?? TourCost() }

    /// Improves the order to a local optimum, then perturbs and improves it repeatedly.
    mutating func run(rounds: Int, _ isCancelled: () -> Bool) {
        guard movable.count >= 2 else { return }
        improve(isCancelled)
        var generator = SeededGenerator(state: 1)
        var strength = 1
        for _ in 0..<rounds {
            if visitsLeft <= 0 || isCancelled() { return }
            let (oldOrder, oldProgress, oldCost) = (order, progress, cost)
            for _ in 0..<strength { perturb(using: &generator) }
            measure(from: 0)
            improve(isCancelled)
            if cost < oldCost {
                strength = 1
            } else {
                strength = strength % Self.strongestPerturbation + 1
                if cost > oldCost { (order, progress) = (oldOrder, oldProgress) }
            }
        }
    }

    /// Moves one random stop to a random position.
    private mutating func perturb(using generator: inout SeededGenerator) {
        let stop = order.remove(at: Int.random(in: movable, using: &generator))
        order.insert(stop, at: Int.random(in: movable, using: &generator))
    }

    private mutating func improve(_ isCancelled: () -> Bool) {
        var isImproved = true
        while isImproved {
            isImproved = false
            for start in movable {
                if visitsLeft <= 0 || isCancelled() { return }
                if improve(startingAt: start) { isImproved = true }
            }
        }
    }

    /// Tries the moves that change the tour from a position on and applies each that improves it.
    private mutating func improve(startingAt start: Int) -> Bool {
        var isImproved = false
        for end in (start + 2)..<max(start + 2, movable.upperBound + 1) {
            var moves = [RunExchange(start, start, end, reversesSecond: true)]
            for length in 1...Self.longestRun where length < end - start {
                // A short run moves to the end of the stretch, or to its beginning.
                for middle in Set([start + length, end - length]).sorted() {
                    moves.append(RunExchange(start, middle, end))
                    guard length > 1 else { continue }
                    let isFirst = middle == start + length
                    moves.append(
                        RunExchange(
                            start, middle, end, reversesFirst: isFirst, reversesSecond: !isFirst))
                }
            }
            for move in moves where isImprovement(move) {
                move.apply(to: &order)
                measure(from: start)
                isImproved = true
            }
        }
        return isImproved
    }

    private mutating func isImprovement(_ move: RunExchange) -> Bool {
        var walk: TourProgress? = move.start > 0 ? progress[move.start - 1] : nil
        for (low, high, isReversed) in move.runs {
            for step in low..<high {
                let stop = order[isReversed ? low + high - 1 - step : step]
                guard visit(stop, &walk) else { return false }
            }
        }
        for position in move.end..<order.count {
            if let walk, walk.isDominated(by: progress[position - 1]) { return false }
            guard visit(order[position], &walk) else { return false }
        }
        return walk.map { $0.cost < cost } ?? false
    }

    /// Extends the walk to a stop.
    ///
    /// - Returns: False when the tour is already worse than the current one.
    private mutating func visit(_ stop: Int, _ walk: inout TourProgress?) -> Bool {
        visitsLeft -= 1
        if walk == nil {
            walk = TourProgress(startingAt: stop, of: problem)
        } else {
            walk?.visit(stop, of: problem)
        }
        guard let reached = walk?.cost else { return false }
        return (reached.unreachableLegs, reached.violation)
            <= (cost.unreachableLegs, cost.violation)
    }

    private mutating func measure(from start: Int) {
        progress.removeSubrange(min(start, progress.count)...)
        for stop in order[progress.count...] {
            if var next = progress.last {
                next.visit(stop, of: problem)
                progress.append(next)
            } else {
                progress.append(TourProgress(startingAt: stop, of: problem))
            }
        }
    }
}
