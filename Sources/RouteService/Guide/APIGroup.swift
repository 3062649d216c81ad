// The groups of the reference: what the guide has pages about, in its order.

import Guide
import PublishedServices

/// URLs that a caller uses for one task.
enum APIGroup: String, CaseIterable {
    case routes = "Routes and places"
    case jobs = "Jobs and batches"
    case osrm = "OSRM's requests"
    case services = "Services and networks"
    case operating = "Operating the server"
    case search = "Search by name"
    case map = "Map and tiles"
    case traffic = "Traffic"
    case storedLayers = "Stored layers"
    case underWay = "Under way on a route"

    /// The words of paths that only URLs of a group have; those of a service come before those of
    /// an operation.
    private static let words: [(word: String, group: APIGroup)] = [
        ("osrm", .osrm), ("GPServer", .jobs), ("FeatureServer", .storedLayers),
        ("GeocodeServer", .search), ("map", .map), ("tiles", .map), ("tiles.json", .map),
        ("style.json", .map), ("traffic", .traffic), ("refresh", .underWay), ("better", .underWay),
        ("rejoin", .underWay), ("follow", .underWay),
    ]

    /// Returns the group of a URL.
    ///
    /// - Parameter path: As the description has it, with its placeholders.
    /// - Parameter isOfLayer: Whether the URL is one of a layer, not of the server.
    init(of path: String, isOfLayer: Bool) {
        let segments = path.split(separator: "/").map(String.init)
        let services = ResourcePath.services.split(separator: "/").map(String.init)
        guard segments.starts(with: services) else {
            if segments.count > 1, segments[1] == "v1" {
                self = .osrm
            } else {
                self = segments.first == "map" ? .map : .operating
            }
            return
        }
        if segments.contains(RoutingTask.service) {
            self = .services
            return
        }
        // Names of services and layers may be any words.
        let own = segments.drop { !Self.kinds.contains($0) }
        let operations = own.first == "NAServer" ? own.dropFirst(2) : own
        let found = Self.words.first { operations.contains($0.word) }?.group
        self = found ?? (isOfLayer ? .routes : .services)
    }

    private static let kinds: Set<String> = [
        "NAServer", "GPServer", "FeatureServer", "GeocodeServer",
    ]

    /// The page of the guide about it.
    var page: GuidePage {
        switch self {
        case .routes: .inputs
        case .jobs: .jobs
        case .osrm: .osrm
        case .services: .server
        case .operating: .operating
        case .search: .geocoding
        case .map: .map
        case .traffic: .traffic
        case .storedLayers: .storedLayers
        case .underWay: .routeHandles
        }
    }

    /// The id of its part of a page.
    var id: String { "about-\(self)" }
}
