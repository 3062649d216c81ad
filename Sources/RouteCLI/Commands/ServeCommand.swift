// `waypost serve`: networks over HTTP.

import ArgumentParser
import Foundation
import NetworkAnalysis
import RouteAnalysis
import RouteService

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve networks over HTTP.",
        discussion: """
            waypost serve --network town --time-zone Europe/Monaco
            waypost serve --network town --network region --port 0
            waypost serve --definitions ServiceDefinitions --port 6080

            waypost serve --network town --tls-certificate town.pem --tls-key town.key
            waypost serve --network town --jobs jobs

            A network has a layer for each analysis: Route, ODCostMatrix and ClosestFacility. The \
            services directory is at http://127.0.0.1:6080/arcgis/rest/services. Ctrl-C lets \
            running solves finish. A network that is built again is swapped in beside running \
            requests; kill -HUP has definitions read again too.
            """)

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

    @Option(help: "The address to listen on; 0.0.0.0 accepts other machines.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 uses a free port and prints it.")
    var port = 6080

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "A certificate with its chain, as PEM; serves https and needs --tls-key.",
            valueName: "file"))
    var certificate: String?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The certificate's private key, as PEM.", valueName: "file"))
    var key: String?

    @OptionGroup
    var access: AccessOptions

    @Option(
        help: ArgumentHelp(
            """
            Turns jobs on: a folder that has their inputs and results, made where there is none. \
            Jobs survive a restart of the server.
            """, valueName: "dir"))
    var jobs: String?

    @Option(
        help: ArgumentHelp(
            "Hours for which finished jobs are kept; 24 by default.", valueName: "hours"))
    var keepJobs: Double?

    @Option(
        name: .customLong("job-threads"),
        help: ArgumentHelp(
            "Jobs that run at once; by default one less than the cores, at least one.",
            valueName: "n"))
    var jobThreads: Int?

    @Option(help: ArgumentHelp("Solves that run at once; all cores by default.", valueName: "n"))
    var threads: Int?

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
        try validateNetworks()
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--tls-certificate and --tls-key must be given together.")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be within 0…65535.")
        }
        if let metricMemory, !(0...1_048_576).contains(metricMemory) {
            throw ValidationError("--metric-memory must be within 0…1048576.")
        }
        if let threads, !(1...1_024).contains(threads) {
            throw ValidationError("--threads must be within 1…1024.")
        }
        try validateJobs()
    }

    /// The networks with their names.
    var networks: [RouteServiceConfiguration.NamedNetwork] {
        network.enumerated().map { place, path in
            .init(path: path, name: name.indices.contains(place) ? name[place] : nil)
        }
    }

    private func validateJobs() throws {
        if jobs == nil, keepJobs != nil || jobThreads != nil {
            throw ValidationError("--keep-jobs and --job-threads need --jobs.")
        }
        if let keepJobs, !(0.01...87_600).contains(keepJobs) {
            throw ValidationError("--keep-jobs must be within 0.01…87600 hours.")
        }
        if let jobThreads, !(1...1_024).contains(jobThreads) {
            throw ValidationError("--job-threads must be within 1…1024.")
        }
    }

    private func validateNetworks() throws {
        guard name.isEmpty || name.count == network.count else {
            throw ValidationError(
                "--name is given \(name.count) times for \(network.count) networks; "
                    + "name each of them, or none.")
        }
        let names = networks.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError(
                "Two networks would be services/\(twice); give each a name with --name, once for "
                    + "each."
            )
        }
        if let odd = names.first(where: { $0.isEmpty || $0.contains { "/?#".contains($0) } }) {
            throw ValidationError("--name: \"\(odd)\" cannot be part of a URL.")
        }
        if timeZone != nil, network.isEmpty {
            throw ValidationError("--time-zone needs --network; definitions name their own.")
        }
        if let timeZone, ZoneClock(timeZone) == nil {
            throw ValidationError(
                "--time-zone: \"\(timeZone)\" is not an IANA time zone such as Europe/Lisbon.")
        }
    }

    func run() async throws {
        var configuration: RouteServiceConfiguration =
            network.isEmpty
            ? .definitions(folder: definitions ?? "ServiceDefinitions", analyses: .all)
            : .networks(networks, analyses: .all)
        configuration.timeZoneName = timeZone
        configuration.host = host
        configuration.port = port
        configuration.metricBytes = metricMemory.map { $0 << 20 }
        configuration.skipsVerification = skipVerify
        configuration.protectsNetworks = !skipProtect
        configuration.jobsFolder = jobs
        if let keepJobs { configuration.keptJobHours = keepJobs }
        if let jobThreads { configuration.runningJobs = jobThreads }
        if let threads {
            configuration.runningSolves = threads
            configuration.waitingSolves = 64 * threads
        }
        if let certificate, let key {
            configuration.certificate = ServerCertificate(
                certificatePath: certificate, keyPath: key)
        }
        access.apply(to: &configuration)
        let addressed = configuration
        configuration.onListening = { port in
            Console.write("listening on \(addressed.url(port: port))/arcgis/rest/services")
        }
        try await runRouteService(configuration: configuration)
    }
}
