// The outcomes of the look-ups that were used last, failures among them.

/// Outcomes by key, up to a number of keys; the one used least recently is forgotten.
///
/// Failures are kept as well: what PROJ could not read takes as long to refuse again.
struct RecentLookUps<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What a look-up came to.
    typealias Outcome = Result<Value, SpatialReferenceError>

    private var entries: [Key: (outcome: Outcome, use: UInt64)] = [:]
    private var uses: UInt64 = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Whether the outcome of a look-up is at hand. It does not count as a use.
    func holds(_ key: Key) -> Bool { entries[key] != nil }

    /// The outcome for a key, used now.
    mutating func outcome(for key: Key) -> Outcome? {
        guard let place = entries.index(forKey: key) else { return nil }
        uses += 1
        entries.values[place].use = uses
        return entries.values[place].outcome
    }

    /// Keeps an outcome.
    ///
    /// - Complexity: Linear in the number of keys when there are as many as may be.
    mutating func keep(_ outcome: Outcome, for key: Key) {
        // A list that is missing may be installed.
        if case .failure(.listMissing) = outcome { return }
        if entries.count >= capacity, entries[key] == nil,
            let oldest = entries.min(by: { $0.value.use < $1.value.use })
        {
            entries[oldest.key] = nil
        }
        uses += 1
        entries[key] = (outcome, uses)
    }
}
