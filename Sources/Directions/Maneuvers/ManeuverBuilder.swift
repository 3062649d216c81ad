// Divides a path into maneuvers. Start here; JunctionDecision.swift has the rules for ordinary
// junctions, ManeuverBuilder+Ramps.swift and +Roundabouts.swift those for the others, and
// ManeuverTidying.swift removes superfluous ones.

import RoadNetwork

/// Groups the steps of a travel into maneuvers.
struct ManeuverBuilder {
    let network: NetworkDataset
    let traveler: Traveler
    let travel: Travel
    var maneuvers: [Maneuver] = []
    /// The road traveled, as far as it is known.
    var current = RoadName.unnamed
    /// The name that was read last, and what it was read from.
    private var lastName = RoadName.unnamed
    private var lastKey: RoadName.Key?
    /// The directions of travel at the junction before a moving step, which are asked for twice.
    private var lastBearings: (position: Int, bearings: JunctionBearings)?
    /// The circle of streets traveled last, which counts as a roundabout.
    var circle: Set<EdgeID> = []
    /// Length traveled on the road of the last maneuver.
    var centimetersOnRoad: Int64 = 0

    /// An unnamed road that gets a name within this length is called by it from the start.
    private static let adoptionCentimeters: Int64 = 6_000
    /// The same where the road bends into the one with the name.
    private static let bentAdoptionCentimeters: Int64 = 3_000

    /// A stretch up to this length between flights of stairs is a landing.
    private static let landingCentimeters: Int64 = 2_500

    /// Finds the maneuvers of a travel; every step belongs to exactly one.
    ///
    /// - Returns: An empty list for a travel without length and time.
    /// - Complexity: O(*n* *d*) for *n* steps and nodes of degree *d*.
    static func maneuvers(
        of travel: Travel, for traveler: Traveler, on network: NetworkDataset
    ) -> [Maneuver] {
        guard !travel.moving.isEmpty else { return [] }
        var builder = ManeuverBuilder(network: network, traveler: traveler, travel: travel)
        builder.beginHead()
        var position = 1
        while position < travel.moving.count { position = builder.advance(to: position) }
        builder.closeRanges()
        return ManeuverTidying(network: network, travel: travel, traveler: traveler)
            .tidied(builder.maneuvers)
    }

    private init(network: NetworkDataset, traveler: Traveler, travel: Travel) {
        self.network = network
        self.traveler = traveler
        self.travel = travel
    }

    /// The edge of a moving step.
    func edge(_ position: Int) -> EdgeID { travel.steps[travel.moving[position]].edge }

    /// The name of an edge. Most edges have the name of the previous one, which is not read again.
    mutating func name(of edge: EdgeID) -> RoadName {
        name(of: edge, with: RoadName.Key(of: edge, on: network))
    }

    private mutating func name(of edge: EdgeID, with key: RoadName.Key) -> RoadName {
        if lastKey != key { (lastKey, lastName) = (key, roadName(of: edge)) }
        return lastName
    }

    /// Reads the name of an edge.
    func roadName(of edge: EdgeID) -> RoadName {
        RoadName(of: edge, on: network, in: traveler.nameLanguage)
    }

    private func isFerry(_ edge: EdgeID) -> Bool {
        network.flags(of: edge).contains(.ferry) || network.roadClass(of: edge) == .ferry
    }

    private mutating func beginHead() {
        let first = edge(0)
        let action: ManeuverAction =
            isFerry(first)
            ? .boardFerry : network.roadClass(of: first) == .steps ? .stairs : .head
        begin(action, TurnAngle(degrees: 0), at: 0)
    }

    /// Examines the change into a moving step and returns the next step to examine.
    private mutating func advance(to position: Int) -> Int {
        let before = travel.steps[travel.moving[position - 1]]
        let (from, to) = (before.edge, edge(position))
        centimetersOnRoad += before.centimeters
        if from == to { return position + 1 }
        if to == from.twin {
            begin(.uTurn, TurnAngle(degrees: 180), at: position)
            return position + 1
        }
        let angle = TurnAngle(from: from, to: to, on: network)
        if isFerry(to) || isFerry(from) {
            changeFerry(from, to, angle, at: position)
        } else if isRoundabout(to), !isRoundabout(from) {
            return enterRoundabout(at: position)
        } else if isRoundabout(from), !isRoundabout(to) {
            begin(.leaveRoundabout, angle, at: position)
        } else if isRoundabout(from) {
            follow(position)
        } else if network.roadClass(of: to) == .steps {
            if goesOnClimbing(to: position) {
                follow(position)
            } else {
                begin(.stairs, angle, at: position)
            }
        } else if continuesPlainly(from, to, at: position) {
            assert(needsNoManeuver(at: position), "a maneuver at a plain continuation")
        } else if enters(circleThrough: to) {
            return enterRoundabout(at: position)
        } else if let next = turnBack(at: position) ?? takeRamp(from, to, at: position) {
            return next
        } else {
            passJunction(from, to, at: position)
        }
        return position + 1
    }

    /// Whether stairs continue, after a landing or without one, and no maneuver came since they
    /// began.
    private func goesOnClimbing(to position: Int) -> Bool {
        guard maneuvers[maneuvers.count - 1].action == .stairs else { return false }
        var landing: Int64 = 0
        for step in travel.moving[..<position].reversed() {
            if network.roadClass(of: travel.steps[step].edge) == .steps { return true }
            landing += travel.steps[step].centimeters
            if landing > Self.landingCentimeters { break }
        }
        return false
    }

    private mutating func changeFerry(
        _ from: EdgeID, _ to: EdgeID, _ angle: TurnAngle, at position: Int
    ) {
        if !isFerry(to) {
            begin(.leaveFerry, angle, at: position)
        } else if !isFerry(from) || current.isChange(to: name(of: to)) {
            begin(.boardFerry, angle, at: position)
        } else {
            follow(position)
        }
    }

    /// The junction before a moving step.
    func junction(at position: Int) -> Junction {
        Junction(at: position, of: travel, bearings(at: position), for: traveler, on: network)
    }

    /// The directions of travel at the junction before a moving step.
    private func bearings(at position: Int) -> JunctionBearings {
        if let last = lastBearings, last.position == position { return last.bearings }
        return JunctionBearings(at: position, of: travel, for: traveler, on: network)
    }

    /// A junction of ordinary roads.
    mutating func passJunction(_ from: EdgeID, _ to: EdgeID, at position: Int) {
        let junction = self.junction(at: position)
        if isMiniRoundabout(junction, after: from) {
            let exit = miniRoundaboutExit(of: junction, at: position)
            begin(.roundabout(exit: exit), junction.taken.angle, at: position)
            return
        }
        let decision = JunctionDecision(
            junction: junction, current: current, takenName: name(of: to), before: from,
            announced: maneuvers[maneuvers.count - 1].road, centimetersOnRoad: centimetersOnRoad,
            traveler: traveler, network: network)
        if let action = decision.action() {
            let isChoice = decision.leavesRoad || action == .proceed && decision.hasCloseRivals
            begin(action, junction.taken.angle, at: position)
            maneuvers[maneuvers.count - 1].isChoice = isChoice
        } else {
            followOrProceed(
                junction.taken.angle, at: position, amongStreets: decision.isAmongStreets)
        }
    }

    /// Whether a road clearly continues: the same name, straight on, and everything else turns off.
    ///
    /// A fast check, which holds at most junctions.
    private mutating func continuesPlainly(
        _ from: EdgeID, _ to: EdgeID, at position: Int
    ) -> Bool {
        let node = network.head(of: from)
        let key = RoadName.Key(of: to, on: network)
        guard !network.flags(of: node).contains(.miniRoundabout),
            // Ramps that divide lead to different roads.
            !network.flags(of: from).contains(.link),
            RoadName.Key(of: from, on: network) == key
        else { return false }
        let bearings = bearings(at: position)
        lastBearings = (position, bearings)
        func deviation(_ degrees: Double) -> Double {
            TurnAngle(degrees: degrees - bearings.arrival).deviation
        }
        guard deviation(bearings.departure) <= JunctionDecision.frontLimit else { return false }
        for row in network.edges(leaving: node) {
            let edge = EdgeID(row: network.outEdges[row])
            if edge.segment != from.segment, edge.segment != to.segment,
                deviation(network.departDegrees(of: edge, for: traveler))
                    < TurnAngle.straightLimit, !network.isSameChoice(edge, to)
            {
                return false
            }
        }
        // Names are compared last, because that is the most expensive check.
        guard name(of: to, with: key) === current else { return false }
        return current.isEmpty ? !traveler.isOnFoot : !maneuvers[maneuvers.count - 1].road.isEmpty
    }

    /// Whether the full examination of a junction finds no maneuver either.
    private mutating func needsNoManeuver(at position: Int) -> Bool {
        let (from, to) = (edge(position - 1), edge(position))
        let junction = self.junction(at: position)
        let name = name(of: to)
        return !isMiniRoundabout(junction, after: from)
            && JunctionDecision(
                junction: junction, current: current, takenName: name, before: from,
                announced: maneuvers[maneuvers.count - 1].road,
                centimetersOnRoad: centimetersOnRoad, traveler: traveler, network: network
            ).action() == nil
            && !current.isChange(to: name)
    }

    /// Continues without a maneuver.
    mutating func follow(_ position: Int) {
        current = current.goingOn(into: name(of: edge(position)))
    }

    /// Continues without a maneuver unless the road takes a new name.
    ///
    /// - Parameter amongStreets: Whether other streets meet there, so that a bend is a turn.
    mutating func followOrProceed(
        _ angle: TurnAngle, at position: Int, amongStreets: Bool
    ) {
        let name = name(of: edge(position))
        if mayAdopt(angle), !name.isEmpty {
            maneuvers[maneuvers.count - 1].road = name
            current = name
        } else if current.isChange(to: name) {
            let isHighway = [edge(position - 1), edge(position)].allSatisfy(network.isHighway)
            let bears =
                amongStreets && !isHighway && !traveler.isOnFoot && !angle.isStraight
            begin(
                bears
                    ? .turn(angle.strength, angle.side) : isHighway ? .changeHighway : .proceed,
                angle, at: position)
        } else {
            current = current.goingOn(into: name)
        }
    }

    /// Whether the unnamed road of the last maneuver is the beginning of the named road that
    /// follows.
    func mayAdopt(_ angle: TurnAngle) -> Bool {
        let last = maneuvers[maneuvers.count - 1]
        guard last.road.isEmpty else { return false }
        if angle.isStraight { return centimetersOnRoad <= Self.adoptionCentimeters }
        // The first maneuver has no turn.
        return last.action != .head && centimetersOnRoad <= Self.bentAdoptionCentimeters
    }

    /// Starts a maneuver with a moving step.
    ///
    /// - Parameter end: The step whose road is taken, where the steps before it lead through a
    ///   roundabout or over a link.
    mutating func begin(
        _ action: ManeuverAction, _ angle: TurnAngle, at position: Int, onto end: Int? = nil
    ) {
        let taken = edge(end ?? position)
        let road = name(of: taken)
        let toward = toward(end ?? position)
        let start = position == 0 ? 0 : travel.moving[position]
        maneuvers.append(
            Maneuver(
                action: action, angle: angle, road: road,
                noun: RoadNoun(of: taken, on: network),
                toward: toward,
                exit: action.mayBeExit ? network.exit(of: taken) : "", steps: start..<start,
                centimeters: 0, milliseconds: 0))
        current = road
        centimetersOnRoad = 0
    }

    /// The text of the signs over a step; over a link those further on count too.
    private func toward(_ position: Int) -> String {
        let isLink = network.flags(of: edge(position)).contains(.link) && !traveler.isOnFoot
        return isLink
            ? sign(over: links(from: position), leaving: current)
            : network.destination(of: edge(position), in: traveler.nameLanguage)
    }

    /// Ends each maneuver where the next begins, sums its steps and determines its first direction.
    private mutating func closeRanges() {
        for index in maneuvers.indices {
            let start = maneuvers[index].steps.lowerBound
            let end =
                index + 1 < maneuvers.count
                ? maneuvers[index + 1].steps.lowerBound : travel.steps.count
            maneuvers[index].steps = start..<end
            for step in travel.steps[start..<end] {
                maneuvers[index].centimeters += step.centimeters
                maneuvers[index].milliseconds += step.milliseconds
            }
            if maneuvers[index].action.saysDirection {
                maneuvers[index].azimuthDegrees = travel.azimuthDegrees(
                    of: start..<end, on: network)
            }
        }
    }
}
