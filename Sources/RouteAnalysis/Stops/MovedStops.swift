// What is said of stops that were moved off islands.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// What to tell of the stops of a route that were moved off islands.
struct MovedStops {
    /// The stops as they were placed before.
    let stops: [LocatedStop]
    let network: NetworkDataset
    let metric: Metric

    /// A message for every place that stops were moved to.
    ///
    /// Several stops of an island are moved to the same place where that is the nearest for each.
    /// Rejected: moving what fewer stops share, which puts a stop in town into a yard where two
    /// others are; and no route at all, since of a drive that is cut off from the map its gate is
    /// where the vehicle stops for each house. The caller is told that the stops are one now.
    func messages(about route: SolvedRoute) -> [Message] {
        var places: [[Int]] = []
        for row in route.moved.keys.sorted() {
            let place = route.moved[row]?.place?.coordinate
            if let same = places.firstIndex(where: {
                route.moved[$0[0]]?.place?.coordinate == place
            }) {
                places[same].append(row)
            } else {
                places.append([row])
            }
        }
        return places.map { rows in
            let meters = rows.map {
                Int((route.moved[$0]?.place?.distanceMeters ?? 0).rounded())
            }
            return Message(
                .warning, rows.count == 1 ? one(rows[0], meters[0]) : several(rows, meters))
        }
    }

    private func one(_ row: Int, _ meters: Int) -> String {
        Sentence.begun(stops[row].input.reference.label)
            + " was moved to a street \(meters) m away, because the closest one is not connected "
            + "with the other stops."
    }

    private func several(_ rows: [Int], _ meters: [Int]) -> String {
        let labels = LabelList.joined(rows.map { stops[$0].input.reference.label })
        let (least, most) = (meters.min() ?? 0, meters.max() ?? 0)
        var text =
            Sentence.begun(labels) + " were moved to the same place, "
            + (least == most ? "\(most)" : "\(least) to \(most)")
            + " m away, because the streets closest to them are not connected with the other "
            + "stops: on this route they are one."
        let probe = IslandRelocation.lenientProbe(of: network, metric)
        if probe.areOnOneIsland(
            rows.map { stops[$0].place?.candidates.map(\.edge.row) ?? [] })
        {
            text += " With a RouteName of their own they stay where they are."
        }
        return text
    }
}
