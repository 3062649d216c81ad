// The stops a route can visit if it cannot visit all.

/// Which stops have paths between them, and the largest set that these connect.
struct ReachableStops {
    /// For each stop, whether a path leads to each other stop.
    private var paths: [[Bool]]

    /// - Parameter costs: The search costs between stops; `.max` if there is no path.
    init(costs: [[UInt32]]) { paths = costs.map { row in row.map { $0 != .max } } }

    init(paths: [[Bool]]) { self.paths = paths }

    /// Finds the heaviest set of stops that can be visited in the given order, as ascending
    /// positions; the earliest if several are equal.
    ///
    /// - Complexity: O(*n*²) for *n* stops.
    func heaviestInOrder(_ weights: [Int]) -> [Int] {
        var best = weights
        var next = [Int?](repeating: nil, count: weights.count)
        for stop in weights.indices.reversed() {
            for later in weights.indices.dropFirst(stop + 1)
            where paths[stop][later] && weights[stop] + best[later] > best[stop] {
                best[stop] = weights[stop] + best[later]
                next[stop] = later
            }
        }
        var place = weights.indices.max { (best[$0], -$0) < (best[$1], -$1) }
        var found: [Int] = []
        while let here = place {
            found.append(here)
            place = next[here]
        }
        return found
    }

    /// Whether a path leads from one stop to another.
    func hasPath(from origin: Int, to destination: Int) -> Bool { paths[origin][destination] }

    /// Removes a path that cannot be used. A stop may have to be left in the direction in which it
    /// was reached; single legs do not consider that.
    mutating func remove(from origin: Int, to destination: Int) {
        paths[origin][destination] = false
    }

    /// Finds the largest set of stops that can be visited, as ascending positions. If several are
    /// equal, one with the first stop is preferred, then one with the last, then the earliest.
    ///
    /// If ends are fixed in a free order, a set with them precedes any larger one: a round trip
    /// leaves out stops it cannot return from, not its depot.
    ///
    /// Method: the longest path in the acyclic graph of the stops in one order. If the order is
    /// free, stops that reach more others come first. Reachability is transitive, so paths against
    /// that order exist only between stops that reach each other.
    ///
    /// - Parameters:
    ///   - isOrderFree: Whether stops may be visited in any order.
    ///   - ends: Whether the first stop and the last stop are fixed in a free order.
    /// - Complexity: O(*n*²) for *n* stops.
    func largestSet(isOrderFree: Bool, ends: (first: Bool, last: Bool)) -> [Int] {
        let last = paths.count - 1
        var order = Array(paths.indices)
        if isOrderFree {
            let counts = paths.map { row in row.count { $0 } }
            func rank(_ stop: Int) -> (Int, Int, Int) {
                let end = ends.first && stop == 0 ? -1 : ends.last && stop == last ? 1 : 0
                return (end, -counts[stop], stop)
            }
            order.sort { rank($0) < rank($1) }
        }
        // For each place in the order, the best value for a set from there on, and the next place.
        let whole = 4 * paths.count + 4
        func weight(_ stop: Int) -> Int {
            let isFixed = stop == 0 ? ends.first : stop == last ? ends.last : false
            return (isOrderFree && isFixed ? whole : 4) + (stop == 0 ? 2 : stop == last ? 1 : 0)
        }
        var best = order.map(weight)
        var next = [Int?](repeating: nil, count: order.count)
        for place in order.indices.reversed() {
            let own = best[place]
            for later in order.indices.dropFirst(place + 1)
            where paths[order[place]][order[later]] && own + best[later] > best[place] {
                best[place] = own + best[later]
                next[place] = later
            }
        }
        var place = order.indices.max { (best[$0], -$0) < (best[$1], -$1) }
        var found: [Int] = []
        while let here = place {
            found.append(order[here])
            place = next[here]
        }
        return found.sorted()
    }
}
