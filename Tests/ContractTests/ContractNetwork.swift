// The town and the server for the golden requests.

import AccessControl
import Foundation
import Hummingbird
import Logging
import Preparation
import PublishedServices
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteService
import RouteTesting

/// A small town in which every contract rule can be shown.
///
///     a---b---c---d
///     |   |   |   |
///     e---f---g   h---k
///         |   |
///         i---j       m---n
///
/// Quay runs along `abcd`, Market Street along `efg`, Mill Lane along `ij`; `ae`, `bfi` and `cgj`
/// cross them. `d` to `h` costs toll, `h` to `k` is a dead end, `e` to `a` is one way, `g` to `j`
/// is a ferry, and `m` and `n` are on an island.
enum ContractNetwork {
    /// One character is 50 m, one line 100 m; `a` lies at 10° E, 50° N.
    static func sketch() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |   |   |   |
            e---f---g   h---k
                |   |
                i---j       m---n
            """)
        sketch.road("abcd", seconds: 20) { road in
            road.name = "Quay"
            road.roadClass = .secondary
        }
        sketch.road("efg", seconds: 30) { $0.name = "Market Street" }
        sketch.road("ij", seconds: 30) { road in
            road.name = "Mill Lane"
            road.reference = "B 7"
            road.destination = "Harbor, Mills"
        }
        sketch.oneWay("ea", seconds: 15) { $0.name = "West Street" }
        sketch.road("bfi", seconds: 15) { $0.name = "High Street" }
        sketch.road("cg", seconds: 15) { $0.name = "Ferry Road" }
        sketch.road("gj", seconds: 120) { road in
            road.flags.insert(.ferry)
            road.name = "River Ferry"
            road.roadClass = .ferry
        }
        sketch.road("dh", seconds: 10) { road in
            road.name = "Toll Road"
            road.restrictions = TestNetwork.toll
        }
        sketch.road("hk", seconds: 20) { $0.name = "Cul-de-sac" }
        sketch.road("mn", seconds: 20) { $0.name = "Island Road" }
        sketch.forbid("abf")
        return sketch
    }

    /// A motorway with an exit, where `a` lies at 10° E, 50° N.
    static func highway() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a-------b-------c
                        x---z
            """
        )
        sketch.oneWay("abc", seconds: 20) { road in
            road.roadClass = .motorway
            road.reference = "A 8"
        }
        sketch.oneWay("bx", seconds: 20) { road in
            road.roadClass = .motorway
            road.flags = .link
            road.reference = "A 8a"
            road.destination = "Harbor, Mills"
            road.exit = "12B"
        }
        sketch.road("xz", seconds: 20) { $0.name = "Quay" }
        return sketch
    }

    /// A layer over the town with small limits.
    static func layer(
        _ change: (inout RouteLayerConfiguration) -> Void = { _ in }
    ) throws -> NetworkLayer {
        let network = try sketch().build()
        var configuration = NetworkLayer(network: network, analyses: .all).configuration
        configuration.restrictionAttributeNames = [
            "Driving an Automobile", "Oneway", "Through Traffic Prohibited",
        ]
        configuration.timeZoneName = "Europe/Berlin"
        configuration.limits.maximumStops = 6
        configuration.limits.maximumStopsPerRoute = 5
        configuration.limits.maximumBarriers.point = 3
        configuration.limits.maximumAffectedFeatures.polygon = 12
        change(&configuration)
        return NetworkLayer(network: network, configuration: configuration, analyses: .all)
    }

    /// A server that publishes the town as `Town`, beside layers with preloaded inputs, other
    /// networks and other types. A folder holds layers whose limits every request exceeds.
    static func server() throws -> some ApplicationProtocol {
        try buildApplication(
            publishing: ServiceCatalog(try townLayers() + pairLayers() + limitedLayers()),
            configuration: configuration)
    }

    private static var configuration: RouteServiceConfiguration {
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: "town")], analyses: .all)
        configuration.logger = Logger(label: "contract") { _ in SwiftLogNoOpLogHandler() }
        // Layer resources show it; the default depends on the machine.
        configuration.solvesOfOneCaller = 64
        return configuration
    }

    private static func townLayers() throws -> [PublishedLayer] {
        let drawing = sketch()
        let preloaded = try layer { configuration in
            configuration.preloaded.locations["stops"] = LocationInput(
                features: .places([drawing.place("a"), drawing.place("c")]))
            configuration.preloaded.barriers.point = LocationInput(
                features: .places([drawing.place("f", "g", at: 0.5)]))
        }
        var usage = UsageLimits()
        usage.requestsPerMinute = 100_000
        usage.solveSecondsPerMinute = 3_600.5
        func published(_ name: String, _ sketch: NetworkSketch) throws -> PublishedLayer {
            PublishedLayer(
                service: "Town", layer: name, copyright: "© the artist",
                answering: NetworkLayer(network: try sketch.build(), analyses: .all))
        }
        return [
            PublishedLayer(
                service: "Town", summary: "A drawn town", copyright: "© the artist",
                answering: try layer()),
            PublishedLayer(
                service: "Town", layer: "Preloaded", copyright: "© the artist",
                usage: usage, answering: preloaded),
            try published("Highway", highway()),
            try published("Ways", roads()),
            try published("KeepingLeft", keepingLeft()),
        ]
    }

    /// A layer for each type of pair analysis, with at most eight locations.
    private static func pairLayers() throws -> [PublishedLayer] {
        let types: [LayerType] = [.closestFacility, .odCostMatrix]
        return try types.map { type in
            let answering = try layer { configuration in
                configuration.layerType = type
                configuration.limits.maximumPairs = 8
            }
            return PublishedLayer(
                service: "Town", layer: type.word, copyright: "© the artist",
                answering: answering)
        }
    }

    private static func limitedLayers() throws -> [PublishedLayer] {
        func published(_ name: String, _ layer: NetworkLayer) -> PublishedLayer {
            PublishedLayer(
                folder: "Bounds", service: "Limits", layer: name, copyright: "© the artist",
                answering: layer)
        }
        return [
            published("Far", NetworkLayer(network: try farRoads().build(), analyses: .all)),
            published("Small", try layer { $0.limits.maximumRequestBytes = 1_000 }),
            published("Slow", try layer { $0.limits.maximumSolveSeconds = 0 }),
            published("Zoneless", try layer { $0.timeZoneName = "Mars/Olympus_Mons" }),
        ]
    }

    /// A server with two users, ann and ben: `Town` is open, `Depot` for users, `Vault` for ben.
    static func securedServer() throws -> some ApplicationProtocol {
        var forUsers = ServiceAccess()
        forUsers.requiresToken = true
        var forBen = forUsers
        forBen.users = ["ben"]
        var configuration = configuration
        configuration.usersPath =
            GoldenCase.folder.appendingPathComponent("tokens/users.txt").path
        return try buildApplication(
            publishing: ServiceCatalog([
                PublishedLayer(service: "Town", answering: try layer()),
                PublishedLayer(service: "Depot", access: forUsers, answering: try layer()),
                PublishedLayer(service: "Vault", access: forBen, answering: try layer()),
            ]), configuration: configuration)
    }
}
