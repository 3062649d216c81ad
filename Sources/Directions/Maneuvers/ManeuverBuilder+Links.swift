// Short links between ordinary roads: slip lanes within a turn, and links for turning back.

import RoadNetwork

extension ManeuverBuilder {
    /// Links up to this length may be the curve of one junction; longer ones are ramps.
    static let slipLaneCentimeters: Int64 = 10_000
    /// The most by which a curve bends in the other direction.
    private static let curveAgainstDegrees = 20.0
    /// The most by which the curve of one junction turns.
    private static let curveDegrees = 135.0
    /// Connections up to this length are part of turning back.
    private static let turnBackCentimeters: Int64 = 6_000
    /// The same for a street with its own name.
    private static let namedTurnBackCentimeters: Int64 = 3_000
    /// Changes of direction that count as turning back.
    private static let turnBackDegrees = 150.0..<225.0

    /// Adds a turn if links form the curve of one junction: they leave the road and join the next
    /// one onward, and bend to one side without a choice in between.
    ///
    /// - Returns: Whether the links are such a curve.
    mutating func turnOverCurve(
        _ links: Range<Int>, after junction: Junction
    ) -> Bool {
        guard links.upperBound < travel.moving.count, junction.hasOtherRoads,
            junction.taken.angle.isOnward
        else { return false }
        let (last, after) = (edge(links.upperBound - 1), edge(links.upperBound))
        guard !isRoundabout(after),
            TurnAngle(from: last, to: after, on: network).isOnward,
            links.dropFirst().allSatisfy({ position in
                self.junction(at: position).others.isEmpty
            })
        else { return false }
        let bend = travel.bend(over: links, on: network)
        let angle = TurnAngle(degrees: bend.degrees)
        guard bend.against <= Self.curveAgainstDegrees, !angle.isStraight,
            abs(bend.degrees) <= Self.curveDegrees,
            // Where link and street part, the driver keeps to the other side.
            !junction.others.contains(where: {
                $0.angle.isOnward && $0.angle.lies(beyond: junction.taken.angle, on: angle.side)
            })
        else { return false }
        let stays = current.isSameRoad(as: roadName(of: after))
        begin(
            stays ? .stay(angle.strength, angle.side) : .turn(angle.strength, angle.side), angle,
            at: links.lowerBound, onto: links.upperBound)
        return true
    }

    /// Adds a U-turn from one carriageway onto the other over a connection between them.
    ///
    /// - Returns: The next step to examine; `nil` if the path does not turn back here.
    mutating func turnBack(at position: Int) -> Int? {
        let from = edge(position - 1)
        guard !traveler.isOnFoot, network.flags(of: from).contains(.oneWay) else { return nil }
        var end = position
        var centimeters: Int64 = 0
        while end + 1 < travel.moving.count {
            centimeters += travel.steps[travel.moving[end]].centimeters
            end += 1
            if centimeters > Self.turnBackCentimeters || isRoundabout(edge(end - 1)) { return nil }
            let angle = TurnAngle(from: from, to: edge(end), on: network)
            // Comparing names is slow, so the bearings decide first.
            guard Self.turnBackDegrees.contains(angle.deviation),
                isSameStreet(edge(end), as: from), !goesOn(edge(position), from: from),
                centimeters <= Self.namedTurnBackCentimeters
                    || (position..<end).allSatisfy({ isMereConnection(edge($0), from) })
            else { continue }
            let bend = travel.bend(over: position..<end, on: network)
            guard Self.turnBackDegrees.contains(abs(bend.degrees)) else { return nil }
            begin(.uTurn, TurnAngle(degrees: bend.degrees), at: position, onto: end)
            return end + 1
        }
        return nil
    }

    /// Whether an edge continues the same carriageway, which may turn back farther on.
    private func goesOn(_ edge: EdgeID, from: EdgeID) -> Bool {
        TurnAngle(from: from, to: edge, on: network).isOnward && isSameStreet(edge, as: from)
    }

    /// Whether an edge between two carriageways is a mere connection, not a street.
    private func isMereConnection(_ edge: EdgeID, _ from: EdgeID) -> Bool {
        let road = roadName(of: edge)
        return road.isEmpty || network.flags(of: edge).contains(.link)
            || road.isSameRoad(as: roadName(of: from))
    }

    /// Whether an edge is a carriageway of the same street as another.
    private func isSameStreet(_ edge: EdgeID, as from: EdgeID) -> Bool {
        guard network.flags(of: edge).contains(.oneWay) else { return false }
        let (one, other) = (roadName(of: from), roadName(of: edge))
        if one.isEmpty, other.isEmpty {
            return network.roadClass(of: edge) == network.roadClass(of: from)
        }
        return one.isSameRoad(as: other)
    }
}
