// The labels of a transition search, in reused memory.

/// Labels with a cost, a time and a parent in each lane.
///
/// The memory is unchecked, because this is the innermost loop of matching.
struct LabelTable {
    /// The cost of a lane that has not been reached.
    static let none = Int32.max / 2
    static let noParent = UInt32.max

    private(set) var count = 0
    private(set) var lanes = 1
    private var capacity = 0
    private var laneCapacity = 0
    private(set) var states: UnsafeMutablePointer<UInt32>
    private(set) var bounds: UnsafeMutablePointer<Int32>
    private(set) var isOpen: UnsafeMutablePointer<Bool>
    /// Costs by label, then by lane.
    private(set) var totals: UnsafeMutablePointer<Int32>
    private(set) var times: UnsafeMutablePointer<Int32>
    private(set) var parents: UnsafeMutablePointer<UInt32>

    init() {
        states = .allocate(capacity: 0)
        bounds = .allocate(capacity: 0)
        isOpen = .allocate(capacity: 0)
        totals = .allocate(capacity: 0)
        times = .allocate(capacity: 0)
        parents = .allocate(capacity: 0)
    }

    /// Frees the memory. Do not use the table afterwards.
    func free() {
        states.deallocate()
        bounds.deallocate()
        isOpen.deallocate()
        totals.deallocate()
        times.deallocate()
        parents.deallocate()
    }

    /// Removes all labels and sets the number of lanes.
    mutating func reset(lanes: Int) {
        count = 0
        self.lanes = lanes
    }

    /// Appends a label without costs.
    ///
    /// - Returns: Its number.
    @inline(__always)
    mutating func append(_ state: UInt32, bound: Int32) -> UInt32 {
        if count == capacity || (count + 1) * lanes > laneCapacity { grow() }
        let label = count
        states[label] = state
        bounds[label] = bound
        isOpen[label] = false
        let first = label * lanes
        for place in first..<(first + lanes) { totals[place] = Self.none }
        count += 1
        return UInt32(label)
    }

    private mutating func grow() {
        let count = count
        func move<Value: BitwiseCopyable>(
            _ old: inout UnsafeMutablePointer<Value>, _ used: Int, _ wanted: Int
        ) {
            let new = UnsafeMutablePointer<Value>.allocate(capacity: wanted)
            new.update(from: old, count: used)
            old.deallocate()
            old = new
        }
        if count == capacity {
            capacity = max(1_024, capacity * 2)
            move(&states, count, capacity)
            move(&bounds, count, capacity)
            move(&isOpen, count, capacity)
        }
        if (count + 1) * lanes > laneCapacity {
            laneCapacity = max(laneCapacity * 2, 1_024 * 16)
            move(&totals, count * lanes, laneCapacity)
            move(&times, count * lanes, laneCapacity)
            move(&parents, count * lanes, laneCapacity)
        }
    }
}
