// Divides a path into maneuvers. Start here; JunctionDecision.swift decides at ordinary junctions,
// ManeuverBuilder+Ramps.swift and +Roundabouts.swift at the others, and ManeuverTidying.swift
// removes maneuvers drivers do not need.

import RoadNetwork

/// Groups the steps of a travel into maneuvers.
///
/// The builder walks once over the moving steps. At each change of edge it asks a chain of rules,
/// and the first rule that applies either begins a maneuver or follows the road:
///
/// - the same edge or its twin, ferries, roundabouts and stairs;
/// - a plain continuation (`continuesPlainly`), a cheap test that settles most junctions;
/// - circles of streets, turning back over a divided road, ramps and slip lanes; a rule may consume
///   several steps and returns the next step to examine;
/// - an ordinary junction, where ``JunctionDecision`` decides.
///
/// Two values carry the walk: `current`, the road the driver is on (it keeps its name over unnamed
/// stretches), and `centimetersOnRoad`, the length since the last maneuver. The ranges of the
/// maneuvers are closed at the end, so every step belongs to exactly one. ``ManeuverTidying`` then
/// drops short-lived names and joins turns. ``DirectionsWriter`` calls ``maneuvers(of:for:on:)``
/// for each travel between two stops.
struct ManeuverBuilder {
    let network: NetworkDataset
    let traveler: Traveler
    let travel: Travel
    var maneuvers: [Maneuver] = []
    /// The road the driver is on, as far as it is known.
    var current = RoadName.unnamed
    /// The name read last, and the key it was read from.
    private var lastName = RoadName.unnamed
    private var lastKey: RoadName.Key?
    /// The directions of travel at the junction examined last; two rules ask for them.
    private var lastBearings: (position: Int, bearings: JunctionBearings)?
    /// The circle of streets entered last; it counts as a roundabout.
    var circle: Set<EdgeID> = []
    /// The same in the direction of traffic if the map lets the path go round either way; otherwise
    /// empty.
    var twoWayCircle: [EdgeID] = []
    /// Length traveled since the last maneuver.
    var centimetersOnRoad: Int64 = 0

    /// If an unnamed road gets a name within this length, it is called by that name from the start.
    private static let adoptionCentimeters: Int64 = 6_000
    /// The same if the road bends into the named one.
    private static let bentAdoptionCentimeters: Int64 = 3_000

    /// The gap between the carriageways of a street is at most this long.
    private static let gapCentimeters: Int64 = 5_000

    /// Flights of stairs are joined over a landing up to this length.
    private static let landingCentimeters: Int64 = 2_500

    /// Finds a travel's maneuvers; every step belongs to exactly one.
    ///
    /// - Returns: An empty list if the travel has neither length nor time.
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

    func edge(_ position: Int) -> EdgeID { travel.steps[travel.moving[position]].edge }

    /// Returns an edge's name. Reads it only if it differs from the name read last.
    mutating func name(of edge: EdgeID) -> RoadName {
        name(of: edge, with: RoadName.Key(of: edge, on: network))
    }

    private mutating func name(of edge: EdgeID, with key: RoadName.Key) -> RoadName {
        if lastKey != key { (lastKey, lastName) = (key, roadName(of: edge)) }
        return lastName
    }

    /// Reads an edge's name.
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
        // The trip may begin on a circle.
        if action == .head, !isRoundabout(first) { _ = enters(circleThrough: first) }
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
                // Where flights part, a walker needs to hear which one to take.
                passJunction(from, to, at: position)
            } else {
                takeStairs(from, to, angle, at: position)
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

    /// Adds stairs, and which to take where several flights begin.
    private mutating func takeStairs(
        _ from: EdgeID, _ to: EdgeID, _ angle: TurnAngle, at position: Int
    ) {
        let flights = junction(at: position).amongStairs
        let action = flights.others.isEmpty ? nil : decision(at: flights, from, to).action()
        begin(.stairs, angle, at: position)
        maneuvers[maneuvers.count - 1].approach =
            switch action {
            case .turn(let strength, let side), .stay(let strength, let side):
                .turn(strength, side)
            case .fork(let side), .stayAtFork(let side): .fork(side)
            default: nil
            }
    }

    /// Whether stairs go on, perhaps after a landing, without a maneuver since they began but turns
    /// on them.
    private func goesOnClimbing(to position: Int) -> Bool {
        let last = maneuvers[maneuvers.count - 1]
        let first = travel.steps[last.steps.lowerBound].edge
        guard last.action == .stairs || network.roadClass(of: first) == .steps else {
            return false
        }
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

    /// Returns the junction before a moving step.
    func junction(at position: Int) -> Junction {
        Junction(at: position, of: travel, bearings(at: position), for: traveler, on: network)
    }

    /// Returns the directions of travel at the junction before a moving step.
    private func bearings(at position: Int) -> JunctionBearings {
        if let last = lastBearings, last.position == position { return last.bearings }
        return JunctionBearings(at: position, of: travel, for: traveler, on: network)
    }

    /// Handles a junction of ordinary roads.
    mutating func passJunction(_ from: EdgeID, _ to: EdgeID, at position: Int) {
        let junction = self.junction(at: position)
        if isMiniRoundabout(junction, after: from) {
            let exit = miniRoundaboutExit(of: junction, at: position)
            begin(.roundabout(exit: exit), junction.taken.angle, at: position)
            return
        }
        let decision = decision(at: junction, from, to)
        if let action = decision.action(), !isJog(action, at: junction, before: position) {
            let isChoice =
                action == .proceed && decision.hasCloseRivals
                || decision.leavesRoad && !resumesRoad(action, onto: name(of: to))
            begin(action, junction.taken.angle, at: position)
            maneuvers[maneuvers.count - 1].isChoice = isChoice
        } else {
            followOrProceed(
                junction.taken.angle, at: position, amongStreets: decision.isAmongStreets)
        }
    }

    /// Whether the only road there bends to a side for some meters, but the path does not turn.
    private func isJog(
        _ action: ManeuverAction, at junction: Junction, before position: Int
    ) -> Bool {
        guard let turn = action.turn, !junction.hasOtherRoads else { return false }
        return !travel.turns(to: turn.side, at: position, on: network)
    }

    /// Whether a road goes straight on after the gap between the carriageways of a street that it
    /// crosses: the gap has that street's name.
    private func resumesRoad(_ action: ManeuverAction, onto name: RoadName) -> Bool {
        guard action == .proceed, maneuvers.count > 1, let gap = maneuvers.last,
            gap.action == .proceed, !gap.isChoice, centimetersOnRoad <= Self.gapCentimeters
        else { return false }
        return maneuvers[maneuvers.count - 2].road.isSameRoad(as: name)
    }

    /// Whether a road clearly continues: with the same name, straight on, while all others turn
    /// off.
    ///
    /// A fast check; settles most junctions.
    private mutating func continuesPlainly(
        _ from: EdgeID, _ to: EdgeID, at position: Int
    ) -> Bool {
        let node = network.head(of: from)
        let key = RoadName.Key(of: to, on: network)
        guard !network.flags(of: node).contains(.miniRoundabout),
            // Links that divide lead to different roads.
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
        // Comparing names is the most expensive check, so it comes last.
        guard name(of: to, with: key) === current else { return false }
        return current.isEmpty ? !traveler.isOnFoot : !maneuvers[maneuvers.count - 1].road.isEmpty
    }

    /// Whether the full examination of a junction finds no maneuver either; asserted in debug
    /// builds.
    private mutating func needsNoManeuver(at position: Int) -> Bool {
        let (from, to) = (edge(position - 1), edge(position))
        let junction = self.junction(at: position)
        return !isMiniRoundabout(junction, after: from)
            && decision(at: junction, from, to).action() == nil
            && !current.isChange(to: name(of: to))
    }

    /// Returns what decides at a junction between two edges.
    private mutating func decision(
        at junction: Junction, _ from: EdgeID, _ to: EdgeID
    ) -> JunctionDecision {
        JunctionDecision(
            junction: junction, current: current, takenName: name(of: to), before: from,
            announced: maneuvers[maneuvers.count - 1].road, centimetersOnRoad: centimetersOnRoad,
            traveler: traveler, network: network)
    }

    /// Continues without a maneuver.
    mutating func follow(_ position: Int) {
        current = current.goingOn(into: name(of: edge(position)))
    }

    /// Continues without a maneuver unless the road takes a new name.
    ///
    /// - Parameter amongStreets: Whether other streets meet here, so a bend counts as a turn.
    mutating func followOrProceed(
        _ angle: TurnAngle, at position: Int, amongStreets: Bool
    ) {
        let name = name(of: edge(position))
        if mayAdopt(angle), !name.isEmpty, !isAnotherStreet(name) {
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

    /// Whether the last maneuver's unnamed road is the beginning of the named road after it.
    func mayAdopt(_ angle: TurnAngle) -> Bool {
        let last = maneuvers[maneuvers.count - 1]
        guard last.road.isEmpty else { return false }
        if angle.isStraight { return centimetersOnRoad <= Self.adoptionCentimeters }
        // The first maneuver has no turn to carry the bend.
        return last.action != .head && centimetersOnRoad <= Self.bentAdoptionCentimeters
    }

    /// Whether a name belongs to another street that leaves where the last maneuver began. A
    /// maneuver with this name would send travelers into that street.
    private func isAnotherStreet(_ name: RoadName) -> Bool {
        let start = maneuvers[maneuvers.count - 1].steps.lowerBound
        guard start > 0 else { return false }
        let (before, taken) = (travel.steps[start - 1].edge, travel.steps[start].edge)
        return network.edgesLeaving(network.tail(of: taken)).contains { edge in
            edge.segment != before.segment && edge.segment != taken.segment
                && traveler.mayUse(edge, on: network) && !network.isSameChoice(edge, taken)
                && roadName(of: edge).isSameRoad(as: name)
        }
    }

    /// Begins a maneuver with a moving step.
    ///
    /// - Parameter end: The step whose road is taken, if earlier steps lead through a roundabout or
    ///   over a link.
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

    /// Returns the text of the signs over a step; over a link, signs farther on count too.
    private func toward(_ position: Int) -> String {
        let isLink = network.flags(of: edge(position)).contains(.link) && !traveler.isOnFoot
        return isLink
            ? sign(over: links(from: position), leaving: current)
            : network.destination(of: edge(position), in: traveler.nameLanguage)
    }

    /// Ends each maneuver where the next one begins, sums its steps and finds its first direction.
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
