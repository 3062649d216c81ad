// A table with costs in several attributes.

/// Least costs between places, and the cheapest paths' costs in other attributes.
package struct LegTable: Sendable {
    /// Where a path begins and ends: a candidate of its origin, and one of its destination.
    package struct Ends: Hashable, Sendable {
        package var origin: Int
        package var destination: Int
    }

    package let sourceCount: Int
    package let targetCount: Int
    /// Costs by source, then by target.
    private var costs: [UInt32]
    /// Ends in the same order; empty in a table with costs only.
    private var ends: [Ends]
    /// Sums by attribute, then in the same order.
    private var sums: [UInt64]

    init(sourceCount: Int, targetCount: Int, attributeCount: Int) {
        self.sourceCount = sourceCount
        self.targetCount = targetCount
        let count = sourceCount * targetCount
        costs = [UInt32](repeating: .max, count: count)
        ends = [Ends](repeating: Ends(origin: 0, destination: 0), count: count)
        sums = [UInt64](repeating: 0, count: count * attributeCount)
    }

    /// Makes a table with costs only, whose paths have no ends.
    init(sourceCount: Int, costsTo targetCount: Int) {
        self.sourceCount = sourceCount
        self.targetCount = targetCount
        costs = [UInt32](repeating: .max, count: sourceCount * targetCount)
        ends = []
        sums = []
    }

    /// Returns the least cost from a source to a target; `.max` if there is no path below
    /// ``SearchCost/limit``.
    package func cost(from source: Int, to target: Int) -> UInt32 {
        costs[source * targetCount + target]
    }

    /// Returns where the cheapest path begins and ends; `nil` if there is no path.
    ///
    /// - Precondition: The table has more than costs.
    package func ends(from source: Int, to target: Int) -> Ends? {
        let cell = source * targetCount + target
        return costs[cell] == .max ? nil : ends[cell]
    }

    /// Returns the cheapest path's cost in an attribute; 0 if there is no path.
    ///
    /// - Parameter attribute: The position among the table's attributes.
    package func sum(_ attribute: Int, from source: Int, to target: Int) -> UInt64 {
        sums[attribute * costs.count + source * targetCount + target]
    }

    mutating func set(_ cost: UInt32, _ ends: Ends, from source: Int, to target: Int) {
        let cell = source * targetCount + target
        costs[cell] = cost
        self.ends[cell] = ends
    }

    /// Sets a row's costs.
    mutating func set(_ row: [UInt32], ofSource source: Int) {
        costs.replaceSubrange(source * targetCount..<(source + 1) * targetCount, with: row)
    }

    mutating func setSum(_ sum: UInt64, _ attribute: Int, from source: Int, to target: Int) {
        sums[attribute * costs.count + source * targetCount + target] = sum
    }

    /// Computes the sums of the cells in which one is `.max`, which means unknown.
    mutating func replaceUnknownSums(
        _ sums: (_ source: Int, _ target: Int, _ ends: Ends) -> [UInt64]
    ) {
        let attributeCount = costs.isEmpty ? 0 : self.sums.count / costs.count
        guard attributeCount > 0 else { return }
        for cell in costs.indices where costs[cell] != .max {
            let places = (0..<attributeCount).map { $0 * costs.count + cell }
            guard places.contains(where: { self.sums[$0] == .max }) else { continue }
            let found = sums(cell / targetCount, cell % targetCount, ends[cell])
            for (place, sum) in zip(places, found) { self.sums[place] = sum }
        }
    }
}
