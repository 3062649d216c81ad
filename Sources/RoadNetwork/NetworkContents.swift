// A network as plain arrays, before it is written to a dataset.

import DataStructures

/// A network's columns before they are written, and the reference for what each column means.
///
/// NetworkBuilder's assembly fills them, and ``DatasetEncoder`` lays them out as bytes. Array
/// positions are rows, as in the dataset, where ``NetworkDataset`` has a column of the same name
/// for each array. Segment *s* owns edges 2*s* and 2*s* + 1. Offset arrays have one entry more than
/// rows, so row *r*'s values lie from entry *r* to entry *r* + 1. Sparse facts are a sorted key
/// array with value arrays beside it.
package struct NetworkContents: Sendable {
    package var description: NetworkDescription

    // Nodes.
    package var nodeLongitudeE7: [Int32] = []
    package var nodeLatitudeE7: [Int32] = []
    package var nodeFlags: [UInt8] = []
    /// Each node's id in the source, 0 if there is none; and the nodes by ascending id.
    package var nodeID: [Int64] = []
    package var nodesByID: [UInt32] = []
    /// `nodeCount + 1` offsets into ``outEdges``.
    package var nodeFirstOut: [UInt32] = []
    /// For each node, the edges that leave it, ascending. Their twins are the edges that enter it.
    package var outEdges: [UInt32] = []
    /// For each node, the offset of its matrix of turn classes in ``turnClassPool``.
    package var nodeTurnClasses: [UInt32] = []
    /// For each family, how many distinct segments at each node it may use in either direction; 1
    /// if the whole family is barred from passing.
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
    /// For each segment, the edge along its OSM way; sorted by way id, then along each way.
    package var wayEdges: [UInt32] = []
    /// The source's nodes between junctions.
    package var shapeNodes = ShapeNodeContents()

    // Directed edges, two for each segment.
    package var edgeHead: [UInt32] = []
    package var edgeFlags: [UInt16] = []
    package var edgeFamilies: [UInt8] = []
    package var edgeRestrictions: [UInt64] = []
    /// Each edge's destination sign, as a name row.
    package var edgeDestination: [UInt32] = []
    /// Each edge's position among the edges that leave its tail.
    package var edgeSlot: [UInt8] = []
    /// Bearings at both ends in hundredths of a degree, over the first and last 15 m.
    package var edgeDepartBearing: [UInt16] = []
    package var edgeArriveBearing: [UInt16] = []
    /// For each stored cost column, each edge's cost in quanta; at least 1.
    package var costs: [[UInt32]] = []
    /// Each edge's speed limit in km/h; 0 if unknown.
    package var edgeSpeedLimit: [UInt8] = []

    // Sparse tables.
    /// For each limit attribute, ascending edges with a limit, and its value in centimeters or
    /// kilograms.
    package var limitEdges: [[UInt32]] = []
    package var limitValues: [[UInt32]] = []
    /// The same for passing nodes.
    package var nodeLimitNodes: [[UInt32]] = []
    package var nodeLimitValues: [[UInt32]] = []
    /// Ascending nodes that some restriction bars, and the mask of those restrictions.
    package var barredNodes: [UInt32] = []
    package var barredMasks: [UInt64] = []
    /// Gates that through traffic may not pass. Assembly turns them into turn rules; they are not
    /// written.
    package var gates: [NetworkGate] = []
    /// The signs over each edge's lanes, in parts, by ascending edge. Assembly passes them on to
    /// the streets that the lanes lead into; they are not written.
    package var laneSigns: [(edge: UInt32, lanes: [[String]])] = []
    /// Ascending edges that leave a highway at an exit with a number or a name, and its name row.
    package var exitEdges: [UInt32] = []
    package var exitNames: [UInt32] = []
    /// Points on streets: ascending segments, shares and codes; see ``StreetPointTable``.
    package var pointSegments: [UInt32] = []
    package var pointShares: [UInt32] = []
    package var pointCodes: [UInt8] = []
    /// Ascending edges with lanes, and each one's pattern; see ``LaneTable``.
    package var laneEdges: [UInt32] = []
    package var lanePatterns: [UInt32] = []
    package var laneFirst: [UInt32] = [0]
    package var laneTurns: [UInt16] = []
    /// Conditional tags as the source has them: ascending segments, and `key=value` name rows.
    package var conditionalSegments: [UInt32] = []
    package var conditionalTexts: [UInt32] = []
    /// What conditions change; see ``NetworkConditions``.
    package var conditions = ConditionContents()

    // Turns.
    /// Deduplicated k × k matrices of turn classes, row = in-edge's slot, column = out-edge's slot.
    package var turnClassPool: [UInt16] = []
    /// For each stored cost column, each turn class's cost in quanta.
    package var turnClassCosts: [[UInt32]] = []
    /// Each copy's original edge; copies are numbered from `edgeCount`.
    package var copyOf: [UInt32] = []
    /// Turn rules, ascending by (from, to): from an edge or a copy onto an edge.
    package var turnRuleFrom: [UInt32] = []
    package var turnRuleTo: [UInt32] = []
    /// The restrictions under which the turn is prohibited.
    package var turnRuleMask: [UInt64] = []
    /// The state that the turn enters: the edge turned onto, or a copy of it.
    package var turnRuleTarget: [UInt32] = []

    // Names.
    /// `nameCount + 1` offsets into ``nameBytes``; row 0 is the empty name.
    package var nameFirst: [UInt64] = [0, 0]
    package var nameBytes: [UInt8] = []
    /// For each of the description's languages, ascending name rows; the last entry is for the
    /// first parts of bilingual names. Empty without translations.
    package var translatedNames: [[UInt32]] = []
    /// The name row of each translation.
    package var translations: [[UInt32]] = []

    // Spatial index, see ``EdgeIndex``.
    package var indexBoxes: [Int32] = []
    package var indexSegments: [UInt32] = []
    package var indexPieces: [UInt32] = []
    package var indexLevels: [UInt32] = []

    /// Each family's hierarchy; `nil` if none could be made, empty before it is tried.
    package var hierarchies: [HierarchyContents?] = []

    package init(description: NetworkDescription) { self.description = description }

    /// Returns a name, given its row.
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

    /// Returns an edge's lanes from left to right; empty if unknown.
    ///
    /// - Complexity: O(log *n*) in the number of edges with lanes.
    package func lanes(of edge: UInt32) -> [LaneTurns] {
        let row = laneEdges.indices.partitioningIndex { laneEdges[$0] >= edge }
        guard row < laneEdges.count, laneEdges[row] == edge else { return [] }
        let pattern = Int(lanePatterns[row])
        return laneTurns[Int(laneFirst[pattern])..<Int(laneFirst[pattern + 1])]
            .map(LaneTurns.init(rawValue:))
    }

    package func edges(leaving node: UInt32) -> ArraySlice<UInt32> {
        outEdges[Int(nodeFirstOut[Int(node)])..<Int(nodeFirstOut[Int(node) + 1])]
    }

    /// The edges' lengths in centimeters; `nil` if no cost stores them.
    package var edgeLengths: [UInt32]? {
        description.costs.first { $0.kind == .length && $0.isStored }.map { costs[$0.column] }
    }
}

/// A node, such as the gate of an estate, that a route may pass only if it begins or ends behind
/// it.
package struct NetworkGate: Hashable, Sendable {
    /// The node's row.
    package var node: UInt32
    /// The bits of the through-traffic restrictions that the gate enforces.
    package var mask: UInt64
    /// The condition under which it is a gate; `nil` for always.
    package var condition: UInt32?

    package init(node: UInt32, mask: UInt64, condition: UInt32? = nil) {
        self.node = node
        self.mask = mask
        self.condition = condition
    }
}
