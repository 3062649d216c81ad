// Start here: assembles the server from its parts. A request passes ConnectionHandler, then
// RouteServiceResponder, which looks up its resource in ResourceTable. A solve continues to
// SolveQueue, and from there to a NetworkLayer.

import AccessControl
import DefinitionFiles
public import Hummingbird
import HummingbirdCore
import Jobs
import Logging
import NIOCore
public import PublishedServices
import RouteAPI
import ServiceLifecycle
import ServiceTransport

/// Opens the networks in a configuration and creates a server for them.
///
/// ```swift
/// var configuration = RouteServiceConfiguration.networks(
///     [.init(path: path)], analyses: .all)
/// configuration.port = 8080
/// let application = try buildApplication(configuration: configuration)
/// // try await application.runService(): serves until SIGTERM or SIGINT
/// ```
///
/// Call `runService()` to serve. It stops on SIGTERM or SIGINT: it refuses new solves, and lets
/// running solves continue for the configured grace period.
///
/// - Throws: ``InvalidDefinitions`` with the file and line for every problem. If a network cannot
///   be opened, the error from `NetworkLayer.open`.
public func buildApplication(
    configuration: RouteServiceConfiguration
) throws -> some ApplicationProtocol {
    // Small files come first, so that their errors are reported before large networks are opened.
    let parts = try ServerParts(configuration)
    var reloadable = configuration
    reloadable.reopening = { try configuration.openCatalog(keeping: $0) }
    return try assemble(configuration.openPreparedCatalog(), parts, reloadable)
}

/// Opens what a server needs and closes it again: the certificate, the users, the services with
/// their networks. Jobs and stored traffic stay closed, since a running server may hold them.
///
/// Feeds of traffic are not read, since a server waits for them; ``ServiceCheck/lacks`` has those
/// whose file is missing.
///
/// - Throws: The errors of ``buildApplication(configuration:)``.
public func checkRouteService(configuration: RouteServiceConfiguration) throws -> ServiceCheck {
    _ = try configuration.certificate?.tlsConfiguration(logger: configuration.logger)
    let tokens = try configuration.openTokens()
    let catalog = try configuration.openCatalog().catalog
    try ServerParts.check(catalog, hasUsers: tokens != nil)
    return ServiceCheck(catalog)
}

/// Creates a server for layers that are already open.
///
/// - Throws: ``InvalidCertificate`` if the TLS files are invalid. ``InvalidUserFile`` if the users
///   or the token key cannot be read, or if a service requires tokens and there are no users.
public func buildApplication(
    publishing catalog: ServiceCatalog, configuration: RouteServiceConfiguration
) throws -> some ApplicationProtocol {
    try assemble(OpenedCatalog(catalog: catalog), ServerParts(configuration), configuration)
}

/// What a server reads from small files.
private struct ServerParts {
    let lanes = Lanes()
    let tls: ServerTLS?
    let tokens: TokenService?
    let jobs: (any JobStore)?
    let shared: SharedFeeds?
    let map: MapSettings

    init(_ configuration: RouteServiceConfiguration) throws {
        tls = try configuration.certificate?.tlsConfiguration(logger: configuration.logger)
        tokens = try configuration.openTokens(checking: lanes.passwords)
        jobs = try configuration.openJobs()
        shared = try configuration.openSharedFeeds()
        map = MapSettings(
            folder: configuration.mapFolder, styleURL: configuration.mapStyle,
            logger: configuration.logger)
    }

    /// Checks that the server has users if any layer needs them.
    ///
    /// - Throws: ``InvalidUserFile``, naming such a layer.
    static func check(_ catalog: ServiceCatalog, hasUsers: Bool) throws(InvalidUserFile) {
        guard !hasUsers, let secured = catalog.layers.first(where: \.access.needsUsers) else {
            return
        }
        throw InvalidUserFile(
            file: ResourcePath.layer(secured), line: nil,
            text: (secured.access.requiresToken
                ? "requires a token"
                : secured.access.editors != nil ? "names editors" : "names users for traffic")
                + ", and there are no users: name a file of users with --users")
    }

    /// Creates the reloader, or `nil` if the configuration cannot reopen its services.
    func reloader(
        of published: PublishedCatalog, _ opened: OpenedCatalog, _ memory: MemoryTrimmer,
        _ traffic: TrafficRegistry, _ configuration: RouteServiceConfiguration
    ) -> CatalogReloader? {
        let hasUsers = tokens != nil
        return configuration.reopening.map { reopening in
            CatalogReloader(
                published, opened: opened, traffic: traffic, memory: memory,
                logger: configuration.logger
            ) { opened in
                let reopened = try reopening(opened)
                try Self.check(reopened.catalog, hasUsers: hasUsers)
                return reopened
            }
        }
    }
}

private func assemble(
    _ opened: OpenedCatalog, _ parts: ServerParts, _ configuration: RouteServiceConfiguration
) throws -> some ApplicationProtocol {
    try ServerParts.check(opened.catalog, hasUsers: parts.tokens != nil)
    let published = PublishedCatalog(opened.catalog)
    let connections = ConnectionLimit(
        maximum: configuration.maximumConnections, logger: configuration.logger)
    let queue = SolveQueue(bounds: configuration.solveBounds)
    let clients = ConnectedClients()
    let arrivals = Arrivals(at: configuration.eventLoops)
    let lanes = parts.lanes
    let outbound = OutboundLimits(lanes: lanes)
    let solves = SolveCounts()
    let jobs = parts.jobs.map {
        JobService(
            store: $0, published: published, outbound: outbound, lanes: lanes, solves: solves,
            configuration)
    }
    let traffic = TrafficRegistry(sharing: parts.shared, lanes: lanes)
    // Takes up stored traffic, so that the first requests see what was in force before a restart.
    parts.shared?.look(published.current, traffic)
    let reloader = parts.reloader(of: published, opened, outbound.memory, traffic, configuration)
    var services: [any Service] = [
        lanes, queue,
        NetworkWatch(
            published: published, reloader: reloader, logger: configuration.logger,
            lane: lanes.upkeep, interval: configuration.watchInterval),
        IdleMemory(published: published, memory: outbound.memory),
        StandingWatch(published: published, lane: lanes.standing),
        TrafficWatch(
            published: published, registry: traffic, fetches: outbound.fetches,
            logger: configuration.logger, interval: configuration.watchInterval),
    ]
    if let jobs { services.append(jobs.runner) }
    if let shared = parts.shared {
        services.append(
            SharedFeedWatch(
                published: published, registry: traffic, shared: shared, lane: lanes.upkeep))
    }
    if let reloader, configuration.reloadsOnHangup {
        services.append(HangupReload(reloader: reloader, logger: configuration.logger))
    }
    return Application(
        responder: RouteServiceResponder(
            published: published, queue: queue, lanes: lanes, clients: clients,
            shutdownGraceSeconds: configuration.shutdownGraceSeconds,
            origin: configuration.origin, gate: AccessGate(tokens: parts.tokens),
            reader: HTTPRequestReader(
                budget: BodyBudget(bounds: configuration.bodyBounds), lane: lanes.bodies,
                pace: configuration.bodyPace),
            answersSharing: configuration.answersSharing, outbound: outbound, jobs: jobs,
            reloader: reloader, traffic: traffic, map: parts.map, solves: solves),
        server: server(
            clients: clients, shares: connections.shares(of: configuration.connectionsOfOneAddress),
            arrivals: arrivals,
            maximumBodyBytes: { published.current.maximumRequestBytes }, configuration, parts.tls),
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port),
            serverName: ProductVersion.token,
            // When the kernel's queue is full, a client waits a second before it tries again.
            backlog: 4_096, availableConnectionsDelegate: connections),
        services: services,
        onServerRunning: { channel in
            ArrivalGate.add(to: channel, arrivals, configuration.logger)
            DescriptorShortage.watch(channel, configuration.logger)
            configuration.onListening(channel.localAddress?.port ?? configuration.port)
        },
        eventLoopGroupProvider: .shared(configuration.eventLoops),
        logger: configuration.logger)
}

extension RouteServiceConfiguration {
    /// The limits on solves. One caller has half of them by default, at least 16.
    fileprivate var solveBounds: SolveQueue.Bounds {
        SolveQueue.Bounds(
            running: runningSolves, waiting: waitingSolves,
            ofOneCaller: solvesOfOneCaller ?? max(16, (runningSolves + waitingSolves) / 2),
            waitingSeconds: maximumWaitSeconds)
    }
}

/// Builds the HTTP server, with TLS if it is configured.
private func server(
    clients: ConnectedClients, shares: ConnectionShares, arrivals: Arrivals,
    maximumBodyBytes: @escaping @Sendable () -> Int, _ configuration: RouteServiceConfiguration,
    _ tls: ServerTLS?
) -> HTTPServerBuilder {
    let (bodyPace, answerPace) = (configuration.bodyPace, configuration.answerPace)
    let idleTime = TimeAmount.seconds(configuration.idleSeconds)
    let stopTime =
        TimeAmount.nanoseconds(Int64(configuration.shutdownGraceSeconds * 1e9))
        + ConnectionHandler.stopReadingTime
    return HTTPServerBuilder { responder in
        let plain = LoopBoundHTTP1(
            http: HTTP1Channel(
                responder: responder,
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [
                        ConnectionShare(shares), ArrivalAnswer(arrivals),
                        AnswerDeadline(pace: answerPace),
                        ConnectionHandler(
                            clients: clients, maximumBodyBytes: maximumBodyBytes, pace: bodyPace,
                            stopTime: stopTime),
                    ],
                    idleTimeout: idleTime)))
        guard let tls else { return plain }
        return try secured(plain, by: tls)
    }
}
