// Reads the handle in a request about a route, and follows its path. Start here for refresh, better
// and rejoin.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A route along a given path, under a request.
struct PathRoute {
    let prepared: PreparedAnalysis
    let path: GivenPath
    let given: GivenRoute

    var route: SolvedRoute { given.route }
}

/// Reads handles and follows their paths.
///
/// ```swift
/// let reading = HandleReading(layer: layer, control: control)
/// let read = try reading.handle(parameters.routeHandle, for: parameters.routeParameters)
/// let followed = try reading.follow(read.handle, for: parameters.routeParameters)
/// // followed.route: the same path with its present costs; followed.given.findings
/// ```
///
/// All requests about a route under way begin here. Reading takes three steps: decode the text,
/// match its line if it was made on another network (``HandleMatching``), and complete the caller's
/// request with the handle's settings and stops. Following then gives the path its present costs
/// and lists what is closed on it; nothing is searched for.
///
/// `NetworkLayer.refresh` answers with that. ``BetterRoute`` follows the rest of the route and
/// compares another one with it; ``RouteRejoining`` searches a path back and follows the joined
/// whole. Each prepares once, in the period in which the route travels
/// (``RouteSolver/prepared(_:_:)``).
struct HandleReading {
    let layer: NetworkLayer
    let control: SolveControl
    /// When a route under way departs, in epoch milliseconds, if the caller sends no start time;
    /// `nil` for the handle's start time.
    var present: Int64?

    var network: NetworkDataset { layer.network }
    var solver: RouteSolver { layer.solver(control) }

    /// Reads a handle. If it was made on another network, matches it by its line and adds a
    /// message.
    ///
    /// - Parameter caller: The rest of the request.
    /// - Throws: If there is no handle, it cannot be read, or its path is not found on this
    ///   network.
    func handle(
        _ text: String?, for caller: RouteParameters
    ) throws(RouteRequestError) -> (handle: RouteHandle, messages: [Message]) {
        guard let text, !text.isEmpty else {
            throw .invalidParameter(
                RouteHandle.parameter,
                "is missing; send the field RouteHandle of an answer with returnRouteHandle=true")
        }
        let handle: RouteHandle
        do throws(RouteHandleError) {
            handle = try RouteHandle(text, on: network)
        } catch {
            throw RouteHandle.refused(error)
        }
        guard handle.fingerprint != network.fingerprint else { return (handle, []) }
        let request = try request(handle, for: caller)
        let prepared = try solver.prepare(TravelPeriod.atStart(of: request, on: network))
        let matched = try HandleMatching(prepared: prepared, layer: layer.layer, control: control)
            .matched(handle)
        return (
            matched,
            [
                Message(
                    .warning,
                    "The route was made on another version of the network and was matched to this "
                        + "one by its line. Its new RouteHandle is of this version.")
            ]
        )
    }

    /// Resolves the request for a route through a handle's stops.
    ///
    /// If the handle has a start time, a route under way departs now: traffic, closures and windows
    /// count from the present on.
    func request(
        _ handle: RouteHandle, for caller: RouteParameters,
        _ change: (inout RouteParameters) throws(RouteRequestError) -> Void = { _ in }
    ) throws(RouteRequestError) -> Shared<ResolvedRequest> {
        var whole = try handle.request(for: caller, on: network)
        if let present, caller.startTime == nil, whole.startTime != nil {
            whole.startTime = .milliseconds(present)
            whole.startTimeIsUTC = true
        }
        try change(&whole)
        return try solver.read(layer.accepted(whole), minimumStops: 2).request
    }

    /// Follows a handle's path under a request.
    func follow(
        _ handle: RouteHandle, for caller: RouteParameters
    ) throws(RouteRequestError) -> PathRoute {
        try solver.prepared(request(handle, for: caller)) {
            (prepared) throws(RouteRequestError) in
            let followed = try follow(handle, under: prepared)
            return (followed, followed.route.totalMilliseconds)
        }.result
    }

    /// Follows a handle's path under a prepared request for its stops.
    func follow(
        _ handle: RouteHandle, under prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> PathRoute {
        try follow(handle.path(placing: prepared.stops, on: network), under: prepared)
    }

    /// Follows a path through all stops of a prepared request.
    func follow(
        _ path: GivenPath, under prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> PathRoute {
        let finder = RouteFinder(of: prepared, on: layer.layer, control: control)
        return try control.timed(\.routing) { () throws(RouteRequestError) in
            do throws(GivenPathError) {
                return PathRoute(
                    prepared: prepared, path: path,
                    given: try finder.follow(path, through: Array(prepared.stops.indices)))
            } catch {
                throw RouteHandle.refused(.damaged)
            }
        }
    }

    /// Makes the answer with some routes.
    func answer(
        _ routes: [GivenRoute], _ prepared: PreparedAnalysis, _ messages: [Message]
    ) throws(RouteRequestError) -> AnalysisResult {
        let blockages = RouteBlockages(routes)
        var found = FoundRoutes(routes: routes.map(\.route))
        found.messages = messages + blockages.messages
        do throws(AnalysisFailure) {
            var result = try solver.assemble(SolvedAnalysis(prepared, found))
            result.blockages = blockages.rows
            return result
        } catch {
            throw error.error
        }
    }
}

extension HandleReading {
    /// Finds where a vehicle is on a handle's route.
    ///
    /// - Parameters:
    ///   - progress: How many meters along the route it is; with a place, at least so many.
    ///   - sent: Its place, of which the nearest one on the route counts.
    /// - Throws: If the place is farther from the route than the tolerance, or no point.
    func position(
        on handle: RouteHandle, progress: Double?, _ sent: LocationInput?
    ) throws(RouteRequestError) -> PathPosition {
        let measure = PathMeasure(handle, on: network)
        let progress = progress ?? 0
        let name = RefreshParameters.positionName
        guard let place = try place(sent, name) else { return measure.position(at: progress) }
        let nearest = measure.position(
            nearestTo: place, from: min(progress, measure.meters), on: network)
        let allowed = layer.configuration.locateSettings.toleranceMeters
        guard let nearest, nearest.distance <= allowed else {
            let meters = Int((nearest?.distance ?? 0).rounded())
            throw .invalidParameter(
                name,
                "is \(meters) m from the route, more than the tolerance of "
                    + "\(Int(allowed)) m; rejoin leads back to a route")
        }
        return nearest.position
    }

    /// Returns the coordinate of an input's only row, in longitude and latitude; `nil` if it has
    /// none.
    ///
    /// - Throws: If the input has several rows or no usable shape.
    func place(
        _ input: LocationInput?, _ name: String
    ) throws(RouteRequestError) -> Coordinate? {
        guard let input else { return nil }
        var analysis = AnalysisParameters()
        analysis.inputs[name] = input
        try analysis.requireRows()
        let rows = input.features.features
        guard let row = rows.first else { return nil }
        guard rows.count == 1, case .point(let coordinate) = row.geometry else {
            throw .invalidParameter(
                name, "has \(rows.count) rows; one point is needed, such as 7.42,43.73")
        }
        let system = row.spatialReference ?? input.features.spatialReference
        return try layer.projected(coordinate, from: system, parameter: name)
    }
}
