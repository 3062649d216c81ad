// The edges' lanes, and the turns that arrows allow on them.

/// The turns shown by a lane's arrows; empty for a lane without arrows that all may use.
package struct LaneTurns: OptionSet, Hashable, Sendable {
    /// The bits as stored in the dataset.
    package let rawValue: UInt16

    /// Makes turns from their bits.
    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A U-turn.
    package static let reverse = LaneTurns(rawValue: 1 << 0)
    package static let sharpLeft = LaneTurns(rawValue: 1 << 1)
    package static let left = LaneTurns(rawValue: 1 << 2)
    package static let slightLeft = LaneTurns(rawValue: 1 << 3)
    /// Straight on.
    package static let through = LaneTurns(rawValue: 1 << 4)
    package static let slightRight = LaneTurns(rawValue: 1 << 5)
    package static let right = LaneTurns(rawValue: 1 << 6)
    package static let sharpRight = LaneTurns(rawValue: 1 << 7)
    /// The lane ends and joins the lane on its left.
    package static let mergesLeft = LaneTurns(rawValue: 1 << 8)
    /// The lane ends and joins the lane on its right.
    package static let mergesRight = LaneTurns(rawValue: 1 << 9)
    /// The lane is kept for some vehicles, such as buses; it leads others nowhere.
    package static let reserved = LaneTurns(rawValue: 1 << 10)

    /// All bits with a meaning.
    static let known = LaneTurns(rawValue: (1 << 11) - 1)

    package var hasArrows: Bool { !subtracting(.reserved).isEmpty }
}

/// The lanes of the edges for which the source states them.
///
/// Many edges share the same pattern of lanes, so each pattern is stored once.
package struct LaneTable: Sendable {
    /// The most lanes in one direction; no road has more.
    package static let mostLanes = 24

    /// The edges with lanes, ascending.
    let edges: MappedColumn<UInt32>
    /// Each edge's pattern.
    let patterns: MappedColumn<UInt32>
    /// Where each pattern's lanes begin, and the end.
    let firstLanes: MappedColumn<UInt32>
    let turns: MappedColumn<UInt16>

    /// - Throws: ``DatasetError`` if a section is missing or has the wrong size.
    init(_ table: SectionTable) throws(DatasetError) {
        edges = try table.column("lane.edges")
        patterns = try table.column("lane.patterns", count: edges.count)
        firstLanes = try table.column("lane.first")
        turns = try table.column("lane.turns")
    }

    /// Returns an edge's lanes from left to right in the direction of travel; empty if the source
    /// does not state them. A lane without arrows is empty, so the number of lanes is known even
    /// without arrows.
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

    /// The number of edges with lanes.
    package var count: Int { edges.count }
}
