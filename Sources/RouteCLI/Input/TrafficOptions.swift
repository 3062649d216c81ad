// The options of `waypost serve` and `waypost worker` for live traffic.

import ArgumentParser
import RouteService
import ServiceDefinitions

/// Where traffic comes from for a network without a definition.
struct TrafficOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A feed of live speeds and closures for the network, a file or an http address, which "
                + "is read repeatedly. Definitions name their own.", valueName: "file|url"))
    var traffic: String?

    @Option(
        name: .customLong("traffic-interval"),
        help: ArgumentHelp(
            "Seconds between two readings of --traffic; 60 by default.", valueName: "seconds"))
    var trafficInterval: Double?

    /// Checks the options against the networks.
    ///
    /// - Throws: `ValidationError`.
    func check(_ catalog: CatalogOptions) throws {
        if traffic != nil, catalog.network.count != 1 {
            throw ValidationError(
                "--traffic needs one --network; definitions name the feeds of their networks.")
        }
        if trafficInterval != nil, traffic == nil {
            throw ValidationError("--traffic-interval needs --traffic.")
        }
        if let trafficInterval, !(1...86_400).contains(trafficInterval) {
            throw ValidationError("--traffic-interval must be within 1…86400.")
        }
    }

    func apply(to configuration: inout RouteServiceConfiguration) {
        guard let traffic else { return }
        var declaration = TrafficDeclaration(argument: traffic)
        declaration.intervalSeconds = trafficInterval ?? declaration.intervalSeconds
        configuration.traffic = declaration
    }
}
