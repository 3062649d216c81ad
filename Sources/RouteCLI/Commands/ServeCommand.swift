// `waypost serve`: networks over HTTP.

import ArgumentParser
import RouteService
import ServiceTransport

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve networks over HTTP.",
        discussion: """
            waypost serve --network town --time-zone Europe/Monaco
            waypost serve --network town --network region --port 0
            waypost serve --definitions ServiceDefinitions --port 6080

            waypost serve --network town --tls-certificate town.pem --tls-key town.key
            waypost serve --network town --traffic speeds.csv
            waypost serve --network town --open
            waypost serve --network town --jobs jobs
            waypost serve --network town --jobs postgres://waypost@db.example/jobs

            A network has a layer for each analysis: Route, ODCostMatrix and ClosestFacility. The \
            services directory is at http://127.0.0.1:6080/arcgis/rest/services, a map on which \
            routes are drawn at http://127.0.0.1:6080/map. Ctrl-C lets \
            running solves finish. A network that is built again is swapped in during running \
            requests; kill -HUP has definitions read again too.

            --settings reads options from a YAML file by their names, without dashes: \
            "port: 8080", "network: [town, region]", "sharing: true". What the command line says \
            replaces what the file says; options that may be repeated add up.
            """)

    @OptionGroup
    var catalog: CatalogOptions

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

    @OptionGroup
    var jobs: JobOptions

    @OptionGroup
    var traffic: TrafficOptions

    @OptionGroup
    var map: MapOptions

    @Option(help: ArgumentHelp("Solves that run at once; all cores by default.", valueName: "n"))
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "Connections of one address; half of all 4,096 by default. A proxy on another machine "
                + "may need all.", valueName: "n"))
    var connectionsPerAddress: Int?

    @OptionGroup
    var log: LogOptions

    @OptionGroup
    var settings: SettingsOption

    @Flag(
        help: """
            Open the networks, definitions, users and certificate, say what would be served, and \
            end.
            """)
    var check = false

    func validate() throws {
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--tls-certificate and --tls-key must be given together.")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be within 0…65535.")
        }
        try traffic.check(catalog)
        if let threads, !(1...1_024).contains(threads) {
            throw ValidationError("--threads must be within 1…1024.")
        }
        if let connectionsPerAddress, !(1...65_536).contains(connectionsPerAddress) {
            throw ValidationError("--connections-per-address must be within 1…65536.")
        }
    }

    func run() async throws {
        var configuration = catalog.configuration
        configuration.host = host
        configuration.port = port
        jobs.apply(to: &configuration)
        traffic.apply(to: &configuration)
        if let threads {
            configuration.runningSolves = threads
            configuration.waitingSolves = 64 * threads
        }
        if let certificate, let key {
            configuration.certificate = ServerCertificate(
                certificatePath: certificate, keyPath: key)
        }
        configuration.connectionsOfOneAddress = connectionsPerAddress
        access.apply(to: &configuration)
        map.apply(to: &configuration)
        log.apply(to: &configuration)
        guard !check else { return try report(on: configuration) }
        let (addressed, opensMap) = (configuration, map.open)
        configuration.onListening = { port in
            let server = addressed.url(port: port)
            Console.write("listening on \(server)/arcgis/rest/services\nmap at \(server)/map")
            if let lack = MapOptions.lack(in: addressed.mapFolder) { Console.note([lack]) }
            if opensMap { MapOptions.showInBrowser("\(server)/map") }
        }
        try await runRouteService(configuration: configuration)
    }

    private func report(on configuration: RouteServiceConfiguration) throws {
        let check = try checkRouteService(configuration: configuration)
        for layer in check.layers { Console.write(layer, to: .standardOutput) }
        Console.note(check.lacks)
        Console.write("ready to serve \(check.layers.count) layers")
    }
}
