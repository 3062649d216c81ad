// The streets into which a vehicle may leave its route.

import Geo
import PathFinding
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Collects the streets that leave a route, for a request's travel mode.
///
/// At each junction these are the streets that the vehicle may enter there, except the route's own
/// and the one it comes from. Each is followed for 200 m, straight on where it forks, and for up to
/// 400 m while it goes on beside the route: there a tracker needs longer to tell them apart. It
/// ends where it meets the route again. Streets that the travel mode may not use and turns that are
/// prohibited are left out; what traffic or barriers close is not, since a closure does not move a
/// vehicle.
struct CorridorSearch {
    /// The whole route.
    let measure: PathMeasure
    /// The streets as if none were closed.
    let costs: RequestCosts

    private var network: NetworkDataset { costs.network }

    /// How long a branch is, and how long at most if it goes on beside the route.
    private static let (branchMeters, longestMeters) = (200.0, 400.0)
    /// How near the route a branch goes on beside it, in meters.
    private static let besideMeters = 50.0
    /// How much of the route ahead of a junction a branch is compared with, in meters.
    private static let comparedMeters = 600.0
    /// A branch that comes back to the route sooner says nothing.
    private static let leastMeters = 15.0
    /// How far behind the vehicle the corridor begins: fixes may be late by so much.
    private static let behindMeters = 50.0
    /// The most edges of a branch.
    private static let mostEdges = 30

    /// Returns the streets that leave the route from a little behind a place on.
    ///
    /// If there are more than ``RouteCorridor/mostBranches``, the corridor ends where they do.
    ///
    /// - Complexity: O(*n*) in the route's edges, and in the streets of the corridor. A branch is
    ///   compared with 600 m of the route at most.
    func corridor(from position: Double, meters: Double) -> RouteCorridor {
        let first = max(0, position - Self.behindMeters)
        let last = min(measure.meters, position + meters)
        var corridor = RouteCorridor(fromMeters: first, toMeters: last, branches: [])
        let turns = PermittedTurns(costs)
        var own: Set<UInt32> = []
        for piece in measure.pieces where piece.end >= first && piece.start <= last {
            own.insert(network.tail(of: piece.edge).row)
            own.insert(network.head(of: piece.edge).row)
        }
        var state: UInt32?
        for place in measure.pieces.indices.dropFirst() {
            let (piece, next) = (measure.pieces[place - 1], measure.pieces[place])
            let now = state ?? turns.state(on: piece.edge)
            // The next leg may go on along the same edge, or back on its twin.
            guard piece.to == 1, next.from == 0,
                network.head(of: piece.edge) == network.tail(of: next.edge)
            else {
                state = piece.edge == next.edge ? now : nil
                continue
            }
            state = turns.state(after: now, onto: next.edge)
            guard piece.end >= first else { continue }
            guard piece.end <= last else { break }
            let leaving = turns.exits(from: now).filter {
                $0.edge != next.edge && $0.edge != piece.edge.twin
            }
            let branches = leaving.compactMap { line(of: $0, turns, until: own, ahead: place) }
            guard corridor.branches.count + branches.count <= RouteCorridor.mostBranches else {
                corridor.toMeters = piece.start
                break
            }
            corridor.branches += branches.map { .init(meters: piece.end, line: $0) }
        }
        return corridor
    }

    /// Follows a branch; `nil` if it comes back to the route at once.
    ///
    /// - Parameters:
    ///   - own: The nodes of the route in the corridor.
    ///   - place: The route's piece behind the junction.
    private func line(
        of exit: PermittedTurns.Exit, _ turns: PermittedTurns, until own: Set<UInt32>,
        ahead place: Int
    ) -> [Coordinate]? {
        var line: [Coordinate] = []
        var exit = exit
        var most = Self.branchMeters
        for _ in 0..<Self.mostEdges {
            let shape = network.shape(of: exit.edge)
            line += line.isEmpty ? shape[...] : shape.dropFirst()
            let length = Geodesic.lengthMeters(of: line)
            if most < Self.longestMeters, length >= most,
                isBeside(Self.start(of: line, meters: most), ahead: place)
            {
                most = Self.longestMeters
            }
            guard shape.count > 1, length < most, line.count < RouteCorridor.mostVertices,
                !own.contains(network.head(of: exit.edge).row),
                let onward = straightOn(from: exit, turns)
            else { break }
            exit = onward
        }
        line = Array(line.prefix(RouteCorridor.mostVertices))
        guard line.count > 1, Geodesic.lengthMeters(of: line) >= Self.leastMeters else {
            return nil
        }
        return Self.start(of: line, meters: most)
    }

    /// Returns the first meters of a line; all of it if it is shorter.
    private static func start(of line: [Coordinate], meters: Double) -> [Coordinate] {
        let measure = LineMeasure(line)
        guard measure.lengthMeters > meters else { return line }
        let share = meters / measure.lengthMeters
        let kept = zip(line, measure.shares).prefix { $0.1 < share }.map(\.0)
        return kept + [measure.coordinate(at: share)]
    }

    /// Whether the end of a line lies beside the route from a piece on.
    private func isBeside(_ line: [Coordinate], ahead place: Int) -> Bool {
        guard let end = line.last else { return false }
        let ahead = measure.pieces[place...]
        let last = measure.pieces[place].start + Self.comparedMeters
        let scale = Geodesic.metersPerDegree(atLatitude: end.y)
        return ahead.prefix { $0.start < last }.contains { piece in
            LineMeasure.leastMeters(
                from: end, to: network.shape(of: piece.edge), scale: scale) <= Self.besideMeters
        }
    }

    /// Returns the exit that turns least; `nil` if none turns by less than 100 degrees.
    private func straightOn(
        from exit: PermittedTurns.Exit, _ turns: PermittedTurns
    ) -> PermittedTurns.Exit? {
        let shape = network.shape(of: exit.edge)
        let arrival = Geodesic.bearingDegrees(
            from: shape[shape.count - 2], to: shape[shape.count - 1])
        var best: (exit: PermittedTurns.Exit, turn: Double)?
        for next in turns.exits(from: exit.state) where next.edge != exit.edge.twin {
            let line = network.shape(of: next.edge)
            guard line.count > 1 else { continue }
            let course = Geodesic.bearingDegrees(from: line[0], to: line[1])
            let turn = abs((course - arrival).remainder(dividingBy: 360))
            if turn < best?.turn ?? 100 { best = (next, turn) }
        }
        return best?.exit
    }
}
