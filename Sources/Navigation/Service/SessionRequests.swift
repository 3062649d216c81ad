// What a session sends for a navigator's requests, and what the answers say.

import Geo
import RouteAPI
import RouteTaskClient

/// The requests of one session: what routes are made of, and how answers become the navigator's.
struct SessionRequests: Sendable {
    /// What a request needs to know about a route.
    struct Known: Sendable {
        /// The route's handle; `nil` if the answer had none.
        var handle: String?
        /// The stops from the route's start, in visiting order; `nil` if they are unknown.
        var stops: FeatureSet?
        /// The state of the last answer to following; `nil` if the next one is to have the route.
        var state: String?
        /// The request that the route answers; `nil` for the session's own.
        var options: RouteParameters?
    }

    /// A request with its answer's meaning.
    enum Prepared: Sendable {
        case follow(FollowParameters)
        case refresh(RefreshParameters)
        case better(BetterParameters)
        case withinRange(RouteParameters)
        case replan(RouteParameters)
        case rejoin(RejoinParameters)
        case directions(RefreshParameters)
    }

    /// The request by which the first route was made.
    let template: RouteParameters
    /// The thresholds for better routes.
    let better: BetterParameters

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
        case .refresh:
            return .refresh(try refresh(route))
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
            parameters.position = fix.map { LocationInput(features: Self.place(of: $0)) }
            complete(&parameters)
            return .rejoin(parameters)
        case .replan(let reached):
            return .replan(try continuation(of: route, past: reached, from: fix))
        case .withinRange(let reached):
            var parameters = try continuation(of: route, past: reached, from: fix)
            parameters.analysis.travel.minimize(FollowedRoute.energyAttribute)
            return .withinRange(parameters)
        case .directions(let meters):
            var parameters = try refresh(route)
            parameters.analysis.directions.directionsFrom = meters
            parameters.analysis.directions.directionsLength = Self.directionsMeters
            return .directions(parameters)
        }
    }

    /// Makes the request for a route from the vehicle's place through the stops ahead.
    private func continuation(
        of route: Known, past reached: Int, from fix: Fix?
    ) throws(RouteRequestError) -> RouteParameters {
        guard let fix, let stops = route.stops, stops.features.count >= reached + 2 else {
            throw RouteRequestError.invalidParameter(
                "stops", "the stops ahead are unknown; give them in the request as rows")
        }
        var parameters = options(through: Self.place(of: fix, before: stops, from: reached + 1))
        parameters.analysis.time.startTime = .now
        parameters.requestFollowedRoutes()
        return parameters
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

    /// Makes the request that stands for new times and a better route, and asks for the corridor.
    ///
    /// - Throws: `RouteRequestError` if the route has no handle.
    func follow(
        _ route: Known, at meters: Double, _ fixes: [Fix]
    ) throws(RouteRequestError) -> FollowParameters {
        var parameters = try corridor(of: route, at: meters, fixes)
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
                accuracyMeters: fix.accuracyMeters.map { $0 / 1.5 }, bearing: fix.course)
        }
        parameters.fixes = TraceInput([Trace(name: "", fixes: known)])
        parameters.returnRoutes = false
        parameters.returnStops = false
        parameters.returnCorridor = true
        parameters.corridorMeters = FollowParameters.corridorRange.upperBound
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

    // MARK: Places

    private static let bearingFields = [Field("Bearing", .double), Field("BearingTol", .double)]

    /// Returns the vehicle's place as a row, with its course if known.
    static func place(of fix: Fix) -> FeatureSet {
        place(
            of: fix,
            before: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []),
            from: 0)
    }

    /// Returns the vehicle's place, and the rows after it.
    private static func place(
        of fix: Fix, before stops: FeatureSet, from first: Int
    ) -> FeatureSet {
        var set = stops
        set.features = Array(stops.features[min(first, stops.features.count)...])
        for field in bearingFields where set.fieldIndex(field.name) == nil {
            set.fields.append(field)
            for row in set.features.indices { set.features[row].values.append(.null) }
        }
        var values = [AttributeValue](repeating: .null, count: set.fields.count)
        if let course = fix.courseDegrees, (fix.metersPerSecond ?? 0) >= 3 {
            if let field = set.fieldIndex("Bearing") { values[field] = .double(course) }
            if let field = set.fieldIndex("BearingTol") { values[field] = .double(45) }
        }
        var row = Feature(values: values, geometry: .point(fix.place))
        row.spatialReference = .wgs84
        set.features.insert(row, at: 0)
        return set
    }

    // MARK: Answers

    /// Returns what is known about an answer's route.
    ///
    /// - Parameters:
    ///   - stops: The stops as they were sent.
    ///   - route: The route's row.
    static func known(_ result: AnalysisResult, stops: FeatureSet?, route: Int = 0) -> Known {
        var known = Known()
        if let set = result.routes, set.features.indices.contains(route),
            case let row = set.features[route],
            case .string(let handle)? = set.value("RouteHandle", of: row), !handle.isEmpty
        {
            known.handle = handle
        }
        guard let stops else { return known }
        known.stops = stops
        // The service may have reordered the stops, or left some out; its ids are their places.
        let legs = result.routeLegs.filter { $0.routeID == result.routeLegs.first?.routeID }
        guard let first = legs.first else { return known }
        let places = ([first.fromStopID] + legs.map(\.toStopID)).map { $0 - 1 }
        if places.allSatisfy(stops.features.indices.contains) {
            known.stops?.features = places.map { stops.features[$0] }
        }
        return known
    }

    /// Turns an answer into the navigator's.
    ///
    /// - Throws: ``FollowedRouteError`` if the answer has no route to follow.
    static func answer(
        to request: Prepared, _ result: AnalysisResult, id: String, isImported: Bool
    ) throws(FollowedRouteError) -> NavigatorAnswer {
        switch request {
        case .follow, .refresh:
            return .refreshed(
                try FollowedRoute(result), isBlocked: !(result.blockages ?? []).isEmpty)
        case .better:
            guard let reason = result.replanning?.reason, result.routes?.features.first != nil
            else { return .proposals([], reason: .betterRoute) }
            return .proposals(
                [try NavigatorRoute(id: id, result)], reason: AddedReason(reason))
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
