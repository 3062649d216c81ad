// The stored topology of a mode family's hierarchy. RoutingEngine makes it and reads it.

/// One mode family's turn-expanded hierarchy as plain arrays, before it is written to a dataset.
///
/// Vertices are edges and copies of edges, numbered by rank: the order of contraction. An arc is
/// *up* if it leads from a lower rank to a higher one, and *down* otherwise. Arcs hold no weights:
/// each metric computes its own (RoutingEngine's `CustomizedMetric`). So a family stores one
/// hierarchy for all its travel modes.
///
/// Both kinds of arcs are listed by their lower end (`upFirst`, `downFirst`), in the order that
/// customization and queries visit them, and once more by their higher end (`upInto`, `downFrom`).
/// The arc between two given vertices is found by searching a row: storing its number at the higher
/// end, too, took a quarter of a dataset.
///
/// RoutingEngine's `HierarchyBuilder` fills these arrays; its `Hierarchy` reads them as
/// ``HierarchyColumns``.
package struct HierarchyContents: Sendable {
    /// Each rank's edge, or `edgeCount` plus its copy.
    package var stateOfRank: [UInt32] = []
    /// The rank of each edge and copy; `UInt32.max` if it belongs to other families.
    package var rankOfState: [UInt32] = []
    /// Each rank's parent in the elimination tree; `UInt32.max` for roots.
    package var parent: [UInt32] = []
    /// Up arcs: offsets by tail, one more than ranks, and heads, ascending for each tail.
    package var upFirst: [UInt32] = []
    package var upHead: [UInt32] = []
    /// Down arcs: offsets by head, one more than ranks, and tails, ascending for each head.
    package var downFirst: [UInt32] = []
    package var downTail: [UInt32] = []
    /// Up arcs by head: offsets, and tails, ascending for each head.
    package var upIntoFirst: [UInt32] = []
    package var upIntoTail: [UInt32] = []
    /// Down arcs by tail: offsets, and heads, ascending for each tail.
    package var downFromFirst: [UInt32] = []
    package var downFromHead: [UInt32] = []
    /// For each rank, the offset of its turns in ``turnArc``, by position of the edge turned onto.
    package var turnFirst: [UInt32] = []
    /// For each turn its arc: an up arc, or the number of up arcs plus a down arc, or `UInt32.max`.
    package var turnArc: [UInt32] = []

    package init() {}
}

/// The columns of ``HierarchyContents`` in an open dataset.
package struct HierarchyColumns: Sendable {
    package let stateOfRank: MappedColumn<UInt32>
    package let rankOfState: MappedColumn<UInt32>
    package let parent: MappedColumn<UInt32>
    package let upFirst: MappedColumn<UInt32>
    package let upHead: MappedColumn<UInt32>
    package let downFirst: MappedColumn<UInt32>
    package let downTail: MappedColumn<UInt32>
    package let upIntoFirst: MappedColumn<UInt32>
    package let upIntoTail: MappedColumn<UInt32>
    package let downFromFirst: MappedColumn<UInt32>
    package let downFromHead: MappedColumn<UInt32>
    package let turnFirst: MappedColumn<UInt32>
    package let turnArc: MappedColumn<UInt32>

    /// The number of vertices.
    package var rankCount: Int { stateOfRank.count }

    init(_ table: SectionTable, family: Int, states: Int) throws(DatasetError) {
        func column(_ name: String, _ count: Int? = nil) throws(DatasetError)
            -> MappedColumn<UInt32>
        {
            try table.column("hierarchy.\(family).\(name)", count: count)
        }
        stateOfRank = try column("stateOfRank")
        let ranks = stateOfRank.count
        rankOfState = try column("rankOfState", states)
        parent = try column("parent", ranks)
        upFirst = try column("upFirst", ranks + 1)
        upHead = try column("upHead")
        downFirst = try column("downFirst", ranks + 1)
        downTail = try column("downTail")
        upIntoFirst = try column("upIntoFirst", ranks + 1)
        upIntoTail = try column("upIntoTail", upHead.count)
        downFromFirst = try column("downFromFirst", ranks + 1)
        downFromHead = try column("downFromHead", downTail.count)
        turnFirst = try column("turnFirst", ranks + 1)
        turnArc = try column("turnArc")
    }

    /// Whether a dataset holds a family's hierarchy.
    static func isStored(in table: SectionTable, family: Int) -> Bool {
        table.sections["hierarchy.\(family).stateOfRank"] != nil
    }
}

extension HierarchyContents {
    /// The columns by the names they are stored under.
    var columns: [(name: String, values: [UInt32])] {
        [
            ("stateOfRank", stateOfRank), ("rankOfState", rankOfState), ("parent", parent),
            ("upFirst", upFirst), ("upHead", upHead), ("downFirst", downFirst),
            ("downTail", downTail), ("upIntoFirst", upIntoFirst), ("upIntoTail", upIntoTail),
            ("downFromFirst", downFromFirst), ("downFromHead", downFromHead),
            ("turnFirst", turnFirst), ("turnArc", turnArc),
        ]
    }
}
