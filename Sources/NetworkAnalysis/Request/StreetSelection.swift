// Which streets a condition takes, found out once for a layer.
//
// A search asks street by street as long as it meets few that do not count: nearly always the place
// is near. When it meets many, all streets are judged at once, and with them which entries of the
// index lead to any; from then on searches go where there is something to find. A condition that
// nothing meets then costs a search nothing, and one that is met far away little.

package import RoadNetwork
package import RouteAPI
import Synchronization

/// The streets of a network that a condition takes.
package final class StreetSelection: Sendable {
    /// How many streets that do not count a search passes over before all are judged.
    static let patience = 4_096

    let condition: StreetCondition
    private let network: NetworkDataset
    private let judged = Mutex(SelectedEntries?.none)

    /// Prepares the selection of a condition; no street is judged yet.
    ///
    /// - Throws: For a condition that cannot be judged.
    package init(_ text: String, on network: NetworkDataset) throws(RouteRequestError) {
        condition = try StreetCondition(text, on: network)
        self.network = network
    }

    /// Whether inputs may be placed on a street.
    package func holds(segment: Int) -> Bool { condition.holds(segment: segment) }

    /// The entries of the index that lead to streets of the selection, if that is known.
    var entries: SelectedEntries? { judged.withLock(\.self) }

    /// Judges all streets, unless that has been done.
    ///
    /// - Parameter shouldStop: Asked for every 4,096 streets.
    /// - Returns: `nil` when it was stopped.
    /// - Complexity: Linear in the size of the network; the condition is judged once for each
    ///   combination of values, or for each street where costs or ids are asked for.
    @discardableResult
    package func judgeAll(_ shouldStop: () -> Bool) -> SelectedEntries? {
        if let known = entries { return known }
        guard let streets = judgeStreets(shouldStop) else { return nil }
        // Two searches that judge at the same time find the same.
        let found = SelectedEntries(streets, in: network.index)
        judged.withLock { $0 = found }
        return found
    }

    private func judgeStreets(_ shouldStop: () -> Bool) -> RowSet? {
        var streets = RowSet(count: network.segmentCount)
        var verdicts = Verdicts(condition)
        for segment in 0..<network.segmentCount {
            if segment & 0xFFF == 0xFFF, shouldStop() { return nil }
            if verdicts.holds(segment: segment) { streets.insert(segment) }
        }
        return streets
    }
}

/// Judges streets one after the other, those with the same values once.
private struct Verdicts {
    private struct Step: Hashable {
        var combination: Int
        var code: UInt64
    }

    private let condition: StreetCondition
    private let codes: [(Int) -> UInt64]?
    /// For each field, the number of a combination of values by the number of the one before.
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

/// Some of the rows of a table, a bit each.
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

/// The entries of the street index that lead to streets of a selection.
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

    /// Whether an entry of any level leads to a street of the selection.
    func contains(_ entry: Int) -> Bool { entries.contains(entry) }
}
