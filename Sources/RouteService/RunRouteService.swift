// Runs a server in one call, for programs that do not use Hummingbird directly.

import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import ServiceTransport
import Synchronization
import UnixSignals

/// Opens the networks in a configuration and serves them until the process is stopped.
///
/// The address is bound first. While networks are opened, every request gets 503 and a sentence
/// that says what the server is doing.
///
/// SIGHUP reloads the services. On SIGTERM, SIGINT, or if the calling task is cancelled, running
/// solves may continue for the configured grace period.
///
/// - Throws: The errors of ``buildApplication(configuration:)``, and ``AddressUnavailable`` if the
///   server cannot listen on its address.
public func runRouteService(configuration: RouteServiceConfiguration) async throws {
    MemoryTrimmer.returnLargeBlocks()
    let isListening = Listening()
    var configuration = configuration
    let report = configuration.onListening
    let systemd = SystemdSocket(logger: configuration.logger)
    configuration.onListening = { port in
        isListening.begin()
        systemd?.send(.ready)
        report(port)
    }
    // Trivial solves run on the event loops. With more loops than concurrent solves, threads would
    // compete for cores in the middle of a solve.
    let loops = MultiThreadedEventLoopGroup(
        numberOfThreads: min(
            configuration.runningSolves, ProcessInfo.processInfo.activeProcessorCount))
    configuration.eventLoops = loops
    configuration.reloadsOnHangup = true
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(try await serve(configuration, isListening, systemd))
    } catch { outcome = .failure(error) }
    try await loops.shutdownGracefully()
    try outcome.get()
}

/// Serves until the process is stopped or the task is cancelled.
private func serve(
    _ configuration: RouteServiceConfiguration, _ isListening: Listening,
    _ systemd: SystemdSocket?
) async throws {
    var configuration = configuration
    let listener: PreparingListener
    do {
        listener = try await PreparingListener(
            host: configuration.host, port: configuration.port,
            isPlain: configuration.certificate == nil, on: configuration.eventLoops)
    } catch {
        throw AddressUnavailable(host: configuration.host, port: configuration.port, error)
    }
    if let port = listener.port { configuration.port = port }
    let settled = configuration
    let built = await outcome { try buildApplication(configuration: settled) }
    try await listener.close()
    let application = try built.get()
    do {
        try await runUntilStopped([application], configuration.logger, systemd)
    } catch  where !isListening.hasBegun && !(error is CancellationError) {
        throw AddressUnavailable(host: configuration.host, port: configuration.port, error)
    }
}

/// Runs `work`, which occupies its thread for long, off the cooperative threads.
private func outcome<Value: Sendable>(
    of work: @escaping @Sendable () throws -> Value
) async -> Result<Value, any Error> {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Result { try work() }) }
    }
}

/// Runs services until a signal stops the process or the task is cancelled.
func runUntilStopped(
    _ services: [any Service], _ logger: Logger, _ systemd: SystemdSocket? = nil
) async throws {
    var all = services
    // Services stop from the last to the first.
    if let systemd { all.append(StopReport(systemd: systemd)) }
    let group = ServiceGroup(
        configuration: .init(
            services: all, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    // Cancelling the task triggers a graceful shutdown, as a signal does. If the server itself were
    // cancelled, its parts would close each other's sockets and log errors.
    let running = Task { try await group.run() }
    try await withTaskCancellationHandler {
        try await running.value
    } onCancel: {
        Task { await group.triggerGracefulShutdown() }
    }
}

/// Remembers whether the server has started to listen.
private final class Listening: Sendable {
    private let begun = Atomic(false)

    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    func begin() { begun.store(true, ordering: .releasing) }
}

/// The server cannot listen on its address.
public struct AddressUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
    /// The configured host.
    public var host: String
    /// The configured port.
    public var port: Int
    /// The cause, and what to do about it.
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

    /// The address and the cause.
    public var description: String { "\(host):\(port) cannot be used: \(reason)" }
}
