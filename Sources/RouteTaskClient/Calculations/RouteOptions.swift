// A caller's wishes for routes, with the defaults of navigation libraries, as a request.

public import Geo
public import RouteAPI

/// What a caller wishes of routes.
///
///     var options = RouteOptions()
///     options.avoidsTollRoads = true
///     let layer = try await task.layerResource()
///     let calculation = try provider.calculate(along: itinerary, options, layer: layer)
///
/// Each option has the default that navigation libraries have, which may differ from the layer's:
/// three alternatives are searched for, for example. Options are checked before anything is sent,
/// by the rules of servers and with their codes.
public struct RouteOptions: Hashable, Sendable {
    /// What routes minimize.
    public enum Optimization: String, Hashable, Sendable, CaseIterable {
        /// Time.
        case fastest
        /// Length.
        case shortest
    }

    /// What drives.
    public enum Vehicle: String, Hashable, Sendable, CaseIterable {
        /// A car.
        case car
        /// A truck.
        case truck
    }

    /// Which times give the arrival.
    public enum ArrivalSource: String, Hashable, Sendable, CaseIterable {
        /// Those that the server found the route with.
        case server
        /// Those of the network alone, without live speeds.
        case freeFlow
    }

    /// Which provider calculates.
    public enum Routing: String, Hashable, Sendable, CaseIterable {
        /// The one on the device.
        case device
        /// The server.
        case server
        /// The one on the device up to a distance, the server beyond it, and each if the other
        /// fails.
        case combined
    }

    /// Whether routes are walked. ``optimization``, ``vehicle`` and ``avoidsTollRoads`` are ignored
    /// then.
    public var isWalking = false
    /// What routes minimize.
    public var optimization = Optimization.fastest
    /// What drives.
    public var vehicle = Vehicle.car
    /// Whether roads with a toll are avoided.
    public var avoidsTollRoads = false
    /// Whether to request all directions at once; if not, only the first 20 km.
    public var buildsAllDirections = false
    /// Whether live speeds and closures count.
    public var considersTraffic = true
    /// The traffic to use instead of the present one; `nil` for the present one.
    public var trafficSnapshot: String?
    /// Which times give the arrival; see ``arrivalRequest(for:)``.
    public var arrivalSource = ArrivalSource.server
    /// How many routes to find besides the best one, 0 to 3.
    public var maximumAlternatives = 3
    /// The legs of a route to follow exactly instead of searching, one fewer than points; `nil` to
    /// search.
    public var legs: [LegOptions]?
    /// For how many meters alternatives must follow the route given by ``legs``. If this and
    /// ``minimumDeviationSeconds`` are 0, that route must begin and end at the itinerary's ends.
    public var minimumDeviationMeters = 0.0
    /// For how many seconds alternatives must follow the route given by ``legs``.
    public var minimumDeviationSeconds = 0.0
    /// Which provider calculates; see ``provider(device:server:)``.
    public var routing = Routing.combined
    /// The sum of straight lines between points, in meters, up to which combined routing asks the
    /// device.
    public var longestDeviceMeters = 30_000.0
    /// How many meters of each line from an ``ExternalRouteProvider`` are matched, from its start;
    /// -1 for all, which takes long for long lines.
    public var matchDistanceLimit = 100_000

    /// Creates options with the defaults.
    ///
    /// - Parameters:
    ///   - isWalking: Whether routes are walked.
    ///   - trafficSnapshot: The traffic to use instead of the present one.
    public init(isWalking: Bool = false, trafficSnapshot: String? = nil) {
        self.isWalking = isWalking
        self.trafficSnapshot = trafficSnapshot
    }

    private static let firstDirectionsMeters = 20_000.0
    private static let tollRestriction = "Avoid Toll Roads"

    /// The names of options that differ from their defaults and are ignored.
    public var ignored: [String] {
        guard isWalking else { return [] }
        return [
            ("optimization", optimization != .fastest), ("vehicle", vehicle != .car),
            ("avoidsTollRoads", avoidsTollRoads),
        ].filter(\.1).map(\.0)
    }

    /// Makes the request for routes that can be followed.
    ///
    /// - Parameters:
    ///   - itinerary: Where the routes lead.
    ///   - layer: The layer's resource, which has the travel modes.
    /// - Throws: `RouteRequestError`, with the code a server would answer with, if an option is out
    ///   of range, options contradict each other, or the layer has no travel mode for them.
    /// - Complexity: O(*n*) for *n* points and legs.
    public func parameters(
        along itinerary: Itinerary, layer: JSONValue
    ) throws(RouteRequestError) -> RouteParameters {
        let mode = try mode(of: layer)
        var parameters = RouteParameters(itinerary)
        parameters.analysis.travel.travelMode = .named(mode.name)
        if avoidsTollRoads, !isWalking, !mode.restrictions.contains(Self.tollRestriction) {
            var changes = TravelModeChanges()
            changes.name = mode.name
            changes.restrictionAttributeNames = mode.restrictions + [Self.tollRestriction]
            parameters.analysis.travel.travelMode = .changes(changes)
        }
        parameters.alternatives = maximumAlternatives
        parameters.legs = legs
        // A limit of 0 is the default, and other servers do not know the parameter.
        if minimumDeviationMeters != 0 { parameters.minDeviationDistance = minimumDeviationMeters }
        if minimumDeviationSeconds != 0 { parameters.minDeviationTime = minimumDeviationSeconds }
        parameters.analysis.time.useTraffic = considersTraffic
        parameters.analysis.time.trafficSnapshot = trafficSnapshot
        parameters.requestFollowedRoutes()
        if !buildsAllDirections {
            parameters.analysis.directions.directionsFrom = 0
            parameters.analysis.directions.directionsLength = Self.firstDirectionsMeters
        }
        parameters.matchDistanceLimit = matchDistanceLimit
        try parameters.checkBeforeSending()
        return parameters
    }

    /// Makes the request for the arrival along a route that was found.
    ///
    /// - Parameter handle: The route's handle.
    /// - Returns: The request, or `nil` if the answer with the route already has the arrival.
    public func arrivalRequest(for handle: String) -> RefreshParameters? {
        guard arrivalSource == .freeFlow, considersTraffic else { return nil }
        var parameters = RefreshParameters()
        parameters.routeHandle = handle
        parameters.analysis.time.useTraffic = false
        parameters.requestFollowedRoutes()
        return parameters
    }

    /// Returns the provider for ``routing``.
    ///
    /// - Parameters:
    ///   - device: Calculates on the device.
    ///   - server: Calculates elsewhere: a ``ServerRouteProvider`` or ``ExternalRouteProvider``.
    public func provider(
        device: some RouteProvider, server: some RouteProvider
    ) -> any RouteProvider {
        switch routing {
        case .device: device
        case .server: server
        case .combined:
            CombinedRouteProvider(near: device, far: server, nearMeters: longestDeviceMeters)
        }
    }

    /// Returns the travel mode that suits best.
    private func mode(
        of layer: JSONValue
    ) throws(RouteRequestError) -> (name: String, restrictions: [String]) {
        let type = isWalking ? "WALK" : vehicle == .truck ? "TRUCK" : "AUTOMOBILE"
        let isShortest = !isWalking && optimization == .shortest
        let minimized = isShortest ? "distanceAttributeName" : "timeAttributeName"
        let modes = layer["supportedTravelModes"]?.array ?? []
        let found = modes.first { mode in
            mode["type"]?.string == type && mode["impedanceAttributeName"]?.string != nil
                && mode["impedanceAttributeName"]?.string == mode[minimized]?.string
        }
        guard let found, let name = found["name"]?.string else {
            let names = modes.compactMap { $0["name"]?.string }.joined(separator: ", ")
            throw RouteRequestError.invalidParameter(
                "travelMode",
                "the layer has no mode of the type \(type) that minimizes "
                    + "\(isShortest ? "length" : "time"); its modes are \(names)")
        }
        let restrictions = found["restrictionAttributeNames"]?.array?.compactMap(\.string) ?? []
        return (name, restrictions)
    }
}
