// The configuration of a server: what it serves, where, and its limits.

import AccessControl
import DefinitionFiles
import Foundation
public import Logging
import NIOCore
import NIOPosix
public import NetworkAnalysis
import RouteAPI

/// The settings of a server.
public struct RouteServiceConfiguration: Sendable {
    /// What is served.
    public enum Source: Hashable, Sendable {
        /// Every `*.service.yaml` of a folder.
        case definitions(folder: String)
        /// Networks with their shipped defaults, each as `services/NAME/NAServer`, with a layer of
        /// every kind that some analysis is for: `Route`, `ODCostMatrix`, `ClosestFacility`.
        case networks([NamedNetwork])
    }

    /// A network that is served without a definition.
    public struct NamedNetwork: Hashable, Sendable {
        /// The network dataset.
        public var path: String
        /// The service's name.
        public var name: String

        /// Names a network.
        ///
        /// - Parameters:
        ///   - path: The network dataset.
        ///   - name: The service's name; the folder's name when `nil`.
        public init(path: String, name: String? = nil) {
            let url = URL(fileURLWithPath: path).standardizedFileURL
            self.path = path
            self.name = name ?? url.lastPathComponent
        }
    }

    /// What is served.
    public var source: Source
    /// What layers of every kind can be asked.
    public var analyses: [AnalysisOperation]
    /// The address to listen on; the default accepts local connections only.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 selects a free one.
    public var port = 6080
    /// The certificate for TLS; `nil` serves plain HTTP.
    public var certificate: ServerCertificate?
    /// The scheme and host that clients use when a proxy is in front of the server, or when it has
    /// a name, such as `https://maps.example`. By default, URLs in answers contain ``host``, or the
    /// local address of the connection when the server listens on all addresses.
    public var publicURL: String?
    /// The file of users, written by `waypost users`; `nil` for no users and no tokens.
    public var usersPath: String?
    /// The file of the key that signs tokens; without one, tokens expire with the process.
    /// Log-ins that have ended are stored in a file of the same name with `.ended`.
    public var tokenKeyPath: String?
    /// The default lifetime of a token in minutes.
    public var tokenMinutes = 60.0
    /// The maximum lifetime of a token in minutes.
    public var longestTokenMinutes = 1_440.0
    /// The maximum minutes for which an application may renew the token of an OAuth log-in.
    public var refreshTokenMinutes = 20_160.0
    /// Whether `sharing/rest` is served, so that clients of portals can connect.
    public var answersSharing = false
    /// The place of jobs: a folder, which is made where there is none, or the URL of a database of
    /// PostgreSQL, `postgres://user@host/database`; `nil` turns jobs off.
    public var jobs: String?
    /// Hours for which finished jobs are kept with their results.
    public var keptJobHours = 24.0
    /// Jobs that run at once, each on a thread of the lowest priority; one core is left to requests
    /// where there are several.
    public var runningJobs = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    /// Seconds after which the job of a process that has ended is given to another.
    public var jobLeaseSeconds = 30.0
    /// Hours that one job may run.
    public var longestJobHours = 6.0
    /// Where the traffic of a network without a definition comes from, if there is one network.
    public var traffic: TrafficDeclaration?
    /// The time zone of local times for networks without a definition, an IANA name.
    public var timeZoneName: String?
    /// The bytes that cached metrics of requests may take for each layer; `nil` for half a gibibyte
    /// or four metrics of the layer's network, whichever is more.
    public var metricBytes: Int?
    /// Whether networks are opened without verifying their checksums first, for files that were
    /// verified at their source.
    public var skipsVerification = false
    /// Whether networks are protected from programs that write into their files: such a program
    /// waits until the network is copied, or the network is copied at first where the system
    /// cannot make it wait. Without, a layer is unavailable after its network was written into.
    public var protectsNetworks = true
    /// The solves that run at once in each lane, each on a core: light ones, and as many heavy ones
    /// at a lower priority.
    public var runningSolves = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// The solves that may wait in each lane; more are refused immediately. This many trivial ones
    /// take a fraction of a second.
    public var waitingSolves = 64 * max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// The running and waiting solves of one caller; `nil` for half of the total, at least 16. A
    /// service may set a lower limit (`runningSolves` in its definition).
    public var solvesOfOneCaller: Int?
    /// The maximum wait of a solve in seconds.
    public var maximumWaitSeconds = 60.0
    /// The grace period in seconds for running solves when the server stops.
    public var shutdownGraceSeconds = 10.0
    /// The maximum number of open connections; further ones wait until one is closed. It is reduced
    /// if the process may have fewer descriptors.
    public var maximumConnections = 4_096
    /// The maximum number of open connections of one address, or of one IPv6 network of 64 bits;
    /// further ones are closed. `nil` for half of ``maximumConnections``. Loopback addresses, which
    /// proxies have, are not limited.
    public var connectionsOfOneAddress: Int?
    /// The event loops for connections and trivial solves.
    var eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    /// Whether the signal SIGHUP has the services reloaded.
    var reloadsOnHangup = false
    /// Opens the services once more when they are reloaded; `nil` where they stay as they are.
    var reopening: CatalogReloader.Opening?
    /// The time between two looks at the files of networks.
    var watchInterval = Duration.seconds(1)
    /// The memory limits of request bodies.
    var bodyBounds = BodyBudget.Bounds()
    /// The minimum rate of request bodies.
    var bodyPace = BodyPace()
    /// The minimum rate at which clients read answers.
    var answerPace = AnswerPace()
    /// Seconds after which an idle connection is closed.
    public var idleSeconds: Int64 = 75
    /// The server's logger.
    public var logger = Logger(label: "waypost") { ServerLog(label: $0) }
    /// Called with the port once the server listens.
    public var onListening: @Sendable (_ port: Int) -> Void = { _ in }

    /// Serves `source` with the shipped settings.
    ///
    /// - Parameter analyses: What layers of every kind can be asked.
    public init(source: Source, analyses: [AnalysisOperation]) {
        self.source = source
        self.analyses = analyses
    }

    /// Serves every service definition of a folder.
    public static func definitions(
        folder: String, analyses: [AnalysisOperation]
    ) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .definitions(folder: folder), analyses: analyses)
    }

    /// Serves networks without definitions; their names differ.
    public static func networks(
        _ networks: [NamedNetwork], analyses: [AnalysisOperation]
    ) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .networks(networks), analyses: analyses)
    }

    /// The scheme of the server's own URLs.
    public var scheme: String { certificate == nil ? "http" : "https" }

    /// The server's own URL, on a port that it listens on.
    package func url(port: Int) -> String { ServerOrigin.origin(scheme, host, port) }

    /// Whether a public URL is a scheme and a host, with an optional port.
    package static func isPublicURL(_ text: String) -> Bool {
        ServerOrigin.publicOrigin(text) != nil
    }

    /// The origin of this server.
    var origin: ServerOrigin {
        ServerOrigin(
            scheme: scheme, host: host, port: port,
            publicURL: publicURL.map { ServerOrigin.publicOrigin($0) ?? $0 })
    }

    /// The tokens of the server, or `nil` when it has no users.
    ///
    /// - Parameter threads: Where passwords are checked.
    func openTokens(
        checking threads: any PasswordThreads = CallingThread()
    ) throws -> TokenService? {
        guard let usersPath else { return nil }
        ExposedFile.warn(of: usersPath, holding: "the file of users", logger)
        if let tokenKeyPath {
            ExposedFile.warn(of: tokenKeyPath, holding: "the token key", logger)
            ExposedFile.warn(
                of: "\(tokenKeyPath).ended", holding: "the file of ended log-ins", logger)
        }
        return TokenService(
            users: try UserDirectory(path: usersPath, checking: threads, logger: logger),
            key: try tokenKeyPath.map { try TokenKey.read($0) } ?? TokenKey.random(),
            ended: try tokenKeyPath.map { try EndedTokens(path: "\($0).ended", logger: logger) }
                ?? EndedTokens(),
            lifetime: TokenService.Lifetime(
                standardMinutes: min(tokenMinutes, longestTokenMinutes),
                longestMinutes: longestTokenMinutes, refreshMinutes: refreshTokenMinutes),
            logger: logger)
    }

    /// Opens all layers and makes their default metrics.
    func openPreparedCatalog() throws -> OpenedCatalog {
        let opened = try openCatalog()
        for layer in opened.catalog.layers {
            let start = ContinuousClock.now
            layer.answering.prepare()
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            logger.info(
                "serving \(ResourcePath.layer(layer))",
                metadata: [
                    "network": "\(layer.description.networkName)",
                    "preparedSeconds": "\((seconds * 1_000).rounded() / 1_000)",
                ])
        }
        return opened
    }

    /// Opens all layers.
    ///
    /// - Parameter opened: What is open already, and stays open where it has not changed.
    func openCatalog(keeping opened: OpenedCatalog = .empty) throws -> OpenedCatalog {
        switch source {
        case .networks(let networks):
            let names = networks.map(\.name)
            if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
                throw InvalidDefinitions(problems: [
                    DefinitionProblem(
                        file: twice, line: nil,
                        text: "two networks have this name; give each another name")
                ])
            }
            var opener = NetworkOpener(keeping: opened.networks) {
                try openNetwork(at: $0, timeZoneName: timeZoneName)
            }
            let layers = try networks.flatMap { network in
                publish(network, try opener.network(at: network.path))
            }
            return OpenedCatalog(catalog: ServiceCatalog(layers), networks: opener.networks)
        case .definitions(let folder):
            return try DefinitionFolder.open(
                ServiceDefinition.files(in: folder), keeping: opened
            ) { try openNetwork(at: $0) }
        }
    }

    private func openNetwork(
        at path: String, timeZoneName: String? = nil
    ) throws -> any RouteAnswering {
        try NetworkLayer.open(
            path: path, timeZoneName: timeZoneName, metricBytes: metricBytes,
            isVerified: skipsVerification, isProtected: protectsNetworks, analyses: analyses)
    }

    private func publish(
        _ network: NamedNetwork, _ opened: any RouteAnswering
    ) -> [PublishedLayer] {
        var types: [LayerType] = []
        for type in analyses.map(\.layerType) where !types.contains(type) { types.append(type) }
        let configuration = opened.layerDescription.configuration
        return types.map { type in
            PublishedLayer(
                service: network.name, layer: type.word, traffic: traffic,
                answering: opened.answering(under: configuration.layer(of: type)))
        }
    }
}
