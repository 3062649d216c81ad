// Improving an order of many stops by small changes, with time windows.

import DataStructures

/// Local search over one order whose stops want to be reached at certain times.
///
/// A change early in the tour moves every later arrival, so a move is judged by walking the tour
/// from where it changes; the walk ends early when it can no longer win, or when the clock is back
/// where it was. Disturbances move single stops elsewhere, more of them the longer nothing helps.
///
/// Method: after R. da Silva and S. Urrutia, *A general VNS heuristic for the traveling salesman
/// problem with time windows*, Discrete Optimization 7 (2010), with one objective for their two
/// stages: lateness first, then time.
struct WindowedSearch {
    private static let longestRun = 3
    private static let strongestPerturbation = 8

    private let problem: TourProblem
    private(set) var order: [Int]
    /// The tour as far as each position.
    private var progress: [TourProgress] = []
    /// The positions whose stops may move.
    private let movable: Range<Int>
    /// How many visits may still be walked through.
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

    /// Improves the order until no move helps, then disturbs and mends it again and again.
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

    /// Moves one stop elsewhere.
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

    /// Tries the moves that change the tour from a position on and takes each that helps.
    private mutating func improve(startingAt start: Int) -> Bool {
        var isImproved = false
        for end in (start + 2)..<max(start + 2, movable.upperBound + 1) {
            var moves = [RunExchange(start, start, end, reversesSecond: true)]
            for length in 1...Self.longestRun where length < end - start {
                // A short run goes to the end of the stretch, or to its beginning.
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

    /// Walks on to a stop.
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
