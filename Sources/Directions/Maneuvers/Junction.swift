// The roads that meet at the end of an edge, and which of them are open to a traveler.

import RoadNetwork

/// The rules that decide which roads a traveler may use.
struct Traveler: Hashable, Sendable {
    /// The mode family's bit in `edgeFamilies`.
    let familyBit: UInt8
    /// All restrictions closing a road or a turn.
    let closingMask: UInt64
    /// Whether the traveler is on foot; if so, roundabouts, ramps and road classes are ignored.
    let isOnFoot: Bool
    /// The language of road names.
    let nameLanguage: NameLanguage

    /// - Parameter language: The tag of the language in which sentences are written.
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

    /// Whether the traveler may use an edge in its direction.
    func mayUse(_ edge: EdgeID, on network: NetworkDataset) -> Bool {
        network.edgeFamilies[edge.row] & familyBit != 0
            && network.edgeRestrictions[edge.row] & closingMask == 0
    }

    /// Whether the traveler may turn from one edge onto the other.
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
    ///   - arrival: The direction of travel before the junction, in degrees from north.
    ///   - departure: The direction in which the road leaves; `nil` uses its street's direction.
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

    /// Whether the road is too minor to compete with a street.
    var isMinor: Bool { Self.isMinor(roadClass) }

    /// Whether roads of a class are too minor to compete with a street.
    static func isMinor(_ roadClass: RoadClass) -> Bool {
        roadClass.rawValue >= RoadClass.service.rawValue && roadClass != .ferry
    }
}

/// The node between two consecutive edges of a route, as a driver sees it.
struct Junction: Sendable {
    /// The road taken.
    let taken: JunctionArm
    /// Roads the traveler could take instead, without turning back.
    let others: [JunctionArm]
    /// Other roads of the family that meet here but that the traveler may not take; without the
    /// edges the route uses.
    let closed: [JunctionArm]

    /// Finds the junction before a moving step.
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

    private init(taken: JunctionArm, others: [JunctionArm], closed: [JunctionArm]) {
        (self.taken, self.others, self.closed) = (taken, others, closed)
    }

    /// The same junction as seen by someone who looks for stairs.
    var amongStairs: Junction {
        Junction(taken: taken, others: others.filter { $0.roadClass == .steps }, closed: [])
    }

    /// Whether three or more roads meet.
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

    /// Whether the first time cost implies at least 70 km/h on an edge.
    private func isFast(_ edge: EdgeID) -> Bool {
        guard let time = description.costs.first(where: { $0.kind == .time }) else { return false }
        let centimetersPerMillisecond =
            Double(lengthCentimeters(of: edge)) / Double(max(1, costs[time.column][edge.row]))
        return centimetersPerMillisecond * 36 >= 70
    }
}
