// A server's configuration: what it serves, where, and within which limits.

import AccessControl
import DefinitionFiles
import Foundation
public import Logging
import NIOCore
import NIOPosix
public import Preparation
import PublishedServices
import RouteAPI
public import ServiceDefinitions
public import ServiceTransport

/// A server's settings.
///
/// Create one with ``definitions(folder:analyses:)`` to serve a folder of service definitions, or
/// with ``networks(_:analyses:)`` to try out a network without one. Then change the properties you
/// need and pass it to ``buildApplication(configuration:)`` or ``runRouteService(configuration:)``,
/// which use a copy: changes made later have no effect on a running server.
///
/// The defaults suit one machine that solves for local clients: plain HTTP on a loopback port, no
/// users, no jobs, as many solves at once as there are cores. A server for other machines needs at
/// least ``host``, and ``publicURL`` if clients reach it by a name or through a proxy. A server
/// with secured layers needs ``usersPath``; it refuses to start without.
///
/// Limits come in three kinds. The service limits in a definition bound one request, the usage
/// limits there bound one caller, and the numbers here bound the whole process: ``runningSolves``,
/// ``waitingSolves``, ``maximumConnections``. Solves beyond the queue's limits are refused at once
/// with 503 or 429; connections beyond theirs wait in the kernel's backlog.
public struct RouteServiceConfiguration: Sendable {
    /// Where the services come from.
    public enum Source: Hashable, Sendable {
        /// Every `*.service.yaml` in a folder.
        case definitions(folder: String)
        /// Networks with their shipped defaults, each as `services/NAME/NAServer`. A network gets
        /// one layer for each kind of analysis available: `Route`, `ODCostMatrix`,
        /// `ClosestFacility`.
        case networks([NamedNetwork])
    }

    /// A network that is served without a definition.
    public struct NamedNetwork: Hashable, Sendable {
        /// The path to the network dataset.
        public var path: String
        /// The service's name.
        public var name: String

        /// Names a network.
        ///
        /// - Parameters:
        ///   - path: The path to the network dataset.
        ///   - name: The service's name; by default, the last component of `path`.
        public init(path: String, name: String? = nil) {
            let url = URL(fileURLWithPath: path).standardizedFileURL
            self.path = path
            self.name = name ?? url.lastPathComponent
        }
    }

    /// Where the services come from.
    public var source: Source
    /// The operations clients can request, for layers of every kind.
    public var analyses: [AnalysisOperation]
    /// The address to listen on; the default accepts local connections only.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 selects a free one.
    public var port = 6080
    /// The certificate for TLS; if `nil`, the server speaks plain HTTP.
    public var certificate: ServerCertificate?
    /// The scheme and host clients use, such as `https://maps.example`, and the path below which a
    /// proxy shows the server, such as `https://example.org/routing`. Set it if the server has a
    /// name or runs behind a proxy. If `nil`, URLs in answers use ``host``, or the connection's
    /// local address when the server listens on all addresses.
    public var publicURL: String?
    /// The file of users, written by `waypost users`; if `nil`, there are no users and no tokens.
    public var usersPath: String?
    /// The file with the key that signs tokens; if `nil`, tokens expire with the process. Ended
    /// log-ins are stored next to it, in a file with `.ended` appended to its name.
    public var tokenKeyPath: String?
    /// The default lifetime of a token in minutes.
    public var tokenMinutes = 60.0
    /// The longest lifetime a client may request for a token, in minutes.
    public var longestTokenMinutes = 1_440.0
    /// The longest time, in minutes, for which an application may renew the token of an OAuth
    /// log-in.
    public var refreshTokenMinutes = 20_160.0
    /// Whether `sharing/rest` is served, so that portal clients can connect.
    public var answersSharing = false
    /// Where jobs are stored: a folder, which is created if missing, or the URL of a PostgreSQL
    /// database, `postgres://user@host/database`. If `nil`, there are no jobs.
    public var jobs: String?
    /// How many hours finished jobs are kept with their results.
    public var keptJobHours = 24.0
    /// How many jobs run at once, each on a thread with the lowest priority. By default, all cores
    /// but one, which is left to requests.
    public var runningJobs = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    /// If a process dies, its jobs are given to another after this many seconds.
    public var jobLeaseSeconds = 30.0
    /// How many hours one job may run.
    public var longestJobHours = 6.0
    /// Where traffic comes from if a single network is served without a definition.
    public var traffic: TrafficDeclaration?
    /// The IANA time zone for local times, for networks without a definition.
    public var timeZoneName: String?
    /// The folder with `maplibre-gl.js` and `maplibre-gl.css`, which `scripts/setup-map` makes. If
    /// `nil`, or if they are missing, the map page goes without a map.
    public var mapFolder: String?
    /// The URL of a style for the map page, on this server or another. If `nil`, the page draws the
    /// network's own streets.
    public var mapStyle: String?
    /// How many bytes each layer may use to cache requests' metrics. If `nil`, half a gibibyte or
    /// four metrics of the layer's network, whichever is more.
    public var metricBytes: Int?
    /// Whether to skip checksum verification when networks are opened. Use it for files that were
    /// verified where they came from.
    public var skipsVerification = false
    /// Whether networks are protected from programs that write into their files. Such a program
    /// waits until the network has been copied; if the system cannot make it wait, the network is
    /// copied at the start. Without protection, a layer becomes unavailable once a program has
    /// written into its file.
    public var protectsNetworks = true
    /// How many solves run at once in each lane, each on its own core: light solves, and as many
    /// heavy ones at a lower priority.
    public var runningSolves = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// How many solves may wait in each lane; more are refused immediately. If all are trivial,
    /// they take a fraction of a second.
    public var waitingSolves = 64 * max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// How many solves one caller may have running and waiting; if `nil`, half the total, but at
    /// least 16. A service may set a lower limit (`runningSolves` in its definition).
    public var solvesOfOneCaller: Int?
    /// How many seconds a solve may wait before it is refused.
    public var maximumWaitSeconds = 60.0
    /// How many seconds running solves may continue when the server stops.
    public var shutdownGraceSeconds = 10.0
    /// The most connections open at once; further ones wait until one closes. The process's
    /// descriptor limit may reduce it.
    public var maximumConnections = 4_096
    /// The most connections open at once from one address, or from one IPv6 network of 64 bits;
    /// further ones are closed. If `nil`, half of ``maximumConnections``. Loopback addresses are
    /// not limited, because proxies use them.
    public var connectionsOfOneAddress: Int?
    /// The event loops for connections and trivial solves.
    var eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    /// Whether SIGHUP reloads the services.
    var reloadsOnHangup = false
    /// Opens the services again for a reload; if `nil`, they cannot be reloaded.
    var reopening: CatalogReloader.Opening?
    /// How often the files of networks are checked for changes.
    var watchInterval = Duration.seconds(1)
    /// How much memory request bodies may take.
    var bodyBounds = BodyBudget.Bounds()
    /// How fast request bodies must arrive.
    var bodyPace = BodyPace()
    /// How fast clients must read answers.
    var answerPace = AnswerPace()
    /// Idle connections are closed after this many seconds.
    public var idleSeconds: Int64 = 75
    /// The logger for the server and its parts.
    public var logger = Logger(label: "waypost") { ServerLog(label: $0) }
    /// The server calls this with its port once it listens.
    public var onListening: @Sendable (_ port: Int) -> Void = { _ in }

    /// Serves `source` with the shipped settings.
    ///
    /// - Parameter analyses: The operations clients can request, for layers of every kind.
    public init(source: Source, analyses: [AnalysisOperation]) {
        self.source = source
        self.analyses = analyses
    }

    /// Serves every service definition in a folder.
    public static func definitions(
        folder: String, analyses: [AnalysisOperation]
    ) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .definitions(folder: folder), analyses: analyses)
    }

    /// Serves networks without definitions. Give each a different name.
    public static func networks(
        _ networks: [NamedNetwork], analyses: [AnalysisOperation]
    ) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .networks(networks), analyses: analyses)
    }

    /// Writes the log to standard error in a form, from a level on.
    public mutating func writeLog(_ form: LogForm, from level: LogLevel) {
        var logger = Logger(label: "waypost") { ServerLog(label: $0, form: form) }
        logger.logLevel = level.logged
        self.logger = logger
    }

    /// The scheme of the server's own URLs.
    public var scheme: String { certificate == nil ? "http" : "https" }

    /// Returns the server's own URL on a port.
    package func url(port: Int) -> String { ServerOrigin.origin(scheme, host, port) }

    /// Whether a public URL consists of a scheme, a host, an optional port, and a path that does
    /// not begin like the server's own paths.
    package static func isPublicURL(_ text: String) -> Bool { PublicURL(text) != nil }

    /// Whether the map page may load a style's URL.
    package static func isMapStyle(_ url: String) -> Bool { MapSettings.origin(of: url) != nil }

    /// The origin that URLs in answers begin with.
    var origin: ServerOrigin {
        let shown = publicURL.flatMap { PublicURL($0) }
        return ServerOrigin(
            scheme: scheme, host: host, port: port, publicURL: shown?.origin ?? publicURL,
            prefix: shown?.prefix ?? PathPrefix())
    }

    /// Opens the users and the token key; returns `nil` if the server has no users.
    ///
    /// - Parameter threads: Checks passwords.
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
    /// - Parameter opened: What is open already. Unchanged files are not opened again.
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
