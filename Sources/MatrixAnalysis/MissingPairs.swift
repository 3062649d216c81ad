// The pairs of a table that have no path.

/// Pairs without a path: the first of them, and how many there are.
struct MissingPairs: Sendable {
    /// Positions of locations.
    private(set) var first: [(source: Int, target: Int)] = []
    private(set) var count = 0

    /// Adds a pair.
    mutating func add(_ source: Int, _ target: Int) {
        count += 1
        if first.count < PairExplainer.mostPairs { first.append((source, target)) }
    }
}
