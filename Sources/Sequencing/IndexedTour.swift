// An order of nodes with prefix sums of its costs in both directions.

/// A tour that changes and rolls back quickly, for the search without windows.
///
/// It holds the nodes from ``TourMatrix/head`` to ``TourMatrix/tail``, which never move, each
/// node's place, and prefix sums of the costs in both directions. With the sums,
/// ``NeighborListMoves`` evaluates a move in O(1). The tour also remembers the committed order, to
/// which it can roll back.
///
/// An exchange or rollback takes O(*k*) for the *k* places between the first and the last change,
/// plus one addition for each place after them.
struct IndexedTour: ~Copyable {
    let count: Int
    private let side: Int
    private let costs: UnsafeMutablePointer<Int64>
    /// The node at each place.
    let nodes: UnsafeMutablePointer<Int32>
    /// Each node's place.
    let places: UnsafeMutablePointer<Int32>
    /// Costs along the tour up to each place, in its direction and against it.
    let forward: UnsafeMutablePointer<Int64>
    let backward: UnsafeMutablePointer<Int64>
    /// The tour that ``rollBack()`` restores.
    private let committed: UnsafeMutablePointer<Int32>
    private let exchanged: UnsafeMutablePointer<Int32>
    /// A range that contains all places where the tour differs from the committed one.
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

    /// The tour's cost.
    var total: Int64 { forward[count - 1] }

    var order: [Int] { (0..<count).map { Int(nodes[$0]) } }

    @inline(__always)
    func cost(_ from: Int, _ to: Int) -> Int64 { costs[from * side + to] }

    @inline(__always)
    func node(_ place: Int) -> Int { Int(nodes[place]) }

    /// Returns the cost of the leg that begins at a place.
    @inline(__always)
    func leg(_ place: Int) -> Int64 { forward[place + 1] - forward[place] }

    /// Replaces the tour and commits the new one.
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

    /// Updates places and sums where nodes have changed. After the stretch the order must be
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
