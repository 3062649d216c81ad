// Which stops a route can visit when it cannot visit all.

/// Paths between the stops of a route, and the most stops that they join.
struct ReachableStops {
    /// For each stop whether a path leads from it to each other.
    private var ways: [[Bool]]

    /// - Parameter costs: The search cost from each stop to each, `.max` where there is no path.
    init(costs: [[UInt32]]) { ways = costs.map { row in row.map { $0 != .max } } }

    /// Whether a path leads from a stop to another.
    func hasWay(from origin: Int, to destination: Int) -> Bool { ways[origin][destination] }

    /// Takes a path out that turned out to be none: a stop may have to be left the way it was
    /// reached, which the cost of a leg alone does not know.
    mutating func remove(from origin: Int, to destination: Int) {
        ways[origin][destination] = false
    }

    /// The most stops that can be visited, as ascending positions; of several such sets one with
    /// the first stop, then one with the last, then the earliest.
    ///
    /// Method: the longest path in the acyclic graph of the stops in one order. Where the order is
    /// free, stops that lead to more stops come first: what leads to a stop leads to all that it
    /// leads to, so that no path goes against that order but between stops that lead to each other.
    ///
    /// - Parameters:
    ///   - isOrderFree: Whether stops may be visited in any order.
    ///   - ends: Whether the first stop and the last are where they are all the same.
    /// - Complexity: Quadratic in the number of stops.
    func most(isOrderFree: Bool, ends: (first: Bool, last: Bool)) -> [Int] {
        let last = ways.count - 1
        var order = Array(ways.indices)
        if isOrderFree {
            let counts = ways.map { row in row.count { $0 } }
            func rank(_ stop: Int) -> (Int, Int, Int) {
                let end = ends.first && stop == 0 ? -1 : ends.last && stop == last ? 1 : 0
                return (end, -counts[stop], stop)
            }
            order.sort { rank($0) < rank($1) }
        }
        // For each place in the order the best that can be had from there on, and what comes next.
        var best = order.map { 4 + ($0 == 0 ? 2 : $0 == last ? 1 : 0) }
        var next = [Int?](repeating: nil, count: order.count)
        for place in order.indices.reversed() {
            let own = best[place]
            for later in order.indices.dropFirst(place + 1)
            where ways[order[place]][order[later]] && own + best[later] > best[place] {
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
