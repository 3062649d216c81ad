// The options of `waypost serve` and `waypost worker` that name the networks.

import ArgumentParser
import Foundation
import Preparation
import RouteAnalysis
import RouteService

/// The networks to serve, or to do jobs on.
struct CatalogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A folder of service definitions; ServiceDefinitions by default.", valueName: "dir"))
    var definitions: String?

    @Option(
        help: ArgumentHelp(
            "A network, served without a definition as a layer for each analysis. Repeatable.",
            valueName: "dir"))
    var network: [String] = []

    @Option(
        help: ArgumentHelp(
            "A network's name in URLs, once for each in their order; the folder's name by default.",
            valueName: "name"))
    var name: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time zone that local times are read in, such as Europe/Lisbon; UTC by default. "
                + "Definitions name their own.", valueName: "zone"))
    var timeZone: String?

    @Option(
        name: .customLong("metric-memory"),
        help: ArgumentHelp(
            """
            Memory for the metrics of new settings and barriers, for each network in MiB; 512 by \
            default, or four metrics where that is more.
            """, valueName: "MiB"))
    var metricMemory: Int?

    @Flag(
        help: """
            Open networks without checking every byte first, which takes some 1.5 s a gigabyte: \
            where that has been done (waypost network verify).
            """)
    var skipVerify = false

    @Flag(
        help: """
            Neither hold nor copy the files of networks: where no program writes into them. If one \
            does, its layers are unavailable until another file is in place.
            """)
    var skipProtect = false

    func validate() throws {
        if definitions != nil, !network.isEmpty {
            throw ValidationError("--definitions and --network cannot be combined.")
        }
        guard name.isEmpty || name.count == network.count else {
            throw ValidationError(
                "--name is given \(name.count) times for \(network.count) networks; "
                    + "name each of them, or none.")
        }
        let names = networks.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError(
                "Two networks have the service name \"\(twice)\"; give each another name with "
                    + "--name."
            )
        }
        if let odd = names.first(where: { $0.isEmpty || $0.contains { "/?#".contains($0) } }) {
            throw ValidationError(
                odd.isEmpty
                    ? "--name is empty; give the service a name."
                    : "--name: \"\(odd)\" contains /, ? or #, which a part of a URL cannot; use "
                        + "other characters.")
        }
        if timeZone != nil, network.isEmpty {
            throw ValidationError("--time-zone needs --network; definitions name their own.")
        }
        if let timeZone, ZoneClock(timeZone) == nil {
            throw ValidationError(
                "--time-zone: \"\(timeZone)\" is not an IANA time zone such as Europe/Lisbon.")
        }
        if let metricMemory, !(0...1_048_576).contains(metricMemory) {
            throw ValidationError("--metric-memory must be within 0…1048576.")
        }
    }

    var networks: [RouteServiceConfiguration.NamedNetwork] {
        network.enumerated().map { place, path in
            .init(path: path, name: name.indices.contains(place) ? name[place] : nil)
        }
    }

    /// The server configuration for these networks.
    var configuration: RouteServiceConfiguration {
        var configuration: RouteServiceConfiguration =
            network.isEmpty
            ? .definitions(folder: definitions ?? "ServiceDefinitions", analyses: .all)
            : .networks(networks, analyses: .all)
        configuration.timeZoneName = timeZone
        configuration.metricBytes = metricMemory.map { $0 << 20 }
        configuration.skipsVerification = skipVerify
        configuration.protectsNetworks = !skipProtect
        return configuration
    }
}
