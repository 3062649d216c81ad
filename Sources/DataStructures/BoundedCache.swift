// The one cache: values by key within a budget.

/// Values by key within a budget. Beyond it those that were used least recently are dropped.
///
///     var cache = BoundedCache<String, Report>(budget: 64 << 20)
///     if let known = cache.find(name) { return known }
///     cache.keep(report, for: name, size: report.byteCount)
///
/// A value type: sharing it between threads needs a lock.
///
/// Some collections are bounded without it, because they need no order of use or no values: the
/// numbered rules of `PlaceCache` (a number is never used twice), the overlays of an entry of
/// `BarrierCache` (at most eight, part of the size of the entry), the recent periods of
/// `NetworkConditions` and the seen barriers of `MetricCache` (cheap to compute again, and emptied
/// when they are full), and the statements of `PostgresConnection` (a server forgets all at once).
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Hits, misses and evictions since the cache was made.
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

    /// The greatest total size of the values that are not pinned, in the unit of their sizes.
    package let budget: Int
    /// The total size of the values that are not pinned.
    package private(set) var size = 0
    /// The total size of the pinned values.
    package private(set) var pinnedSize = 0
    package private(set) var counts = Counts()
    /// The slot of each key.
    private var slots: [Key: Int] = [:]
    /// By slot; `nil` where one is free.
    private var entries: [Entry?] = []
    private var order = UseOrder()

    /// Makes an empty cache.
    package init(budget: Int) { self.budget = budget }

    /// The number of values.
    package var count: Int { slots.count }

    /// Every value with its key, in the order of their last uses.
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

    /// The value of a key, without counting as a use.
    package func peek(_ key: Key) -> Value? { slots[key].flatMap { entries[$0]?.value } }

    /// The value of a key, used now; counts a hit or a miss.
    ///
    /// - Parameter isWanted: Whether the value found is an acceptable one; otherwise it is a miss.
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

    /// Keeps a value, used now, and drops others until the budget is kept; this one stays, whatever
    /// its size.
    ///
    /// - Parameters:
    ///   - size: Its size.
    ///   - isPinned: Whether it is never evicted; it does not count against the budget then.
    /// - Complexity: O(1) on average, plus O(1) for each value evicted.
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

    /// Changes a value and its size, and evicts others until the budget is kept; does nothing for a
    /// key without a value.
    package mutating func change(_ key: Key, _ body: (inout Value, inout Int) -> Void) {
        guard let slot = slots[key], let before = entries[slot] else { return }
        entries[slot]?.change(body)
        account((entries[slot]?.size ?? 0) - before.size, before.isPinned)
        evict(keeping: slot)
    }

    /// Evicts now what some pinned values would evict by being kept unpinned.
    ///
    /// For values that others will replace: memory is freed before that of the others is taken.
    ///
    /// - Complexity: O(*n*).
    package mutating func makeRoom(forUnpinning isUnpinned: (Key) -> Bool) {
        let coming = entries.reduce(0) { size, entry in
            guard let entry, entry.isPinned, isUnpinned(entry.key) else { return size }
            return size + entry.size
        }
        evict(over: budget - coming)
    }

    /// Drops a value; it does not count as evicted.
    package mutating func remove(_ key: Key) {
        guard let slot = slots.removeValue(forKey: key), let entry = entries[slot] else { return }
        entries[slot] = nil
        order.free(slot)
        account(-entry.size, entry.isPinned)
    }

    /// The value of a key. Reading is not a use; writing is one, and `nil` drops the value.
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
    /// Keeps a value. When there is no room, those of the least value are dropped first, an eighth
    /// of them at once, and among equals those that were used least recently.
    ///
    /// For tables that unauthenticated requests fill: new entries must not evict the ones that
    /// matter.
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

/// Slots in the order of their last uses: a list with links in both directions.
///
/// Apart from the cache, since code that does not depend on the types of keys and values is
/// compiled once, for all.
private struct UseOrder: Sendable {
    private static let none: Int32 = -1

    private var older: [Int32] = []
    private var newer: [Int32] = []
    private var oldest = none
    private var newest = none
    private var freeSlots: [Int32] = []

    /// The slot that was used least recently.
    var first: Int? { oldest == Self.none ? nil : Int(oldest) }

    /// The slot that was used after another one.
    func next(after slot: Int) -> Int? {
        newer[slot] == Self.none ? nil : Int(newer[slot])
    }

    /// Takes a slot that is free or new, used now; new ones are numbered consecutively.
    mutating func append() -> Int {
        let slot = freeSlots.popLast() ?? Int32(older.count)
        if slot == older.count {
            older.append(Self.none)
            newer.append(Self.none)
        }
        append(Int(slot))
        return Int(slot)
    }

    /// Puts a slot that is not in the order at its end.
    mutating func append(_ slot: Int) {
        older[slot] = newest
        newer[slot] = Self.none
        if newest == Self.none { oldest = Int32(slot) } else { newer[Int(newest)] = Int32(slot) }
        newest = Int32(slot)
    }

    /// Takes a slot out of the order.
    mutating func remove(_ slot: Int) {
        let (before, after) = (older[slot], newer[slot])
        if before == Self.none { oldest = after } else { newer[Int(before)] = after }
        if after == Self.none { newest = before } else { older[Int(after)] = before }
    }

    /// Takes a slot out of the order, and frees it for another key.
    mutating func free(_ slot: Int) {
        remove(slot)
        freeSlots.append(Int32(slot))
    }
}
