// Removes or joins maneuvers to keep directions short: short-lived names, staggered turns, turning
// back over a divided road. Adds the street that shows the first direction.

import RoadNetwork

/// Shortens a list of maneuvers without losing a step of the path.
///
/// ``ManeuverBuilder`` sees one junction at a time and announces too much. Tidying looks at
/// neighbors and makes three passes:
///
/// 1. `straightening`: a slight turn that the path undoes within 40 m becomes a fork beside another
///    road, or disappears.
/// 2. `droppingShortNames`: a new name straight on is dropped if it holds only briefly; if it holds
///    long enough to be seen on a sign, the maneuver before mentions it.
/// 3. `joiningTurns`: two turns in quick succession become one turn, a U-turn, or one maneuver with
///    two sides, unless another road makes the sides ambiguous.
///
/// Whenever a maneuver disappears, the one before takes over its steps, length and time, so every
/// step still belongs to exactly one maneuver. Afterwards each maneuver gets its side corrected and
/// its lanes, and the first one the street that shows the direction.
struct ManeuverTidying {
    let network: NetworkDataset
    let travel: Travel
    let traveler: Traveler

    /// A new name straight on is omitted if it holds for less than this: the driver just follows.
    private static let shortNameCentimeters: Int64 = 50_000
    /// The same for a motorway's new number.
    private static let shortHighwayCentimeters: Int64 = 200_000
    /// A name that holds this long is mentioned with the maneuver before, since the next one starts
    /// on its street.
    private static let laterRoadCentimeters: Int64 = 10_000
    /// The destination's street is omitted if less than this is traveled on it.
    private static let arrivalCentimeters: Int64 = 1_000
    /// After a turn, a piece of at most this length gives no name to the street.
    private static let shortTurnCentimeters: Int64 = 1_000
    /// Two turns within this length become one maneuver.
    private static let doubleTurnCentimeters: Int64 = 3_000
    /// From this deviation on, crossing a road obliquely into another is one turn by the sum of
    /// both angles.
    private static let askewDegrees = 45.0
    /// Two turns to different sides within this length become one maneuver, even if one only bears.
    private static let swerveCentimeters: Int64 = 2_000
    /// Turns across a divided road within this length become one.
    private static let jogCentimeters: Int64 = 1_200
    /// Streets to one side that differ by more than this are not mistaken for each other.
    private static let alikeDegrees = 45.0
    /// A path that bends by more than this leads to a side.
    private static let leastPathDegrees = 8.0
    /// Two turns to one side that add up to this or more are turning back.
    private static let turnBackDegrees = 150.0
    /// The street that shows the first direction is at most this far away.
    private static let crossStreetCentimeters: Int64 = 100_000

    func tidied(_ maneuvers: [Maneuver]) -> [Maneuver] {
        var list = joiningTurns(droppingShortNames(straightening(maneuvers)))
        let advice = LaneAdvice(network: network, travel: travel)
        for place in list.indices {
            correctSide(of: &list[place])
            list[place].leaveOutPlaceOfRoad()
            list[place].lanes = traveler.isOnFoot ? nil : advice.lanes(before: list[place])
            guard place > 0 else { continue }
            list[place].passesLikeTurn = passesLikeTurn(list[place - 1], list[place])
        }
        if list.first?.action == .head { list[0].crossStreet = crossStreet(of: list[0]) }
        return list
    }

    /// Replaces bends the path undoes within 40 m: by a fork if another road leads onward,
    /// otherwise by going straight on.
    private func straightening(_ maneuvers: [Maneuver]) -> [Maneuver] {
        // Most routes have no such bend.
        guard let first = maneuvers.indices.dropFirst().first(where: { isUndone(maneuvers[$0]) })
        else { return maneuvers }
        var result = Array(maneuvers[..<first])
        result.reserveCapacity(maneuvers.count)
        for var maneuver in maneuvers[first...] {
            let last = result.count - 1
            guard isUndone(maneuver) else {
                result.append(maneuver)
                continue
            }
            let position = travel.position(of: maneuver.steps.lowerBound)
            let junction = junction(at: position)
            let onward = competitors(at: position, in: junction).filter(\.angle.isOnward)
            let isKept = maneuver.isChoice || result[last].road.isChange(to: maneuver.road)
            if let side = side(of: junction.taken, beside: onward) {
                if case .stay = maneuver.action {
                    maneuver.action = .stayAtFork(side)
                } else {
                    maneuver.action = .fork(side)
                }
            } else if onward.isEmpty, junction.closed.allSatisfy({ !$0.angle.isOnward }) {
                maneuver.action = .proceed
            }
            if maneuver.action == .proceed, !isKept {
                result[last].absorb(maneuver)
            } else {
                result.append(maneuver)
            }
        }
        return result
    }

    /// Whether a maneuver is a bend the path undoes.
    private func isUndone(_ maneuver: Maneuver) -> Bool {
        guard let stated = maneuver.action.turn, stated.strength == .bear, !traveler.isOnFoot else {
            return false
        }
        // Where a street parts and both branches have its name, the ends of an edge may bend to the
        // side though the lane only shifts.
        if case .stay = maneuver.action, maneuver.isChoice {
            return travel.angle(of: maneuver.steps, on: network)?.isStraight == true
        }
        return travel.angle(of: maneuver.steps, againstThe: stated.side, on: network)?.isStraight
            == true
    }

    /// The side on which a road lies beside the others; `nil` if it lies between them or is alone.
    private func side(of taken: JunctionArm, beside others: [JunctionArm]) -> TurnSide? {
        if others.isEmpty { return nil }
        if others.allSatisfy({ $0.angle.degrees < taken.angle.degrees }) { return .right }
        return others.allSatisfy { $0.angle.degrees > taken.angle.degrees } ? .left : nil
    }

    /// Drops short-lived new names.
    private func droppingShortNames(_ maneuvers: [Maneuver]) -> [Maneuver] {
        var result: [Maneuver] = []
        var omittedRoad: RoadName?
        result.reserveCapacity(maneuvers.count)
        for (index, maneuver) in maneuvers.enumerated() {
            guard !result.isEmpty else {
                result.append(maneuver)
                continue
            }
            let last = result.count - 1
            let returns =
                omittedRoad != nil && isNewName(maneuver)
                && result[last].road.isSameRoad(as: maneuver.road)
            if namesShortPiece(result[last], before: maneuver) {
                result[last].take(maneuver)
                continue
            }
            if returns || isShort(maneuver, isLast: index + 1 == maneuvers.count) {
                if returns {
                    result[last].laterRoad = .unnamed
                } else if maneuver.centimeters >= Self.laterRoadCentimeters {
                    result[last].laterRoad = maneuver.road
                }
                result[last].absorb(maneuver)
                omittedRoad = maneuver.road
                continue
            }
            // The next sentence names another street.
            if isNewName(maneuver) { result[last].laterRoad = .unnamed }
            result.append(maneuver)
            // Only the maneuver before may have announced it: the road becomes …
            if let omittedRoad, omittedRoad.isSameRoad(as: maneuver.road),
                !result[last].laterRoad.isSameRoad(as: maneuver.road)
            {
                result[last + 1].convertStayToTurn()
            }
            omittedRoad = nil
        }
        return result
    }

    /// Whether a turn leads onto a piece of a few meters with another name than the street behind
    /// it: the turn leads into that street, unless another arm there has its name.
    private func namesShortPiece(_ turn: Maneuver, before next: Maneuver) -> Bool {
        guard turn.centimeters <= Self.shortTurnCentimeters, isNewName(next), !next.road.isEmpty
        else {
            return false
        }
        switch turn.action {
        case .turn(_, let side), .endOfRoad(let side):
            return !leads(next.road, from: turn, to: side)
        default: return false
        }
    }

    private func isNewName(_ maneuver: Maneuver) -> Bool {
        !maneuver.isChoice
            && (maneuver.action == .proceed || maneuver.action == .changeHighway)
    }

    private func isShort(_ maneuver: Maneuver, isLast: Bool) -> Bool {
        guard isNewName(maneuver) else { return false }
        // The stop is on the street before the arrival, so that street is announced unless the stop
        // is at its corner.
        if isLast { return maneuver.centimeters < Self.arrivalCentimeters }
        return maneuver.centimeters
            < (maneuver.action == .changeHighway
                ? Self.shortHighwayCentimeters : Self.shortNameCentimeters)
    }

    /// Joins two turns that follow each other at once.
    private func joiningTurns(_ maneuvers: [Maneuver]) -> [Maneuver] {
        var result: [Maneuver] = []
        var joined = false
        for maneuver in maneuvers {
            // Most maneuvers are farther from the one before.
            if !joined, let last = result.indices.last,
                result[last].centimeters <= Self.doubleTurnCentimeters,
                let one = join(
                    result[last], maneuver,
                    comingFrom: last > 0 ? result[last - 1].road : RoadName.unnamed)
            {
                result[last] = one
                joined = true
            } else {
                result.append(maneuver)
                joined = false
            }
        }
        return result
    }

    private func join(
        _ first: Maneuver, _ second: Maneuver, comingFrom road: RoadName
    ) -> Maneuver? {
        guard let a = first.action.turn, let b = second.action.turn else { return nil }
        var sum = first.angle.degrees + second.angle.degrees
        let action: ManeuverAction
        if a.side == b.side, abs(sum) >= Self.turnBackDegrees, road.isSameRoad(as: second.road) {
            action = .uTurn
        } else if a.side == b.side, abs(sum) <= TurnAngle.turnLimit,
            isMereConnection(first, second), isOneBend(first, second),
            !leads(second.road, from: first, to: a.side)
        {
            action = .turn(TurnAngle(degrees: sum).strength, a.side)
        } else if a.side != b.side, let angle = angle(acrossACarriageway: first, second),
            !leads(second.road, from: first, to: angle.side)
        {
            action = .turn(angle.strength, angle.side)
            sum = angle.degrees
        } else if a.strength != .bear && b.strength != .bear || swerves(first, second),
            sidesSuffice(first, second)
        {
            action = .doubleTurn(a.side, b.side)
        } else {
            return nil
        }
        var one = first
        one.absorb(second)
        if action.isDouble { one.turns = [first, second] }
        (one.action, one.angle) = (action, TurnAngle(degrees: sum))
        (one.road, one.noun, one.toward) = (second.road, second.noun, second.toward)
        one.laterRoad = second.laterRoad
        return one
    }

    /// Whether two turns to one side look like one bend: nothing else leads on from the second, or
    /// they are a few meters apart, or only the second leads onto a named street.
    private func isOneBend(_ first: Maneuver, _ second: Maneuver) -> Bool {
        if competitors(at: second).isEmpty { return true }
        if traveler.isOnFoot { return false }
        return first.centimeters <= Self.jogCentimeters
            || !second.road.isEmpty && first.road.isEmpty
    }

    /// Whether two turns to different sides follow each other at once and no other road leads to
    /// the second side.
    private func swerves(_ first: Maneuver, _ second: Maneuver) -> Bool {
        guard let a = first.action.turn, let b = second.action.turn, a.side != b.side else {
            return false
        }
        return first.centimeters <= Self.swerveCentimeters
            && !competitors(at: second).contains {
                $0.angle.side == b.side && !$0.angle.isStraight
            }
    }

    /// Whether naming the two sides is enough: no other road leads to the first side, and none to
    /// the second side before the second turn.
    private func sidesSuffice(_ first: Maneuver, _ second: Maneuver) -> Bool {
        guard let a = first.action.turn, let b = second.action.turn else { return false }
        return !competitors(at: first).contains { leads($0, a.side) }
            && !turnsOff(to: b.side, between: first, second)
    }

    /// Whether a road leads to the same side as the second of two turns, and leaves before it.
    /// Asked only if one sentence may say both turns.
    private func passesLikeTurn(_ first: Maneuver, _ second: Maneuver) -> Bool {
        guard first.isBrief, first.action.turn != nil, let turn = second.action.turn else {
            return false
        }
        return turnsOff(to: turn.side, between: first, second)
    }

    /// Whether a road leads to a side at a junction between two maneuvers.
    private func turnsOff(
        to side: TurnSide, between first: Maneuver, _ second: Maneuver
    ) -> Bool {
        let between = travel.position(of: first.steps.lowerBound) + 1
        return (between..<travel.position(of: second.steps.lowerBound)).contains { position in
            let junction = junction(at: position)
            // A walker who looks for a path to a side takes the first that leads there at all.
            let least = traveler.isOnFoot ? Self.leastPathDegrees : TurnAngle.straightLimit
            return (competitors(at: position, in: junction) + [junction.taken])
                .contains { leads($0, side, by: least) }
        }
    }

    private func leads(
        _ arm: JunctionArm, _ side: TurnSide, by degrees: Double = TurnAngle.straightLimit
    ) -> Bool {
        arm.angle.side == side && arm.angle.deviation > degrees
    }

    /// Whether a street with a name leaves to a side where a maneuver begins.
    private func leads(_ name: RoadName, from maneuver: Maneuver, to side: TurnSide) -> Bool {
        !name.isEmpty
            && competitors(at: maneuver).contains { arm in
                arm.angle.side == side
                    && RoadName(of: arm.edge, on: network, in: traveler.nameLanguage)
                        .isSameRoad(as: name)
            }
    }

    /// Returns the roads leading on where a maneuver begins, without the one taken.
    private func competitors(at maneuver: Maneuver) -> [JunctionArm] {
        let position = travel.position(of: maneuver.steps.lowerBound)
        return position > 0 ? competitors(at: position, in: junction(at: position)) : []
    }

    /// Returns the other roads of a junction that a traveler may take for the right one. On a minor
    /// road, such as a cycle path, the minor roads that lead on count, too.
    private func competitors(at position: Int, in junction: Junction) -> [JunctionArm] {
        let before = network.roadClass(of: travel.steps[travel.moving[position - 1]].edge)
        let takesMinor = traveler.isOnFoot || junction.taken.isMinor || JunctionArm.isMinor(before)
        return junction.others.filter { takesMinor || !$0.isMinor }
    }

    private func junction(at position: Int) -> Junction {
        let bearings = JunctionBearings(at: position, of: travel, for: traveler, on: network)
        return Junction(at: position, of: travel, bearings, for: traveler, on: network)
    }

    /// Returns the combined angle of two turns to different sides that cross one carriageway of a
    /// divided road, coming from or leading onto the other; `nil` if each is a turn of its own.
    private func angle(acrossACarriageway first: Maneuver, _ second: Maneuver) -> TurnAngle? {
        if traveler.isOnFoot { return nil }
        func isCarriageway(_ edge: EdgeID?) -> Bool {
            edge.map { network.flags(of: $0).contains(.oneWay) } ?? false
        }
        let isOnto = isCarriageway(travel.edge(of: second.steps))
        if first.centimeters <= Self.jogCentimeters {
            let before = travel.steps[..<first.steps.lowerBound].last { $0.centimeters > 0 }?.edge
            let steps = first.steps.lowerBound..<second.steps.upperBound
            guard isOnto || isCarriageway(before), !leadsOn(at: second, \.isStraight),
                let angle = travel.angle(of: steps, on: network), !angle.isStraight,
                angle.side == first.angle.side, !leadsElsewhere(at: first, angle)
            else { return nil }
            return angle
        }
        let bears = [first, second].contains { $0.action.turn?.strength == .bear }
        let angle = TurnAngle(degrees: first.angle.degrees + second.angle.degrees)
        return isOnto && bears && angle.deviation >= Self.askewDegrees
            && !leadsOn(at: first, \.isOnward) && !leadsElsewhere(at: first, angle) ? angle : nil
    }

    /// Whether another street leads on where a maneuver begins. If two turns were told as one, by
    /// the sum of their angles, drivers would take that street.
    private func leadsOn(at maneuver: Maneuver, _ way: KeyPath<TurnAngle, Bool>) -> Bool {
        competitors(at: maneuver).contains { !$0.isMinor && $0.angle[keyPath: way] }
    }

    /// Whether the driver could mistake another street for the turn: it leaves the junction where
    /// the maneuver begins, on the side of `angle` and much like it, and is neither minor nor
    /// straight on. Streets closed in this direction count.
    private func leadsElsewhere(at maneuver: Maneuver, _ angle: TurnAngle) -> Bool {
        let position = travel.position(of: maneuver.steps.lowerBound)
        guard angle.deviation > TurnAngle.bearLimit, position > 0 else { return false }
        let junction = junction(at: position)
        return (junction.others + junction.closed).contains { arm in
            arm.angle.side == angle.side && !arm.angle.isOnward && !arm.isMinor
                && abs(arm.angle.degrees - angle.degrees) <= Self.alikeDegrees
                && network.edgeRestrictions[arm.edge.row] & traveler.closingMask == 0
        }
    }

    /// Corrects a turn's side if its first meters bend the other way: the path over 40 m decides,
    /// or over less if the next maneuver comes earlier.
    private func correctSide(of maneuver: inout Maneuver) {
        guard let stated = maneuver.action.turn,
            let angle = travel.angle(of: maneuver.steps, againstThe: stated.side, on: network),
            !angle.isStraight, angle.side != stated.side,
            !liesBeside(maneuver, on: angle.side)
        else { return }
        maneuver.angle = angle
        switch maneuver.action {
        case .stay: maneuver.action = .stay(angle.strength, angle.side)
        default: maneuver.action = .turn(angle.strength, angle.side)
        }
    }

    /// Whether, where a maneuver begins, another road lies farther to a side than the road taken,
    /// even straight on. Told to turn to that side, drivers would take the other road.
    private func liesBeside(_ maneuver: Maneuver, on side: TurnSide) -> Bool {
        let position = travel.position(of: maneuver.steps.lowerBound)
        guard position > 0 else { return false }
        let junction = junction(at: position)
        return competitors(at: position, in: junction).contains { arm in
            arm.angle.lies(beyond: junction.taken.angle, on: side)
        }
    }

    /// Whether the road between two turns has no name of its own.
    private func isMereConnection(_ first: Maneuver, _ second: Maneuver) -> Bool {
        first.road.isEmpty || first.road.isSameRoad(as: second.road)
    }

    /// Returns the first street that crosses or ends the path of the first movement; empty if none
    /// does, or if the sentence names it anyway because the road becomes it.
    private func crossStreet(of head: Maneuver) -> String {
        var centimeters: Int64 = 0
        for index in head.steps where travel.steps[index].centimeters > 0 {
            let step = travel.steps[index]
            centimeters += step.centimeters
            if centimeters > Self.crossStreetCentimeters { return "" }
            let names = network.edgesLeaving(network.head(of: step.edge))
                .filter { !network.flags(of: $0).contains(.ferry) }
                .sorted { network.roadClass(of: $0).rawValue < network.roadClass(of: $1).rawValue }
                .lazy.map { RoadName(of: $0, on: network, in: traveler.nameLanguage) }
            let cross = names.first { !$0.spoken.isEmpty && !$0.isSameRoad(as: head.road) }
            if let cross { return cross.isSameRoad(as: head.laterRoad) ? "" : cross.spoken }
        }
        return ""
    }
}

extension Maneuver {
    /// Turns "stay on" into "turn onto" if the road was not announced before.
    fileprivate mutating func convertStayToTurn() {
        switch action {
        case .stay(let strength, let side): action = .turn(strength, side)
        case .stayAtFork(let side): action = .fork(side)
        default: break
        }
    }

    /// Leaves a roundabout's name out if the road behind it has the same. The road may get its name
    /// only some meters on.
    fileprivate mutating func leaveOutPlaceOfRoad() {
        if place == road.localName { (place, ringCentimeters) = ("", 0) }
    }

    /// Takes over the next maneuver's steps and street.
    fileprivate mutating func take(_ next: Maneuver) {
        absorb(next)
        (road, noun, laterRoad) = (next.road, next.noun, next.laterRoad)
        if toward.isEmpty { toward = next.toward }
    }

    /// Takes over the next maneuver's steps.
    fileprivate mutating func absorb(_ next: Maneuver) {
        steps = steps.lowerBound..<next.steps.upperBound
        centimeters += next.centimeters
        milliseconds += next.milliseconds
    }
}
