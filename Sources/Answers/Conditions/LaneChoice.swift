// The lanes before a junction, and which of them lead where a route goes.

import RoadNetwork
import RouteAPI

/// Chooses the lanes to take along a route.
struct LaneChoice {
    let network: NetworkDataset

    /// Arrow names as OpenStreetMap spells them.
    private static let names: [(turn: LaneTurns, name: String)] = [
        (.reverse, "reverse"), (.sharpLeft, "sharp_left"), (.left, "left"),
        (.slightLeft, "slight_left"), (.through, "through"), (.slightRight, "slight_right"),
        (.right, "right"), (.sharpRight, "sharp_right"), (.mergesLeft, "merge_to_left"),
        (.mergesRight, "merge_to_right"),
    ]

    /// Finds the lanes at each edge's end where lanes with arrows end.
    ///
    /// If the next edge has the same arrows, its lanes belong to a later junction and are reported
    /// there.
    ///
    /// - Complexity: O(*n* log *m*) for *n* route edges and *m* edges with lanes.
    func lanes(along passed: [PassedEdge]) -> [ManeuverLanes] {
        guard network.laneTable.count > 0 else { return [] }
        var found: [ManeuverLanes] = []
        for (edge, next) in zip(passed, passed.dropFirst())
        where edge.isTraveled && edge.to == 1 && edge.leg == next.leg {
            let lanes = network.lanes(of: edge.edge.row)
            guard lanes.contains(where: \.hasArrows),
                lanes != network.lanes(of: next.edge.row)
            else { continue }
            let active = LaneTurns.leading(
                lanes, turning: turn(from: edge.edge, to: next.edge))
            found.append(
                ManeuverLanes(
                    meters: Double(edge.end) / 100,
                    lanes: zip(lanes, active).map { lane, isActive in
                        .init(
                            turns: Self.names.filter { lane.contains($0.turn) }.map(\.name),
                            isActive: isActive)
                    }))
        }
        return found
    }

    /// Returns the change in direction in degrees, positive to the right.
    private func turn(from: EdgeID, to: EdgeID) -> Double {
        if to == from.twin { return -180 }
        let change =
            Double(network.edgeDepartBearing[to.row]) / 100
            - Double(network.edgeArriveBearing[from.row]) / 100
        return change > 180 ? change - 360 : change <= -180 ? change + 360 : change
    }
}
