// What a server serves, where, and how much of it at once.

import AccessControl
import DefinitionFiles
import Foundation
public import Logging
import NIOCore
import NIOPosix
import RouteAPI
import RouteAnalysis

/// The settings of a server.
public struct RouteServiceConfiguration: Sendable {
    /// What is served.
    public enum Source: Hashable, Sendable {
        /// Every `*.service.yaml` of a folder.
        case definitions(folder: String)
        /// Networks with their shipped defaults, each as `services/NAME/NAServer/Route`.
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
    /// The address to listen on; the default answers this machine alone.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes any free one.
    public var port = 6080
    /// The certificate to prove the server's name with; `nil` serves plain HTTP.
    public var certificate: ServerCertificate?
    /// Scheme and host that clients reach the server by when something stands in front of it, or
    /// when it has a name, such as `https://maps.example`; otherwise URLs in answers name ``host``,
    /// or the address that the client reached where that is all of them.
    public var publicURL: String?
    /// The file of users, written by `waypost users`; `nil` when there are none, and no tokens.
    public var usersPath: String?
    /// The file of the key that tokens are signed with; without one, tokens end with the process.
    /// Log-ins that were ended stand beside it, in a file of its name with `.ended`.
    public var tokenKeyPath: String?
    /// Minutes that a token lasts when its client asks for no other time.
    public var tokenMinutes = 60.0
    /// Minutes that a token lasts at most.
    public var longestTokenMinutes = 1_440.0
    /// Minutes that a program which logged in at `sharing/rest` may renew its token, at most.
    public var refreshTokenMinutes = 20_160.0
    /// Whether `sharing/rest` answers, so that clients of portals connect.
    public var answersSharing = false
    /// The zone that networks without a definition read local times in, an IANA name.
    public var timeZoneName: String?
    /// Bytes that the metrics which requests brought may hold together, for each layer; `nil` for
    /// half a gibibyte, or four metrics of the layer's network where that is more.
    public var metricBytes: Int?
    /// Whether networks are opened without being held against their checksums first: for files that
    /// have been verified where they come from.
    public var skipsVerification = false
    /// Solves that run at once; each takes a core. So many light ones run beside as many heavy
    /// ones, whose priority is lower.
    public var runningSolves = max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Solves that wait for one that runs; more are refused at once. So many trivial ones are done
    /// within a fraction of a second.
    public var waitingSolves = 64 * max(1, ProcessInfo.processInfo.activeProcessorCount)
    /// Solves of one caller that run and wait; `nil` for half of all that do, and 16 at least. A
    /// service may ask for less (`runningSolves` in its definition).
    public var solvesOfOneCaller: Int?
    /// Seconds a solve may wait.
    public var maximumWaitSeconds = 60.0
    /// Seconds that running solves may go on when the server is told to stop.
    public var shutdownGraceSeconds = 10.0
    /// Connections that are open at once; further ones wait until one is closed. Fewer are taken
    /// where the system gives the process fewer descriptors.
    public var maximumConnections = 4_096
    /// The loops that connections and trivial solves are served on.
    var eventLoops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    /// The memory that bodies of requests may take.
    var bodyBounds = BodyBudget.Bounds()
    /// How fast bodies have to come.
    var bodyPace = BodyPace()
    /// Seconds after which a silent connection is closed.
    public var idleSeconds: Int64 = 75
    /// Where the server writes its log.
    public var logger = Logger(label: "waypost")
    /// Called with the port once the server listens.
    public var onListening: @Sendable (_ port: Int) -> Void = { _ in }

    /// Serves `source` with the shipped settings.
    public init(source: Source) {
        self.source = source
    }

    /// Serves every service definition of a folder.
    public static func definitions(folder: String) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .definitions(folder: folder))
    }

    /// Serves one network without a definition.
    ///
    /// - Parameters:
    ///   - path: The network dataset.
    ///   - name: The service's name; the folder's name when `nil`.
    public static func singleNetwork(
        path: String, name: String? = nil
    ) -> RouteServiceConfiguration {
        networks([NamedNetwork(path: path, name: name)])
    }

    /// Serves several networks without definitions; their names differ.
    public static func networks(_ networks: [NamedNetwork]) -> RouteServiceConfiguration {
        RouteServiceConfiguration(source: .networks(networks))
    }

    /// The scheme of the server's own URLs.
    public var scheme: String { certificate == nil ? "http" : "https" }

    /// The server's own URL, on a port that it listens on.
    package func url(port: Int) -> String { ServerOrigin.origin(scheme, host, port) }

    /// Whether a public URL is a scheme and a host, with a port if need be.
    package static func isPublicURL(_ text: String) -> Bool {
        ServerOrigin.publicOrigin(text) != nil
    }

    /// How this server is reached.
    var origin: ServerOrigin {
        ServerOrigin(
            scheme: scheme, host: host, port: port,
            publicURL: publicURL.map { ServerOrigin.publicOrigin($0) ?? $0 })
    }

    /// The tokens of the server, or `nil` when it has no users.
    func openTokens() throws -> TokenService? {
        guard let usersPath else { return nil }
        ExposedFile.warn(of: usersPath, holding: "the file of users", logger)
        if let tokenKeyPath {
            ExposedFile.warn(of: tokenKeyPath, holding: "the token key", logger)
            ExposedFile.warn(
                of: "\(tokenKeyPath).ended", holding: "the file of ended log-ins", logger)
        }
        return TokenService(
            users: try UserDirectory(path: usersPath, logger: logger),
            key: try tokenKeyPath.map { try TokenKey.read($0) } ?? TokenKey.random(),
            ended: try tokenKeyPath.map { try EndedTokens(path: "\($0).ended", logger: logger) }
                ?? EndedTokens(),
            lifetime: TokenService.Lifetime(
                standardMinutes: min(tokenMinutes, longestTokenMinutes),
                longestMinutes: longestTokenMinutes, refreshMinutes: refreshTokenMinutes),
            logger: logger)
    }

    /// Opens everything that is served.
    func openCatalog() throws -> ServiceCatalog {
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
            return ServiceCatalog(try networks.map { try publish($0) })
        case .definitions(let folder):
            return try DefinitionFolder.open(
                folder, metricBytes: metricBytes, isVerified: skipsVerification)
        }
    }

    private func publish(_ network: NamedNetwork) throws -> PublishedLayer {
        let layer = try RouteLayer.open(
            path: network.path, timeZoneName: timeZoneName, metricBytes: metricBytes,
            isVerified: skipsVerification)
        let layerName = layer.layerDescription.configuration.layerName
        return PublishedLayer(service: network.name, layer: layerName, answering: layer)
    }
}
