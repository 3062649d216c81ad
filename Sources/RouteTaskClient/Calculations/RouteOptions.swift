// What a caller wishes of routes, with the defaults of navigation libraries, and the request for it.

public import Geo
public import RouteAPI

/// What a caller wishes of routes.
///
///     var options = RouteOptions()
///     options.avoidsTollRoads = true
///     let parameters = try options.parameters(along: itinerary, layer: task.layerResource())
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

    /// Whether routes are walked. ``optimization``, ``vehicle`` and ``avoidsTollRoads`` are ignored
    /// then.
    public var isWalking = false
    /// What routes minimize.
    public var optimization = Optimization.fastest
    /// What drives.
    public var vehicle = Vehicle.car
    /// Whether roads with a toll are avoided.
    public var avoidsTollRoads = false
    /// Whether all directions are requested at once; otherwise those of the first 20 km.
    public var buildsAllDirections = false
    /// Whether live speeds and closures count.
    public var considersTraffic = true
    /// The traffic to use instead of the present one; `nil` for the present one.
    public var trafficSnapshot: String?
    /// How many routes to find besides the best one, 0 to 3.
    public var maximumAlternatives = 3

    /// Creates the options of a fast drive by car.
    public init() {}

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
    ///   of range or the layer has no travel mode for it.
    public func parameters(
        along itinerary: Itinerary, layer: JSONValue
    ) throws(RouteRequestError) -> RouteParameters {
        guard (0...3).contains(maximumAlternatives) else {
            throw RouteRequestError.invalidParameter(
                "alternatives", "\(maximumAlternatives) is given; a number from 0 to 3 is needed")
        }
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
        parameters.analysis.time.useTraffic = considersTraffic
        parameters.analysis.time.trafficSnapshot = trafficSnapshot
        parameters.requestFollowedRoutes()
        if !buildsAllDirections {
            parameters.analysis.directions.directionsFrom = 0
            parameters.analysis.directions.directionsLength = Self.firstDirectionsMeters
        }
        return parameters
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
