// The vertices of a family's turn-expanded graph: its edges, and their copies.

import RoadNetwork

/// The edges and copies of edges that are vertices of a mode family's hierarchy.
///
/// An edge belongs if the family may use it under base access and its direction rule. A request's
/// further restrictions are weights.
struct TurnExpandedStates: Sendable {
    let network: NetworkDataset
    let family: Int
    /// The bits of the family's direction rule; 0 if it has none.
    let directionMask: UInt64
    private let edgeFamilies: MappedColumn<UInt8>
    private let edgeRestrictions: MappedColumn<UInt64>
    private let edgeCount: UInt32
    /// Edges that the direction rule closes and some condition opens.
    private let openAtTimes: Set<UInt32>
    /// Rows of copies, ascending by the edge they copy.
    private let copies: [UInt32]
    /// For each edge with copies, their range in ``copies``.
    private let copyRange: [UInt32: Range<Int>]

    /// - Parameter directionMask: The direction rule to keep; by default the family's.
    init(_ network: NetworkDataset, family: Int, directionMask: UInt64? = nil) {
        self.network = network
        self.family = family
        let directionMask =
            directionMask ?? Self.directionMask(of: network, family: family)
        self.directionMask = directionMask
        edgeFamilies = network.edgeFamilies
        edgeRestrictions = network.edgeRestrictions
        edgeCount = UInt32(network.edgeCount)
        openAtTimes = Self.openAtTimes(network, directionMask)
        let copyOf = network.copyOf
        copies = (0..<UInt32(network.copyCount)).sorted { (copyOf[$0], $0) < (copyOf[$1], $1) }
        var ranges: [UInt32: Range<Int>] = [:]
        var start = 0
        while start < copies.count {
            let edge = copyOf[copies[start]]
            let end = copies[start...].firstIndex { copyOf[$0] != edge } ?? copies.count
            ranges[edge] = start..<end
            start = end
        }
        copyRange = ranges
    }

    static func directionMask(of network: NetworkDataset, family: Int) -> UInt64 {
        network.description.families[family].directionRestriction
            .flatMap { network.description.restriction(named: $0)?.mask } ?? 0
    }

    private static func openAtTimes(_ network: NetworkDataset, _ mask: UInt64) -> Set<UInt32> {
        var edges = Set<UInt32>()
        network.conditions.forEachEdge { edge in
            if network.conditions.restrictions(of: edge).contains(where: { $0 & mask == 0 }) {
                edges.insert(edge)
            }
        }
        return edges
    }

    func contains(edge: UInt32) -> Bool {
        edgeFamilies[edge] & 1 << UInt8(family) != 0
            && (edgeRestrictions[edge] & directionMask == 0 || openAtTimes.contains(edge))
    }

    /// Returns how many states an edge has: itself and its copies, or none.
    func count(of edge: UInt32) -> Int {
        contains(edge: edge) ? 1 + (copyRange[edge]?.count ?? 0) : 0
    }

    /// Returns an edge's states: itself, then its copies.
    func states(of edge: UInt32) -> [UInt32] {
        var states: [UInt32] = []
        forEachState(of: edge) { states.append($0) }
        return states
    }

    /// Calls `visit` with an edge and its copies, if the family may use it.
    @inline(__always)
    func forEachState(of edge: UInt32, _ visit: (UInt32) -> Void) {
        guard contains(edge: edge) else { return }
        visit(edge)
        guard !copies.isEmpty, let range = copyRange[edge] else { return }
        for copy in copies[range] { visit(edgeCount + copy) }
    }
}
