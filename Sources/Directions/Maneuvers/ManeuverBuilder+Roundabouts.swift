// Roundabouts: one maneuver with the number of the exit.

import RoadNetwork

extension ManeuverBuilder {
    /// Whether an edge is part of a roundabout for this traveler.
    func isRoundabout(_ edge: EdgeID) -> Bool {
        !traveler.isOnFoot
            && (network.flags(of: edge).contains(.roundabout) || circle.contains(edge))
    }

    /// Remembers the circle of streets through an edge, if there is one.
    mutating func enters(circleThrough edge: EdgeID) -> Bool {
        guard !traveler.isOnFoot,
            let found = StreetCircle(through: edge, for: traveler, on: network)
        else { return false }
        circle = Set(found.edges)
        return true
    }

    /// A road that points farther inward than this crosses the inside of the ring.
    private static let inwardDegrees = 30.0
    /// The most edges of a roundabout to look at for its name.
    private static let longestRing = 64

    /// Adds the roundabout that begins with a step, and returns the next step to examine.
    mutating func enterRoundabout(at position: Int) -> Int {
        var end = position
        while end < travel.moving.count, isRoundabout(edge(end)) { end += 1 }
        let before = edge(position - 1)
        let beforeName = current
        if end == travel.moving.count {
            begin(
                .enterRoundabout, TurnAngle(from: before, to: edge(position), on: network),
                at: position)
            namePlace(ring: edge(position), unlike: [beforeName])
            maneuvers[maneuvers.count - 1].road = RoadName.unnamed
            return end
        }
        let angle = TurnAngle(from: before, to: edge(end), on: network)
        let exit = exitNumber(ring: position..<end)
        begin(.roundabout(exit: exit), angle, at: position, onto: end)
        namePlace(ring: edge(position), unlike: [beforeName, current])
        return end + 1
    }

    /// Names the roundabout unless it only has the name of a street that meets it.
    private mutating func namePlace(ring first: EdgeID, unlike streets: [RoadName]) {
        let place = roadName(of: first)
        if place.localName.isEmpty { return }
        let ring = ring(from: first)
        let isOfStreet =
            streets.contains { $0.hasSameName(as: place) }
            || ring.contains { edge in
                network.edgesLeaving(network.head(of: edge)).contains {
                    !isRoundabout($0) && !isRoundabout($0.twin)
                        && roadName(of: $0).hasSameName(as: place)
                }
            }
        if isOfStreet { return }
        maneuvers[maneuvers.count - 1].place = place.localName
        maneuvers[maneuvers.count - 1].ringCentimeters = ring.reduce(0) {
            $0 + Int64(network.lengthCentimeters(of: $1))
        }
    }

    /// Returns the edges of a roundabout, beginning with one of them.
    private func ring(from first: EdgeID) -> [EdgeID] {
        var ring = [first]
        while ring.count < Self.longestRing,
            let next = network.edgesLeaving(network.head(of: ring[ring.count - 1])).first(where: {
                isRoundabout($0) && $0.segment != ring[ring.count - 1].segment
                    && traveler.mayUse($0, on: network)
            }), next != first
        {
            ring.append(next)
        }
        return ring
    }

    /// Returns the exit's number: at how many places streets leave the ring, up to the exit taken.
    ///
    /// A street counts if this traveler may take it. Driveways and tracks do not count unless the
    /// ring is one, and neither do roads across the inside of the ring. The exit taken always
    /// counts. Two streets that leave at one place are one exit to the driver. A street at the
    /// entry counts only if it lies before the ring: by then, the entry has joined the ring.
    private func exitNumber(ring: Range<Int>) -> Int {
        var number = passesExit(at: ring.lowerBound, tolerance: 0) ? 1 : 0
        for position in ring.dropFirst() {
            // At a waypoint on the ring, a step may end between two exits.
            guard travel.steps[travel.moving[position - 1]].to == 1 else { continue }
            if passesExit(at: position, tolerance: Self.inwardDegrees) { number += 1 }
        }
        return number + 1
    }

    /// Whether a street leaves before a step on the ring, on its outer side.
    ///
    /// - Parameter tolerance: By how many degrees the street may point inward.
    private func passesExit(at position: Int, tolerance: Double) -> Bool {
        let ring = edge(position)
        let outward = network.drivingSide(of: edge(position - 1)) == .right ? 1.0 : -1
        let arms = arms(at: position, or: ring)
        guard let onward = arms.first(where: { $0.edge == ring }) else { return false }
        // Half a turn to the outer side is as far as a street can lie. Beyond lies the inner side,
        // or the side of the entry where the ring comes from.
        return arms.contains { arm in
            !isRoundabout(arm.edge)
                && (arm.angle.degrees - onward.angle.degrees) * outward > -tolerance
        }
    }

    /// Returns the streets leading on before a moving step, in the order in which they are passed.
    ///
    /// - Parameter taken: The edge that counts even if it is no street.
    private func exits(at position: Int, or taken: EdgeID) -> [JunctionArm] {
        // Where traffic keeps right it circles to the left and meets the rightmost road first.
        let keepsRight = network.drivingSide(of: edge(position - 1)) == .right
        return arms(at: position, or: taken).sorted {
            keepsRight ? $0.angle.degrees > $1.angle.degrees : $0.angle.degrees < $1.angle.degrees
        }
    }

    /// Returns the same streets in any order.
    private func arms(at position: Int, or taken: EdgeID) -> [JunctionArm] {
        let before = edge(position - 1)
        let arrival = travel.arrivalDegrees(at: position, on: network)
        let arms = network.edgesLeaving(network.head(of: before))
            .filter { $0.segment != before.segment && traveler.mayUse($0, on: network) }
            .map { edge in
                JunctionArm(
                    edge, arrival: arrival,
                    departure: edge == self.edge(position)
                        ? travel.departDegrees(at: position, for: traveler, on: network) : nil,
                    for: traveler, on: network)
            }
        return arms.filter { arm in
            arm.edge == taken || isRoundabout(arm.edge) || !isDriveway(arm)
                || arms.contains { isRoundabout($0.edge) && $0.isMinor }
        }
    }

    /// Whether a road looks like a driveway or a track; a named service road counts as a street.
    private func isDriveway(_ arm: JunctionArm) -> Bool {
        arm.isMinor
            && (arm.roadClass != .service || network.streetName(of: arm.edge).isEmpty)
    }

    private func rank(of taken: EdgeID, among exits: [JunctionArm]) -> Int {
        exits.firstIndex { $0.edge == taken }.map { $0 + 1 } ?? exits.count + 1
    }

    /// Whether a junction is a painted roundabout.
    func isMiniRoundabout(_ junction: Junction, after edge: EdgeID) -> Bool {
        !traveler.isOnFoot && junction.hasOtherRoads
            && network.flags(of: network.head(of: edge)).contains(.miniRoundabout)
    }

    /// Returns the exit's number at a painted roundabout.
    func miniRoundaboutExit(of junction: Junction, at position: Int) -> Int {
        rank(of: junction.taken.edge, among: exits(at: position, or: junction.taken.edge))
    }
}
