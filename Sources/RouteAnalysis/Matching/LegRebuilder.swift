// Rebuilds a route leg by leg from points on it, instead of searching for one.

import Geo
import MapMatching
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Makes a request's route along the supporting points of its legs.
struct LegRebuilder {
    let layer: AnalysisLayer
    let control: SolveControl
    let prepared: PreparedAnalysis
    /// How far alternatives keep to the route. If the limits are not zero, the first stop may lie
    /// anywhere on the first leg, which then begins there.
    let limits: DeviationLimits
    /// Whether alternatives are requested; their ends must then be the route's.
    let hasAlternatives: Bool
    /// The costs and the stops' places if nothing is closed. The legs are found on these streets,
    /// so that a closure does not send them round it.
    private let open: (costs: RequestCosts, stops: [LocatedStop])

    /// - Throws: The solve's cancellation.
    init(
        layer: AnalysisLayer, control: SolveControl, prepared: PreparedAnalysis,
        limits: DeviationLimits, hasAlternatives: Bool
    ) throws(RouteRequestError) {
        self.layer = layer
        self.control = control
        self.prepared = prepared
        self.limits = limits
        self.hasAlternatives = hasAlternatives
        open = try RequestPreparation(layer: layer, control: control, explains: false)
            .openStreets(of: prepared)
    }

    /// A stop farther than this from its leg's first or last supporting point becomes a point of
    /// the leg.
    private static let joinMeters = 2.0

    /// Makes the route along legs, with what is closed on it.
    ///
    /// - Throws: An error naming the leg or the stop, what was found and what is needed.
    /// - Complexity: O(*n*) for *n* supporting points, times the streets near each.
    func route(_ legs: [LegOptions]) throws(RouteRequestError) -> PathRoute {
        let group = try visits(legs)
        if hasAlternatives { try checkEnds(of: legs, group) }
        if legs.reduce(0, { $0 + $1.supportingPoints.count }) > 20 { try control.beginLongWork() }
        let matcher = MapMatcher(
            costs: open.costs, options: MatchOptions(),
            monitor: SolveMonitor(control: control))
        var given = GivenPath(legs: [], name: group.name)
        for (number, leg) in legs.enumerated() {
            try control.check()
            let ends = (
                open.stops[group.stops[number]], open.stops[group.stops[number + 1]]
            )
            let joins = number > 0 || limits.isNone
            let found = try self.leg(
                leg, number + 1, from: ends.0, to: ends.1, joinsOrigin: joins, matcher)
            given.legs.append(joins ? found : try beginning(found, at: ends.0))
        }
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        do throws(GivenPathError) {
            return PathRoute(
                prepared: prepared, path: given,
                given: try finder.follow(given, through: group.stops))
        } catch {
            throw .invalidParameter("legs", "does not make one route: \(error)")
        }
    }

    /// Checks the request and returns the route's stops.
    private func visits(_ legs: [LegOptions]) throws(RouteRequestError) -> RouteGroup {
        let groups = RouteGroups.make(of: open.stops)
        guard groups.count == 1, let group = groups.first else {
            throw .invalidParameter(
                "legs",
                "rebuilds one route, and the stops belong to \(groups.count) routes (RouteName); "
                    + "send one request for each")
        }
        let bad = group.stops.lazy.map { open.stops[$0] }.first { !$0.isValid }
        if let bad {
            throw RouteRequestError(
                .notLocated, extendedCode: bad.extendedCode,
                details: [bad.problem ?? "A stop is not located."])
        }
        try RouteParameters.check(
            legs, stopCount: group.stops.count,
            findsBestSequence: prepared.request.order.findsBest)
        return group
    }

    /// Checks that the route begins at the first stop and ends at the last, within the search
    /// tolerance. If the first stop may lie on the first leg, it is checked where the leg is cut.
    private func checkEnds(
        of legs: [LegOptions], _ group: RouteGroup
    ) throws(RouteRequestError) {
        let ends = [
            (limits.isNone ? legs.first?.supportingPoints.first : nil, group.stops.first, "begins"),
            (legs.last?.supportingPoints.last, group.stops.last, "ends"),
        ]
        for (end, stop, word) in ends {
            guard let end, let stop = stop.map({ open.stops[$0] }), let place = stop.place
            else { continue }
            let meters = Geodesic.distanceMeters(from: place.coordinate, to: end)
            guard meters > toleranceMeters else { continue }
            var sentence =
                "\(word) \(Int(meters.rounded())) m from \(stop.input.label), more than "
                + "the search tolerance of \(Int(toleranceMeters)) m; alternatives need a route "
                + "with the ends of the stops"
            if word == "begins" {
                sentence += ", or minDeviationDistance above 0 for a first stop along it"
            }
            throw .invalidParameter("legs", sentence)
        }
    }

    private var toleranceMeters: Double { prepared.request.placing.settings.toleranceMeters }

    /// Cuts the first leg so that it begins where the first stop lies on it.
    private func beginning(
        _ leg: GivenLeg, at stop: LocatedStop
    ) throws(RouteRequestError) -> GivenLeg {
        guard let place = stop.place else { return leg }
        let measure = PathMeasure([leg], on: layer.network)
        guard let nearest = measure.position(nearestTo: place.coordinate, on: layer.network) else {
            return leg
        }
        guard nearest.distance <= toleranceMeters else {
            throw .invalidParameter(
                "legs",
                "leg 1 passes \(stop.input.label) at "
                    + "\(Int(nearest.distance.rounded())) m, more than the search tolerance of "
                    + "\(Int(toleranceMeters)) m; the first stop must lie on it")
        }
        var (element, share) = (nearest.position.element, nearest.position.fraction)
        if share == 1, element + 1 < leg.edges.count { (element, share) = (element + 1, 0) }
        var rest = leg
        rest.edges = Array(leg.edges[element...])
        let edge = EdgeID(row: rest.edges[0])
        rest.departure = share
        rest.from =
            place.fraction(on: edge, of: layer.network, preferring: 0) == share
            ? place
            : NetworkPlace(
                on: edge, at: share, of: layer.network, seenFrom: stop.input.coordinate)
        return rest
    }

    /// Finds one leg's edges.
    ///
    /// - Parameter joinsOrigin: Whether the leg begins at its first stop.
    private func leg(
        _ leg: LegOptions, _ number: Int, from origin: LocatedStop, to destination: LocatedStop,
        joinsOrigin: Bool, _ matcher: MapMatcher
    ) throws(RouteRequestError) -> GivenLeg {
        var points = leg.supportingPoints.map { TracePoint(coordinate: $0) }
        let start = joinsOrigin ? join(origin, leg.supportingPoints.first) : nil
        if let start { points.insert(start, at: 0) }
        if let end = join(destination, leg.supportingPoints.last) { points.append(end) }
        let match: TraceMatch
        do throws(MatchStopped) {
            match = try matcher.match(points)
        } catch {
            throw control.stopReason
        }
        let offset = start == nil ? 0 : 1
        func label(_ point: Int) -> String {
            switch point - offset {
            case ..<0: "the stop before it"
            case leg.supportingPoints.count...: "the stop after it"
            case let row: "supporting point \(row + 1)"
            }
        }
        if let left = match.points.first(where: { $0.part == nil }) {
            let why =
                left.status == .outlier ? "fits no path" : "is not near a street of the network"
            throw .invalidParameter("legs", "leg \(number): \(label(left.point)) \(why)")
        }
        guard let part = match.parts.first, match.parts.count == 1, !part.elements.isEmpty,
            let first = match.points.first, let last = match.points.last
        else {
            let gap = match.gaps.first
            let place = gap.flatMap { gap in
                gap.after.flatMap { after in
                    gap.before.map { " from \(label(after)) to \(label($0))" }
                }
            }
            throw .invalidParameter(
                "legs", "leg \(number): no path leads\(place ?? " along it")")
        }
        guard part.turningElements.isEmpty else {
            throw .invalidParameter(
                "legs",
                "leg \(number) turns round between two junctions; make that place a stop")
        }
        let path = part.leg(
            from: PathMark(element: 0, share: part.firstShare, point: first),
            to: PathMark(element: part.elements.count - 1, share: part.lastShare, point: last),
            on: layer.network)
        let (from, departure) = place(
            of: origin, first, on: path.edges[0], at: path.departure, end: 0)
        let (to, arrival) = place(
            of: destination, last, on: path.edges[path.edges.count - 1], at: path.arrival, end: 1)
        // A stop's place a hair away from the matched one may reverse their order.
        let isReversed = path.edges.count == 1 && departure > arrival
        return GivenLeg(
            edges: path.edges, from: from, to: to,
            departure: isReversed ? path.departure : departure,
            arrival: isReversed ? path.arrival : arrival)
    }

    /// Returns a stop's place as a point of a leg; `nil` if the leg already begins or ends there.
    private func join(_ stop: LocatedStop, _ end: Coordinate?) -> TracePoint? {
        guard let place = stop.place, let end,
            Geodesic.distanceMeters(from: place.coordinate, to: end) > Self.joinMeters
        else { return nil }
        return TracePoint(coordinate: place.coordinate, accuracyMeters: 1)
    }

    /// Returns the place at a leg's end: its stop's if the leg ends there, so that a solved route
    /// gets the same costs, otherwise the matched point's.
    private func place(
        of stop: LocatedStop, _ point: MatchedPoint, on edge: UInt32, at share: Double, end: Double
    ) -> (NetworkPlace, Double) {
        let edge = EdgeID(row: edge)
        let length = Double(layer.network.lengthCentimeters(of: edge)) / 100
        if let own = stop.place,
            let fraction = own.fraction(on: edge, of: layer.network, preferring: end),
            abs(fraction - share) * length <= Self.joinMeters
        {
            return (own, fraction)
        }
        return (point.place, share)
    }
}
