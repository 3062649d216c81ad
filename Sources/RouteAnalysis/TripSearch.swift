// The totals of many trips under one request: no lines, no directions, no explanations.

import Answers
package import Geo
import PathFinding
package import Preparation
import RoadNetwork
package import RouteAPI
import RoutingEngine

/// A trip from one place to another, in longitude and latitude.
package struct Trip: Hashable, Sendable {
    package var origin: Coordinate
    package var destination: Coordinate

    package init(from origin: Coordinate, to destination: Coordinate) {
        self.origin = origin
        self.destination = destination
    }
}

/// Finds the totals of trips.
///
/// ```swift
/// let search = try TripSearch(parameters, on: layer)
/// let totals = try search.totals(of: trips, control: SolveControl())
/// // totals[0]: the values of search.costNames, or why the first trip has no route
/// ```
///
/// The request is resolved and its barriers are placed once. Each trip gets the totals that solving
/// a route with its two stops would give, except that conditional restrictions apply as at the
/// start time. You may share it between threads.
package struct TripSearch: Sendable {
    /// The totaled costs, in the order of the totals.
    package let costNames: [String]
    /// Messages about the request and its barriers.
    package let messages: [Message]
    private let layer: AnalysisLayer
    private let base: PreparedAnalysis

    package var fingerprint: String { layer.network.fingerprint }
    /// The attribution the data's license requires.
    package var attribution: String { layer.network.description.attribution }
    /// The costs' indices in the network.
    private let costs: [Int]

    /// Prepares a request for trips; its own stops are not used.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    package init(
        _ parameters: RouteParameters, on layer: NetworkLayer,
        control: SolveControl = SolveControl()
    ) throws(RouteRequestError) {
        var parameters = try layer.accepted(parameters)
        parameters.stops = LocationInput(
            features: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        parameters.findBestSequence = false
        let request = try layer.layer.reader().read(parameters, minimumStops: 0)
        base = try RequestPreparation(layer: layer.layer, control: control)
            .prepare(TravelPeriod.atStart(of: request, on: layer.network))
        let assembly = ResultAssembly(
            SolvedAnalysis(base, FoundRoutes()), on: layer.layer)
        let reported = assembly.attributes.costs.filter { assembly.isTotaled($0.position) }
        costNames = reported.map(\.name)
        costs = reported.map(\.position)
        messages = base.messages
        self.layer = layer.layer
    }

    /// Finds the totals of some trips.
    ///
    /// - Returns: Each trip's totals in the order of ``costNames``, or why it has no route.
    /// - Throws: The search's cancellation.
    /// - Complexity: A search and a path for each trip.
    package func totals(
        of trips: [Trip], control: SolveControl
    ) throws(RouteRequestError) -> [Result<[Double], RouteRequestError>] {
        let prepared = try prepared(trips, control)
        let assembly = ResultAssembly(SolvedAnalysis(prepared, FoundRoutes()), on: layer)
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        let monitor = SolveMonitor(control: control)
        var totals: [Result<[Double], RouteRequestError>] = []
        totals.reserveCapacity(trips.count)
        try layer.engine.withRouter(
            base.costs, by: base.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: monitor)
            for trip in trips.indices {
                let ends = [2 * trip, 2 * trip + 1]
                if let stop = ends.lazy.map({ prepared.stops[$0] }).first(where: { !$0.isValid }) {
                    totals.append(.failure(Self.error(about: stop)))
                    continue
                }
                do throws(RouteFailure) {
                    let route = try finder.find(RouteGroup(stops: ends), &chain)
                    totals.append(.success(costs.compactMap { assembly.total(of: route, $0) }))
                } catch {
                    try control.check()
                    totals.append(.failure(error.error))
                }
            }
        }
        return totals
    }

    /// Returns the request with the trips' ends as its stops, two for each trip.
    private func prepared(
        _ trips: [Trip], _ control: SolveControl
    ) throws(RouteRequestError) -> PreparedAnalysis {
        let added = [Double](repeating: 0, count: layer.network.description.costs.count)
        let ends = trips.flatMap { [($0.origin, "Origin"), ($0.destination, "Destination")] }
        let stops = ends.enumerated().map { row, end in
            let (place, name) = end
            var stop = StopInput(index: row, objectID: row + 1, name: name, added: added)
            if let onEarth = place.onEarth {
                stop.coordinate = onEarth
            } else {
                stop.problem = (
                    .notLocated,
                    "\(place.x),\(place.y) lies outside longitude -720…720, latitude -90…90"
                )
            }
            return Shared(stop)
        }
        return try RequestPreparation(layer: layer, control: control, explains: false)
            .prepare(Shared(base.request.value.with(stops: stops)), reusing: base)
    }

    private static func error(about stop: LocatedStop) -> RouteRequestError {
        RouteRequestError(
            .notLocated, extendedCode: stop.extendedCode,
            details: [stop.problem].compactMap(\.self))
    }
}
