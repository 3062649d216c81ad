// Ramps, exits, merging and slip lanes.

import RoadNetwork

extension ManeuverBuilder {
    /// Links up to this length between ordinary roads are slip lanes: part of a turn, no ramp.
    private static let slipLaneCentimeters: Int64 = 20_000

    /// Deals with a change between a road and a link, or returns `nil` where it is a junction like
    /// any other.
    ///
    /// - Returns: The next step to look at.
    mutating func takeRamp(_ from: EdgeID, _ to: EdgeID, at position: Int) -> Int? {
        if traveller.isOnFoot { return nil }
        let wasLink = network.flags(of: from).contains(.link)
        let isLink = network.flags(of: to).contains(.link)
        if wasLink, !isLink, network.isHighway(to) {
            merge(to, at: position)
            return position + 1
        }
        if !wasLink, isLink { return enterLink(from, to, at: position) }
        return leavesHighway(from, to, at: position) ? position + 1 : nil
    }

    /// Leaves a highway by a road that is no ramp, as rest areas have them.
    private mutating func leavesHighway(_ from: EdgeID, _ to: EdgeID, at position: Int) -> Bool {
        guard network.isHighway(from), !network.isHighway(to) else { return false }
        let junction = Junction(from: from, to: to, for: traveller, on: network)
        let goesOn = junction.others.contains { $0.angle.isOnward && network.isHighway($0.edge) }
        guard goesOn, junction.taken.angle.isOnward else { return false }
        begin(.exit(branchSide(of: junction)), junction.taken.angle, at: position)
        return true
    }

    private mutating func merge(_ to: EdgeID, at position: Int) {
        if current.isSameRoad(as: RoadName(of: to, on: network)) {
            follow(position)
        } else {
            begin(.merge, TurnAngle(from: edge(position - 1), to: to, on: network), at: position)
        }
    }

    private mutating func enterLink(_ from: EdgeID, _ to: EdgeID, at position: Int) -> Int? {
        var end = position
        var centimeters: Int64 = 0
        while end < travel.moving.count, network.flags(of: edge(end)).contains(.link) {
            centimeters += travel.steps[travel.moving[end]].centimeters
            end += 1
        }
        let after = end < travel.moving.count ? edge(end) : nil
        let junction = Junction(from: from, to: to, for: traveller, on: network)
        let leavesHighway = network.isHighway(from)
        let isRamp =
            leavesHighway || network.roadClass(of: to) == .motorway
            || after.map(network.isHighway) == true || centimeters > Self.slipLaneCentimeters
        if isRamp {
            if junction.others.isEmpty {
                // The road itself becomes the ramp: nothing to decide.
                follow(position)
                return position + 1
            }
            let side = branchSide(of: junction)
            let known = current
            begin(leavesHighway ? .exit(side) : .ramp(side), junction.taken.angle, at: position)
            nameSign(from: position, to: end)
            if known.isSameRoad(as: current) {
                // A ramp that carries the number of the highway it leaves is not that highway.
                maneuvers[maneuvers.count - 1].road = RoadName.unnamed
            }
            return position + 1
        }
        guard let after else { return nil }
        if isRoundabout(after) {
            follow(position)
            return end
        }
        turnOverSlipLane(from, after, at: position, onto: end)
        return end + 1
    }

    /// A ramp's sign may stand further on.
    private mutating func nameSign(from position: Int, to end: Int) {
        let last = maneuvers.count - 1
        if !maneuvers[last].toward.isEmpty { return }
        for link in position..<end where maneuvers[last].toward.isEmpty {
            maneuvers[last].toward = network.destination(of: edge(link))
        }
    }

    private mutating func turnOverSlipLane(
        _ from: EdgeID, _ after: EdgeID, at position: Int, onto end: Int
    ) {
        let angle = TurnAngle(from: from, to: after, on: network)
        if angle.isStraight {
            followOrProceed(angle, at: position, onto: end)
        } else if current.isSameRoad(as: RoadName(of: after, on: network)) {
            begin(.stay(angle.strength, angle.side), angle, at: position, onto: end)
        } else {
            begin(.turn(angle.strength, angle.side), angle, at: position, onto: end)
        }
    }

    /// The side on which a branch leaves: right when another road lies left of it.
    private func branchSide(of junction: Junction) -> TurnSide? {
        let angle = junction.taken.angle
        let someLeft = junction.others.contains { $0.angle.degrees < angle.degrees }
        let someRight = junction.others.contains { $0.angle.degrees > angle.degrees }
        if someLeft != someRight { return someLeft ? .right : .left }
        return angle.isStraight ? nil : angle.side
    }
}
