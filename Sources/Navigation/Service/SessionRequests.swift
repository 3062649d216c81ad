// What a session sends for a navigator's requests, and what the answers say.

import Geo
import RouteAPI
import RouteTaskClient

/// The requests of one session: what routes are made of, and how answers become the navigator's.
struct SessionRequests: Sendable {
    /// What a request needs to know about a route.
    struct Known: Codable, Sendable {
        /// The route's handle; `nil` if the answer had none.
        var handle: String?
        /// The ids of the stops from the route's start, in visiting order; `nil` if they are
        /// unknown.
        var stopIDs: [Int]?
        /// The fix from whose place the route begins; `nil` if it begins at a stop.
        var origin: Fix?
        /// The state of the last answer to following; `nil` if the next one is to have the route.
        var state: String?
        /// The request that the route answers; `nil` for the session's own. It is reported once, so
        /// it is not encoded.
        var options: RouteParameters?

        private enum CodingKeys: String, CodingKey {
            case handle, stopIDs, origin, state
        }
    }

    /// A request with its answer's meaning.
    enum Prepared: Sendable {
        case follow(FollowParameters)
        case refresh(RefreshParameters)
        case better(BetterParameters)
        case withinRange(RouteParameters, Continuation)
        case replan(RouteParameters, Continuation)
        case rejoin(RejoinParameters)
        case directions(RefreshParameters)
    }

    /// The stops of a request for a route from the vehicle's place.
    struct Continuation: Sendable {
        /// The ids of the vehicle's place and the stops ahead.
        var stopIDs: [Int]
        /// The fix at that place.
        var origin: Fix
    }

    /// The request by which the first route was made.
    let template: RouteParameters
    /// The thresholds for better routes.
    let better: BetterParameters
    /// The template's stops; `nil` if it names them by reference.
    let stops: SessionStops?

    init(template: RouteParameters, better: BetterParameters) {
        self.template = template
        self.better = better
        stops = SessionStops(template)
    }

    /// The meters of directions to request at once.
    private static let directionsMeters = 20_000.0
    /// The most deviations a server accepts. The path back may then leave out 500,000 km.
    private static let mostDeviations = 20

    /// Makes the request for what a navigator asks for.
    ///
    /// - Throws: `RouteRequestError` if the route has no handle, or its stops are unknown.
    func prepare(
        _ request: LiveRouteRequest, about route: Known, at fix: Fix?
    ) throws(RouteRequestError) -> Prepared {
        switch request {
        case .refresh(let meters):
            // A closure that lies behind blocks nothing, and hours count from here on.
            var parameters = try refresh(route)
            if meters > 0 { parameters.progress = meters }
            return .refresh(parameters)
        case .better(let meters):
            var parameters = better
            parameters.routeHandle = try handle(of: route)
            parameters.progress = meters
            complete(&parameters)
            return .better(parameters)
        case .rejoin(let leftMeters, let deviations):
            var parameters = RejoinParameters()
            parameters.routeHandle = try handle(of: route)
            parameters.progress = leftMeters
            parameters.deviations = min(deviations, Self.mostDeviations)
            parameters.position = fix.map { LocationInput(features: .place(of: $0)) }
            complete(&parameters)
            return .rejoin(parameters)
        case .replan(let reached):
            let (parameters, stops) = try continuation(of: route, past: reached, from: fix)
            return .replan(parameters, stops)
        case .withinRange(let reached):
            var (parameters, stops) = try continuation(of: route, past: reached, from: fix)
            parameters.analysis.travel.minimize(FollowedRoute.energyAttribute)
            return .withinRange(parameters, stops)
        case .directions(let meters):
            var parameters = try refresh(route)
            parameters.analysis.directions.directionsFrom = meters
            parameters.analysis.directions.directionsLength = Self.directionsMeters
            return .directions(parameters)
        }
    }

    /// Whether the stops ahead of a route are known, so that others can be routed to them.
    func knowsStops(of route: Known) -> Bool { stops != nil && route.stopIDs != nil }

    /// Says that no route can be requested through the stops ahead.
    static var unknownStops: RouteRequestError {
        .invalidParameter(
            "stops", "the stops ahead are unknown; give them in the request as rows")
    }

    /// Makes the request for a route from the vehicle's place through the stops ahead.
    private func continuation(
        of route: Known, past reached: Int, from fix: Fix?
    ) throws(RouteRequestError) -> (RouteParameters, Continuation) {
        guard let fix, let stops, let known = route.stopIDs, known.count >= reached + 2 else {
            throw Self.unknownStops
        }
        let ids = [stops.placeID] + known[(reached + 1)...]
        guard let rows = stops.features(ids, from: fix) else {
            throw RouteRequestError.invalidParameter(
                "stops",
                "a stop ahead is not in the session's request; resume a session with the request "
                    + "that it began with")
        }
        var parameters = options(through: rows)
        parameters.analysis.preserveStopIDs()
        parameters.analysis.time.startTime = .now
        parameters.requestFollowedRoutes()
        return (parameters, Continuation(stopIDs: ids, origin: fix))
    }

    /// Returns the session's request with the stops ahead, for one route in their order.
    func options(through stops: FeatureSet?) -> RouteParameters {
        var parameters = template
        parameters.stops = stops.map { LocationInput(features: $0) }
        parameters.findBestSequence = false
        parameters.legs = nil
        parameters.alternatives = 0
        return parameters
    }

    /// Makes the request that stands for new times and a better route.
    ///
    /// - Parameter returnsCorridor: Whether to ask for the streets beside the route too. Without
    ///   them, an answer that says that nothing has changed is a few bytes.
    /// - Throws: `RouteRequestError` if the route has no handle.
    func follow(
        _ route: Known, at meters: Double, _ fixes: [Fix], returnsCorridor: Bool
    ) throws(RouteRequestError) -> FollowParameters {
        var parameters = try corridor(of: route, at: meters, fixes)
        if !returnsCorridor {
            parameters.returnCorridor = false
            parameters.corridorMeters = nil
        }
        parameters.since = route.state
        parameters.thresholds = better.thresholds
        parameters.returnRoutes = true
        complete(&parameters)
        return parameters
    }

    /// Makes the request for the streets beside a route ahead.
    ///
    /// - Throws: `RouteRequestError` if the route has no handle.
    func corridor(
        of route: Known, at meters: Double, _ fixes: [Fix]
    ) throws(RouteRequestError) -> FollowParameters {
        var parameters = FollowParameters()
        parameters.routeHandle = try handle(of: route)
        parameters.progress = max(0, meters - Self.backMeters)
        let known = fixes.map { fix in
            // Fixes state the radius that holds 68 %, traces the standard deviation.
            TraceFix(
                fix.place, milliseconds: fix.time,
                accuracyMeters: fix.accuracy.map { $0 / 1.5 }, bearing: fix.course)
        }
        parameters.fixes = TraceInput([Trace(name: "", fixes: known)])
        parameters.returnRoutes = false
        parameters.returnStops = false
        parameters.returnCorridor = true
        parameters.corridorMeters = FollowParameters.corridorRange.upperBound
        parameters.analysis.output.outSR = .wgs84
        parameters.analysis.time.startTime = .now
        return parameters
    }

    /// How far behind its place on the route a vehicle may still be.
    private static let backMeters = 50.0

    private func refresh(_ route: Known) throws(RouteRequestError) -> RefreshParameters {
        var parameters = RefreshParameters()
        parameters.routeHandle = try handle(of: route)
        complete(&parameters)
        return parameters
    }

    private func handle(of route: Known) throws(RouteRequestError) -> String {
        guard let handle = route.handle else {
            throw RouteRequestError.invalidParameter(
                "routeHandle", "the route has none; request it with returnRouteHandle=true")
        }
        return handle
    }

    private func complete(_ parameters: inout some HandleParameters) {
        parameters.returnStops = false
        parameters.analysis.time.startTime = .now
        parameters.analysis.directions = template.analysis.directions
        parameters.requestFollowedRoutes()
    }

    // MARK: Answers

    /// Returns what is known about an answer's route.
    ///
    /// - Parameters:
    ///   - routeID: The route's `ObjectID`; `nil` for the first route.
    ///   - sent: The ids of the stops that were sent; `nil` if they are unknown.
    func known(
        _ result: AnalysisResult, routeID: Int? = nil, sent: [Int]? = nil
    ) -> Known {
        var known = Known()
        known.stopIDs = sent
        guard let set = result.routes,
            let row = set.features.first(where: {
                routeID == nil || set.objectID(of: $0) == routeID
            })
        else { return known }
        if case .string(let handle)? = set.value("RouteHandle", of: row), !handle.isEmpty {
            known.handle = handle
        }
        let id = set.objectID(of: row) ?? 1
        // The legs of a line that was matched lead from its start to its end, whatever was sent.
        guard let sent, let stops, result[table: "tracePoints"] == nil else { return known }
        let legs = result.routeLegs.filter { $0.routeID == id }.sorted { $0.sequence < $1.sequence }
        known.stopIDs = stops.visited(by: legs, of: sent)
        return known
    }

    /// Returns a route with the stops that lie along it, if its line was matched: a match knows
    /// nothing of stops. Those behind the first that lies elsewhere are left out.
    ///
    /// - Parameter ids: The stops that were sent.
    /// - Complexity: O(*n* · *k*) for *n* vertices and *k* stops.
    func withStops(
        _ route: NavigatorRoute, of result: AnalysisResult, _ ids: [Int]?
    ) throws(FollowedRouteError) -> NavigatorRoute {
        guard result[table: "tracePoints"] != nil, route.route.waypoints.isEmpty, let stops,
            let ids, ids.count > 2
        else { return route }
        let index = try RouteIndex(route.route)
        var route = route
        var from = 0.0
        for id in ids[1..<(ids.count - 1)] {
            guard let place = stops.place(of: id),
                let found = index.closest(
                    to: place, priority: .start, maximumMeters: Self.stopMeters,
                    within: from...index.lengthMeters)
            else { break }
            from = found.meters
            route.route.waypoints.append(.init(offset: from, id: "\(id)"))
        }
        return route
    }

    /// How far a stop may lie from a line that visits it, in meters.
    private static let stopMeters = 200.0

    /// Turns an answer into the navigator's.
    ///
    /// - Parameter index: The active route.
    /// - Throws: ``FollowedRouteError`` if the answer has no route to follow.
    static func answer(
        to request: Prepared, _ result: AnalysisResult, id: String, isImported: Bool,
        on index: RouteIndex?
    ) throws(FollowedRouteError) -> NavigatorAnswer {
        switch request {
        case .follow(let sent): return try refreshed(index, by: result, sent.progress)
        case .refresh(let sent): return try refreshed(index, by: result, sent.progress)
        case .better:
            guard let reason = result.replanning?.reason, result.routes?.features.first != nil
            else { return .proposals([], reason: .betterRoute) }
            var route = try NavigatorRoute(id: id, result)
            // It ends where the active route does.
            route.route.isPartial = index?.isPartial ?? false
            return .proposals([route], reason: AddedReason(reason))
        case .withinRange:
            return .proposals([try NavigatorRoute(id: id, result)], reason: .withinRange)
        case .replan, .rejoin:
            return .replanned(try NavigatorRoute(id: id, result, isImported: isImported))
        case .directions:
            let route = try FollowedRoute(result)
            let page = result.directions?.first?.page
            return .directions(
                route.maneuvers, upToMeters: page?.toMeters ?? route.meters.last ?? 0)
        }
    }

    /// Returns the active route with the times of an answer, which is the rest of it from a place
    /// in meters; from a server that knows no progress, the whole of it.
    private static func refreshed(
        _ index: RouteIndex?, by result: AnalysisResult, _ meters: Double?
    ) throws(FollowedRouteError) -> NavigatorAnswer {
        guard let index else { throw .noRoute(id: nil) }
        let answered = try FollowedRoute(result)
        let length = answered.meters.last ?? 0
        let isWhole = abs(length - index.lengthMeters) < 1
        let start = isWhole ? 0 : meters ?? 0
        // What is closed just behind the place may still be ahead.
        let isBlocked = (result.blockages ?? []).contains {
            $0.meters + start >= (meters ?? 0) - backMeters
        }
        var renewed = index.renewed(by: answered, fromMeters: start)
        if isWhole { renewed.energy = answered.energy }
        return .refreshed(renewed, isBlocked: isBlocked)
    }
}

extension TravelParameters {
    /// Minimizes another cost, with the travel mode's other settings.
    fileprivate mutating func minimize(_ cost: String) {
        switch travelMode {
        case .settings(var mode):
            mode.impedanceAttributeName = cost
            travelMode = .settings(mode)
        case .changes(var changes):
            changes.impedanceAttributeName = cost
            travelMode = .changes(changes)
        case .named(let name):
            var changes = TravelModeChanges()
            changes.name = name
            changes.impedanceAttributeName = cost
            travelMode = .changes(changes)
        case nil: impedanceAttributeName = cost
        }
    }
}

extension AddedReason {
    /// Takes over the reason of an answer.
    init(_ reason: Replanning.Reason) {
        self =
            switch reason {
            case .betterRoute: .betterRoute
            case .avoidBlockage: .avoidBlockage
            case .deviated: .deviated
            }
    }
}
