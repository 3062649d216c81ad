// The one cache: values by key within a budget.

/// Values by key within a budget. Beyond it those that were used least recently are dropped.
///
///     var cache = BoundedCache<String, Report>(budget: 64 << 20)
///     if let known = cache.find(name) { return known }
///     cache.keep(report, for: name, size: report.byteCount)
///
/// A value type: sharing it between threads needs a lock.
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Hits, misses and evictions since the cache was made.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
    }

    private struct Entry: Sendable {
        var value: Value
        var size: Int
        var use: UInt64
        var isPinned: Bool

        mutating func change(_ body: (inout Value, inout Int) -> Void) { body(&value, &size) }
    }

    private struct Use: Sendable {
        let key: Key
        let number: UInt64
    }

    /// The greatest total size of the values that are not pinned, in the unit of their sizes.
    package let budget: Int
    /// The total size of the values that are not pinned.
    package private(set) var size = 0
    /// The total size of the pinned values.
    package private(set) var pinnedSize = 0
    package private(set) var counts = Counts()
    private var entries: [Key: Entry] = [:]
    /// Uses in order; those that are not the last of their entry are skipped.
    private var uses: [Use] = []
    private var firstUse = 0
    private var clock: UInt64 = 0

    /// Makes an empty cache.
    package init(budget: Int) { self.budget = budget }

    /// The number of values.
    package var count: Int { entries.count }

    /// Every value with its key, in the order of their last uses.
    ///
    /// - Complexity: O(*n* log *n*).
    package var all: [(key: Key, value: Value)] {
        entries.sorted { $0.value.use < $1.value.use }.map { ($0.key, $0.value.value) }
    }

    /// The value of a key, without counting as a use.
    package func peek(_ key: Key) -> Value? { entries[key]?.value }

    /// The value of a key, used now; counts a hit or a miss.
    ///
    /// - Parameter isWanted: Whether the value found is an acceptable one; otherwise it is a miss.
    /// - Complexity: O(1) on average.
    package mutating func find(
        _ key: Key, where isWanted: (Value) -> Bool = { _ in true }
    ) -> Value? {
        guard let place = entries.index(forKey: key), isWanted(entries.values[place].value) else {
            counts.misses += 1
            return nil
        }
        counts.hits += 1
        let use = nextUse(of: key)
        entries.values[place].use = use
        return entries.values[place].value
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
        let use = nextUse(of: key)
        entries[key] = Entry(value: value, size: size, use: use, isPinned: isPinned)
        account(size, isPinned)
        evict(keeping: key)
    }

    /// Changes a value and its size, and evicts others until the budget is kept; does nothing for a
    /// key without a value.
    package mutating func change(_ key: Key, _ body: (inout Value, inout Int) -> Void) {
        guard let place = entries.index(forKey: key) else { return }
        let before = entries.values[place].size
        entries.values[place].change(body)
        account(entries.values[place].size - before, entries.values[place].isPinned)
        evict(keeping: key)
    }

    /// Evicts now what some pinned values would evict by being kept unpinned.
    ///
    /// For values that others will replace: memory is freed before that of the others is taken.
    ///
    /// - Complexity: O(*n*).
    package mutating func makeRoom(forUnpinning isUnpinned: (Key) -> Bool) {
        let coming = entries.reduce(0) { size, row in
            row.value.isPinned && isUnpinned(row.key) ? size + row.value.size : size
        }
        evict(over: budget - coming)
    }

    /// Drops a value; it does not count as evicted.
    package mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
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

    private mutating func nextUse(of key: Key) -> UInt64 {
        clock += 1
        uses.append(Use(key: key, number: clock))
        if uses.count > 2 * entries.count + 64 {
            uses = uses[firstUse...].filter {
                $0.number == clock || entries[$0.key]?.use == $0.number
            }
            firstUse = 0
        }
        return clock
    }

    private mutating func evict(keeping kept: Key? = nil, over limit: Int? = nil) {
        let limit = limit ?? budget
        var passed: [Use] = []
        while size > limit, firstUse < uses.count {
            let use = uses[firstUse]
            firstUse += 1
            guard let entry = entries[use.key], entry.use == use.number else { continue }
            guard use.key != kept, !entry.isPinned else {
                passed.append(use)
                continue
            }
            remove(use.key)
            counts.evictions += 1
        }
        guard !passed.isEmpty else { return }
        uses.replaceSubrange(..<firstUse, with: passed)
        firstUse = 0
    }
}

extension BoundedCache {
    /// Keeps a value. When there is no room, those of the least worth are dropped first, an eighth
    /// of them at once, and among equals those that were used least recently.
    ///
    /// For tables that unauthenticated requests fill: new entries must not evict the ones that
    /// matter.
    ///
    /// - Complexity: O(log *n*) amortized: one sort drops an eighth of the values.
    package mutating func keep(_ value: Value, for key: Key, worth: (Value) -> Int) {
        if entries[key] == nil, size >= budget {
            let rows = entries.map {
                (key: $0.key, worth: worth($0.value.value), use: $0.value.use)
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
