// A request checked and its inputs placed, without solving.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteSolver {
    /// Answers a request without solving it: where its stops and barriers lie, what there is to
    /// say about them, which values count and how far limits are used.
    ///
    /// - Parameter countsStops: Whether to say which routes have too few stops for a solve.
    /// - Throws: What a solve of the request would throw before it searches.
    func validate(
        _ asked: RouteParameters, countsStops: Bool
    ) throws(RouteRequestError) -> RouteResult {
        var parameters = asked
        // No stops are few, but nothing is wrong with the rest.
        parameters.stops =
            asked.stops
            ?? LocationInput(
                features: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        var request = try control.timed(\.reading) { () throws(RouteRequestError) in
            try reader.read(parameters, minimumStops: 0)
        }
        request.returns = .places(of: parameters)
        let metric = try metric(for: request.settings.key)
        let (barriers, costs) = try control.timed(\.barriers) { () throws(RouteRequestError) in
            let barriers = try resolveBarriers(of: request, under: metric)
            return (barriers, try self.costs(of: request, under: metric, barriers.effects))
        }
        let stops = try control.timed(\.locating) { () throws(RouteRequestError) in
            try place(request, under: costs, barriers.effects)
        }
        var found = FoundRoutes(
            messages: stops.compactMap(\.problem).map { Message(.warning, $0) })
        let moved = MovedStops(stops: stops, network: network, metric: costs.metric)
        for group in RouteGroups.make(of: stops) {
            found.messages += moved.messages(aboutBarred: group.stops)
        }
        if stops.contains(where: { !$0.isValid }) {
            var explainer = RouteExplainer(
                solver: self, parameters: parameters, request: request, stops: stops,
                barriers: barriers, costs: costs)
            for group in RouteGroups.make(of: stops) {
                found.reasons += explainer.explainPlaces(of: group)
            }
            try control.check()
        }
        if countsStops { found.messages += Self.missingStops(stops) }
        let assembly = ResultAssembly(
            network: engine.network, request: request, stops: stops, barriers: barriers,
            found: found, fields: layer.fields(for: request.settings, of: network.description))
        var result = try control.timed(\.assembling) { () throws(RouteRequestError) in
            try assembly.result(fingerprint: engine.network.fingerprint)
        }
        result.effectiveParameters = request.asked.list
        result.limits = uses(of: parameters, stops, barriers)
        return result
    }

    /// What a solve would say of routes without two stops to visit.
    private static func missingStops(_ stops: [LocatedStop]) -> [Message] {
        RouteGroups.make(of: stops).filter { group in
            group.stops.count { stops[$0].isValid } < 2
        }.flatMap { StopErrors.tooFew(in: $0).details }.map { Message(.error, $0) }
    }

    private func uses(
        of parameters: RouteParameters, _ stops: [LocatedStop], _ barriers: ResolvedBarriers
    ) -> [LimitUse] {
        let limits = layer.limits
        let largest = RouteGroups.make(of: stops).map(\.stops.count).max() ?? 0
        let shapes = [
            parameters.barriers?.features, parameters.polylineBarriers, parameters.polygonBarriers,
        ].compactMap(\.self)
        let vertices = shapes.flatMap(\.features)
            .reduce(0) { $0 + ($1.geometry?.coordinates.count ?? 0) }
        func touched(_ barriers: [ResolvedBarrier]) -> Int {
            barriers.reduce(0) { $0 + $1.segments.count }
        }
        let settings = parameters.locateSettings
        let tolerances = [
            settings?.fallback ?? layer.locateSettings, settings?.stops, settings?.barriers,
        ].compactMap(\.self).map(\.toleranceMeters)
        return [
            LimitUse("maximumStops", allowed: limits.maximumStops, found: stops.count),
            LimitUse(
                "maximumStopsPerRoute", allowed: limits.maximumStopsPerRoute, found: largest),
            LimitUse(
                "maximumPointBarriers", allowed: limits.maximumPointBarriers,
                found: parameters.barriers?.features.features.count ?? 0),
            LimitUse(
                "maximumLineBarriers", allowed: limits.maximumLineBarriers,
                found: parameters.polylineBarriers?.features.count ?? 0),
            LimitUse(
                "maximumPolygonBarriers", allowed: limits.maximumPolygonBarriers,
                found: parameters.polygonBarriers?.features.count ?? 0),
            LimitUse(
                "maximumBarrierVertices", allowed: limits.maximumBarrierVertices, found: vertices),
            LimitUse(
                "maximumFeaturesAffectedByPointBarriers",
                allowed: limits.maximumFeaturesAffectedByPointBarriers,
                found: touched(barriers.points)),
            LimitUse(
                "maximumFeaturesAffectedByLineBarriers",
                allowed: limits.maximumFeaturesAffectedByLineBarriers,
                found: touched(barriers.lines)),
            LimitUse(
                "maximumFeaturesAffectedByPolygonBarriers",
                allowed: limits.maximumFeaturesAffectedByPolygonBarriers,
                found: touched(barriers.polygons)),
            LimitUse(
                "maxSnapTolerance", allowed: Int(layer.maximumToleranceMeters),
                found: Int(tolerances.max()?.rounded(.up) ?? 0)),
        ]
    }
}

extension RouteRequest.Returned {
    /// The stops, and the barriers that were given.
    fileprivate static func places(of parameters: RouteParameters) -> RouteRequest.Returned {
        RouteRequest.Returned(
            routes: false, stops: true, barriers: parameters.barriers != nil,
            lineBarriers: parameters.polylineBarriers != nil,
            polygonBarriers: parameters.polygonBarriers != nil, directions: false,
            traversal: .init(edges: false, junctions: false, turns: false), quanta: false)
    }
}
