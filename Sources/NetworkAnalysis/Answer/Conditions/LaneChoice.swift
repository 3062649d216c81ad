// The lanes before a junction, and those of them that lead where a route goes.

import RoadNetwork
import RouteAPI

/// Chooses the lanes that lead where a route goes.
struct LaneChoice {
    let network: NetworkDataset

    /// The arrows with their names, as OpenStreetMap has them, and the turns in degrees that they
    /// mean, to the right positive. A lane that ends leads nowhere of its own.
    private static let arrows: [(turn: LaneTurns, name: String, degrees: Double?)] = [
        (.reverse, "reverse", -180), (.sharpLeft, "sharp_left", -135), (.left, "left", -90),
        (.slightLeft, "slight_left", -40), (.through, "through", 0),
        (.slightRight, "slight_right", 40), (.right, "right", 90),
        (.sharpRight, "sharp_right", 135), (.mergesLeft, "merge_to_left", nil),
        (.mergesRight, "merge_to_right", nil),
    ]

    /// The lanes at the ends of edges along a route, where lanes with arrows end.
    ///
    /// Lanes that continue with the same arrows on the next edge are those before a later junction.
    ///
    /// - Complexity: O(*n* log *m*) for *n* edges of the route and *m* edges with lanes.
    func lanes(along passed: [PassedEdge]) -> [ManeuverLanes] {
        guard network.laneTable.count > 0 else { return [] }
        var found: [ManeuverLanes] = []
        for (edge, next) in zip(passed, passed.dropFirst())
        where edge.isTraveled && edge.to == 1 && edge.leg == next.leg {
            let lanes = network.lanes(of: edge.edge.row)
            guard lanes.contains(where: { !$0.isEmpty }),
                lanes != network.lanes(of: next.edge.row)
            else { continue }
            let active = Self.active(of: lanes, turning: turn(from: edge.edge, to: next.edge))
            found.append(
                ManeuverLanes(
                    meters: Double(edge.end) / 100,
                    lanes: zip(lanes, active).map { lane, isActive in
                        .init(
                            turns: Self.arrows.filter { lane.contains($0.turn) }.map(\.name),
                            isActive: isActive)
                    }))
        }
        return found
    }

    /// The change of direction in degrees, to the right positive.
    private func turn(from: EdgeID, to: EdgeID) -> Double {
        if to == from.twin { return -180 }
        let change =
            Double(network.edgeDepartBearing[to.row]) / 100
            - Double(network.edgeArriveBearing[from.row]) / 100
        return change > 180 ? change - 360 : change <= -180 ? change + 360 : change
    }

    /// Which lanes lead where a route turns: those with the arrow that comes closest to the turn. A
    /// lane without arrows leads straight on.
    static func active(of lanes: [LaneTurns], turning degrees: Double) -> [Bool] {
        let turns = lanes.map { $0.isEmpty ? LaneTurns.through : $0 }
        let present = arrows.filter { arrow in turns.contains { $0.contains(arrow.turn) } }
        let best = present.compactMap { arrow in
            arrow.degrees.map { (arrow.turn, difference($0, degrees)) }
        }.min { $0.1 < $1.1 }
        guard let best, best.1 <= farthestDegrees else { return lanes.map { _ in false } }
        return turns.map { $0.contains(best.0) }
    }

    /// An arrow that differs more from a turn does not mean it.
    private static let farthestDegrees = 95.0

    private static func difference(_ a: Double, _ b: Double) -> Double {
        let apart = abs(a - b).truncatingRemainder(dividingBy: 360)
        return min(apart, 360 - apart)
    }
}
