// What to say at a junction of ordinary roads, if anything.
//
// Ferries, roundabouts, ramps and turning back are ManeuverBuilder's.

import RoadNetwork

/// Decides whether a traveller must be told something at a junction.
///
/// Following the road is silent. Told is every turn that looks like one, every choice between roads
/// that lead onward alike, and the road one is on when it turns away.
///
/// Method: after the obviousness tests of OSRM's guidance and GraphHopper's instructions, with
/// angles over 15 m instead of fitted curves.
struct JunctionDecision {
    let junction: Junction
    /// The road travelled so far.
    let current: RoadName
    /// The name of the road that is taken.
    let takenName: RoadName
    /// The edge that ends at the junction.
    let before: EdgeID
    /// Length travelled since the last thing that was told.
    let centimetersOnRoad: Int64
    let traveller: Traveller
    let network: NetworkDataset

    /// Rivals at less than this many times the taken road's deviation are as straight as it.
    private static let distinction = 2.0
    /// A road this straight is the one in front.
    static let frontLimit = 10.0
    /// Up to here a road goes on silently when everything else turns off.
    private static let obviousLimit = 25.0
    /// Roads need this length before one says that they end.
    private static let endOfRoadCentimeters: Int64 = 10_000
    /// Fork branches differ by so many road classes at most.
    private static let forkClassGap = 2

    private var taken: JunctionArm { junction.taken }
    private var angle: TurnAngle { taken.angle }
    private var isSame: Bool { current.isSameRoad(as: takenName) }

    /// Whether the road keeps the name that the traveller knows it by, not just a number that runs
    /// along with another.
    private var stays: Bool { isSame && takenName.spoken == current.spoken }

    /// What to tell, or `nil` to follow the road.
    func action() -> ManeuverAction? {
        let rivals = junction.others.filter { isRival($0) }
        if rivals.isEmpty { return actionWithoutRivals() }
        if isObvious(among: rivals) { return nil }
        let onward = rivals.filter(\.angle.isOnward)
        if angle.isOnward, let side = forkSide(among: onward) {
            return stays ? .stayAtFork(side) : .fork(side)
        }
        let isInFront = !onward.contains { $0.angle.deviation < angle.deviation }
        if angle.isStraight, isInFront { return isSame ? nil : .proceed }
        return turn()
    }

    private func actionWithoutRivals() -> ManeuverAction? {
        if angle.isOnward { return nil }
        if junction.isReal { return isContinuation(taken) ? nil : turn() }
        return current.isNews(in: takenName) ? turn() : nil
    }

    private func turn() -> ManeuverAction {
        if stays { return .stay(angle.strength, angle.side) }
        return endsRoad() ? .endOfRoad(angle.side) : .turn(angle.strength, angle.side)
    }

    /// Whether a road could be mistaken for the one to take.
    private func isRival(_ arm: JunctionArm) -> Bool {
        if traveller.isOnFoot { return true }
        let fromLink = network.flags(of: before).contains(.link)
        if arm.isLink, !taken.isLink, !fromLink, angle.isOnward { return false }
        guard arm.isMinor, !taken.isMinor else { return true }
        return !angle.isOnward && !isSame
    }

    /// Whether a road carries on the one travelled: by its name or number, or as the same kind of
    /// road where neither has one.
    private func isContinuation(_ arm: JunctionArm) -> Bool {
        let name = name(of: arm)
        if current.isSameRoad(as: name) { return true }
        return current.isEmpty && name.isEmpty && !traveller.isOnFoot
            && arm.roadClass == network.roadClass(of: before)
    }

    private func name(of arm: JunctionArm) -> RoadName {
        arm.edge == taken.edge ? takenName : RoadName(of: arm.edge, on: network)
    }

    private func isObvious(among rivals: [JunctionArm]) -> Bool {
        let deviation = angle.deviation
        guard angle.isOnward else { return false }
        guard isContinuation(taken) else {
            // Leaving a named road is told even when it means going straight on.
            let leavesRoad = rivals.contains { current.isSameRoad(as: name(of: $0)) }
            let limit = max(TurnAngle.bearLimit, Self.distinction * deviation)
            return !leavesRoad && deviation <= Self.obviousLimit
                && rivals.allSatisfy { $0.angle.deviation > limit }
        }
        let serious = rivals.filter {
            $0.angle.isOnward
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

    /// The side to keep to when the road forks: `.some(nil)` for the middle, `nil` for no fork.
    ///
    /// Branches of a fork are alike and lie left and right of straight on; on highways and ramps
    /// any two roads that lead onward fork. A road that bears off while ours goes straight on is no
    /// fork.
    private func forkSide(among onward: [JunctionArm]) -> TurnSide?? {
        let isFast = network.isHighway(before) || network.flags(of: before).contains(.link)
        let goesStraight = onward.contains {
            isContinuation($0) && $0.angle.deviation <= Self.frontLimit
        }
        if goesStraight, !isFast { return nil }
        let branches = onward.filter { arm in
            let gap = Int(arm.roadClass.rawValue) - Int(taken.roadClass.rawValue)
            let liesAcross = arm.angle.degrees * angle.degrees < 0
            return isFast || abs(gap) <= Self.forkClassGap && liesAcross
        }
        if branches.isEmpty { return nil }
        let someLeft = branches.contains { $0.angle.degrees < angle.degrees }
        let someRight = branches.contains { $0.angle.degrees > angle.degrees }
        if someLeft == someRight { return .some(nil) }
        return someLeft ? .right : .left
    }

    /// Whether the road travelled ends at another one that leads off to both sides.
    private func endsRoad() -> Bool {
        guard angle.strength == .turn, !traveller.isOnFoot,
            centimetersOnRoad >= Self.endOfRoadCentimeters,
            !network.flags(of: before).contains(.link)
        else { return false }
        let roads = (junction.others + junction.closed).filter { !$0.isMinor && !$0.isLink }
        return !roads.contains { $0.angle.isOnward }
            && roads.contains { $0.angle.side != angle.side }
    }
}
