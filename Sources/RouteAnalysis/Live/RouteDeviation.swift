// Where another route may leave the one under way, and the search from there.

import Geo
import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The place at which another route may leave the rest of the one under way: so far ahead that a
/// driver can still react, but not beyond what is blocked.
struct RouteDeviation {
    let rest: FollowedRoute
    /// The position of the cost that is the time.
    let clock: Int
    let minimumMeters: Double
    let minimumMilliseconds: Int64
    let network: NetworkDataset

    /// A place on the rest of the route.
    struct Place {
        var leg: Int
        var element: Int
        /// The place along the directed edge, from 0 to 1.
        var fraction: Double
        /// Meters from the beginning of the rest.
        var meters: Double
        /// The time to it on its leg, in milliseconds.
        var milliseconds: Int64
        /// Whether the vehicle may turn round there, since the street ahead of it is closed.
        var mayTurn: Bool
    }

    /// The place; `nil` where the route ends before it.
    var place: Place? {
        guard let first = rest.given.findings.first else { return farEnough }
        guard let place = farEnough, place.meters < first.meters else {
            return start(mayTurn: first.leg == 0 && first.element == 0)
        }
        return place
    }

    private func start(mayTurn: Bool) -> Place {
        Place(
            leg: 0, element: 0, fraction: rest.route.legs[0].path.elements[0].from, meters: 0,
            milliseconds: 0, mayTurn: mayTurn)
    }

    /// The first place beyond both limits.
    private var farEnough: Place? {
        guard minimumMeters > 0 || minimumMilliseconds > 0 else { return start(mayTurn: false) }
        let lengths = network.description.costs.first { $0.kind == .length && $0.isStored }
            .map { network.costs[$0.column] }
        var (meters, before) = (0.0, Int64(0))
        for (number, leg) in rest.route.legs.enumerated() {
            let quanta = leg.quanta[clock] ?? []
            var own: Int64 = 0
            for (index, element) in leg.path.elements.enumerated() {
                let span = element.to - element.from
                let length = (lengths.map { Double($0[element.edge.row]) / 100 } ?? 0) * span
                let time = index < quanta.count ? quanta[index] : 0
                let share = max(
                    length > 0 ? (minimumMeters - meters) / length : meters < minimumMeters ? 2 : 0,
                    time > 0
                        ? Double(minimumMilliseconds - before - own) / Double(time)
                        : before + own < minimumMilliseconds ? 2 : 0)
                // A place that is the end of an edge but for rounding is a junction.
                if share <= 1 + 1e-6 {
                    let within = min(max(0, share), 1)
                    return Place(
                        leg: number, element: index, fraction: element.from + span * within,
                        meters: meters + length * within,
                        milliseconds: own + Int64((Double(time) * within).rounded()),
                        mayTurn: false)
                }
                meters += length
                own += time
            }
            before += own
        }
        return nil
    }
}

/// Searches for the best route that keeps to the one under way up to a place.
struct RouteContinuation {
    let reading: HandleReading
    let followed: FollowedRoute

    private var network: NetworkDataset { reading.network }

    /// The best route through the same stops that leaves the one under way at a place.
    ///
    /// - Parameter clock: The position of the cost that is the time.
    /// - Returns: `nil` where no path leads on from there.
    func route(
        from place: RouteDeviation.Place, clock: Int
    ) throws(RouteRequestError) -> FollowedRoute? {
        let prepared = followed.prepared
        let control = reading.control
        let legs = followed.route.legs
        let edge = legs[place.leg].path.elements[place.element].edge
        // The stops before the place are kept with their legs.
        let order = Array(place.leg..<prepared.stops.count)
        var moved = followed.route.moved
        moved[place.leg] = start(
            prepared.stops[place.leg], at: place, on: edge, clock: clock)
        let finder = RouteFinder(of: prepared, on: reading.layer.layer, control: control)
            .relocating(moved)
        let monitor = SolveMonitor(control: control)
        let found = try control.timed(\.routing) { () throws(RouteRequestError) -> SolvedRoute? in
            try reading.layer.layer.engine.withRouter(
                prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
                monitor: monitor
            ) { (router) throws(RouteRequestError) -> SolvedRoute? in
                var chain = LegChain(router: router, monitor: monitor)
                do throws(ChainFailure) {
                    return try finder.attempt(order, RouteGroup(stops: order), &chain).route
                } catch {
                    try control.check()
                    return nil
                }
            }
        }
        guard let found else { return nil }
        return try reading.follow(joined(found, at: place), under: prepared)
    }

    /// The stop that the search begins at: a place on the route, which is left in its direction.
    private func start(
        _ stop: LocatedStop, at place: RouteDeviation.Place, on edge: EdgeID, clock: Int
    ) -> LocatedStop {
        var start = stop
        var located = NetworkPlace(on: edge, at: place.fraction, of: network)
        if place.mayTurn {
            located.candidates.append(
                PlaceCandidate(edge: edge.twin, fraction: 1 - place.fraction, side: .both))
        }
        start.place = located
        start.problem = nil
        start.status = .ok
        start.input.curbApproach = .eitherSide
        // The search begins later by what it takes to get to the place.
        start.input.timeWindow = nil
        let before = followed.route.schedule.visits[place.leg].departureMilliseconds
        start.input.added[clock] =
            Double(before + place.milliseconds)
            * network.description.costs[clock].unitsPerQuantum
        return start
    }

    /// The kept beginning and the route from its end as one path.
    private func joined(_ found: SolvedRoute, at place: RouteDeviation.Place) -> GivenPath {
        let kept = followed.path.legs
        var legs = Array(kept[..<place.leg])
        for (number, leg) in found.legs.enumerated() {
            var edges = leg.path.elements.map(\.edge.row)
            var departure = leg.path.elements[0].from
            if number == 0, let first = edges.first {
                let before = kept[place.leg].edges.prefix(place.element + 1)
                let turned = before.last != first
                // A vehicle that turns round does so where it is: there is no path before.
                edges = Array(before) + edges.dropFirst()
                departure = followed.route.legs[place.leg].path.elements[0].from
                if turned {
                    edges = leg.path.elements.map(\.edge.row)
                    departure = leg.path.elements[0].from
                }
            }
            let position = place.leg + number
            legs.append(
                GivenLeg(
                    edges: edges,
                    from: number == 0 ? kept[position].from : destination(position, found),
                    to: destination(position + 1, found),
                    departure: departure, arrival: leg.path.elements[leg.path.elements.count - 1].to
                ))
        }
        return GivenPath(
            legs: legs, name: followed.route.name, statuses: followed.path.statuses)
    }

    /// The place of a stop as the search visits it.
    private func destination(_ stop: Int, _ found: SolvedRoute) -> NetworkPlace {
        let located = found.moved[stop] ?? followed.route.moved[stop]
        return located?.place ?? followed.prepared.stops[stop].place
            ?? followed.path.legs[stop - 1].to
    }
}
