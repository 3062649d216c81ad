// The one cache: values by key within a budget.

/// A cache of values by key within a budget. When it is full, it drops the least recently used
/// values.
///
///     var cache = BoundedCache<String, Report>(budget: 64 << 20)
///     if let known = cache.find(name) { return known }
///     cache.keep(report, for: name, size: report.byteCount)
///
/// Give each value a size in whatever unit the budget has: bytes, or 1 to count values. Pinned
/// values are never dropped and do not count against the budget. A value larger than the whole
/// budget is kept until the next one arrives.
///
/// Entries lie in numbered slots. A dictionary finds the slot for a key, and a doubly linked list
/// of slot numbers keeps the order of use, so looking up, keeping and dropping a value are O(1) on
/// average. The cache is a value type: to share it between threads, put it behind a lock. Metrics,
/// barriers, landmarks, street conditions, coordinate systems and tables filled by clients are
/// cached with it.
///
/// Some bounded collections do without it, because they need no order of use or no values: the
/// numbered rules in `PlaceCache` (numbers are never reused), the overlays in a `BarrierCache`
/// entry (at most eight, counted in its size), the recent periods in `NetworkConditions` and the
/// seen barriers in `MetricCache` (cheap to recompute, emptied when full), and the statements in
/// `PostgresConnection` (the server forgets all at once).
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How many lookups hit and missed, and how many values were evicted.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
    }

    private struct Entry: Sendable {
        let key: Key
        var value: Value
        var size: Int
        let isPinned: Bool

        mutating func change(_ body: (inout Value, inout Int) -> Void) { body(&value, &size) }
    }

    /// The greatest total size of unpinned values.
    package let budget: Int
    /// The total size of unpinned values.
    package private(set) var size = 0
    /// The total size of pinned values.
    package private(set) var pinnedSize = 0
    package private(set) var counts = Counts()
    private var slots: [Key: Int] = [:]
    /// The entries by slot; `nil` if a slot is free.
    private var entries: [Entry?] = []
    private var order = UseOrder()

    package init(budget: Int) { self.budget = budget }

    /// The number of values.
    package var count: Int { slots.count }

    /// All keys and values, least recently used first.
    ///
    /// - Complexity: O(*n*).
    package var all: [(key: Key, value: Value)] {
        var all: [(key: Key, value: Value)] = []
        all.reserveCapacity(count)
        var next = order.first
        while let slot = next {
            if let entry = entries[slot] { all.append((entry.key, entry.value)) }
            next = order.next(after: slot)
        }
        return all
    }

    /// Returns a key's value without counting a use.
    package func peek(_ key: Key) -> Value? { slots[key].flatMap { entries[$0]?.value } }

    /// Returns a key's value, marks it as used now and counts a hit or a miss.
    ///
    /// - Parameter isWanted: Returns whether the value found is acceptable; if not, it counts as a
    ///   miss.
    /// - Complexity: O(1) on average.
    package mutating func find(
        _ key: Key, where isWanted: (Value) -> Bool = { _ in true }
    ) -> Value? {
        guard let slot = slots[key], let value = entries[slot]?.value, isWanted(value) else {
            counts.misses += 1
            return nil
        }
        counts.hits += 1
        order.remove(slot)
        order.append(slot)
        return value
    }

    /// Keeps a value and marks it as used now, then evicts others until the budget holds. The new
    /// value stays, whatever its size.
    ///
    /// - Parameters:
    ///   - size: Its size, in the budget's unit.
    ///   - isPinned: Whether to keep it forever, outside the budget.
    /// - Complexity: O(1) on average, plus O(1) for each evicted value.
    package mutating func keep(
        _ value: Value, for key: Key, size: Int = 1, isPinned: Bool = false
    ) {
        remove(key)
        let slot = order.append()
        let entry = Entry(key: key, value: value, size: size, isPinned: isPinned)
        if slot < entries.count { entries[slot] = entry } else { entries.append(entry) }
        slots[key] = slot
        account(size, isPinned)
        evict(keeping: slot)
    }

    /// Changes a value and its size, then evicts others until the budget holds. Does nothing if the
    /// key has no value.
    package mutating func change(_ key: Key, _ body: (inout Value, inout Int) -> Void) {
        guard let slot = slots[key], let before = entries[slot] else { return }
        entries[slot]?.change(body)
        account((entries[slot]?.size ?? 0) - before.size, before.isPinned)
        evict(keeping: slot)
    }

    /// Evicts now what unpinning some values would evict later.
    ///
    /// Use it before you replace pinned values: it frees memory before the new values need theirs.
    ///
    /// - Complexity: O(*n*).
    package mutating func makeRoom(forUnpinning isUnpinned: (Key) -> Bool) {
        let coming = entries.reduce(0) { size, entry in
            guard let entry, entry.isPinned, isUnpinned(entry.key) else { return size }
            return size + entry.size
        }
        evict(over: budget - coming)
    }

    /// Drops a value without counting an eviction.
    package mutating func remove(_ key: Key) {
        guard let slot = slots.removeValue(forKey: key), let entry = entries[slot] else { return }
        entries[slot] = nil
        order.free(slot)
        account(-entry.size, entry.isPinned)
    }

    /// A key's value. Reading does not count as a use; writing does. Assign `nil` to drop the
    /// value.
    package subscript(key: Key) -> Value? {
        get { peek(key) }
        set {
            if let newValue { keep(newValue, for: key) } else { remove(key) }
        }
    }

    private mutating func account(_ change: Int, _ isPinned: Bool) {
        if isPinned { pinnedSize += change } else { size += change }
    }

    private mutating func evict(keeping kept: Int? = nil, over limit: Int? = nil) {
        let limit = limit ?? budget
        var next = order.first
        while size > limit, let slot = next {
            next = order.next(after: slot)
            guard slot != kept, let entry = entries[slot], !entry.isPinned else { continue }
            remove(entry.key)
            counts.evictions += 1
        }
    }
}

extension BoundedCache {
    /// Keeps a value. If the cache is full, the least worthy eighth goes first; among equals, the
    /// least recently used.
    ///
    /// Use it for tables that unauthenticated requests can fill, so that new entries do not evict
    /// the ones that matter.
    ///
    /// - Complexity: O(log *n*) amortized: one sort drops an eighth of the values.
    package mutating func keep(_ value: Value, for key: Key, worth: (Value) -> Int) {
        if slots[key] == nil, size >= budget {
            let rows = all.enumerated().map { use, row in
                (key: row.key, worth: worth(row.value), use: use)
            }
            let least = rows.sorted { ($0.worth, $0.use) < ($1.worth, $1.use) }
            for row in least.prefix(max(1, budget / 8)) {
                remove(row.key)
                counts.evictions += 1
            }
        }
        keep(value, for: key)
    }
}

/// The slots in order of use, as a doubly linked list.
///
/// It is separate from the cache because code without generic parameters compiles once for all key
/// and value types.
private struct UseOrder: Sendable {
    private static let none: Int32 = -1

    private var older: [Int32] = []
    private var newer: [Int32] = []
    private var oldest = none
    private var newest = none
    private var freeSlots: [Int32] = []

    /// The least recently used slot.
    var first: Int? { oldest == Self.none ? nil : Int(oldest) }

    /// Returns the slot used next after another one.
    func next(after slot: Int) -> Int? {
        newer[slot] == Self.none ? nil : Int(newer[slot])
    }

    /// Takes a free or new slot and marks it as used now. New slots are numbered consecutively.
    mutating func append() -> Int {
        let slot = freeSlots.popLast() ?? Int32(older.count)
        if slot == older.count {
            older.append(Self.none)
            newer.append(Self.none)
        }
        append(Int(slot))
        return Int(slot)
    }

    /// Appends a slot that is not in the list.
    mutating func append(_ slot: Int) {
        older[slot] = newest
        newer[slot] = Self.none
        if newest == Self.none { oldest = Int32(slot) } else { newer[Int(newest)] = Int32(slot) }
        newest = Int32(slot)
    }

    mutating func remove(_ slot: Int) {
        let (before, after) = (older[slot], newer[slot])
        if before == Self.none { oldest = after } else { newer[Int(before)] = after }
        if after == Self.none { newest = before } else { older[Int(after)] = before }
    }

    /// Unlinks a slot and frees it for another key.
    mutating func free(_ slot: Int) {
        remove(slot)
        freeSlots.append(Int32(slot))
    }
}
