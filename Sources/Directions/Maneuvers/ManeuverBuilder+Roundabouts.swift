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
        if traveler.isOnFoot { return false }
        let isTwoWay = !network.flags(of: edge).contains(.oneWay)
        guard
            let found = StreetCircle(through: edge, for: traveler, on: network)
                ?? (isTwoWay
                    ? StreetCircle(through: edge.twin, for: traveler, on: network) : nil)
        else { return false }
        circle = Set(found.edges)
        twoWayCircle = found.isTwoWay ? found.edges : []
        circle.formUnion(twoWayCircle.map(\.twin))
        return true
    }

    /// A road that points farther inward than this crosses the inside of the ring.
    private static let inwardDegrees = 30.0
    /// An entry that meets the ring at more than this does not run along it. Over the 15 m of a
    /// bearing, a ring with a radius of 8 m bends by about as much.
    private static let alongDegrees = 60.0
    /// The most edges of a roundabout to look at for its name.
    private static let longestRing = 64
    /// Two streets that meet within this length of the ring are one arm of it.
    private static let armCentimeters: UInt32 = 5_000

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
    /// A street counts if this traveler may take it. Service roads, tracks and the like do not
    /// count unless the ring is one, and neither do roads across the inside of the ring. The exit
    /// taken always counts. Two streets that leave at one place are one exit to the driver, and so
    /// are a slip lane and the exit behind it if they meet at once.
    private func exitNumber(ring: Range<Int>) -> Int {
        let isAgainst = twoWayCircle.contains(edge(ring.lowerBound).twin)
        let passed = isAgainst ? placesPassed(against: ring) : placesPassed(on: ring)
        let places = passed + [[edge(ring.upperBound)]]
        var number = 0
        var last: [EdgeID] = []
        for streets in places where !streets.isEmpty {
            let isNew = !streets.contains { street in last.contains { isOneArm($0, street) } }
            if isNew { number += 1 }
            last = streets
        }
        return number
    }

    /// Returns the streets that leave at each place before the exit.
    private func placesPassed(on ring: Range<Int>) -> [[EdgeID]] {
        // At a waypoint on the ring, a step may end between two exits.
        ring.filter { $0 == ring.lowerBound || travel.steps[travel.moving[$0 - 1]].to == 1 }
            .map { streets(passedAt: $0, isEntry: $0 == ring.lowerBound) }
    }

    /// Returns the same if the map lets the path go round against the traffic: the streets passed
    /// by a driver who goes round with it.
    private func placesPassed(against ring: Range<Int>) -> [[EdgeID]] {
        let (entry, exit) = (
            network.tail(of: edge(ring.lowerBound)), network.tail(of: edge(ring.upperBound))
        )
        let round = (twoWayCircle + twoWayCircle).drop { network.tail(of: $0) != entry }
        let outward = network.drivingSide(of: edge(ring.lowerBound)) == .right ? 1.0 : -1
        var places: [[EdgeID]] = []
        for (before, onward) in zip(round, round.dropFirst()) {
            let node = network.head(of: before)
            if node == exit { break }
            let angle = TurnAngle(from: before, to: onward, on: network).degrees
            places.append(
                network.edgesLeaving(node).filter { street in
                    !isRoundabout(street) && traveler.mayUse(street, on: network)
                        && !JunctionArm.isMinor(network.roadClass(of: street))
                        && (TurnAngle(from: before, to: street, on: network).degrees - angle)
                            * outward > -Self.inwardDegrees
                })
        }
        return places
    }

    /// Whether two streets that leave the ring one after the other meet at once, as a slip lane and
    /// the exit behind it do: a driver sees one arm with an island.
    private func isOneArm(_ one: EdgeID, _ other: EdgeID) -> Bool {
        network.head(of: one) == network.head(of: other)
            && max(network.lengthCentimeters(of: one), network.lengthCentimeters(of: other))
                <= Self.armCentimeters
    }

    /// Returns the streets that leave before a step on the ring, on its outer side.
    ///
    /// - Parameter isEntry: Whether the ring is entered there. A driver on the ring passes a street
    ///   there only if the entry runs along the ring and the street turns off it. Otherwise the
    ///   street leaves beside the entry, or the entry comes from inside the ring and crosses it.
    private func streets(passedAt position: Int, isEntry: Bool) -> [EdgeID] {
        let ring = edge(position)
        let outward = network.drivingSide(of: edge(position - 1)) == .right ? 1.0 : -1
        let arms = arms(at: position, or: ring)
        guard let onward = arms.first(where: { $0.edge == ring }),
            onward.angle.deviation <= Self.alongDegrees || !isEntry
        else { return [] }
        let tolerance = isEntry ? 0 : Self.inwardDegrees
        // Half a turn to the outer side is as far as a street can lie. Beyond lies the inner side,
        // or the side of the entry where the ring comes from.
        return arms.filter { arm in
            !isRoundabout(arm.edge)
                && (arm.angle.degrees - onward.angle.degrees) * outward > -tolerance
        }.map(\.edge)
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
            // The name of a service road is no sign of a street: mostly the street beside which the
            // road runs lends it.
            arm.edge == taken || isRoundabout(arm.edge) || !arm.isMinor
                || arms.contains { isRoundabout($0.edge) && $0.isMinor }
        }
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
