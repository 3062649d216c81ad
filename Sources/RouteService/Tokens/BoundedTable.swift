// A dictionary that strangers may fill: it forgets what is worth least, or was used least recently.

/// Values by key, up to a number of keys.
struct BoundedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var entries: [Key: (value: Value, use: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let capacity: Int

    /// Makes an empty table.
    ///
    /// - Precondition: It has room for 8 keys at least.
    init(capacity: Int) {
        precondition(capacity >= 8, "a table this small forgets at once")
        self.capacity = capacity
    }

    /// The number of keys.
    var count: Int { entries.count }

    /// Every key with its value, in the order of their last uses.
    ///
    /// - Complexity: That of sorting them.
    var all: [(key: Key, value: Value)] {
        entries.sorted { $0.value.use < $1.value.use }.map { ($0.key, $0.value.value) }
    }

    /// The value of a key, which counts as a use when it is set.
    ///
    /// - Complexity: Constant on average. When the table is full, the eighth of the keys that were
    ///   used least recently is forgotten at once, which is sorted for.
    subscript(key: Key) -> Value? {
        get { entries[key]?.value }
        set {
            guard let newValue else {
                entries[key] = nil
                return
            }
            set(newValue, for: key) { _ in 0 }
        }
    }

    /// Sets the value of a key. When the table is full, those of the least worth are forgotten
    /// first, and among equals those that were used least recently.
    ///
    /// - Complexity: Constant on average, as for the subscript.
    mutating func set(_ value: Value, for key: Key, worth: (Value) -> Int) {
        if entries[key] == nil, entries.count >= capacity { forget(by: worth) }
        uses += 1
        entries[key] = (value, uses)
    }

    private mutating func forget(by worth: (Value) -> Int) {
        let rows = entries.map { (key: $0.key, worth: worth($0.value.value), use: $0.value.use) }
        let least = rows.sorted { ($0.worth, $0.use) < ($1.worth, $1.use) }.prefix(capacity / 8)
        for row in least { entries[row.key] = nil }
    }
}
