// swift-tools-version: 6.2
// The rooms of Waypost and what each may import; `Tests/TidyTests` holds the sources to it.

import PackageDescription

#if canImport(Glibc)
import Glibc
#endif

/// `WAYPOST_CONFIGURATION=release` tests what is installed: tests reach into the release build, which
/// keeps its assertions, and `.ci/run` builds everything once. Scripts read the variable too.
let testsRelease = Context.environment["WAYPOST_CONFIGURATION"] == "release"

let conventions: [SwiftSetting] =
    (testsRelease
        ? [
            .unsafeFlags(
                ["-enable-testing", "-assert-config", "Debug"], .when(configuration: .release))
        ] : [])
    + [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
        // A section for each function: the linker drops what has no caller, and keeps one if several
        // have the same code.
        // No debug information, since the linker strips it.
        .unsafeFlags(
            ["-Xfrontend", "-function-sections", "-gnone"], .when(configuration: .release)),
    ]

/// For rooms that wait, read and write more than they compute: small code.
let small: [SwiftSetting] =
    conventions + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// For rooms with search and build loops: exclusivity is proven by review and by debug runs of the
/// same tests, and its run-time check took a quarter of the time and more
/// (Documentation/Measurements.md). Debug builds optimize them too, but under the trait FirstLook.
let hot: [SwiftSetting] =
    conventions + [
        .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)),
        .unsafeFlags(["-Onone"], .when(configuration: .debug, traits: ["FirstLook"])),
    ]

/// Whether the loader of this machine takes relative relocations in bitmaps: since glibc 2.36.
let takesPackedRelocations: Bool = {
    #if canImport(Glibc)
    var text = [CChar](repeating: 0, count: 64)
    confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let version = String(decoding: bytes, as: UTF8.self).split(separator: " ").last ?? ""
    let numbers = version.split(separator: ".").compactMap { Int($0) }
    return numbers.count > 1 && (numbers[0], numbers[1]) >= (2, 36)
    #else
    return false
    #endif
}()

/// Programs beside the tests. If tests reach into the release build, these are not optimized:
/// optimizing them takes longer than they run. `scripts/bench` measures with optimized ones.
let beside: [SwiftSetting] =
    conventions
    + (testsRelease ? [.unsafeFlags(["-Onone"], .when(configuration: .release))] : [])

/// The executable: without symbols, with one copy of functions that have the same code, and with
/// relocations of 0.1 MB rather than 1.8 where the loader takes them.
let linking: [String] =
    ["-use-ld=lld", "-Xlinker", "-s", "-Xlinker", "--icf=all"]
    + (takesPackedRelocations ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])

/// A product of another package. Programs and tests need them, and one of the two traits; an app
/// that takes the client's library with `traits: []` fetches none.
func external(
    _ name: String, _ package: String, traits: Set<String> = ["TLS", "FirstLook"]
) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: traits))
}

func room(
    _ name: String, _ dependencies: [Target.Dependency] = [],
    settings: [SwiftSetting] = conventions, excluding data: [String] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: data, swiftSettings: settings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], excluding data: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: data,
        // Optimizing a test takes longer than running it. Nothing waits for its module, so one job
        // makes both module and code: a second job would check the types once more.
        swiftSettings: conventions + [
            .unsafeFlags(
                ["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
        ])
}

let package = Package(
    name: "Waypost",
    // For the client's library: its rooms import nothing that only Linux has, which TidyTests
    // checks. No machine of Apple's has built them. The server and its C libraries are built and
    // tested on Linux.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "waypost", targets: ["RouteCLI"]),
        .library(name: "Waypost", targets: ["Navigation", "RouteTaskClient", "RouteAPI", "Geo"]),
    ],
    // One of them at most is enabled in a build: the order in which the package manager defines
    // several changes from run to run, and with it all is built again.
    traits: [
        .trait(
            name: "TLS",
            description: "HTTPS, for the server and for features by URL."),
        .trait(
            name: "FirstLook",
            description: "Debug builds optimize nothing, and are made in half the time."),
        .default(enabledTraits: ["TLS"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Without its reader of configurations, which nothing here uses.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
            traits: ["FullFoundation"]),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(
            url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // C libraries, each imported by one room.
        .systemLibrary(name: "CGEOS", pkgConfig: "geos", providers: [.apt(["libgeos-dev"])]),
        .systemLibrary(name: "CPROJ", pkgConfig: "proj", providers: [.apt(["libproj-dev"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Links nothing: GDAL is opened at run time, if a file needs it.
        .target(name: "CGDAL", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "CEmbeddedFiles"),
        .target(
            name: "COSM",
            cxxSettings: [.unsafeFlags(["-O2", "-w"])],
            linkerSettings: [
                .linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat"),
                .linkedLibrary("pthread"),
            ]),

        // 0
        room("DataStructures", settings: hot),
        room("EmbeddedFiles", ["CEmbeddedFiles"], settings: small),
        room("Geo", ["DataStructures"]),
        room("PostgreSQL", ["CPQ"], settings: small),
        // What Linux gives: no room of the client's library may need it.
        room("SystemResources", settings: hot),
        room("Cryptography", ["COpenSSL"], settings: small),

        // 1
        room("RoadNetwork", ["Geo", "DataStructures", "SystemResources"], settings: hot),
        room("Sequencing", ["DataStructures"], settings: hot),
        room("SpatialOperations", ["Geo", "DataStructures", "CGEOS", "CPROJ"]),
        room("RouteAPI", ["Geo", "DataStructures"]),
        room("VectorFiles", ["Geo", "CGDAL"], settings: small),
        room(
            "DefinitionFiles", ["DataStructures", external("Yams", "Yams")],
            settings: small),
        room(
            "Jobs",
            [
                "PostgreSQL", "SystemResources",
                external("GRDB", "GRDB.swift"),
                external("Logging", "swift-log"),
                external("ServiceLifecycle", "swift-service-lifecycle"),
            ], settings: small),

        // 2
        room("VectorTiles", ["RoadNetwork", "Geo", "DataStructures"], settings: hot),
        room(
            "RoutingEngine", ["RoadNetwork", "DataStructures", "SystemResources"],
            settings: hot),
        room("Geocoding", ["RoadNetwork", "Geo", "DataStructures"], settings: hot),
        room(
            "MapMatching", ["RoutingEngine", "RoadNetwork", "Geo", "DataStructures"],
            settings: hot),
        room(
            "Directions", ["EmbeddedFiles", "RoadNetwork", "Geo"], excluding: ["Phrases"]),
        room(
            "FeatureStore",
            [
                "PostgreSQL", "SpatialOperations", "Geo", "DataStructures", "SystemResources",
                external("GRDB", "GRDB.swift"),
                external("GRDBSQLite", "GRDB.swift"),
            ], settings: small),
        room("RouteTaskClient", ["RouteAPI", "Geo"], settings: small),
        room("Pictures", ["RouteAPI", "Geo"], settings: small),
        room("Geoprocessing", ["RouteAPI", "Geo", "DataStructures"], settings: small),
        room("OSRMAPI", ["DataStructures", "RouteAPI", "Geo"]),
        room(
            "MapPage", ["EmbeddedFiles", "Geo"], settings: small, excluding: ["Page"]),
        room("Guide", ["EmbeddedFiles"], settings: small),
        room(
            "AccessControl",
            [
                "Cryptography", "RouteAPI", "Geo", "DataStructures", "SystemResources",
                external("HTTPTypes", "swift-http-types"),
                external("Logging", "swift-log"),
                external("NIOPosix", "swift-nio"),
            ], settings: small),

        // 3
        // What a client does once a second for each vehicle.
        room("Navigation", ["RouteTaskClient", "RouteAPI", "Geo"], settings: hot),
        room(
            "Preparation",
            [
                "RoutingEngine", "Directions", "VectorTiles", "Geocoding", "RoadNetwork",
                "SpatialOperations", "RouteAPI", "Geo", "DataStructures", "SystemResources",
            ], settings: hot),
        room(
            "PathFinding",
            [
                "Preparation", "RoutingEngine", "Sequencing", "RoadNetwork", "RouteAPI", "Geo",
                "DataStructures",
            ], settings: hot),
        room(
            "Answers",
            [
                "PathFinding", "Preparation", "RoutingEngine", "Directions", "Sequencing",
                "VectorTiles", "RoadNetwork", "SpatialOperations", "RouteAPI", "Geo",
                "DataStructures",
            ], settings: hot),
        room(
            "LiveTraffic",
            [
                "Preparation", "MapMatching", "RoutingEngine",
                "RoadNetwork",
                "SpatialOperations", "PostgreSQL", "Geo", "DataStructures", "SystemResources",
            ], settings: hot),
        room(
            "NetworkBuilder",
            [
                "RoutingEngine", "RoadNetwork", "SpatialOperations", "DefinitionFiles", "Geo",
                "DataStructures", "EmbeddedFiles", "SystemResources", "COSM",
            ], settings: hot),

        room(
            "ServiceTransport",
            [
                "Preparation", "AccessControl", "RouteAPI", "Geo", "DataStructures",
                "SystemResources", "CMalloc", "CZlib",
                external("Hummingbird", "hummingbird"),
                external("HummingbirdCore", "hummingbird"),
                external("HummingbirdTLS", "hummingbird", traits: ["TLS"]),
                external("NIOSSL", "swift-nio-ssl", traits: ["TLS"]),
                external("NIOCore", "swift-nio"),
                external("NIOHTTP1", "swift-nio"),
                external("NIOPosix", "swift-nio"),
                external("HTTPTypes", "swift-http-types"),
                external("NIOHTTPTypes", "swift-nio-extras"),
                external("Logging", "swift-log"),
                external("ServiceLifecycle", "swift-service-lifecycle"),
            ], settings: small),
        room(
            "ServiceDefinitions",
            [
                "LiveTraffic", "Preparation", "FeatureStore", "AccessControl", "DefinitionFiles",
                "RouteAPI", "Geo", "DataStructures",
            ], settings: small),
        room(
            "StreetLayers", ["DefinitionFiles", "Geo", "DataStructures", "SystemResources"],
            settings: small),
        room(
            "Batches",
            [
                "Preparation", "FeatureStore", "RouteTaskClient", "Pictures", "RouteAPI", "Geo",
                "DataStructures", "SystemResources",
            ],
            settings: small),

        // 4
        room(
            "RouteAnalysis",
            [
                "Answers", "PathFinding", "Preparation", "MapMatching", "RoutingEngine",
                "Directions", "RoadNetwork",
                "RouteAPI", "Geo", "DataStructures", "SystemResources",
            ], settings: hot),
        room(
            "MatrixAnalysis",
            [
                "Answers", "PathFinding", "Preparation", "RoutingEngine", "RoadNetwork",
                "SpatialOperations", "RouteAPI",
                "Geo", "DataStructures",
            ], settings: hot),
        room(
            "PublishedServices",
            [
                "ServiceTransport", "ServiceDefinitions", "Answers", "Preparation",
                "FeatureStore", "AccessControl", "Geocoding", "Geoprocessing", "Guide", "Jobs",
                "VectorTiles", "RouteAPI", "Geo", "DataStructures",
                external("HTTPTypes", "swift-http-types"),
            ], settings: small),
        room(
            "ServicePages",
            [
                "PublishedServices", "ServiceTransport", "Answers", "Preparation",
                "AccessControl", "Pictures", "RouteAPI", "Geo", "DataStructures", "CZlib",
                external("Hummingbird", "hummingbird"),
                external("NIOCore", "swift-nio"),
                external("HTTPTypes", "swift-http-types"),
                external("Logging", "swift-log"),
            ], settings: small),
        room(
            "OpenAPI",
            [
                "ServicePages", "PublishedServices", "ServiceTransport", "Preparation",
                "RouteAPI", "Geo",
                external("Hummingbird", "hummingbird"),
            ], settings: small),
        room(
            "RouteService",
            [
                "OpenAPI", "ServicePages", "PublishedServices", "ServiceTransport",
                "ServiceDefinitions", "LiveTraffic", "Answers", "Preparation", "FeatureStore",
                "AccessControl", "Cryptography", "Batches", "Geocoding", "Geoprocessing", "Guide",
                "Jobs", "MapPage", "OSRMAPI", "Pictures", "VectorTiles", "RouteAPI",
                "DefinitionFiles", "Geo", "DataStructures", "SystemResources",
                external("Hummingbird", "hummingbird"),
                external("HummingbirdCore", "hummingbird"),
                external("NIOCore", "swift-nio"),
                external("NIOPosix", "swift-nio"),
                external("HTTPTypes", "swift-http-types"),
                external("Logging", "swift-log"),
                external("ServiceLifecycle", "swift-service-lifecycle"),
                external("UnixSignals", "swift-service-lifecycle"),
            ], settings: small),

        // 5
        .executableTarget(
            name: "RouteCLI",
            dependencies: [
                "RouteService", "PublishedServices", "ServiceTransport", "ServiceDefinitions",
                "RouteAnalysis", "MatrixAnalysis", "LiveTraffic", "Answers", "Preparation",
                "NetworkBuilder",
                "StreetLayers", "Geocoding", "Batches", "Pictures", "FeatureStore", "Sequencing",
                "AccessControl", "VectorFiles", "Navigation",
                "RouteTaskClient", "RoadNetwork", "RouteAPI", "DefinitionFiles", "Geo",
                "DataStructures", "SystemResources",
                external("ArgumentParser", "swift-argument-parser"),
            ],
            swiftSettings: small,
            linkerSettings: [.unsafeFlags(linking, .when(configuration: .release))]),

        // Tests
        .target(
            name: "RouteTesting",
            dependencies: [
                "DataStructures", "RouteAnalysis", "MatrixAnalysis",
                "Preparation",
                "NetworkBuilder", "RoutingEngine", "RoadNetwork",
                "RouteAPI",
                "Geo",
            ],
            // The oracles search whole networks.
            path: "Tests/RouteTesting", swiftSettings: hot),
        // What tests of several rooms share: files, users.
        .target(
            name: "Fixtures",
            dependencies: ["AccessControl", "RouteAPI", external("Logging", "swift-log")],
            path: "Tests/Fixtures", swiftSettings: beside),
        // A database for the tests of stores that several machines share; see scripts/test-stores.
        .target(
            name: "StoreTesting", dependencies: ["PostgreSQL"], path: "Tests/StoreTesting",
            swiftSettings: conventions),
        // A client of servers under test.
        .target(
            name: "ServerTesting",
            dependencies: [
                external("Hummingbird", "hummingbird"),
                external("HummingbirdCore", "hummingbird"),
                external("HTTPTypes", "swift-http-types"),
                external("Logging", "swift-log"),
                external("NIOCore", "swift-nio"),
                external("NIOHTTP1", "swift-nio"),
                external("NIOPosix", "swift-nio"),
                external("NIOHTTPTypes", "swift-nio-extras"),
                external("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                external("NIOSSL", "swift-nio-ssl"),
                external("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            path: "Tests/ServerTesting",
            swiftSettings: conventions + [.unsafeFlags(["-Onone"], .when(configuration: .release))]),
        // Judges trackers by simulated drives.
        .target(
            name: "NavigationTesting", dependencies: ["Navigation", "Geo"],
            path: "Tests/NavigationTesting", swiftSettings: hot),
        // Measures, generates and soaks; run by scripts/bench and scripts/soak-engine.
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "DataStructures", "RouteTesting", "RouteAnalysis", "MatrixAnalysis",
                "PathFinding", "Preparation", "NetworkBuilder", "MapMatching", "Geocoding",
                "LiveTraffic", "Navigation", "NavigationTesting", "RouteTaskClient", "VectorTiles",
                "RoutingEngine", "RoadNetwork", "RouteAPI", "Geo",
                external("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Tests/Benchmarks/Waypost", swiftSettings: beside),
        // Gives every reader, and the whole server, hostile inputs; run by scripts/fuzz.
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "AccessControl", "DataStructures", "RouteTesting", "RouteService",
                "Answers", "RouteAnalysis", "MatrixAnalysis", "LiveTraffic",
                "PathFinding", "Preparation", "RouteTaskClient", "FeatureStore", "Directions",
                "Sequencing", "VectorTiles",
                "NetworkBuilder", "RoutingEngine", "RoadNetwork", "SpatialOperations", "OSRMAPI",
                "RouteAPI", "StreetLayers", "Geo",
                external("ArgumentParser", "swift-argument-parser"),
                external("Logging", "swift-log"),
            ],
            path: "Tests/Fuzz/Waypost", swiftSettings: beside),
        // Counts allocations in tests, in place of the allocator's own functions.
        .target(name: "CAllocations", path: "Tests/CAllocations"),
        tests(
            "BenchmarksTests",
            [
                "DataStructures", "Benchmarks", "CAllocations", "RouteTesting", "Preparation",
                "NetworkBuilder", "RoadNetwork", "RouteAPI", "Geo",
            ]),
        tests("FuzzTests", ["Fuzz"]),
        tests(
            "NavigationTests",
            [
                "DataStructures", "Navigation", "NavigationTesting", "RouteTaskClient", "RouteAPI",
                "Geo",
            ],
            excluding: ["Recordings"]),
        tests("CryptographyTests", ["Cryptography"]),
        tests("DataStructuresTests", ["DataStructures"]),
        tests("SystemResourcesTests", ["DataStructures", "SystemResources"]),
        tests("GeoTests", ["DataStructures", "Geo"]),
        tests("PicturesTests", ["Pictures", "RouteAPI", "Geo"]),
        tests(
            "RoadNetworkTests",
            [
                "DataStructures", "RoutingEngine", "RouteTesting", "RoadNetwork", "NetworkBuilder",
                "Geo", "SystemResources",
            ]),
        tests("SpatialOperationsTests", ["DataStructures", "SpatialOperations", "Geo"]),
        tests("EmbeddedFilesTests", ["EmbeddedFiles"]),
        tests("RouteAPITests", ["DataStructures", "RouteAPI", "Geo"]),
        tests("SequencingTests", ["DataStructures", "Sequencing"]),
        tests(
            "DirectionsTests",
            ["DataStructures", "RouteTesting", "Directions", "RoadNetwork", "Geo"],
            excluding: [
                "Languages/Fixtures", "Languages/Readings", "Languages/samples.json",
                "Languages/readings.json",
            ]),
        tests(
            "NetworkBuilderTests",
            [
                "DataStructures", "DefinitionFiles", "RouteTesting", "NetworkBuilder",
                "RoutingEngine", "RoadNetwork",
                "Geo", "CZlib",
            ]),
        tests(
            "RoutingEngineTests",
            ["DataStructures", "RouteTesting", "RoutingEngine", "RoadNetwork", "Geo"]),
        tests(
            "MapMatchingTests",
            [
                "DataStructures", "MapMatching", "RouteTesting", "NetworkBuilder", "RoutingEngine",
                "RoadNetwork", "Geo",
            ]),
        tests(
            "LiveTrafficTests",
            [
                "DataStructures", "LiveTraffic", "RouteTesting", "StoreTesting", "PostgreSQL",
                "Preparation", "NetworkBuilder", "RoutingEngine",
                "RoadNetwork", "Geo",
            ]),
        tests(
            "PreparationTests",
            [
                "DataStructures", "RouteTesting", "Preparation", "RoutingEngine", "Directions",
                "RoadNetwork", "SpatialOperations", "RouteAPI", "Geo",
            ]),
        tests(
            "PathFindingTests",
            [
                "RouteTesting", "PathFinding", "Preparation", "Sequencing", "RoadNetwork",
                "RouteAPI", "Geo",
            ]),
        tests(
            "AnswersTests",
            [
                "RouteTesting", "Answers", "PathFinding", "Preparation", "RoutingEngine",
                "VectorTiles", "RoadNetwork", "RouteAPI", "Geo",
            ]),
        tests(
            "RouteAnalysisTests",
            [
                "DataStructures",
                "RouteTesting", "RouteAnalysis", "MatrixAnalysis", "Answers", "PathFinding",
                "Preparation", "NetworkBuilder",
                "RoutingEngine", "RoadNetwork", "RouteAPI", "Geo",
            ], excluding: ["Directions"]),
        tests(
            "MatrixAnalysisTests",
            [
                "DataStructures", "RouteTesting", "RouteAnalysis", "MatrixAnalysis", "Answers",
                "PathFinding", "Preparation", "NetworkBuilder", "RoutingEngine", "RoadNetwork",
                "RouteAPI", "Geo",
            ]),
        tests(
            "ScenarioTests",
            [
                "DataStructures", "RouteTesting", "RouteAnalysis", "MatrixAnalysis",
                "PathFinding", "Preparation", "RoutingEngine", "RoadNetwork",
                "RouteAPI", "Geo",
            ]),
        tests(
            "AccessControlTests",
            [
                "AccessControl", "Cryptography", "Fixtures", "RouteAPI", "Geo", "DataStructures",
                external("HTTPTypes", "swift-http-types"),
                external("Logging", "swift-log"),
            ]),
        tests("StreetLayersTests", ["StreetLayers", "DefinitionFiles", "Geo"]),
        tests(
            "ServiceTransportTests",
            [
                "AccessControl", "DataStructures", "Fixtures", "Preparation", "RouteAPI",
                "ServiceTransport", "Geo", "CZlib",
                external("Logging", "swift-log"),
                external("NIOCore", "swift-nio"),
                external("NIOPosix", "swift-nio"),
                external("NIOSSL", "swift-nio-ssl", traits: ["TLS"]),
            ]),
        tests(
            "ServiceDefinitionsTests",
            [
                "AccessControl", "DefinitionFiles", "ServiceDefinitions", "Fixtures", "RouteAPI",
                "Geo",
            ]),
        tests("OpenAPITests", ["OpenAPI", "Geo"]),
        tests("ServicePagesTests", ["ServicePages", "MapPage", "Directions", "RouteAPI", "Geo"]),
        tests(
            "RouteServiceTests",
            [
                "ServiceTransport", "AccessControl", "Cryptography", "DataStructures",
                "DefinitionFiles",
                "ServiceDefinitions", "FeatureStore", "Fixtures", "Geoprocessing", "Guide", "Jobs",
                "LiveTraffic", "MapPage",
                "VectorTiles", "RouteTesting", "RoutingEngine", "RouteService", "OpenAPI",
                "ServicePages", "PublishedServices", "RouteAnalysis", "MatrixAnalysis",
                "PathFinding", "Preparation", "NetworkBuilder", "RouteAPI", "RouteTaskClient",
                "RoadNetwork", "ServerTesting", "Geo", "CZlib",
                external("Logging", "swift-log"),
                external("Hummingbird", "hummingbird"),
                external("HTTPTypes", "swift-http-types"),
                external("NIOCore", "swift-nio"),
                external("NIOEmbedded", "swift-nio"),
                external("NIOPosix", "swift-nio"),
                external("NIOHTTPTypes", "swift-nio-extras"),
                external("NIOSSL", "swift-nio-ssl"),
                external("ServiceLifecycle", "swift-service-lifecycle"),
            ]),
        tests(
            "ContractTests",
            [
                "AccessControl", "RouteTesting", "RouteService", "PublishedServices",
                "RouteAnalysis", "MatrixAnalysis", "Preparation", "RoadNetwork", "ServerTesting",
                "RouteAPI", "Geo",
                external("Logging", "swift-log"),
                external("Hummingbird", "hummingbird"),
                external("HTTPTypes", "swift-http-types"),
                external("NIOCore", "swift-nio"),
            ], excluding: ["Golden", "COVERAGE.md"]),
        // What real clients ask; scripts/test-clients records it.
        tests(
            "ClientTests",
            [
                "AccessControl", "RouteTesting", "RouteService", "ServerTesting",
                "NetworkBuilder", "Geo",
                external("Logging", "swift-log"),
                external("Hummingbird", "hummingbird"),
                external("HTTPTypes", "swift-http-types"),
                external("NIOCore", "swift-nio"),
            ], excluding: ["Golden", "Python", "Services"]),
        tests(
            "RouteCLITests",
            [
                "AccessControl", "RouteCLI", "RouteService", "ServiceTransport", "RouteTaskClient",
                "RouteAnalysis",
                "MatrixAnalysis", "LiveTraffic", "ServiceDefinitions", "Preparation",
                "NetworkBuilder", "StreetLayers", "Batches", "Pictures", "FeatureStore",
                "VectorFiles", "Navigation", "RoadNetwork", "RouteAPI", "Fixtures", "Geo",
                external("ArgumentParser", "swift-argument-parser"),
            ], excluding: ["Guide/files.bash", "Guide/prelude.bash"]),
        tests(
            "FeatureStoreTests",
            [
                "DataStructures", "FeatureStore", "PostgreSQL", "SpatialOperations", "Geo",
                external("GRDB", "GRDB.swift"),
                external("GRDBSQLite", "GRDB.swift"),
            ]),
        tests(
            "BatchesTests",
            [
                "Batches", "Preparation", "FeatureStore", "RouteTaskClient", "PostgreSQL",
                "RouteAPI", "Geo", "DataStructures", "StoreTesting",
            ]),
        tests("VectorFilesTests", ["VectorFiles", "Geo"]),
        tests("RouteTaskClientTests", ["RouteTaskClient", "RouteAPI", "Geo"]),
        tests("PostgreSQLTests", ["PostgreSQL", "StoreTesting"]),
        tests(
            "JobsTests",
            [
                "DataStructures", "Jobs", "PostgreSQL", "StoreTesting",
                external("GRDB", "GRDB.swift"),
                external("Logging", "swift-log"),
            ]),
        tests(
            "VectorTilesTests",
            [
                "VectorTiles", "RouteTesting", "Preparation", "NetworkBuilder", "RoadNetwork",
                "Geo",
                "DataStructures",
            ]),
        tests(
            "GeocodingTests",
            [
                "Geocoding", "RouteTesting", "NetworkBuilder", "RoadNetwork", "Geo",
                "DataStructures",
            ]),
        tests("MapPageTests", ["MapPage"]),
        tests("GuideTests", ["Guide"]),
        tests("GeoprocessingTests", ["DataStructures", "Geoprocessing", "RouteAPI", "Geo"]),
        tests("OSRMAPITests", ["OSRMAPI", "RouteAPI", "Geo"]),
        tests("TidyTests", []),
    ],
    cxxLanguageStandard: .cxx17
)

/// `WAYPOST_TESTS=JobsTests,DataStructuresTests` leaves the other tests out: see scripts/test-races.
if let chosen = Context.environment["WAYPOST_TESTS"] {
    let names = Set(chosen.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
