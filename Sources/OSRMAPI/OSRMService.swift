// The services in OSRM's HTTP API, by the first segment in their URLs.

/// A service in OSRM's HTTP API.
package enum OSRMService: String, Sendable, Hashable, CaseIterable {
    /// Routes through coordinates, in their order.
    case route
    /// Times and lengths between coordinates.
    case table
    /// The streets a trace follows.
    case match
    /// The place on a street nearest to a coordinate.
    case nearest
    /// A route through coordinates in the best order.
    case trip

    /// The options this service reads in addition to the common ones.
    var options: Set<String> { Self.ownOptions[self] ?? [] }

    /// Each service's options beside the common ones.
    private static let ownOptions: [OSRMService: Set<String>] = {
        let ofRoutes: Set = ["steps", "annotations", "geometries", "overview"]
        return [
            .route: ofRoutes.union(["continue_straight", "waypoints", "alternatives"]),
            .table: [
                "sources", "destinations", "annotations", "fallback_speed", "fallback_coordinate",
                "scale_factor",
            ],
            .match: ofRoutes.union(["waypoints", "timestamps", "gaps", "tidy"]),
            .nearest: ["number"],
            .trip: ofRoutes.union(["roundtrip", "source", "destination"]),
        ]
    }()

    /// The names of all options, sorted.
    package var optionNames: [String] {
        options.union(OptionReader.common).union(OptionReader.ownNames.keys).sorted()
    }

    /// The fewest coordinates the service needs.
    var fewestCoordinates: Int { self == .nearest ? 1 : 2 }

    /// The code to answer with if nothing is found.
    var nothingFound: OSRMError.Code {
        switch self {
        case .route: .noRoute
        case .table: .noTable
        case .match: .noMatch
        case .nearest: .noSegment
        case .trip: .noTrips
        }
    }
}
