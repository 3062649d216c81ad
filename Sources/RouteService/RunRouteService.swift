// The whole life of a server in one call, for programs that do not know Hummingbird.

import Foundation
import Hummingbird
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Opens the networks of a configuration and serves them until the process is told to stop.
///
/// SIGTERM, SIGINT and cancelling the calling task let running solves finish for the grace of the
/// configuration.
///
/// - Throws: What ``buildApplication(configuration:)`` throws, and ``AddressUnavailable`` when the
///   server cannot listen where it should.
public func runRouteService(configuration: RouteServiceConfiguration) async throws {
    let isListening = Listening()
    var configuration = configuration
    let tell = configuration.onListening
    configuration.onListening = { port in
        isListening.begin()
        tell(port)
    }
    // Slight solves run on the event loops: more of them than solves at once would take turns on
    // the cores in the middle of solves.
    let loops = MultiThreadedEventLoopGroup(
        numberOfThreads: min(
            configuration.runningSolves, ProcessInfo.processInfo.activeProcessorCount))
    configuration.eventLoops = loops
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await serve(configuration, isListening))
    } catch { outcome = .failure(error) }
    try await loops.shutdownGracefully()
    try outcome.get()
}

/// Serves until the process is told to stop or the task is cancelled.
private func serve(
    _ configuration: RouteServiceConfiguration, _ isListening: Listening
) async throws {
    let application = try buildApplication(configuration: configuration)
    let group = ServiceGroup(
        configuration: .init(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: configuration.logger))
    // A task that is cancelled stops the server as a signal does: were the server cancelled, its
    // parts would close each other's sockets, and complain of it.
    let running = Task { try await group.run() }
    do {
        try await withTaskCancellationHandler {
            try await running.value
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    } catch  where !isListening.hasBegun && !(error is CancellationError) {
        throw AddressUnavailable(host: configuration.host, port: configuration.port, error)
    }
}

/// Whether a server has come as far as listening.
private final class Listening: Sendable {
    private let begun = Atomic(false)

    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    func begin() { begun.store(true, ordering: .releasing) }
}

/// An address that a server cannot listen on.
public struct AddressUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The host as it was given.
    public var host: String
    /// The port as it was given.
    public var port: Int
    /// What is in the way, and what would do.
    public var reason: String

    init(host: String, port: Int, _ error: any Error) {
        self.host = host
        self.port = port
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            reason = "another program listens on it; stop it, or choose another port (0 is any)"
        case EACCES: reason = "ports below 1024 need privileges; choose another, such as 6080"
        case EADDRNOTAVAIL: reason = "this machine has no such address; use 127.0.0.1 or 0.0.0.0"
        case .some, nil: reason = "\(error)"
        }
    }

    /// The address and what is in the way.
    public var description: String { "\(host):\(port) cannot be used: \(reason)" }
}
