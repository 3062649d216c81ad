// The working memory of one search at a time.

/// Labels, parents and the queue of a search over edges and copies, reused from search to search.
///
/// A label is a state of the turn-expanded graph: an edge or a copy, in either of two layers. A
/// reset takes O(*n*) in the labels that the previous search set.
package final class SearchSpace {
    let labelCount: Int
    let cost: UnsafeMutablePointer<UInt32>
    let parent: UnsafeMutablePointer<UInt32>
    /// Milliseconds of travel at each label; allocated by the first time-dependent search.
    private(set) lazy var clock: UnsafeMutablePointer<UInt32> = {
        hasClock = true
        return .allocate(capacity: max(labelCount, 1))
    }()
    private var hasClock = false
    var touched: [UInt32] = []
    var queue = LabelQueue()

    package init(labelCount: Int) {
        self.labelCount = labelCount
        cost = .allocate(capacity: max(labelCount, 1))
        cost.initialize(repeating: .max, count: max(labelCount, 1))
        parent = .allocate(capacity: max(labelCount, 1))
    }

    deinit {
        cost.deallocate()
        parent.deallocate()
        if hasClock { clock.deallocate() }
    }

    /// Resets the labels of the previous search.
    func reset() {
        for label in touched { cost[Int(label)] = .max }
        touched.removeAll(keepingCapacity: true)
        queue.removeAll()
    }

    /// Lowers a label's cost and queues it, if the cost is lower.
    @inline(__always)
    func improve(_ label: UInt32, to newCost: UInt32, from newParent: UInt32) {
        let old = cost[Int(label)]
        guard newCost < old else { return }
        if old == .max { touched.append(label) }
        cost[Int(label)] = newCost
        parent[Int(label)] = newParent
        queue.push(cost: newCost, label: label)
    }
}

/// A queue of (cost, label) pairs, least first. Equal costs come by lower label, so the order is
/// fixed.
///
/// It is a 4-ary heap of packed 64-bit keys without decrease-key: outdated pairs are skipped when
/// they are popped. Measured as fast as an indexed heap on a grid (Documentation/Measurements.md).
@usableFromInline package struct LabelQueue {
    @usableFromInline var keys: [UInt64] = []

    /// Makes an empty queue.
    @inlinable package init() {}

    var isEmpty: Bool { keys.isEmpty }

    /// Empties the queue and keeps its memory.
    @inlinable package mutating func removeAll() { keys.removeAll(keepingCapacity: true) }

    /// Adds a pair.
    @inlinable @inline(__always)
    package mutating func push(cost: UInt32, label: UInt32) {
        let key = UInt64(cost) << 32 | UInt64(label)
        keys.append(key)
        keys.withUnsafeMutableBufferPointer { heap in
            var place = heap.count - 1
            while place > 0 {
                let above = (place - 1) >> 2
                guard heap[above] > key else { break }
                heap[place] = heap[above]
                place = above
            }
            heap[place] = key
        }
    }

    /// Removes and returns the least pair.
    @inlinable @inline(__always)
    package mutating func pop() -> (cost: UInt32, label: UInt32)? {
        guard let least = keys.first, let last = keys.popLast() else { return nil }
        if !keys.isEmpty { sink(last) }
        return (UInt32(least >> 32), UInt32(truncatingIfNeeded: least))
    }

    @usableFromInline mutating func sink(_ key: UInt64) {
        keys.withUnsafeMutableBufferPointer { heap in
            let count = heap.count
            var place = 0
            while true {
                let first = place << 2 + 1
                guard first < count else { break }
                var least = first
                for child in (first + 1)..<max(first + 1, min(first + 4, count))
                where heap[child] < heap[least] {
                    least = child
                }
                guard heap[least] < key else { break }
                heap[place] = heap[least]
                place = least
            }
            heap[place] = key
        }
    }
}
