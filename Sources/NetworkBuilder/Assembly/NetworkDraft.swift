// A network while it is being collected: nodes, segments and prohibitions from any source.
//
// Readers (OSM, layers, drawings in tests) append to a draft; `NetworkAssembly` turns it into the
// columns of a dataset.

package import RoadNetwork

/// One direction of a segment.
package struct DirectionDraft: Sendable {
    /// One cost per stored cost column, in quanta; clamped to 1 … 2^30.
    package var costs: [UInt32]
    /// The bits of the restrictions that apply.
    package var restrictions: UInt64
    /// The bits of the families allowed to use the direction under base access; direction rules are
    /// not considered.
    package var families: UInt8
    package var flags: EdgeFlags
    /// The destination sign; may be empty.
    package var destination: String
    /// The sign in each of the description's languages. The last element is the first part of a
    /// bilingual sign. Empty if there are no translations.
    package var translations: [String]
    /// The exit's number or name if the direction is a highway exit; otherwise empty.
    package var exit: String
    /// One value per limit attribute, in centimeters or kilograms, or `nil`; empty if there are no
    /// limits.
    package var limits: [UInt32?]
    /// The speed limit in km/h; 0 if unknown.
    package var speedLimit: UInt8
    /// The lanes from left to right in the direction of travel; empty if unknown.
    package var lanes: [LaneTurns]
    /// The signs over the lanes, split into parts; empty if there are none.
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

/// A point on a segment, such as a traffic light or a crossing.
package struct PointDraft: Hashable, Sendable {
    /// The share of the segment's length before the point, along the drawn line.
    package var share: Double
    /// The directions that meet the point; at an end of the segment, the arriving direction.
    package var direction: StreetPointDirection
    package var kind: StreetPointKind
    /// Whether the source states the direction. If not, the direction of a traffic light or sign
    /// follows from the nearest junction.
    package var isStated: Bool
    /// Whether a sign on a junction is for every street that arrives, the greatest too.
    package var isForAll: Bool

    package init(
        share: Double, direction: StreetPointDirection, kind: StreetPointKind,
        isStated: Bool = true, isForAll: Bool = false
    ) {
        self.isForAll = isForAll
        self.share = share
        self.direction = direction
        self.kind = kind
        self.isStated = isStated
    }
}

/// One direction of a segment under some combination of the segment's conditions.
package struct VariantDraft: Hashable, Sendable {
    package var costs: [UInt32]
    package var restrictions: UInt64
    /// The speed limit in km/h; 0 if unknown.
    package var speedLimit: UInt8

    package init(costs: [UInt32], restrictions: UInt64, speedLimit: UInt8) {
        self.costs = costs
        self.restrictions = restrictions
        self.speedLimit = speedLimit
    }
}

/// A segment's conditions, and its values under each combination of them.
package struct ConditionsDraft: Sendable {
    /// The conditions, in the syntax of ``TimeCondition``.
    package var conditions: [String]
    /// The values by combination: bit *i* of an index plus one says whether condition *i* holds.
    package var forward: [VariantDraft]
    package var backward: [VariantDraft]

    package init(conditions: [String], forward: [VariantDraft], backward: [VariantDraft]) {
        self.conditions = conditions
        self.forward = forward
        self.backward = backward
    }
}

/// The stretch of road between two nodes, with both directions.
package struct SegmentDraft: Sendable {
    package var from: UInt32
    package var to: UInt32
    /// The drawn line, including both ends.
    package var shape: [FixedCoordinate]
    /// The road's number in the source, such as the OSM way id.
    package var wayID: Int64
    package var name: String
    package var reference: String
    package var roadClass: RoadClass
    /// One code per descriptor attribute.
    package var descriptors: [UInt8]
    /// The direction along the drawn line.
    package var forward: DirectionDraft
    /// The direction against the drawn line.
    package var backward: DirectionDraft
    /// The source's conditional tags, as `key=value`.
    package var conditionals: [String]
    /// The effects of the understood conditional tags.
    package var conditions: ConditionsDraft?
    /// The side traffic keeps to; `nil` for the network's usual side.
    package var drivingSide: DrivingSide?
    /// Orders the segments along their way; segments are drawn in the way's direction.
    package var placeInWay: UInt32 = 0
    /// The source's ids of the vertices between the ends; empty if it has none.
    package var innerNodeIDs: [Int64] = []
    /// Traffic lights, crossings and other points, by ascending share.
    package var points: [PointDraft] = []
    /// The name in each of the description's languages. The last element is the first part of a
    /// bilingual name. Empty if there are no translations.
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

/// A prohibited sequence of edges: two edges for a turn, more for a via-way restriction.
package struct TurnProhibition: Hashable, Sendable {
    /// Directed edges in driving order; each starts where the one before ends.
    package var edges: [UInt32]
    /// The bits of the restrictions under which the sequence is prohibited.
    package var mask: UInt64
    /// When it is prohibited, in the syntax of ``TimeCondition``; `nil` for always.
    package var condition: String?

    package init(edges: [UInt32], mask: UInt64, condition: String? = nil) {
        self.edges = edges
        self.mask = mask
        self.condition = condition
    }
}

/// What the cost of a turn depends on.
package struct TurnSituation: Hashable, Sendable {
    /// Degrees turned to the right, from -180 to 180; turning back is 180.
    package var angleDegrees: Double
    /// Whether the turn goes back along the same segment.
    package var isUTurn: Bool
    package var nodeFlags: NodeFlags
    /// The number of segments at the node that are open in at least one direction, for the first
    /// declared family that can make the turn.
    package var degree: Int
    package var fromClass: RoadClass
    package var toClass: RoadClass
    package var fromFlags: EdgeFlags
    package var toFlags: EdgeFlags
    /// The points met on the edge before the turn.
    package var points = ApproachPoints()
}

/// Decides what turns cost.
package protocol TurnCostModel: Sendable {
    /// Returns a turn's cost in quanta for each stored cost column; 0 if the turn is free.
    ///
    /// At most 65,536 different results may occur in one network. Once there are
    /// ``TurnClassTable/mostWithPoints``, further kinds of turns are asked for without their
    /// points.
    func costs(of turn: TurnSituation) -> [UInt32]
}

/// A network being collected.
///
/// Readers add nodes first and then segments, which refer to nodes by row. Each segment gets two
/// edges, `2 * row` along its drawn line and `2 * row + 1` against it. Texts are stored once and
/// referred to by row. Conditions get numbers in the order in which they are first seen.
/// ``prohibitions`` may be changed until ``finish()`` gives everything to ``NetworkAssembly``.
package struct NetworkDraft {
    /// The contents so far; columns computed by assembly are still empty.
    package private(set) var contents: NetworkContents
    /// Prohibited sequences of edges.
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

    /// The number of nodes so far, which is the next node's row.
    package var nodeCount: Int { contents.nodeLongitudeE7.count }
    /// The number of segments so far, which is the next segment's row.
    package var segmentCount: Int { contents.segmentWay.count }

    /// Adds a node and returns its row.
    ///
    /// - Parameters:
    ///   - id: The node's id in the source; 0 if it has none.
    ///   - barred: The bits of the restrictions barring passage through the node. Restrictions that
    ///     limit vehicles bar only vehicles above the node's limit.
    ///   - limits: One value per limit attribute, in centimeters or kilograms, or `nil`; empty if
    ///     there are no limits.
    ///   - gated: The bits of the restrictions on through traffic for which the node is a gate.
    ///   - timedGates: The same for gates under conditions.
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
        let sun = SunPlace(near: place.coordinate)
        for gate in timedGates {
            let condition = condition(sun.added(to: gate.condition))
            contents.gates.append(NetworkGate(node: row, mask: gate.mask, condition: condition))
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
        if var conditions = segment.conditions {
            let place = SunPlace(near: segment.shape[segment.shape.count / 2].coordinate)
            conditions.conditions = conditions.conditions.map(place.added)
            add(conditions.forward, on: 2 * row, of: segment.forward, conditions)
            add(conditions.backward, on: 2 * row + 1, of: segment.backward, conditions)
        }
        return row
    }

    /// Stores an edge's variants if any of them differs from the edge at other times.
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

    /// Returns a condition's number.
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
            // Searches add costs in 32 bits and stop at 2^30 quanta; a single edge must not pass
            // that.
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

    /// Hands the collected columns to assembly.
    package consuming func finish() -> (NetworkContents, [TurnProhibition]) {
        for row in prohibitions.indices {
            guard let text = prohibitions[row].condition else { continue }
            let node = Int(contents.edgeHead[Int(prohibitions[row].edges[0])])
            let place = FixedCoordinate(
                longitudeE7: contents.nodeLongitudeE7[node],
                latitudeE7: contents.nodeLatitudeE7[node])
            prohibitions[row].condition = SunPlace(near: place.coordinate).added(to: text)
        }
        // Assembly refers to conditions by the numbers they get here.
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
