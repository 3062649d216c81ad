// An order of nodes with prefix sums of its costs in both directions.

/// The nodes of a tour from ``TourMatrix/head`` to ``TourMatrix/tail``, which never move, with the
/// position of each node, prefix sums of costs in both directions, and the committed tour that it
/// can be rolled back to.
///
/// An exchange and a rollback take O(*k*) between the first and the last place that changes, and
/// one addition for each place after.
struct IndexedTour: ~Copyable {
    let count: Int
    private let side: Int
    private let costs: UnsafeMutablePointer<Int64>
    /// The node at each place.
    let nodes: UnsafeMutablePointer<Int32>
    /// The place of each node.
    let places: UnsafeMutablePointer<Int32>
    /// Costs along the tour up to each place, in its direction and against it.
    let forward: UnsafeMutablePointer<Int64>
    let backward: UnsafeMutablePointer<Int64>
    /// The tour that ``rollBack()`` restores.
    private let committed: UnsafeMutablePointer<Int32>
    private let exchanged: UnsafeMutablePointer<Int32>
    /// A range that contains all places at which the tour differs from it.
    private var changed: ClosedRange<Int>?

    init(_ matrix: TourMatrix, _ order: [Int]) {
        func column<Value>(_ value: Value, _ count: Int) -> UnsafeMutablePointer<Value> {
            let column = UnsafeMutablePointer<Value>.allocate(capacity: max(count, 1))
            column.initialize(repeating: value, count: max(count, 1))
            return column
        }
        count = matrix.nodes.count
        side = matrix.side
        costs = matrix.costs
        nodes = column(0, count)
        places = column(0, side)
        forward = column(0, count)
        backward = column(0, count)
        committed = column(0, count)
        exchanged = column(0, count)
        replace(with: order)
    }

    deinit {
        nodes.deallocate()
        places.deallocate()
        forward.deallocate()
        backward.deallocate()
        committed.deallocate()
        exchanged.deallocate()
    }

    /// The cost of the tour.
    var total: Int64 { forward[count - 1] }

    /// The nodes in order.
    var order: [Int] { (0..<count).map { Int(nodes[$0]) } }

    @inline(__always)
    func cost(_ from: Int, _ to: Int) -> Int64 { costs[from * side + to] }

    @inline(__always)
    func node(_ place: Int) -> Int { Int(nodes[place]) }

    /// The cost of the leg that begins at a place.
    @inline(__always)
    func leg(_ place: Int) -> Int64 { forward[place + 1] - forward[place] }

    /// Replaces the tour by another one and commits it.
    mutating func replace(with order: [Int]) {
        for (place, node) in order.enumerated() { nodes[place] = Int32(node) }
        measure(0...count - 1)
        committed.update(from: nodes, count: count)
        changed = nil
    }

    mutating func apply(_ move: RunExchange) {
        var length = 0
        for (low, high, isReversed) in move.runs {
            for step in low..<high {
                exchanged[length] = nodes[isReversed ? low + high - 1 - step : step]
                length += 1
            }
        }
        (nodes + move.start).update(from: exchanged, count: length)
        measure(move.start...move.end)
        let low = min(changed?.lowerBound ?? move.start, move.start)
        changed = low...max(changed?.upperBound ?? 0, move.end - 1)
    }

    /// Commits the tour as it is.
    mutating func commit() {
        guard let changed else { return }
        (committed + changed.lowerBound).update(
            from: nodes + changed.lowerBound, count: changed.count)
        self.changed = nil
    }

    /// Restores the tour that was committed last.
    mutating func rollBack() {
        guard let changed else { return }
        (nodes + changed.lowerBound).update(
            from: committed + changed.lowerBound, count: changed.count)
        measure(changed.lowerBound...min(changed.upperBound + 1, count - 1))
        self.changed = nil
    }

    /// Updates places and sums where nodes have changed; the order of nodes after the stretch is
    /// unchanged.
    private mutating func measure(_ stretch: ClosedRange<Int>) {
        let last = stretch.upperBound
        let (oldForward, oldBackward) = (forward[last], backward[last])
        places[node(stretch.lowerBound)] = Int32(stretch.lowerBound)
        if stretch.lowerBound > 0 { add(stretch.lowerBound) }
        for place in stretch.dropFirst() {
            places[node(place)] = Int32(place)
            add(place)
        }
        let (ahead, back) = (forward[last] - oldForward, backward[last] - oldBackward)
        for place in last + 1..<max(count, last + 1) {
            forward[place] += ahead
            backward[place] += back
        }
    }

    @inline(__always)
    private func add(_ place: Int) {
        let (from, to) = (node(place - 1), node(place))
        forward[place] = forward[place - 1] + cost(from, to)
        backward[place] = backward[place - 1] + cost(to, from)
    }
}
