// The streets passed between two entries of the directions.

import RoadNetwork

/// Finds the named streets that cross or leave the path of a maneuver.
struct CrossStreets {
    let network: NetworkDataset
    let travel: Travel
    let language: NameLanguage

    /// Lists the streets passed between two entries, junction by junction. Leaves out the junction
    /// of the next entry.
    func events(over steps: Range<Int>) -> [DirectionsEvent] {
        var events: [DirectionsEvent] = []
        var milliseconds: Int64 = 0
        let moving = steps.filter { travel.steps[$0].centimeters > 0 }
        for (position, index) in moving.enumerated().dropLast() {
            let step = travel.steps[index]
            milliseconds += step.milliseconds
            let streets = streets(from: step.edge, to: travel.steps[moving[position + 1]].edge)
            if streets.isEmpty { continue }
            events.append(
                DirectionsEvent(
                    leg: step.leg, element: step.element, milliseconds: milliseconds,
                    streets: streets))
        }
        return events
    }

    /// Returns the names of the other roads between two edges, in the order of the junction's
    /// edges.
    private func streets(from before: EdgeID, to after: EdgeID) -> [String] {
        guard before.segment != after.segment else { return [] }
        let traveled = [before, after].map { RoadName(of: $0, on: network, in: language) }
        var names: [String] = []
        for edge in network.edgesLeaving(network.head(of: before))
        where edge.segment != before.segment && edge.segment != after.segment {
            let road = RoadName(of: edge, on: network, in: language)
            let name = road.spoken
            if name.isEmpty || network.flags(of: edge).contains(.ferry)
                || traveled.contains(where: { $0.isSameRoad(as: road) }) || names.contains(name)
            {
                continue
            }
            names.append(name)
        }
        return names
    }
}
