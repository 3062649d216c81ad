// Start here: the parts of the server, put together.
//
// A request passes ConnectionHandler, then RouteServiceResponder, which finds its resource under
// Endpoints/; a solve goes on to SolveQueue and from there to a RouteLayer.

public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import RouteAPI

/// Opens the networks of a configuration and puts a server over them.
///
/// The application answers until it is told to stop: `runService()` stops it on SIGTERM and SIGINT,
/// lets running solves finish for the grace of the configuration, and refuses new ones meanwhile.
///
/// - Throws: ``InvalidDefinitions`` with file and line of everything that is wrong; what
///   `RouteLayer.open` throws when a network cannot be opened.
public func buildApplication(
    configuration: RouteServiceConfiguration
) throws -> some ApplicationProtocol {
    let catalog = try configuration.openCatalog()
    for layer in catalog.layers {
        let start = ContinuousClock.now
        layer.answering.prepare()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        configuration.logger.info(
            "serving \(ResourcePath.layer(layer))",
            metadata: [
                "network": "\(layer.description.networkName)",
                "preparedSeconds": "\((seconds * 1_000).rounded() / 1_000)",
            ])
    }
    return buildApplication(publishing: catalog, configuration: configuration)
}

/// Puts a server over layers that are open already.
public func buildApplication(
    publishing catalog: ServiceCatalog, configuration: RouteServiceConfiguration
) -> some ApplicationProtocol {
    let queue = SolveQueue(
        bounds: SolveQueue.Bounds(
            running: configuration.runningSolves, waiting: configuration.waitingSolves,
            waitingSeconds: configuration.maximumWaitSeconds))
    let clients = ConnectedClients()
    let maximumBodyBytes = catalog.maximumRequestBytes
    return Application(
        responder: RouteServiceResponder(
            catalog: catalog, queue: queue, clients: clients,
            shutdownGraceSeconds: configuration.shutdownGraceSeconds),
        server: HTTPServerBuilder { responder in
            LoopBoundHTTP1(
                http: HTTP1Channel(
                    responder: responder,
                    configuration: HTTP1Channel.Configuration(
                        additionalChannelHandlers: [
                            ConnectionHandler(clients: clients, maximumBodyBytes: maximumBodyBytes)
                        ],
                        idleTimeout: .seconds(configuration.idleSeconds))))
        },
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port),
            serverName: "Waypost"),
        services: [queue],
        onServerRunning: { channel in
            configuration.onListening(channel.localAddress?.port ?? configuration.port)
        },
        logger: configuration.logger)
}
