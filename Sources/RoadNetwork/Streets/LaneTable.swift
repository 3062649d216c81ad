// The lanes of edges and the turns that arrows allow on them.

/// The turns that the arrows on a lane show; empty for a lane without arrows.
package struct LaneTurns: OptionSet, Hashable, Sendable {
    /// The bits as they lie in the dataset.
    package let rawValue: UInt16

    /// Makes turns from their bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Turning back.
    package static let reverse = LaneTurns(rawValue: 1 << 0)
    /// A sharp turn to the left.
    package static let sharpLeft = LaneTurns(rawValue: 1 << 1)
    /// A turn to the left.
    package static let left = LaneTurns(rawValue: 1 << 2)
    /// A slight turn to the left.
    package static let slightLeft = LaneTurns(rawValue: 1 << 3)
    /// Going on.
    package static let through = LaneTurns(rawValue: 1 << 4)
    /// A slight turn to the right.
    package static let slightRight = LaneTurns(rawValue: 1 << 5)
    /// A turn to the right.
    package static let right = LaneTurns(rawValue: 1 << 6)
    /// A sharp turn to the right.
    package static let sharpRight = LaneTurns(rawValue: 1 << 7)
    /// The lane ends and joins the one on its left.
    package static let mergesLeft = LaneTurns(rawValue: 1 << 8)
    /// The lane ends and joins the one on its right.
    package static let mergesRight = LaneTurns(rawValue: 1 << 9)

    /// All bits that have a meaning.
    static let known = LaneTurns(rawValue: (1 << 10) - 1)
}

/// The lanes of the edges for which the source states them.
///
/// Edges share few different patterns of lanes, each of which is stored once.
package struct LaneTable: Sendable {
    /// Lanes in one direction at most; no road has more.
    package static let mostLanes = 24

    /// Ascending edges.
    let edges: MappedColumn<UInt32>
    /// For each of them its pattern.
    let patterns: MappedColumn<UInt32>
    /// For each pattern where its lanes begin, and the end.
    let firstLanes: MappedColumn<UInt32>
    let turns: MappedColumn<UInt16>

    /// - Throws: ``DatasetError`` when a section is missing or of the wrong size.
    init(_ table: SectionTable) throws(DatasetError) {
        edges = try table.column("lane.edges")
        patterns = try table.column("lane.patterns", count: edges.count)
        firstLanes = try table.column("lane.first")
        turns = try table.column("lane.turns")
    }

    /// The lanes of an edge from left to right in the direction of travel; empty where the source
    /// does not state them. A lane without arrows is empty, so that the number of lanes is known
    /// without any arrow.
    ///
    /// - Complexity: O(log *n*) in the number of edges with lanes.
    package func lanes(of edge: UInt32) -> [LaneTurns] {
        let row = edges.lowerBound(edge)
        guard row < edges.count, edges[row] == edge else { return [] }
        let pattern = Int(patterns[row])
        guard pattern + 1 < firstLanes.count else { return [] }
        let end = min(Int(firstLanes[pattern + 1]), turns.count)
        let start = min(Int(firstLanes[pattern]), end)
        return (start..<end).map { LaneTurns(rawValue: turns[$0]) }
    }

    /// Number of edges with lanes.
    package var count: Int { edges.count }
}
