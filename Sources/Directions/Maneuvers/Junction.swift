// The roads that meet at the end of an edge, as they are open to a traveler.

import RoadNetwork

/// The rules of a traveler, which decide which roads may be used.
struct Traveler: Hashable, Sendable {
    /// The bit of the mode family in the edges' family column.
    let familyBit: UInt8
    /// Every restriction that closes a road or a turn.
    let closingMask: UInt64
    /// Whether the traveler is on foot: roundabouts, ramps and road classes are then ignored.
    let isOnFoot: Bool
    /// The language in which roads are named.
    let nameLanguage: NameLanguage

    /// - Parameter language: The tag of the language that sentences are in.
    init(options: DirectionsOptions, language: String, description: NetworkDescription) {
        let family = description.familyIndex(named: options.family) ?? 0
        familyBit = 1 << UInt8(truncatingIfNeeded: family)
        let direction =
            description.families.indices.contains(family)
            ? description.families[family].directionRestriction : nil
        let directionMask = direction.flatMap { description.restriction(named: $0)?.mask } ?? 0
        closingMask = options.closingRestrictions ?? directionMask
        isOnFoot = options.isOnFoot
        nameLanguage = description.nameLanguage(for: language)
    }

    /// Whether an edge may be used in its direction.
    func mayUse(_ edge: EdgeID, on network: NetworkDataset) -> Bool {
        network.edgeFamilies[edge.row] & familyBit != 0
            && network.edgeRestrictions[edge.row] & closingMask == 0
    }

    /// Whether an edge may be turned onto from another.
    func mayTurn(from: EdgeID, to: EdgeID, on network: NetworkDataset) -> Bool {
        guard network.flags(of: from).contains(.hasTurnRules),
            let rule = network.turnRule(from: from.row, to: to.row)
        else { return true }
        return network.turnRuleMask[rule] & closingMask == 0
    }
}

/// A road that leaves a junction.
struct JunctionArm: Hashable, Sendable {
    let edge: EdgeID
    let angle: TurnAngle
    let roadClass: RoadClass
    let isLink: Bool

    /// - Parameters:
    ///   - arrival: The direction of travel before, in degrees from north.
    ///   - departure: The direction in which the road leaves; `nil` for that of its street.
    init(
        _ edge: EdgeID, arrival: Double, departure: Double? = nil, for traveler: Traveler,
        on network: NetworkDataset
    ) {
        self.edge = edge
        angle = TurnAngle(
            degrees: (departure ?? network.departDegrees(of: edge, for: traveler)) - arrival)
        roadClass = network.roadClass(of: edge)
        isLink = network.flags(of: edge).contains(.link)
    }

    /// Whether the road is so minor that it does not compete with a street.
    var isMinor: Bool { roadClass.rawValue >= RoadClass.service.rawValue && roadClass != .ferry }
}

/// The node between two edges of a trip.
struct Junction: Sendable {
    /// The road that is taken.
    let taken: JunctionArm
    /// Roads that could be taken instead, other than by turning back.
    let others: [JunctionArm]
    /// Other roads of the family that meet here, open in this direction or not, except those of the
    /// approach and the exit.
    let closed: [JunctionArm]

    /// The junction before a moving step.
    ///
    /// - Parameter bearings: The directions of travel there.
    init(
        at position: Int, of travel: Travel, _ bearings: JunctionBearings,
        for traveler: Traveler, on network: NetworkDataset
    ) {
        let (before, after) = (
            travel.steps[travel.moving[position - 1]].edge,
            travel.steps[travel.moving[position]].edge
        )
        let arrival = bearings.arrival
        taken = JunctionArm(
            after, arrival: arrival, departure: bearings.departure, for: traveler, on: network)
        var others: [JunctionArm] = []
        var closed: [JunctionArm] = []
        for row in network.edges(leaving: network.head(of: before)) {
            let edge = EdgeID(row: network.outEdges[row])
            guard edge.segment != before.segment, edge.segment != after.segment else { continue }
            let families = network.edgeFamilies[edge.row] | network.edgeFamilies[edge.twin.row]
            guard families & traveler.familyBit != 0 else { continue }
            if network.isSameChoice(edge, after) { continue }
            let arm = JunctionArm(edge, arrival: arrival, for: traveler, on: network)
            if traveler.mayUse(edge, on: network),
                traveler.mayTurn(from: before, to: edge, on: network)
            {
                others.append(arm)
            } else {
                closed.append(arm)
            }
        }
        self.others = others
        self.closed = closed
    }

    /// Whether three roads meet or more.
    var hasOtherRoads: Bool { !others.isEmpty || !closed.isEmpty }
}

extension NetworkDataset {
    /// Within this length two roads that meet again lead round an island.
    private static let islandCentimeters: UInt32 = 3_000

    /// Whether there is nothing to choose between two edges from one node: they lie on each other,
    /// or meet again after some meters.
    func isSameChoice(_ one: EdgeID, _ other: EdgeID) -> Bool {
        guard edgeHead[one.row] == edgeHead[other.row] else { return false }
        return max(lengthCentimeters(of: one), lengthCentimeters(of: other))
            <= Self.islandCentimeters || isSameLine(one, other)
    }

    /// Whether two edges between the same nodes lie on each other.
    private func isSameLine(_ one: EdgeID, _ other: EdgeID) -> Bool {
        edgeDepartBearing[one.row] == edgeDepartBearing[other.row]
            && lengthCentimeters(of: one) == lengthCentimeters(of: other)
            && shape(of: one) == shape(of: other)
    }

    /// The edges that leave a node.
    func edgesLeaving(_ node: NodeID) -> some Sequence<EdgeID> {
        edges(leaving: node).lazy.map { EdgeID(row: self.outEdges[$0]) }
    }

    /// Whether an edge is a carriageway of a motorway, or of a trunk road built like one: one-way
    /// and fast.
    func isHighway(_ edge: EdgeID) -> Bool {
        let flags = flags(of: edge)
        guard !flags.contains(.link), !flags.contains(.roundabout) else { return false }
        let roadClass = roadClass(of: edge)
        return roadClass == .motorway
            || roadClass == .trunk && flags.contains(.oneWay) && isFast(edge)
    }

    /// Whether traffic reaches 70 km/h on an edge, by the first time cost.
    private func isFast(_ edge: EdgeID) -> Bool {
        guard let time = description.costs.first(where: { $0.kind == .time }) else { return false }
        let centimetersPerMillisecond =
            Double(lengthCentimeters(of: edge)) / Double(max(1, costs[time.column][edge.row]))
        return centimetersPerMillisecond * 36 >= 70
    }
}
