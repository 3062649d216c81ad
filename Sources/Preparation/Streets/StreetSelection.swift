// The streets that meet a condition, evaluated at most once for a layer.

package import RoadNetwork
package import RouteAPI
import Synchronization

/// The streets in a network that meet a condition.
///
/// A search evaluates the condition street by street as long as few streets fail it, since the
/// place is nearly always near. After many failures it is evaluated for all streets, and the index
/// entries leading to selected streets are marked. Later searches follow only marked entries: they
/// end at once if no street meets the condition, and soon if all such streets are far away.
package final class StreetSelection: Sendable {
    /// How many streets may fail the condition in one search before it is evaluated for all.
    static let maximumFailures = 4_096

    let condition: StreetCondition
    private let network: NetworkDataset
    private let evaluated = Mutex(SelectedEntries?.none)

    /// Prepares a selection; the condition is not evaluated yet.
    ///
    /// - Throws: If the condition cannot be evaluated.
    package init(_ text: String, on network: NetworkDataset) throws(RouteRequestError) {
        condition = try StreetCondition(text, on: network)
        self.network = network
    }

    /// Whether inputs may be placed on a street.
    package func holds(segment: Int) -> Bool { condition.holds(segment: segment) }

    /// The index entries that lead to selected streets, if known.
    var entries: SelectedEntries? { evaluated.withLock(\.self) }

    /// Evaluates the condition for all streets, unless that has been done.
    ///
    /// - Parameter shouldStop: Called once every 4,096 streets.
    /// - Returns: `nil` if it was stopped.
    /// - Complexity: O(*n*) for *n* streets. The condition is evaluated once for each combination
    ///   of values, or for each street if it names costs or ids.
    @discardableResult
    package func evaluateAll(_ shouldStop: () -> Bool) -> SelectedEntries? {
        if let known = entries { return known }
        guard let streets = selectedStreets(shouldStop) else { return nil }
        // Two concurrent searches compute equal entries.
        let found = SelectedEntries(streets, in: network.index)
        evaluated.withLock { $0 = found }
        return found
    }

    private func selectedStreets(_ shouldStop: () -> Bool) -> RowSet? {
        var streets = RowSet(count: network.segmentCount)
        var verdicts = Verdicts(condition)
        for segment in 0..<network.segmentCount {
            if segment & 0xFFF == 0xFFF, shouldStop() { return nil }
            if verdicts.holds(segment: segment) { streets.insert(segment) }
        }
        return streets
    }
}

/// Evaluates a condition street by street, once for streets with the same values.
private struct Verdicts {
    private struct Step: Hashable {
        var combination: Int
        var code: UInt64
    }

    private let condition: StreetCondition
    private let codes: [(Int) -> UInt64]?
    /// A trie of values with a level for each field: the number of the prefix up to the previous
    /// field, with this field's code, gives the number of the prefix up to this field.
    private var numbers: [[Step: Int]]
    private var verdicts: [Bool?] = []

    init(_ condition: StreetCondition) {
        self.condition = condition
        codes = condition.codes()
        numbers = [[Step: Int]](repeating: [:], count: codes?.count ?? 0)
    }

    mutating func holds(segment: Int) -> Bool {
        guard let codes else { return condition.holds(segment: segment) }
        var combination = 0
        for (field, code) in codes.enumerated() {
            let step = Step(combination: combination, code: code(segment))
            if let known = numbers[field][step] {
                combination = known
            } else {
                combination = numbers[field].count
                numbers[field][step] = combination
            }
        }
        while verdicts.count <= combination { verdicts.append(nil) }
        if let known = verdicts[combination] { return known }
        let verdict = condition.holds(segment: segment)
        verdicts[combination] = verdict
        return verdict
    }
}

/// A set of table rows, with one bit for each.
private struct RowSet {
    private var words: [UInt64]
    private(set) var count = 0

    init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ row: Int) {
        guard !contains(row) else { return }
        words[row >> 6] |= 1 << UInt64(row & 63)
        count += 1
    }

    func contains(_ row: Int) -> Bool { words[row >> 6] & 1 << UInt64(row & 63) != 0 }
}

/// The street index entries that lead to selected streets.
package struct SelectedEntries: Sendable {
    private var entries: RowSet
    /// How many streets are selected.
    package let streetCount: Int

    fileprivate init(_ streets: RowSet, in index: EdgeIndex) {
        streetCount = streets.count
        let levels = index.levels.count - 1
        entries = RowSet(count: Int(index.levels[levels]))
        for entry in 0..<index.segments.count where streets.contains(Int(index.segments[entry])) {
            entries.insert(entry)
        }
        for level in stride(from: 1, to: levels, by: 1) {
            for entry in Int(index.levels[level])..<Int(index.levels[level + 1])
            where index.children(of: entry, level: level).contains(where: entries.contains) {
                entries.insert(entry)
            }
        }
    }

    /// Whether an entry at any level leads to a selected street.
    func contains(_ entry: Int) -> Bool { entries.contains(entry) }
}
