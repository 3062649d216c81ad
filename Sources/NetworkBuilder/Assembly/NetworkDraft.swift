// A network while it is being collected: nodes, segments and prohibitions from any source.
//
// Readers (OSM, later GIS layers, drawings in tests) append to a draft; `NetworkAssembly` turns it
// into the columns of a dataset.

package import RoadNetwork

/// The facts of one direction of a segment.
package struct DirectionDraft: Sendable {
    /// One cost per stored cost column, in quanta; kept from 1 to 2^30.
    package var costs: [UInt32]
    /// Bits of the restrictions that apply.
    package var restrictions: UInt64
    /// Bits of the families that may use the direction under base access, apart from their
    /// direction rule.
    package var families: UInt8
    /// Facts.
    package var flags: EdgeFlags
    /// The destination sign, or empty.
    package var destination: String
    /// The sign by the row of a language, and last the first part of a bilingual one; empty where
    /// there are none.
    package var translations: [String]
    /// The number or name of the highway exit that the direction is, or empty.
    package var exit: String
    /// One value per limit attribute, in centimeters or kilograms, or `nil`; empty for no limits.
    package var limits: [UInt32?]
    /// The speed limit in km/h, 0 where none is known.
    package var speedLimit: UInt8
    /// The lanes from left to right in the direction of travel; empty where they are unknown.
    package var lanes: [LaneTurns]
    /// The signs over the lanes, each by its parts; empty where there are none.
    package var laneSigns: [[String]]

    package init(
        costs: [UInt32], restrictions: UInt64 = 0, families: UInt8, flags: EdgeFlags = [],
        destination: String = "", translations: [String] = [], exit: String = "",
        limits: [UInt32?] = [], speedLimit: UInt8 = 0, lanes: [LaneTurns] = [],
        laneSigns: [[String]] = []
    ) {
        self.costs = costs
        self.restrictions = restrictions
        self.families = families
        self.flags = flags
        self.destination = destination
        self.translations = translations
        self.exit = exit
        self.limits = limits
        self.speedLimit = speedLimit
        self.lanes = lanes
        self.laneSigns = laneSigns
    }
}

/// A point on a segment.
package struct PointDraft: Hashable, Sendable {
    /// The share of the segment's length before the point, along the drawn line.
    package var share: Double
    /// The directions that meet the point; at an end of the segment, the one that arrives.
    package var direction: StreetPointDirection
    package var kind: StreetPointKind
    /// Whether the source states the direction. That of traffic lights follows from the junction
    /// near them otherwise.
    package var isStated: Bool

    package init(
        share: Double, direction: StreetPointDirection, kind: StreetPointKind, isStated: Bool = true
    ) {
        self.share = share
        self.direction = direction
        self.kind = kind
        self.isStated = isStated
    }
}

/// One direction of a segment while some of the segment's conditions hold.
package struct VariantDraft: Hashable, Sendable {
    package var costs: [UInt32]
    package var restrictions: UInt64
    /// The speed limit in km/h, 0 where none is known.
    package var speedLimit: UInt8

    package init(costs: [UInt32], restrictions: UInt64, speedLimit: UInt8) {
        self.costs = costs
        self.restrictions = restrictions
        self.speedLimit = speedLimit
    }
}

/// Conditions on a segment, and what it is for every combination of them.
package struct ConditionsDraft: Sendable {
    /// Texts that ``TimeCondition`` reads.
    package var conditions: [String]
    /// Bit *i* of a variant's position plus one says whether condition *i* holds.
    package var forward: [VariantDraft]
    package var backward: [VariantDraft]

    package init(conditions: [String], forward: [VariantDraft], backward: [VariantDraft]) {
        self.conditions = conditions
        self.forward = forward
        self.backward = backward
    }
}

/// One stretch of road between two nodes.
package struct SegmentDraft: Sendable {
    package var from: UInt32
    package var to: UInt32
    /// The drawn line, both ends included.
    package var shape: [FixedCoordinate]
    /// The source's number of the road, such as the OSM way id.
    package var wayID: Int64
    package var name: String
    package var reference: String
    package var roadClass: RoadClass
    /// One code per descriptor attribute.
    package var descriptors: [UInt8]
    /// Along the drawn line.
    package var forward: DirectionDraft
    /// Against the drawn line.
    package var backward: DirectionDraft
    /// Conditional tags as the source has them, `key=value`.
    package var conditionals: [String]
    /// The effects of those tags that are understood.
    package var conditions: ConditionsDraft?
    /// The side that traffic keeps to; `nil` for that of most of the network.
    package var drivingSide: DrivingSide?
    /// Orders the segments of one way along it; segments are drawn in the direction of their way.
    package var placeInWay: UInt32 = 0
    /// The ids that the vertices between the ends have in the source; empty where it has none.
    package var innerNodeIDs: [Int64] = []
    /// Traffic lights, crossings and other points, by ascending share.
    package var points: [PointDraft] = []
    /// The name in each of the description's languages, and last the first part of a bilingual one;
    /// empty where there is none.
    package var translations: [String] = []

    package init(
        from: UInt32, to: UInt32, shape: [FixedCoordinate], wayID: Int64, name: String = "",
        reference: String = "", roadClass: RoadClass, descriptors: [UInt8] = [],
        forward: DirectionDraft, backward: DirectionDraft, conditionals: [String] = [],
        conditions: ConditionsDraft? = nil
    ) {
        self.from = from
        self.to = to
        self.shape = shape
        self.wayID = wayID
        self.name = name
        self.reference = reference
        self.roadClass = roadClass
        self.descriptors = descriptors
        self.forward = forward
        self.backward = backward
        self.conditionals = conditionals
        self.conditions = conditions
    }
}

/// A forbidden sequence of edges: a turn for two edges, a via-way restriction for more.
package struct TurnProhibition: Hashable, Sendable {
    /// Directed edges in driving order; each starts where the one before it ends.
    package var edges: [UInt32]
    /// Bits of the restriction attributes under which the sequence is forbidden.
    package var mask: UInt64
    /// When, in the syntax of ``TimeCondition``; `nil` for always.
    package var condition: String?

    package init(edges: [UInt32], mask: UInt64, condition: String? = nil) {
        self.edges = edges
        self.mask = mask
        self.condition = condition
    }
}

/// What the cost of a turn depends on.
package struct TurnSituation: Hashable, Sendable {
    /// Degrees turned to the right, -180 … 180; a reversal is 180.
    package var angleDegrees: Double
    /// Whether the turn goes back along the same segment.
    package var isUTurn: Bool
    package var nodeFlags: NodeFlags
    /// The number of segments at the node that the first declared family able to make the turn may
    /// use, in either direction.
    package var degree: Int
    package var fromClass: RoadClass
    package var toClass: RoadClass
    package var fromFlags: EdgeFlags
    package var toFlags: EdgeFlags
    /// What is met on the edge that the turn leaves.
    package var points = ApproachPoints()
}

/// Decides the cost of turns.
package protocol TurnCostModel: Sendable {
    /// The cost of a turn in quanta, for each stored cost column; 0 where turns are free.
    ///
    /// At most 65,536 different answers may occur in one network. Once there are
    /// ``TurnClassTable/mostWithPoints``, further kinds of turns are asked for without their
    /// points.
    func costs(of turn: TurnSituation) -> [UInt32]
}

/// A network being collected.
package struct NetworkDraft {
    /// Contents so far; the columns that assembly computes are still empty.
    package private(set) var contents: NetworkContents
    /// Forbidden sequences of edges.
    package var prohibitions: [TurnProhibition] = []
    private var nameRows: [String: UInt32] = ["": 0]
    private var streets = StreetColumns()
    private var translations = TranslationColumns()

    package init(description: NetworkDescription) {
        contents = NetworkContents(description: description)
        let costColumns = description.costColumnCount
        contents.costs = [[UInt32]](repeating: [], count: costColumns)
        contents.descriptors = [[UInt8]](repeating: [], count: description.descriptors.count)
        contents.limitEdges = [[UInt32]](repeating: [], count: description.limits.count)
        contents.limitValues = [[UInt32]](repeating: [], count: description.limits.count)
        contents.nodeLimitNodes = contents.limitEdges
        contents.nodeLimitValues = contents.limitValues
    }

    /// Number of nodes so far, the row of the next.
    package var nodeCount: Int { contents.nodeLongitudeE7.count }
    /// Number of segments so far, the row of the next.
    package var segmentCount: Int { contents.segmentWay.count }

    /// Adds a node and returns its row.
    ///
    /// - Parameters:
    ///   - id: The id that the node has in the source, 0 where it has none.
    ///   - barred: Bits of the restrictions that bar passage through the node; of those that limit
    ///     vehicles, passage of vehicles above the node's limit.
    ///   - limits: One value per limit attribute, in centimeters or kilograms, or `nil`; empty for
    ///     no limits.
    ///   - gated: Bits of the restrictions on through traffic that the node is a gate of.
    ///   - timedGates: Those that it is a gate of under conditions.
    @discardableResult
    package mutating func addNode(
        _ place: FixedCoordinate, id: Int64 = 0, flags: NodeFlags = [], barred: UInt64 = 0,
        limits: [UInt32?] = [], gated: UInt64 = 0,
        timedGates: [(condition: String, mask: UInt64)] = []
    ) -> UInt32 {
        let row = UInt32(nodeCount)
        contents.nodeID.append(id)
        contents.nodeLongitudeE7.append(place.longitudeE7)
        contents.nodeLatitudeE7.append(place.latitudeE7)
        contents.nodeFlags.append(barred == 0 ? flags.rawValue : flags.union(.barred).rawValue)
        if barred != 0 {
            contents.barredNodes.append(row)
            contents.barredMasks.append(barred)
        }
        if gated != 0 { contents.gates.append(NetworkGate(node: row, mask: gated)) }
        for gate in timedGates {
            contents.gates.append(
                NetworkGate(node: row, mask: gate.mask, condition: condition(gate.condition)))
        }
        for (limit, value) in limits.enumerated() {
            guard let value else { continue }
            contents.nodeLimitNodes[limit].append(row)
            contents.nodeLimitValues[limit].append(value)
        }
        return row
    }

    /// Adds a segment and returns its row; its edges are `2 * row` and `2 * row + 1`.
    @discardableResult
    package mutating func addSegment(_ segment: SegmentDraft) -> UInt32 {
        precondition(
            segment.from < nodeCount && segment.to < nodeCount, "segment without its nodes")
        precondition(segment.shape.count >= 2, "a segment's line has two points at least")
        let row = UInt32(segmentCount)
        contents.segmentWay.append(segment.wayID)
        let name = nameRow(segment.name)
        contents.segmentName.append(name)
        translations.add(segment.translations, of: name)
        contents.segmentRef.append(nameRow(segment.reference))
        contents.segmentClass.append(segment.roadClass.rawValue)
        ShapeCoding.append(segment.shape, to: &contents.shapeBytes)
        contents.shapeFirst.append(UInt64(contents.shapeBytes.count))
        for (column, code) in segment.descriptors.enumerated() {
            contents.descriptors[column].append(code)
        }
        let side = segment.drivingSide ?? contents.description.drivingSide
        if side != contents.description.drivingSide {
            contents.description.segmentsOnOtherSide += 1
        }
        addEdge(2 * row, head: segment.to, segment.forward, side)
        addEdge(2 * row + 1, head: segment.from, segment.backward, side)
        streets.add(segment, row: row, to: &contents)
        for conditional in segment.conditionals {
            contents.conditionalSegments.append(row)
            contents.conditionalTexts.append(nameRow(conditional))
        }
        if let conditions = segment.conditions {
            add(conditions.forward, on: 2 * row, of: segment.forward, conditions)
            add(conditions.backward, on: 2 * row + 1, of: segment.backward, conditions)
        }
        return row
    }

    /// Keeps the variants of an edge if one of them differs from what it always is.
    private mutating func add(
        _ variants: [VariantDraft], on edge: UInt32, of always: DirectionDraft,
        _ draft: ConditionsDraft
    ) {
        let plain = VariantDraft(
            costs: always.costs, restrictions: always.restrictions, speedLimit: always.speedLimit)
        guard variants.contains(where: { $0 != plain }) else { return }
        contents.conditions.add(
            edge: edge, conditions: draft.conditions.map { condition($0) },
            variants: variants.map { variant in
                (
                    variant.restrictions, variant.speedLimit,
                    variant.costs.map { min(max(1, $0), 1 << 30) }
                )
            })
    }

    /// The number of a condition.
    private mutating func condition(_ text: String) -> UInt32 {
        contents.conditions.condition(text: nameRow(text))
    }

    private mutating func addEdge(
        _ edge: UInt32, head: UInt32, _ direction: DirectionDraft, _ side: DrivingSide
    ) {
        contents.edgeHead.append(head)
        let flags = side == .left ? direction.flags.union(.keepsLeft) : direction.flags
        contents.edgeFlags.append(flags.rawValue)
        contents.edgeFamilies.append(direction.families)
        contents.edgeRestrictions.append(direction.restrictions)
        contents.edgeSpeedLimit.append(direction.speedLimit)
        streets.add(direction.lanes, edge: edge, to: &contents)
        if !direction.laneSigns.isEmpty {
            contents.laneSigns.append((edge, direction.laneSigns))
        }
        let sign = nameRow(direction.destination)
        contents.edgeDestination.append(sign)
        translations.add(direction.translations, of: sign)
        if !direction.exit.isEmpty {
            contents.exitEdges.append(edge)
            contents.exitNames.append(nameRow(direction.exit))
        }
        precondition(direction.costs.count == contents.costs.count, "one cost per column")
        for (column, cost) in direction.costs.enumerated() {
            // Searches add costs in 32 bits and stop at 2^30 quanta; no edge may pass that alone.
            contents.costs[column].append(min(max(1, cost), 1 << 30))
        }
        for (limit, value) in direction.limits.enumerated() {
            guard let value else { continue }
            contents.limitEdges[limit].append(edge)
            contents.limitValues[limit].append(value)
        }
    }

    private mutating func nameRow(_ name: String) -> UInt32 {
        if let row = nameRows[name] { return row }
        let row = contents.addName(name)
        nameRows[name] = row
        return row
    }

    /// Gives the collected columns to assembly.
    package consuming func finish() -> (NetworkContents, [TurnProhibition]) {
        // Assembly knows conditions by the numbers that they have here.
        for text in prohibitions.compactMap(\.condition) { _ = condition(text) }
        var (contents, nameRows) = (contents, nameRows)
        streets.finish(&contents)
        contents.keep(translations) { contents, name in
            if let row = nameRows[name] { return row }
            let row = contents.addName(name)
            nameRows[name] = row
            return row
        }
        return (contents, prohibitions)
    }
}
