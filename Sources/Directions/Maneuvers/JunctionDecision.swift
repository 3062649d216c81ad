// Decides which maneuver to announce at a junction of ordinary roads, if any.
//
// ManeuverBuilder handles ferries, roundabouts, ramps and turning back.

import RoadNetwork

/// Decides whether a junction needs a maneuver, and which.
///
/// A driver who follows the road needs no announcement. The decision announces three things: a
/// change of direction that looks like a turn, a choice between roads that lead onward alike, and
/// leaving the road traveled where it turns away.
///
/// It looks at the rivals first: open roads that could be mistaken for the road taken. Without
/// rivals, a turn is announced only if it looks like one, or if the road bends and changes its
/// name. With rivals, nothing is announced if the road taken is obvious: it lies ahead, and every
/// rival that counts deviates at least twice as much. If the road traveled so far turns away from
/// the road taken, the latter is never obvious. Otherwise the action is a fork, going straight on,
/// or a turn; the turn's strength (bear, turn, sharp) is chosen to tell it from other turns to the
/// same side.
///
/// Method: follows the obviousness tests of OSRM's guidance and GraphHopper's instructions, with
/// angles over 15 m instead of fitted curves. ``ManeuverBuilder`` asks once per junction that no
/// other rule covers.
struct JunctionDecision {
    let junction: Junction
    /// The road traveled so far.
    let current: RoadName
    let takenName: RoadName
    /// The edge that ends at the junction.
    let before: EdgeID
    /// The road announced last.
    let announced: RoadName
    /// Length traveled since the last maneuver.
    let centimetersOnRoad: Int64
    let traveler: Traveler
    let network: NetworkDataset

    /// A rival counts as equally straight below this multiple of the taken road's deviation.
    private static let distinction = 2.0
    /// A road with at most this deviation lies straight ahead.
    static let frontLimit = 10.0
    /// With at most this deviation, a road continues without a maneuver if all others turn off.
    private static let obviousLimit = 25.0
    /// The end of a road is announced only after this length on it.
    private static let endOfRoadCentimeters: Int64 = 10_000
    /// The largest angle at which a road meets the one where it ends.
    private static let teeLimit = 100.0
    /// A road that deviates by more than this leads back.
    private static let backLimit = 150.0
    /// The two carriageways of a road diverge by at most this.
    private static let carriagewayDegrees = 90.0
    /// Roads with at most this deviation lie across; beyond it they come from behind.
    private static let acrossLimit = 135.0
    /// A road straighter than the taken one by this much looks like the continuation.
    private static let straighterBy = 10.0
    /// The same where no name tells which road goes on.
    private static let namelessStraighterBy = 5.0
    /// The same for a road that is minor beside the taken one.
    private static let minorStraighterBy = 20.0
    /// If the taken road bends away, a road that bends by at most this much more may be mistaken
    /// for it.
    private static let bendSlack = 15.0
    /// Roads with at most this deviation form a narrow fork, even on the same side.
    private static let narrowDegrees = 25.0
    /// The largest deviation of the road taken at a narrow fork.
    private static let narrowLimit = 15.0
    /// The most road classes by which branches of a fork differ.
    private static let forkClassGap = 2

    /// If another road lies within this angle beyond a branch, the branch is in the middle.
    private static let outerDegrees = 80.0
    /// The same on foot, if the branch goes straight on: paths leave at any angle.
    private static let outerPathDegrees = 100.0

    /// Two streets that lead onward within this angle are close.
    private static let closeDegrees = 40.0
    /// Two turns to one side must differ by this much for a word to tell them apart.
    private static let alikeDegrees = 15.0
    /// The largest deviation of a turn that may "bear" if another one turns farther.
    private static let mostBearing = 85.0
    /// The smallest deviation of a turn that may be "sharp" if another one turns less.
    private static let leastSharp = 100.0

    private var taken: JunctionArm { junction.taken }
    private var angle: TurnAngle { taken.angle }
    private var isSame: Bool { current.isSameRoad(as: takenName) }

    /// Whether the taken road keeps the announced name, and not only a number it shares with
    /// another road.
    private var keepsName: Bool {
        isSame && takenName.written == current.written && takenName.written == announced.written
    }

    /// Returns the maneuver; `nil` if the driver just follows the road.
    func action() -> ManeuverAction? {
        let rivals = junction.others.filter { isRival($0) }
        if rivals.isEmpty { return actionWithoutRivals() }
        if isObvious(among: rivals) {
            if joinsGreaterRoad { return turn() }
            return isLeftByName(among: rivals) ? proceedOrBear : nil
        }
        return actionAmong(rivals)
    }

    /// Whether the road goes on by number alone, while a rival that turns off takes its name along:
    /// a driver may follow either.
    private func isLeftByName(among rivals: [JunctionArm]) -> Bool {
        !traveler.isOnFoot && !takenName.hasSameName(as: current)
            && rivals.contains { !leadsBack($0) && name(of: $0).hasSameName(as: current) }
    }

    private var proceedOrBear: ManeuverAction {
        angle.isStraight ? .proceed : .turn(angle.strength, angle.side)
    }

    /// Whether the road traveled so far turns away from the taken one.
    var leavesRoad: Bool {
        junction.others.contains { !leadsBack($0) && current.isSameRoad(as: name(of: $0)) }
    }

    /// Whether a road leads back beside the one traveled, like the other carriageway of a divided
    /// road.
    private func leadsBack(_ arm: JunctionArm) -> Bool { arm.angle.deviation > Self.backLimit }

    /// Whether another street leads onward, close enough to the taken one to be confused with it.
    var hasCloseRivals: Bool {
        junction.others.contains { arm in
            (!arm.isMinor || taken.isMinor) && arm.angle.isOnward
                && abs(arm.angle.degrees - angle.degrees) <= Self.closeDegrees
        }
    }

    /// Whether other streets meet here, so a bend counts as a turn. Where a road divides into two
    /// carriageways, the oncoming one does not count.
    var isAmongStreets: Bool {
        junction.others.contains { !$0.isMinor }
            || junction.closed.contains { !$0.isMinor && !isOppositeCarriageway($0) }
    }

    private func actionAmong(_ rivals: [JunctionArm]) -> ManeuverAction? {
        let onward = rivals.filter(\.angle.isOnward)
        if angle.isOnward, let side = forkSide(among: onward) {
            return keepsName ? .stayAtFork(side) : .fork(side)
        }
        let isInFront = !onward.contains { $0.angle.deviation < angle.deviation }
        if angle.isStraight, isInFront { return isSame ? nil : .proceed }
        return turn()
    }

    private func actionWithoutRivals() -> ManeuverAction? {
        if angle.isOnward { return facesClosedRoad || joinsAnotherRoad ? turn() : nil }
        if junction.hasOtherRoads {
            return isContinuation(taken) && !looksLikeTurn ? nil : turn()
        }
        return current.isChange(to: takenName) ? turn() : nil
    }

    /// Streets that look like a continuation but are closed to this traveler.
    private var closedStreets: [JunctionArm] {
        if traveler.isOnFoot { return [] }
        return junction.closed.filter {
            (!$0.isMinor || taken.isMinor) && (!$0.isLink || taken.isLink)
                && !isOppositeCarriageway($0)
        }
    }

    /// Whether the road divides here and `arm` is the carriageway of oncoming traffic.
    private func isOppositeCarriageway(_ arm: JunctionArm) -> Bool {
        let apart = TurnAngle(degrees: arm.angle.degrees - angle.degrees).deviation
        guard apart <= Self.carriagewayDegrees else { return false }
        if isContinuation(arm), isContinuation(taken) { return true }
        let name = name(of: arm)
        return [arm, taken].allSatisfy { network.flags(of: $0.edge).contains(.oneWay) }
            && (name.isEmpty ? takenName.isEmpty : name.isSameRoad(as: takenName))
    }

    /// Whether the taken road bears off where a closed street goes straight on.
    private var facesClosedRoad: Bool {
        angle.deviation > Self.obviousLimit
            && closedStreets.contains { liesStraighter($0, by: Self.minorStraighterBy) }
    }

    /// Whether the taken road joins a road that comes from elsewhere and goes straight on. Nothing
    /// comes over a carriageway that leads away, though a sign forbids to turn back into it.
    private var joinsAnotherRoad: Bool { joins(closedStreets) }

    /// Whether a lesser road ends at the side of the one taken, though it has its name.
    private var joinsGreaterRoad: Bool {
        !traveler.isOnFoot && !taken.isLink
            && network.roadClass(of: before).rawValue > taken.roadClass.rawValue
            && joins(junction.others)
    }

    /// Whether the taken road bears off the present one, and comes from one of some others.
    private func joins(_ arms: [JunctionArm]) -> Bool {
        angle.deviation > Self.obviousLimit
            && arms.contains { arm in
                let through = TurnAngle(degrees: angle.degrees - arm.angle.degrees - 180)
                return through.deviation <= Self.obviousLimit
                    && arm.roadClass.rawValue <= taken.roadClass.rawValue
                    && traveler.mayUse(arm.edge.twin, on: network)
            }
    }

    /// Whether the only open road still looks like a turn, because closed streets lie straighter or
    /// across.
    private var looksLikeTurn: Bool {
        closedStreets.contains { arm in
            arm.angle.deviation <= Self.acrossLimit
        }
    }

    private func turn() -> ManeuverAction {
        let strength = strength
        if keepsName { return .stay(strength, angle.side) }
        // If two streets lead to one side, a word must say which one is meant.
        return strength == .turn && endsRoad()
            ? .endOfRoad(angle.side) : .turn(strength, angle.side)
    }

    /// The turn's strength, chosen to tell it from other turns to the same side.
    private var strength: TurnStrength {
        guard angle.strength == .turn else { return angle.strength }
        let alike = junction.others.filter {
            $0.angle.strength == .turn && $0.angle.side == angle.side
                && (!$0.isMinor || taken.isMinor)
        }
        let isLeast = alike.allSatisfy {
            $0.angle.deviation >= angle.deviation + Self.alikeDegrees
        }
        let isMost = alike.allSatisfy {
            $0.angle.deviation + Self.alikeDegrees <= angle.deviation
        }
        if alike.isEmpty || isLeast == isMost { return .turn }
        if isLeast { return angle.deviation <= Self.mostBearing ? .bear : .turn }
        return angle.deviation >= Self.leastSharp ? .sharp : .turn
    }

    /// Whether a driver could mistake a road for the one to take.
    private func isRival(_ arm: JunctionArm) -> Bool {
        if traveler.isOnFoot { return true }
        let fromLink = network.flags(of: before).contains(.link)
        if arm.isLink, !taken.isLink, !fromLink, angle.isOnward {
            return (!network.isHighway(before) || !angle.isStraight)
                && liesStraighter(arm, by: Self.straighterBy)
        }
        // A traveler on a minor road, such as a cycle path, may as well stay on one.
        guard arm.isMinor, !taken.isMinor, !JunctionArm.isMinor(network.roadClass(of: before))
        else { return true }
        return !angle.isOnward && !isSame || liesStraighter(arm, by: Self.minorStraighterBy)
    }

    /// Whether a road lies straighter than the taken one by at least `degrees`.
    private func liesStraighter(_ arm: JunctionArm, by degrees: Double) -> Bool {
        arm.angle.isStraight && angle.deviation - arm.angle.deviation >= degrees
    }

    /// Whether a lesser road could be mistaken for the taken one: it lies straighter, or both bend
    /// away alike.
    private func competes(_ arm: JunctionArm) -> Bool {
        let degrees =
            arm.isMinor && !taken.isMinor
            ? Self.minorStraighterBy
            : current.isEmpty ? Self.namelessStraighterBy : Self.straighterBy
        return liesStraighter(arm, by: degrees)
            || !arm.isMinor && angle.deviation > Self.obviousLimit
                && (arm.angle.deviation <= angle.deviation + Self.bendSlack || liesAcross(arm))
    }

    /// Whether an equally important road turns off to the other side, so nothing goes straight on.
    private func liesAcross(_ arm: JunctionArm) -> Bool {
        arm.roadClass.rawValue <= taken.roadClass.rawValue
            && arm.angle.degrees * angle.degrees < 0 && arm.angle.deviation <= Self.teeLimit
    }

    /// Whether the driver is on a ramp or slip lane that divides.
    private func partsLinks(from rivals: [JunctionArm]) -> Bool {
        taken.isLink && !traveler.isOnFoot
            && network.flags(of: before).contains(.link)
            && rivals.contains { $0.isLink && $0.angle.isOnward }
    }

    /// Whether a road continues the one traveled: by name or number, or by road class if both are
    /// unnamed.
    private func isContinuation(_ arm: JunctionArm) -> Bool {
        let name = name(of: arm)
        if current.isSameRoad(as: name) { return true }
        return current.isEmpty && name.isEmpty && !traveler.isOnFoot
            && arm.roadClass == network.roadClass(of: before)
    }

    private func name(of arm: JunctionArm) -> RoadName {
        arm.edge == taken.edge
            ? takenName : RoadName(of: arm.edge, on: network, in: traveler.nameLanguage)
    }

    private func isObvious(among rivals: [JunctionArm]) -> Bool {
        let deviation = angle.deviation
        guard angle.isOnward, !partsLinks(from: rivals) else { return false }
        guard isContinuation(taken) else {
            // Leaving a named road is announced even if the route goes straight on.
            let limit = max(TurnAngle.bearLimit, Self.distinction * deviation)
            return !leavesRoad && deviation <= Self.obviousLimit
                && rivals.allSatisfy { $0.angle.deviation > limit }
        }
        let serious = rivals.filter {
            competes($0)
                || $0.angle.isOnward
                    && (isContinuation($0) || $0.roadClass.rawValue <= taken.roadClass.rawValue)
        }
        if serious.isEmpty { return true }
        let limit = max(TurnAngle.straightLimit, Self.distinction * deviation)
        return angle.isStraight
            && serious.allSatisfy {
                $0.angle.deviation >= limit
                    && (deviation <= Self.frontLimit || !isContinuation($0))
            }
    }

    /// Returns the side to keep to where the road forks: `.some(nil)` for the middle, `nil` if
    /// there is no fork.
    ///
    /// Branches of a fork are alike, and lie on both sides of straight on or close together, even
    /// if all bear to one side: "bear" would not tell them apart. On highways and ramps, any two
    /// roads that lead onward fork. A road that bears off another one going straight on does not
    /// make a fork.
    private func forkSide(among onward: [JunctionArm]) -> TurnSide?? {
        let isFast = network.isHighway(before) || network.flags(of: before).contains(.link)
        let goesStraight = onward.contains {
            isContinuation($0) && $0.angle.deviation <= Self.frontLimit
                && liesStraighter($0, by: Self.straighterBy)
        }
        if goesStraight, !isFast { return nil }
        let branches = onward.filter { arm in
            let gap = Int(arm.roadClass.rawValue) - Int(taken.roadClass.rawValue)
            let liesAcross = arm.angle.degrees * angle.degrees < 0
            let isNear =
                angle.deviation <= Self.narrowLimit && arm.angle.deviation <= Self.narrowDegrees
                || bearsAlike(arm)
            let isAlike = abs(gap) <= Self.forkClassGap || isContinuation(arm)
            return isFast || isAlike && (liesAcross || isNear)
        }
        if branches.isEmpty { return nil }
        let someLeft = branches.contains { $0.angle.degrees < angle.degrees }
        let someRight = branches.contains { $0.angle.degrees > angle.degrees }
        if someLeft, someRight { return .some(nil) }
        // A branch that sets out along the same line lies on neither side.
        guard someLeft || someRight else { return nil }
        let side: TurnSide = someLeft ? .right : .left
        // Another road leads on beyond the taken one: take the middle, or go straight on.
        let beyond = junction.others.filter { arm in
            arm.angle.lies(beyond: angle, on: side)
                && (traveler.isOnFoot
                    || abs(Int(arm.roadClass.rawValue) - Int(taken.roadClass.rawValue))
                        <= Self.forkClassGap)
        }
        if let nearest = beyond.map(\.angle.deviation).min() {
            let isFront = onward.allSatisfy {
                $0.angle.deviation >= angle.deviation + Self.straighterBy
            }
            let limit = traveler.isOnFoot ? Self.outerPathDegrees : Self.outerDegrees
            if isFront, angle.isStraight, nearest <= limit { return nil }
            if nearest <= Self.outerDegrees { return .some(nil) }
        }
        // If a road bends to the right, nobody needs to be told to keep left, and vice versa.
        return angle.isStraight || side == angle.side || branches.contains(where: bearsAlike)
            ? side : nil
    }

    /// Whether another road bears to the same side as the one taken, by about as much.
    private func bearsAlike(_ arm: JunctionArm) -> Bool {
        !angle.isStraight && arm.angle.side == angle.side
            && abs(arm.angle.degrees - angle.degrees) <= Self.alikeDegrees
    }

    /// Whether the road traveled ends at another road leading off to both sides. It does not if it
    /// bends to the other side while a lesser road is taken.
    private func endsRoad() -> Bool {
        guard angle.strength == .turn, !traveler.isOnFoot,
            centimetersOnRoad >= Self.endOfRoadCentimeters,
            !network.flags(of: before).contains(.link),
            !junction.others.contains(where: { arm in
                !leadsBack(arm) && isContinuation(arm)
                    && arm.roadClass.rawValue < taken.roadClass.rawValue
            })
        else { return false }
        let roads = (junction.others + junction.closed).filter { !$0.isMinor && !$0.isLink }
        return !roads.contains { $0.angle.isOnward }
            && roads.contains { $0.angle.side != angle.side }
    }
}
