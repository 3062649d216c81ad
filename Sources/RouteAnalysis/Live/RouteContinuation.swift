// The search for routes that keep to the one under way up to a place.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Searches for routes through a route's stops that keep to it up to a place.
struct RouteContinuation {
    let layer: AnalysisLayer
    let control: SolveControl
    let followed: PathRoute
    /// Directed edges the search does not use.
    var closed: [UInt32] = []

    private var network: NetworkDataset { layer.network }
    private var prepared: PreparedAnalysis { followed.prepared }

    /// Finds the best route from a place on the route under way, and alternatives to it.
    ///
    /// - Parameters:
    ///   - place: Where the routes begin; `nil` for the first stop, in any direction.
    ///   - clock: The index of the time cost.
    ///   - count: The most routes.
    ///   - movesStops: Whether stops still to be visited may lie elsewhere than on the route under
    ///     way: where the request places them, otherwise at the nearest place usable when the route
    ///     gets there.
    /// - Returns: No route if no path leads on from there.
    func routes(
        from place: RouteDeviation.Place?, clock: Int?, count: Int = 1,
        within limits: AlternativeLimits = .usual, movingStops movesStops: Bool = false
    ) throws(RouteRequestError) -> [SolvedRoute] {
        // Stops before the place are kept with their legs.
        let order = Array(followed.route.stops[(place?.leg ?? 0)...])
        var moved = followed.route.moved
        if movesStops {
            for stop in order.dropFirst() where prepared.stops[stop].isValid { moved[stop] = nil }
        }
        if let place { moved[order[0]] = start(prepared.stops[order[0]], at: place, clock: clock) }
        let searched = searched
        let finder = RouteFinder(of: searched, on: layer, control: control).relocating(moved)
        let monitor = SolveMonitor(control: control)
        return try control.timed(\.routing) { () throws(RouteRequestError) -> [SolvedRoute] in
            try layer.engine.withRouter(
                searched.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
                monitor: monitor
            ) { (router) throws(RouteRequestError) -> [SolvedRoute] in
                var chain = LegChain(router: router, monitor: monitor)
                let routes: [SolvedRoute]
                do throws(ChainFailure) {
                    let group = RouteGroup(stops: order)
                    let best =
                        movesStops
                        ? try finder.search(order, group, &chain)
                        : try finder.attempt(order, group, &chain).route
                    // The vehicle is where it is; its place cannot move.
                    if best.moved[order[0]] != nil { return [] }
                    routes =
                        count > 1
                        ? finder.alternatives(
                            to: best, count: count, within: limits, triesTighter: false, &chain)
                        : [best]
                } catch {
                    routes = []
                }
                // A stopped search may have found fewer routes than there are.
                try control.check()
                return routes
            }
        }
    }

    /// The request with the excluded edges closed.
    private var searched: PreparedAnalysis {
        closed.isEmpty ? prepared : prepared.closing(closed)
    }

    /// Makes the stop where the search begins: a place on the route, left in its direction.
    private func start(
        _ stop: LocatedStop, at place: RouteDeviation.Place, clock: Int?
    ) -> LocatedStop {
        var start = stop
        let edge = followed.route.legs[place.leg].path.elements[place.element].edge
        var located = NetworkPlace(on: edge, at: place.fraction, of: network)
        if place.mayTurn {
            located.candidates.append(
                PlaceCandidate(edge: edge.twin, fraction: 1 - place.fraction, side: .both))
        }
        start.place = located
        start.problem = nil
        start.status = .ok
        start.input.curbApproach = .eitherSide
        // The search begins later by the time it takes to get to the place.
        start.input.timeWindows = []
        if let clock {
            let before = followed.route.schedule.visits[place.leg].departureMilliseconds
            start.input.added[clock] =
                Double(before + place.milliseconds)
                * network.description.costs[clock].unitsPerQuantum
        }
        return start
    }

    /// Joins the kept beginning and a route from its end into one path.
    ///
    /// - Parameter movedStops: Whether the search could move stops.
    func joined(
        _ found: SolvedRoute, at place: RouteDeviation.Place?, movedStops: Bool = false
    ) -> GivenPath {
        let kept = followed.path.legs
        let keptLegs = place?.leg ?? 0
        var legs = Array(kept[..<keptLegs])
        for (number, leg) in found.legs.enumerated() {
            var edges = leg.path.elements.map(\.edge.row)
            var departure = leg.path.elements[0].from
            if let place, number == 0, let first = edges.first {
                let before = kept[place.leg].edges.prefix(place.element + 1)
                // A vehicle that turns round does so where it is: there is no path before.
                if before.last == first {
                    edges = Array(before) + edges.dropFirst()
                    departure = followed.route.legs[place.leg].path.elements[0].from
                }
            }
            let position = keptLegs + number
            legs.append(
                GivenLeg(
                    edges: edges,
                    from: number == 0
                        ? kept[position].from : destination(position, found, movedStops),
                    to: destination(position + 1, found, movedStops),
                    departure: departure, arrival: leg.path.elements[leg.path.elements.count - 1].to
                ))
        }
        var statuses = followed.path.statuses
        if movedStops {
            for position in statuses.indices where position > keptLegs {
                statuses[position] =
                    located(followed.route.stops[position], found, movedStops)?.status
                    ?? statuses[position]
            }
        }
        return GivenPath(legs: legs, name: followed.route.name, statuses: statuses)
    }

    /// Returns a stop that the search visits at another place; `nil` if it is visited where the
    /// request places it.
    private func located(
        _ stop: Int, _ found: SolvedRoute, _ movedStops: Bool
    ) -> LocatedStop? {
        if let moved = found.moved[stop] { return moved }
        return movedStops && prepared.stops[stop].isValid ? nil : followed.route.moved[stop]
    }

    /// Returns a stop's place as the search visits it, given its position on the route.
    private func destination(
        _ position: Int, _ found: SolvedRoute, _ movedStops: Bool
    ) -> NetworkPlace {
        let stop = followed.route.stops[position]
        return located(stop, found, movedStops)?.place ?? prepared.stops[stop].place
            ?? followed.path.legs[position - 1].to
    }
}
