// Which room may import what: the drawing in the README, as a table.

/// The import directions between rooms and towards modules from outside.
enum RoomDrawing {
    /// The rooms a room may import.
    static let rooms: [String: Set<String>] = [
        "RouteCLI": [
            "RouteService", "PublishedServices", "ServiceTransport", "ServiceDefinitions",
            "RouteAnalysis", "MatrixAnalysis",
            "LiveTraffic", "Answers", "Preparation",
            "NetworkBuilder", "StreetLayers", "Batches", "Pictures", "FeatureStore",
            "AccessControl",
            "Navigation", "RouteTaskClient", "VectorFiles", "Sequencing", "Geocoding",
            "RoadNetwork",
            "RouteAPI", "DefinitionFiles", "Geo",
            "DataStructures", "SystemResources",
        ],
        "StreetLayers": ["DefinitionFiles", "Geo", "DataStructures", "SystemResources"],
        "Batches": [
            "Preparation", "FeatureStore", "RouteTaskClient", "Pictures", "RouteAPI", "Geo",
            "DataStructures", "SystemResources",
        ],
        "RouteService": [
            "OpenAPI", "ServicePages", "PublishedServices", "ServiceTransport",
            "ServiceDefinitions", "LiveTraffic", "Answers", "Preparation", "FeatureStore",
            "AccessControl", "Cryptography", "Batches", "Geocoding", "Geoprocessing", "Guide",
            "Jobs", "MapPage", "OSRMAPI", "Pictures", "VectorTiles", "RouteAPI",
            "DefinitionFiles", "Geo",
            "DataStructures", "SystemResources",
        ],
        "OpenAPI": [
            "ServicePages", "PublishedServices", "ServiceTransport", "Preparation", "RouteAPI",
            "Geo",
        ],
        "ServicePages": [
            "PublishedServices", "ServiceTransport", "Answers", "Preparation", "AccessControl",
            "Pictures", "RouteAPI", "Geo", "DataStructures",
        ],
        "PublishedServices": [
            "ServiceTransport", "ServiceDefinitions", "Answers", "Preparation", "FeatureStore",
            "AccessControl", "Geocoding", "Geoprocessing", "Guide", "Jobs", "VectorTiles",
            "RouteAPI", "Geo", "DataStructures",
        ],
        "ServiceTransport": [
            "Preparation", "AccessControl", "RouteAPI", "Geo", "DataStructures",
            "SystemResources",
        ],
        "ServiceDefinitions": [
            "LiveTraffic", "Preparation", "FeatureStore", "AccessControl", "DefinitionFiles",
            "RouteAPI", "Geo", "DataStructures",
        ],
        "RouteAnalysis": [
            "Answers", "PathFinding", "Preparation", "MapMatching", "RoutingEngine", "Directions",
            "RoadNetwork",
            "RouteAPI", "Geo", "DataStructures", "SystemResources",
        ],
        "MatrixAnalysis": [
            "Answers", "PathFinding", "Preparation", "RoutingEngine", "RoadNetwork",
            "SpatialOperations", "RouteAPI",
            "Geo", "DataStructures",
        ],
        "LiveTraffic": [
            "Preparation", "MapMatching", "RoutingEngine", "RoadNetwork",
            "SpatialOperations",
            "PostgreSQL", "Geo", "DataStructures", "SystemResources",
        ],
        "Answers": [
            "PathFinding", "Preparation", "RoutingEngine", "Directions", "Sequencing",
            "VectorTiles", "RoadNetwork", "SpatialOperations", "RouteAPI", "Geo",
            "DataStructures",
        ],
        "PathFinding": [
            "Preparation", "RoutingEngine", "Sequencing", "RoadNetwork", "RouteAPI", "Geo",
            "DataStructures",
        ],
        "Preparation": [
            "RoutingEngine", "Directions", "VectorTiles", "Geocoding", "RoadNetwork",
            "SpatialOperations", "RouteAPI", "Geo", "DataStructures", "SystemResources",
        ],
        "NetworkBuilder": [
            "RoutingEngine", "RoadNetwork", "SpatialOperations", "Geo", "DefinitionFiles",
            "DataStructures", "EmbeddedFiles", "SystemResources",
        ],
        "FeatureStore": [
            "PostgreSQL", "SpatialOperations", "Geo", "DataStructures", "SystemResources",
        ],
        "MapMatching": ["RoutingEngine", "RoadNetwork", "Geo", "DataStructures"],
        "RoutingEngine": ["RoadNetwork", "DataStructures", "SystemResources"],
        "VectorTiles": ["RoadNetwork", "Geo", "DataStructures"],
        "Geocoding": ["RoadNetwork", "Geo", "DataStructures"],
        "MapPage": ["EmbeddedFiles", "Geo"],
        "Directions": ["EmbeddedFiles", "RoadNetwork", "Geo"],
        "Guide": ["EmbeddedFiles"],
        "Navigation": ["RouteTaskClient", "RouteAPI", "Geo"],
        "RouteTaskClient": ["RouteAPI", "Geo"],
        "Pictures": ["RouteAPI", "Geo"],
        "Geoprocessing": ["RouteAPI", "Geo", "DataStructures"],
        "OSRMAPI": ["RouteAPI", "Geo", "DataStructures"],
        "Jobs": ["PostgreSQL", "SystemResources"],
        "AccessControl": [
            "Cryptography", "RouteAPI", "Geo", "DataStructures", "SystemResources",
        ],
        "RoadNetwork": ["Geo", "DataStructures", "SystemResources"],
        "RouteAPI": ["Geo", "DataStructures"],
        "DefinitionFiles": ["DataStructures"],
        "SpatialOperations": ["Geo", "DataStructures"],
        "VectorFiles": ["Geo"],
        "Sequencing": ["DataStructures"],
        "Geo": ["DataStructures"],
        "DataStructures": [],
        "SystemResources": [],
        "EmbeddedFiles": [],
        "PostgreSQL": [],
        "Cryptography": [],
    ]

    /// Modules from outside the package and the rooms that may import them.
    static let external: [String: Set<String>] = [
        "CGEOS": ["SpatialOperations"],
        "CPROJ": ["SpatialOperations"],
        "CPQ": ["PostgreSQL"],
        "COpenSSL": ["Cryptography"],
        "CEmbeddedFiles": ["EmbeddedFiles"],
        "CMalloc": ["ServiceTransport"],
        "COSM": ["NetworkBuilder"],
        "CGDAL": ["VectorFiles"],
        "CZlib": ["ServicePages", "ServiceTransport"],
        "GRDB": ["FeatureStore", "Jobs"],
        "GRDBSQLite": ["FeatureStore"],
        "Yams": ["DefinitionFiles"],
        "ArgumentParser": ["RouteCLI"],
        "Hummingbird": ["RouteService", "OpenAPI", "ServicePages", "ServiceTransport"],
        "HummingbirdCore": ["RouteService", "ServiceTransport"],
        "HummingbirdTLS": ["ServiceTransport"],
        "NIOSSL": ["ServiceTransport"],
        "HTTPTypes": [
            "AccessControl", "RouteService", "ServicePages", "PublishedServices",
            "ServiceTransport",
        ],
        "NIOCore": ["RouteService", "ServicePages", "ServiceTransport"],
        "NIOPosix": ["AccessControl", "RouteService", "ServiceTransport"],
        "NIOHTTP1": ["ServiceTransport"],
        "NIOHTTPTypes": ["ServiceTransport"],
        "Logging": ["AccessControl", "Jobs", "RouteService", "ServicePages", "ServiceTransport"],
        "ServiceLifecycle": ["Jobs", "RouteService", "ServiceTransport"],
        "UnixSignals": ["RouteService"],
        "FoundationNetworking": ["RouteService", "RouteTaskClient"],
    ]

    /// Modules of the toolchain, free to every room.
    static let toolchain: Set<String> = [
        "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Musl",
        "Darwin", "Swift",
    ]

    /// Modules from outside for tests alone.
    static let testing: Set<String> = [
        "Testing", "FoundationXML", "NIOEmbedded", "NIOHTTPTypesHTTP1",
    ]

    /// The targets of the product `Waypost`, which Swift programs of other packages depend on.
    static let clientProduct: Set<String> = ["Navigation", "RouteTaskClient", "RouteAPI", "Geo"]

    /// Some rooms, with all rooms they need.
    static func everything(neededBy some: Set<String>) -> Set<String> {
        var (needed, waiting) = (some, Array(some))
        while let room = waiting.popLast() {
            for other in rooms[room] ?? [] where needed.insert(other).inserted {
                waiting.append(other)
            }
        }
        return needed
    }

    /// Modules which only some systems have. The client's rooms import them for those systems
    /// alone.
    static let systemModules: Set<String> = [
        "Glibc", "Musl", "Darwin", "FoundationNetworking",
    ]

    /// Folders of C headers and shims. They hold no Swift.
    static let cLibraries: Set<String> = [
        "CEmbeddedFiles", "CGDAL", "CGEOS", "CMalloc", "COpenSSL", "COSM", "CPQ", "CPROJ", "CZlib",
    ]

    /// Test folders that are not `<Room>Tests`.
    static let otherTestFolders: Set<String> = [
        "Fixtures", "NavigationTesting", "RouteTesting", "ScenarioTests", "ServerTesting",
        "StoreTesting", "ContractTests", "TidyTests", "Benchmarks", "BenchmarksTests",
        "CAllocations", "ClientTests", "Fuzz", "FuzzTests",
    ]

    /// Whether a test can import a module of this name.
    static func exists(_ module: String) -> Bool {
        rooms[module] != nil || otherTestFolders.contains(module) || external[module] != nil
            || toolchain.contains(module) || testing.contains(module)
    }

    /// Whether a room may import a module; `nil` when the module is not in the drawing at all.
    static func allows(_ room: String, toImport module: String) -> Bool? {
        if rooms[module] != nil { return rooms[room]?.contains(module) ?? false }
        if let importers = external[module] { return importers.contains(room) }
        return toolchain.contains(module) ? true : nil
    }
}
