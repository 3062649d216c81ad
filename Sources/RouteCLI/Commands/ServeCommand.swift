// `waypost serve`: networks over HTTP.

import ArgumentParser
import Foundation
import RouteService

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve networks over HTTP.",
        discussion: """
            waypost serve --network town
            waypost serve --definitions ServiceDefinitions --port 6080

            waypost serve --network town --tls-certificate town.pem --tls-key town.key

            The services directory is at http://127.0.0.1:6080/arcgis/rest/services. Ctrl-C lets \
            running solves finish.
            """)

    @Option(
        help: ArgumentHelp(
            "A folder of service definitions; ServiceDefinitions by default.", valueName: "dir"))
    var definitions: String?

    @Option(
        help: ArgumentHelp("One network, served without a definition.", valueName: "dir"))
    var network: String?

    @Option(
        help: ArgumentHelp("Its name in URLs; the folder's name by default.", valueName: "name"))
    var name: String?

    @Option(help: "The address to listen on; 0.0.0.0 answers other machines.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any free one and says which.")
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

    func validate() throws {
        if definitions != nil, network != nil {
            throw ValidationError("--definitions and --network exclude each other.")
        }
        if name != nil, network == nil { throw ValidationError("--name needs --network.") }
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--tls-certificate and --tls-key need each other.")
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
    }

    func run() async throws {
        var configuration: RouteServiceConfiguration
        if let network {
            configuration = .singleNetwork(path: network, name: name)
        } else {
            configuration = .definitions(folder: definitions ?? "ServiceDefinitions")
        }
        configuration.host = host
        configuration.port = port
        configuration.metricBytes = metricMemory.map { $0 << 20 }
        if let threads {
            configuration.runningSolves = threads
            configuration.waitingSolves = 64 * threads
        }
        if let certificate, let key {
            configuration.certificate = ServerCertificate(
                certificatePath: certificate, keyPath: key)
        }
        access.apply(to: &configuration)
        let root = "\(configuration.scheme)://\(host)"
        configuration.onListening = { port in
            Console.write("listening on \(root):\(port)/arcgis/rest/services")
        }
        try await runRouteService(configuration: configuration)
    }
}
