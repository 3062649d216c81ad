// A network as plain arrays, before it is written to a dataset.

import DataStructures

/// The columns of a network before they are written.
///
/// Made by NetworkBuilder's assembly; ``DatasetEncoder`` lays them out as bytes. Array positions
/// are rows, as in the dataset.
package struct NetworkContents: Sendable {
    package var description: NetworkDescription

    // Nodes.
    package var nodeLongitudeE7: [Int32] = []
    package var nodeLatitudeE7: [Int32] = []
    package var nodeFlags: [UInt8] = []
    /// For each node its id in the source, 0 where that has none, and the nodes by ascending id.
    package var nodeID: [Int64] = []
    package var nodesByID: [UInt32] = []
    /// `nodeCount + 1` offsets into ``outEdges``.
    package var nodeFirstOut: [UInt32] = []
    /// For each node the edges that leave it, ascending; the edges that enter it are their twins.
    package var outEdges: [UInt32] = []
    /// For each node the offset of its matrix of turn classes in ``turnClassPool``.
    package var nodeTurnClasses: [UInt32] = []
    /// For each family, each node's number of distinct segments usable in either direction; 1 where
    /// the whole family is barred from passing.
    package var nodeValence: [[UInt8]] = []
    /// For each family, each node's strongly connected component; 0 is the largest.
    package var nodeComponent: [[UInt32]] = []

    // Segments.
    package var segmentWay: [Int64] = []
    package var segmentName: [UInt32] = []
    package var segmentRef: [UInt32] = []
    package var segmentClass: [UInt8] = []
    /// `segmentCount + 1` offsets into ``shapeBytes``.
    package var shapeFirst: [UInt64] = [0]
    package var shapeBytes: [UInt8] = []
    /// For each descriptor attribute, each segment's code.
    package var descriptors: [[UInt8]] = []
    /// For each segment the edge along its way, by the id of the way and along each way.
    package var wayEdges: [UInt32] = []
    /// The source's nodes between junctions.
    package var shapeNodes = ShapeNodeContents()

    // Directed edges, two for each segment.
    package var edgeHead: [UInt32] = []
    package var edgeFlags: [UInt16] = []
    package var edgeFamilies: [UInt8] = []
    package var edgeRestrictions: [UInt64] = []
    /// Destination sign of each edge, a name row.
    package var edgeDestination: [UInt32] = []
    /// Position of the edge among the out-edges of its tail.
    package var edgeSlot: [UInt8] = []
    /// Bearings at both ends in hundredths of a degree, over the first and last 15 m.
    package var edgeDepartBearing: [UInt16] = []
    package var edgeArriveBearing: [UInt16] = []
    /// For each stored cost column, each edge's cost in quanta; at least 1.
    package var costs: [[UInt32]] = []
    /// Each edge's speed limit in km/h, 0 where none is known.
    package var edgeSpeedLimit: [UInt8] = []

    // Sparse tables.
    /// For each limit attribute, ascending edges with a limit and its value in centimeters or
    /// kilograms.
    package var limitEdges: [[UInt32]] = []
    package var limitValues: [[UInt32]] = []
    /// The same for passing nodes.
    package var nodeLimitNodes: [[UInt32]] = []
    package var nodeLimitValues: [[UInt32]] = []
    /// Ascending nodes that some restriction bars, and the mask of those restrictions.
    package var barredNodes: [UInt32] = []
    package var barredMasks: [UInt64] = []
    /// Gates that through traffic does not pass. Assembly turns them into turn rules, and does not
    /// write them.
    package var gates: [NetworkGate] = []
    /// The signs over the lanes of edges, each by its parts, by ascending edge. Assembly gives them
    /// to the streets that the lanes lead into, and does not write them.
    package var laneSigns: [(edge: UInt32, lanes: [[String]])] = []
    /// Ascending edges that leave a highway at an exit with a number or a name, and its name row.
    package var exitEdges: [UInt32] = []
    package var exitNames: [UInt32] = []
    /// Points on streets: ascending segments, shares and codes, see ``StreetPointTable``.
    package var pointSegments: [UInt32] = []
    package var pointShares: [UInt32] = []
    package var pointCodes: [UInt8] = []
    /// Ascending edges with lanes and the pattern of each, see ``LaneTable``.
    package var laneEdges: [UInt32] = []
    package var lanePatterns: [UInt32] = []
    package var laneFirst: [UInt32] = [0]
    package var laneTurns: [UInt16] = []
    /// Conditional tags as the source has them: ascending segments, and `key=value` name rows.
    package var conditionalSegments: [UInt32] = []
    package var conditionalTexts: [UInt32] = []
    /// What conditions change, see ``NetworkConditions``.
    package var conditions = ConditionContents()

    // Turns.
    /// Deduplicated k × k matrices of turn classes, row = in-edge's slot, column = out-edge's slot.
    package var turnClassPool: [UInt16] = []
    /// For each stored cost column, the cost of each turn class in quanta.
    package var turnClassCosts: [[UInt32]] = []
    /// The original edge of each copy, ascending by copy; copies are numbered from `edgeCount`.
    package var copyOf: [UInt32] = []
    /// Turn rules, ascending by (from, to): from an edge or a copy onto an edge.
    package var turnRuleFrom: [UInt32] = []
    package var turnRuleTo: [UInt32] = []
    /// Restrictions under which the turn is prohibited.
    package var turnRuleMask: [UInt64] = []
    /// The edge or copy that is entered: the turned-onto edge itself or a copy of it.
    package var turnRuleTarget: [UInt32] = []

    // Names.
    /// `nameCount + 1` offsets into ``nameBytes``; row 0 is the empty name.
    package var nameFirst: [UInt64] = [0, 0]
    package var nameBytes: [UInt8] = []
    /// For each of the description's languages ascending name rows, and last for the first parts of
    /// bilingual names; empty without translations.
    package var translatedNames: [[UInt32]] = []
    /// The name row of each one's translation.
    package var translations: [[UInt32]] = []

    // Spatial index, see ``EdgeIndex``.
    package var indexBoxes: [Int32] = []
    package var indexSegments: [UInt32] = []
    package var indexPieces: [UInt32] = []
    package var indexLevels: [UInt32] = []

    /// For each family its hierarchy, `nil` where none could be made; empty before that is tried.
    package var hierarchies: [HierarchyContents?] = []

    package init(description: NetworkDescription) { self.description = description }

    /// A name by its row.
    package func name(row: UInt32) -> String {
        let range = Int(nameFirst[Int(row)])..<Int(nameFirst[Int(row) + 1])
        return String(decoding: nameBytes[range], as: UTF8.self)
    }

    /// Adds a name and returns its row.
    package mutating func addName(_ name: String) -> UInt32 {
        nameBytes.append(contentsOf: name.utf8)
        nameFirst.append(UInt64(nameBytes.count))
        return UInt32(nameFirst.count - 2)
    }

    /// The lanes of an edge from left to right; empty where they are unknown.
    ///
    /// - Complexity: O(log *n*) in the number of edges with lanes.
    package func lanes(of edge: UInt32) -> [LaneTurns] {
        let row = laneEdges.indices.partitioningIndex { laneEdges[$0] >= edge }
        guard row < laneEdges.count, laneEdges[row] == edge else { return [] }
        let pattern = Int(lanePatterns[row])
        return laneTurns[Int(laneFirst[pattern])..<Int(laneFirst[pattern + 1])]
            .map(LaneTurns.init(rawValue:))
    }

    /// The edges that leave a node.
    package func edges(leaving node: UInt32) -> ArraySlice<UInt32> {
        outEdges[Int(nodeFirstOut[Int(node)])..<Int(nodeFirstOut[Int(node) + 1])]
    }

    /// The lengths of edges in centimeters; `nil` if no cost stores them.
    package var edgeLengths: [UInt32]? {
        description.costs.first { $0.kind == .length && $0.isStored }.map { costs[$0.column] }
    }
}

/// A node that only traffic with a stop behind it may pass.
package struct NetworkGate: Hashable, Sendable {
    /// The row of the node.
    package var node: UInt32
    /// Bits of the restrictions on through traffic that it enforces.
    package var mask: UInt64
    /// The condition under which it is one; `nil` for always.
    package var condition: UInt32?

    package init(node: UInt32, mask: UInt64, condition: UInt32? = nil) {
        self.node = node
        self.mask = mask
        self.condition = condition
    }
}
