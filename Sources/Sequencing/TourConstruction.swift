// Initial orders for the searches.

/// Construction heuristics that complement each other.
struct TourConstruction {
    private let problem: TourProblem

    init(_ problem: TourProblem) { self.problem = problem }

    /// The initial orders.
    ///
    /// - Complexity: O(*n*²) in the number of stops.
    var orders: [[Int]] {
        var orders = [byInsertion(nearest: false), byInsertion(nearest: true), byReach()]
        if problem.windows != nil { orders.append(byDeadline()) }
        return orders
    }

    /// Inserts one stop after the other where it lengthens the tour least.
    ///
    /// Method: D. Rosenkrantz, R. Stearns and P. Lewis, *An analysis of several heuristics for the
    /// traveling salesman problem*, SIAM Journal on Computing 6 (1977),
    /// [doi:10.1137/0206041](https://doi.org/10.1137/0206041). The distance between two stops is
    /// the lesser of both directions.
    ///
    /// - Parameter nearest: Whether to insert the stop nearest to the tour next, or the farthest.
    func byInsertion(nearest: Bool) -> [Int] {
        var order = problem.firstStop.map { [$0] } ?? []
        if let last = problem.lastStop { order.append(last) }
        var waiting = problem.freeStops
        if order.isEmpty, !waiting.isEmpty { order.append(waiting.removeFirst()) }
        var distances = waiting.map { stop in
            order.map { distance(stop, $0) }.min() ?? 0
        }
        while !waiting.isEmpty {
            let next =
                nearest
                ? waiting.indices.min { distances[$0] < distances[$1] }
                : waiting.indices.max { distances[$0] < distances[$1] }
            let stop = waiting.remove(at: next ?? 0)
            distances.remove(at: next ?? 0)
            insert(stop, into: &order)
            for index in waiting.indices {
                distances[index] = min(distances[index], distance(waiting[index], stop))
            }
        }
        return order
    }

    /// Puts stops that reach many others first. If some reach the others but not back, as before a
    /// one-way ferry, this is the only order that connects them.
    func byReach() -> [Int] {
        func reach(_ stop: Int) -> Int {
            (0..<problem.stopCount).count {
                problem.cost(from: stop, to: $0) != TourProblem.unreachable
            }
        }
        let reaches = (0..<problem.stopCount).map(reach)
        return ordered { (-reaches[$0], $0) < (-reaches[$1], $1) }
    }

    /// Orders stops by the end of their windows; stops without one come last.
    func byDeadline() -> [Int] {
        func deadline(_ stop: Int) -> Int64 {
            problem.windows?[stop]?.closes ?? .max
        }
        return ordered { (deadline($0), $0) < (deadline($1), $1) }
    }

    private func ordered(by isBefore: (Int, Int) -> Bool) -> [Int] {
        (problem.firstStop.map { [$0] } ?? []) + problem.freeStops.sorted(by: isBefore)
            + (problem.lastStop.map { [$0] } ?? [])
    }

    private func distance(_ a: Int, _ b: Int) -> UInt32 {
        min(problem.cost(from: a, to: b), problem.cost(from: b, to: a))
    }

    private func insert(_ stop: Int, into order: inout [Int]) {
        var best = (place: order.count, growth: Int64.max)
        let lowest = problem.firstStop == nil ? 0 : 1
        let highest = problem.lastStop == nil ? order.count : order.count - 1
        for place in lowest...max(lowest, highest) {
            let before = place > 0 ? order[place - 1] : nil
            let after = place < order.count ? order[place] : nil
            let growth = leg(before, stop) + leg(stop, after) - leg(before, after)
            if growth < best.growth { best = (place, growth) }
        }
        order.insert(stop, at: best.place)
    }

    /// Returns a leg's cost. A missing leg costs more than any tour of real ones.
    private func leg(_ from: Int?, _ to: Int?) -> Int64 {
        guard let from, let to else { return 0 }
        let cost = problem.cost(from: from, to: to)
        return cost == TourProblem.unreachable ? Int64(1) << 44 : Int64(cost)
    }
}
