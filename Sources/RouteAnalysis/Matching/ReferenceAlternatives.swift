// Alternatives to a route given leg by leg, instead of to the best one.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Searches for alternatives to a given route that keep to it up to a place.
///
/// From there on, an alternative costs at most `maxDetour` times the given route's cost as if it
/// were open, and shares at most `maxSharing` of that cost with it. It may be cheaper than the
/// given route. If the best route and its alternatives are too few, the best route without the
/// given route's inner streets is added; that happens if the given route is the best one and has no
/// alternatives. If they still are, less sharing among them is tried.
///
/// Looser `maxDetour` and `maxSharing` find no fewer. The searches are within limits of a fixed
/// list, up to the request's own; looser ones search within the same limits and more. What a
/// search finds is then admitted by the request's own limits, and the most that a search has
/// admitted count. These are up to 40 searches, each for the best route and alternatives to it; the
/// solve's time limit ends them. If conditions change during travel, ``AlternativePeriods`` does
/// this in several periods. For `minDeviationDistance` and `minDeviationTime` this cannot
/// hold: the other limits multiply the cost from there on, which is another one for each place.
struct ReferenceAlternatives {
    let layer: AnalysisLayer
    let control: SolveControl
    let reference: PathRoute
    let demand: AlternativeDemand
    let limits: DeviationLimits

    /// Returns the alternatives by cost, at most as many as requested; none if the route ends
    /// before they may leave it.
    ///
    /// - Throws: If a limit on time is set but there is no time cost; the solve's cancellation.
    func routes() throws(RouteRequestError) -> [GivenRoute] {
        let clock = RouteDeviation.clock(of: reference.prepared.request, on: layer.network)
        guard clock != nil || limits.milliseconds == 0 else {
            throw .invalidParameter(
                "minDeviationTime",
                "needs a time, and neither impedanceAttributeName nor directionsTimeAttributeName "
                    + "is one; send minDeviationDistance in its place")
        }
        let deviation = RouteDeviation(
            route: reference.route, clock: clock, limits: limits, network: layer.network)
        guard let place = deviation.farEnough else { return [] }
        let begin = limits.isNone ? nil : place
        let search = RouteContinuation(layer: layer, control: control, followed: reference)
        let rest = rest(from: place)
        var other = search
        other.closed = innerEdges(from: place)
        var outside: [SolvedRoute]?
        var admitted: [SolvedRoute] = []
        for limits in searchedLimits {
            // The cheapest route may be the given one, or share too much with it.
            let found = try search.routes(
                from: begin, clock: clock, count: demand.count + Self.spare, within: limits)
            var routes = Array(found.filter { isAlternative($0, to: rest) }.prefix(demand.count))
            if routes.count < demand.count, !other.closed.isEmpty {
                if outside == nil { outside = try other.routes(from: begin, clock: clock) }
                routes += (outside ?? []).filter { route in
                    isAlternative(route, to: rest)
                        && routes.allSatisfy { differs(route, from: $0, beside: rest) }
                }
            }
            if routes.count > admitted.count { admitted = routes }
            if admitted.count >= demand.count { break }
            // Without a path, or if a single leg has no alternative, tighter limits find the same.
            if found.count < 2, found.allSatisfy({ $0.legs.count == 1 }) { break }
        }
        admitted = admitted.enumerated()
            .sorted { ($0.element.restCost, $0.offset) < ($1.element.restCost, $1.offset) }
            .map(\.element)
        let finder = RouteFinder(of: reference.prepared, on: layer, control: control)
        var routes: [GivenRoute] = []
        for route in admitted {
            do throws(GivenPathError) {
                routes.append(
                    try finder.follow(
                        search.joined(route, at: begin), through: reference.route.stops))
            } catch {
                throw .invalidParameter("legs", "does not make one route: \(error)")
            }
        }
        return routes
    }

    /// How many more routes to search for than requested.
    private static let spare = 2

    /// The overlaps of searches.
    private static let sharings = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.15, 0]
    /// The detours of searches. The last one is the greatest that a request can allow.
    private static let detours = [1.25, 1.6, 2.5, 10]

    /// The limits to search within, those nearest to the request's own first. The search finds
    /// routes first that share much with each other, and all of them may share too much with the
    /// given route; so less sharing is tried, too.
    private var searchedLimits: [AlternativeLimits] {
        let allowed = demand.limits
        let last = Self.detours.firstIndex { $0 >= allowed.maxDetour } ?? Self.detours.count - 1
        return Self.detours[...last].reversed().flatMap { detour in
            Self.sharings.filter { $0 <= allowed.maxSharing }.map {
                AlternativeLimits(maxDetour: detour, maxSharing: $0)
            }
        }
    }

    /// An edge of the given route with its search cost.
    private struct Step {
        var edge: UInt32
        var cost: UInt64
    }

    /// Returns what the given route costs from a place on, as if it were open.
    private func rest(from place: RouteDeviation.Place) -> [Step] {
        let request = reference.prepared.request
        var steps: [Step] = []
        for (number, leg) in reference.route.legs.enumerated().dropFirst(place.leg) {
            var (elements, before) = (leg.path.elements, Int64(0))
            if number == place.leg {
                elements.removeFirst(place.element)
                elements[0].from = place.fraction
                before = place.milliseconds
            }
            let departure = reference.route.schedule.visits[number].departureMilliseconds
            let followed = reference.prepared.costs.follow(
                NetworkPath(elements: elements),
                from: request.departure + departure + before, request.timedConditions)
            steps += zip(elements, followed.steps).map { Step(edge: $0.edge.row, cost: $1) }
        }
        return steps
    }

    /// Returns the given route's edges from a place on, except edges on which stops may lie.
    private func innerEdges(from place: RouteDeviation.Place) -> [UInt32] {
        reference.route.legs.enumerated().dropFirst(place.leg).flatMap { number, leg in
            let first = number == place.leg ? place.element + 1 : 1
            return leg.path.elements.dropFirst(first).dropLast().map(\.edge.row)
        }
    }

    /// Whether a route shares little enough with the rest of the given one, costs little enough
    /// more, and ends while the states of conditions are known.
    private func isAlternative(_ route: SolvedRoute, to rest: [Step]) -> Bool {
        let edges = route.edges
        let total = rest.reduce(UInt64(0)) { $0 + $1.cost }
        let shared = rest.reduce(UInt64(0)) { edges.contains($1.edge) ? $0 + $1.cost : $0 }
        let request = reference.prepared.request
        let end = request.timedConditions?.end ?? .max
        return request.departure + route.totalMilliseconds <= end
            && shared < total && Double(shared) <= Double(total) * demand.limits.maxSharing
            && Double(route.restCost) <= Double(total) * demand.limits.maxDetour
    }

    /// Whether a route differs enough from another alternative.
    private func differs(
        _ route: SolvedRoute, from other: SolvedRoute, beside rest: [Step]
    ) -> Bool {
        let edges = other.edges
        let total = rest.reduce(UInt64(0)) { $0 + $1.cost }
        var shared: UInt64 = 0
        for leg in route.legs {
            let steps = reference.prepared.costs.follow(leg.path).steps
            for (element, step) in zip(leg.path.elements, steps)
            where edges.contains(element.edge.row) { shared += step }
        }
        return shared < route.restCost
            && Double(shared) <= Double(total) * demand.limits.maxSharing
    }
}

extension SolvedRoute {
    /// The edges of all legs.
    fileprivate var edges: Set<UInt32> {
        Set(legs.flatMap(\.path.elements).map(\.edge.row))
    }

    /// The search cost of a route that begins where the given one may be left.
    fileprivate var restCost: UInt64 { legs.reduce(0) { $0 + UInt64($1.searchCost) } }
}
