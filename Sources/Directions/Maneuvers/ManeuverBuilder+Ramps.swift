// Ramps, exits and merging. ManeuverBuilder+Links.swift handles links within a turn.

import RoadNetwork

extension ManeuverBuilder {
    /// Handles a change between a road and a link.
    ///
    /// - Returns: The next step to examine; `nil` if this is an ordinary junction.
    mutating func takeRamp(_ from: EdgeID, _ to: EdgeID, at position: Int) -> Int? {
        if traveler.isOnFoot { return nil }
        let wasLink = network.flags(of: from).contains(.link)
        let isLink = network.flags(of: to).contains(.link)
        if wasLink, !isLink, merges(from, to, at: position) {
            merge(to, at: position)
            return position + 1
        }
        if !wasLink, isLink { return enterLink(from, to, at: position) }
        return leavesHighway(from, to, at: position) ? position + 1 : nil
    }

    /// Adds an exit from a highway by a road other than a ramp, such as to a rest area.
    private mutating func leavesHighway(_ from: EdgeID, _ to: EdgeID, at position: Int) -> Bool {
        guard network.isHighway(from), !network.isHighway(to) else { return false }
        let junction = self.junction(at: position)
        let goesOn = junction.others.contains { $0.angle.isOnward && network.isHighway($0.edge) }
        guard goesOn, junction.taken.angle.isOnward else { return false }
        begin(
            .exit(branchSide(junction.taken, among: junction.others)), junction.taken.angle,
            at: position)
        return true
    }

    /// Whether a link becomes part of a road. Where another way leads onward, the driver chooses a
    /// side instead, except into the traffic of a highway.
    private func merges(_ link: EdgeID, _ road: EdgeID, at position: Int) -> Bool {
        let isHighway = network.isHighway(road)
        let joins = joinsTraffic(link, road)
        guard isHighway || joins else { return false }
        if isHighway && joins { return true }
        let others = self.junction(at: position).others
        return others.isEmpty
            || !others.contains(where: \.angle.isOnward)
                && TurnAngle(from: link, to: road, on: network).isOnward
    }

    /// Whether a link joins a carriageway that comes from behind and continues.
    private func joinsTraffic(_ link: EdgeID, _ road: EdgeID) -> Bool {
        guard network.flags(of: road).contains(.oneWay),
            network.roadClass(of: road).rawValue <= RoadClass.secondary.rawValue,
            TurnAngle(from: link, to: road, on: network).isOnward
        else { return false }
        return network.edgesLeaving(network.tail(of: road)).contains { edge in
            let coming = edge.twin
            return edge.segment != link.segment && edge.segment != road.segment
                && traveler.mayUse(coming, on: network)
                && !network.flags(of: coming).contains(.link)
                && TurnAngle(from: coming, to: road, on: network).isStraight
        }
    }

    /// Adds merging onto a road from a link.
    private mutating func merge(_ to: EdgeID, at position: Int) {
        let road = name(of: to)
        let angle = TurnAngle(from: edge(position - 1), to: to, on: network)
        let last = maneuvers.count - 1
        if current.isSameRoad(as: road) {
            follow(position)
        } else if !maneuvers[last].action.mayBeExit, mayAdopt(angle) {
            maneuvers[last].road = road
            current = road
        } else {
            begin(.merge, angle, at: position)
        }
    }

    private mutating func enterLink(_ from: EdgeID, _ to: EdgeID, at position: Int) -> Int? {
        let links = links(from: position)
        let centimeters = links.reduce(0) { $0 + travel.steps[travel.moving[$1]].centimeters }
        let leadsToHighway =
            links.upperBound < travel.moving.count && network.isHighway(edge(links.upperBound))
        let leavesHighway = network.isHighway(from)
        let isRamp =
            leavesHighway || leadsToHighway || network.roadClass(of: to) == .motorway
            || centimeters > Self.slipLaneCentimeters
        let junction = self.junction(at: position)
        guard isRamp else {
            return turnOverCurve(links, after: junction) ? links.upperBound + 1 : nil
        }
        // Drivers also see roads closed to them.
        let alternatives = junction.others + junction.closed.filter(\.angle.isOnward)
        if alternatives.isEmpty, leavesHighway || network.roadClass(of: from) == .motorway {
            // The highway itself becomes the ramp, so there is no choice.
            follow(position)
            return position + 1
        }
        let side = branchSide(junction.taken, among: alternatives)
        let known = current
        begin(leavesHighway ? .exit(side) : .ramp(side), junction.taken.angle, at: position)
        if known.isSameRoad(as: current) {
            // A ramp may carry the name of the highway it leaves, but it is not that highway.
            maneuvers[maneuvers.count - 1].road = RoadName.unnamed
        }
        return position + 1
    }

    /// Returns the consecutive steps over links from a position on.
    func links(from position: Int) -> Range<Int> {
        var end = position
        while end < travel.moving.count, network.flags(of: edge(end)).contains(.link) { end += 1 }
        return position..<end
    }

    /// Returns the text of the signs over some links: their places, else the links' number, else
    /// the highway or numbered road they lead to.
    ///
    /// - Parameter known: The road before the links; a sign to it would be misleading.
    func sign(over links: Range<Int>, leaving known: RoadName) -> String {
        for link in links {
            let places = network.destination(of: edge(link), in: traveler.nameLanguage)
            if !places.isEmpty { return places }
        }
        for link in links {
            let number = network.reference(of: edge(link))
            if number.isEmpty || known.isSameRoad(as: RoadName(name: "", reference: number)) {
                continue
            }
            return number.split(separator: ";").joined(separator: ", ")
        }
        guard links.upperBound < travel.moving.count else { return "" }
        let ahead = roadName(of: edge(links.upperBound))
        if known.isSameRoad(as: ahead) { return "" }
        return network.isHighway(edge(links.upperBound)) ? ahead.spoken : ahead.reference
    }

    /// Returns the side on which a branch leaves: the side to which it bends; if it does not bend,
    /// the side away from the other roads.
    private func branchSide(_ taken: JunctionArm, among others: [JunctionArm]) -> TurnSide? {
        let angle = taken.angle
        if !angle.isStraight { return angle.side }
        let someLeft = others.contains { $0.angle.degrees < angle.degrees }
        let someRight = others.contains { $0.angle.degrees > angle.degrees }
        if someLeft != someRight { return someLeft ? .right : .left }
        return nil
    }
}
