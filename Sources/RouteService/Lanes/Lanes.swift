// Start here for the folder: the threads of a server for work that blocks, by purpose.
//
//     bodies      large bodies are parsed, large answers written
//     passwords   passwords are checked, log-ins end
//     jobs        requests read and change jobs
//     streams     the jobs are read that clients watch
//     layers      rows of stored layers are read
//     edits       a lane for each store: one edit at a time
//     standing    standing barriers are prepared, one change at a time
//     feeds       feeds are placed, and put in force one after the other
//     hosts       names of other hosts are resolved
//     fetched     what other hosts sent is parsed, one at a time
//     upkeep      memory is released, networks are copied, feeds of other servers awaited
//
// Solves have lanes of their own (SolveQueue); jobs are done on the threads of JobRunner, services
// reloaded on that of CatalogReloader.

import AccessControl
import Foundation
import ServiceLifecycle
import Synchronization

/// The lanes of a server.
///
/// Whatever blocks a thread has a lane here, so that work of one kind never waits for another: a
/// table of jobs that is locked holds up requests about jobs alone.
final class Lanes: Service {
    let bodies: Lane
    let passwords: Lane
    let jobs: Lane
    let streams: Lane
    let layers: Lane
    let standing: Lane
    let feeds: Lane
    let hosts: Lane
    let fetched: Lane
    let upkeep: Lane
    private let edits = Mutex(Edits())

    private struct Edits {
        var lanes: [String: Lane] = [:]
        /// The grace period of a server that is stopping.
        var graceSeconds: Double?
    }

    /// The priority of work that takes a core for longer than a route does, as `nice` counts it.
    private static let longWorkNiceness: Int32 = 5

    init() {
        let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
        // One thread more than one caller can hold.
        bodies = Lane(
            Lane.Bounds(
                running: cores + 1, runningOfOneCaller: cores, waiting: 512, ofOneCaller: 256,
                waitingSeconds: 30), niceness: Self.longWorkNiceness)
        passwords = Lane(
            Lane.Bounds(running: 2, runningOfOneCaller: 1, waiting: 64, waitingSeconds: 10),
            niceness: Self.longWorkNiceness)
        jobs = Lane(
            Lane.Bounds(
                running: 4, runningOfOneCaller: 3, waiting: 512, ofOneCaller: 128,
                waitingSeconds: 8))
        streams = Lane(Lane.Bounds(running: 1, waiting: 16), niceness: Self.longWorkNiceness)
        layers = Lane(
            Lane.Bounds(
                running: cores + 1, runningOfOneCaller: cores, waiting: 256, ofOneCaller: 64,
                waitingSeconds: 30), niceness: Self.longWorkNiceness)
        standing = Lane(
            Lane.Bounds(running: 1, waiting: 256, waitingSeconds: 30),
            niceness: TrafficRegistry.niceness)
        feeds = Lane(
            Lane.Bounds(running: 1, waiting: 256, ofOneCaller: 64, waitingSeconds: 60),
            niceness: TrafficRegistry.niceness)
        hosts = Lane(
            Lane.Bounds(running: 4, runningOfOneCaller: 3, waiting: 64, waitingSeconds: 20))
        // A tree of values takes many times the memory of its text: one is in memory at a time.
        fetched = Lane(
            Lane.Bounds(running: 1, waiting: 64, waitingSeconds: 20),
            niceness: Self.longWorkNiceness)
        upkeep = Lane(
            Lane.Bounds(running: 3, waiting: 64), niceness: Self.longWorkNiceness)
    }

    /// The lane of the edits of a store: a store makes one edit at a time, and another store does
    /// not wait for it.
    ///
    /// - Parameter store: The path or the URL of the store.
    func edits(of store: String) -> Lane {
        edits.withLock { edits in
            if let known = edits.lanes[store] { return known }
            let lane = Lane(
                Lane.Bounds(running: 1, waiting: 64, ofOneCaller: 32, waitingSeconds: 8))
            if let seconds = edits.graceSeconds { lane.drain(graceSeconds: seconds) }
            edits.lanes[store] = lane
            return lane
        }
    }

    private var all: [Lane] {
        [bodies, passwords, jobs, streams, layers, standing, feeds, hosts, fetched, upkeep]
            + edits.withLock { Array($0.lanes.values) }
    }

    /// Whether requests are refused for want of threads, or soon will be. A store that others have
    /// locked, of layers or of jobs, does not count: other requests are answered.
    var isOverloaded: Bool { bodies.isOverloaded || layers.isOverloaded }

    /// The number of pieces of work that run although their time limit passed a while ago.
    var overdueCount: Int { all.reduce(0) { $0 + $1.overdueCount() } }

    /// Refuses what waits to read or change stored layers, and cancels what runs after some time:
    /// the server is stopping, and does not wait for a store that another program has locked.
    func drainStores(graceSeconds: Double) {
        layers.drain(graceSeconds: graceSeconds)
        let lanes = edits.withLock { edits in
            edits.graceSeconds = graceSeconds
            return Array(edits.lanes.values)
        }
        for lane in lanes { lane.drain(graceSeconds: graceSeconds) }
    }

    /// Waits for the shutdown of the server, then stops the threads.
    func run() async throws {
        await Self.untilShutdown()
        for lane in all { lane.drain(graceSeconds: 0) }
        for lane in all { try await lane.shutDown() }
    }

    /// Returns when the server is to stop.
    static func untilShutdown() async {
        let (shutdown, signal) = AsyncStream<Void>.makeStream()
        await withTaskCancellationOrGracefulShutdownHandler {
            for await _ in shutdown {}
        } onCancelOrGracefulShutdown: {
            signal.finish()
        }
    }
}

extension Lane: PasswordThreads {
    /// Checks a password on a thread of the lane.
    package func check(
        for network: String, _ work: @escaping @Sendable () throws -> Bool
    ) async throws -> Bool {
        do {
            return try await run(for: network, work)
        } catch is LaneRefusal {
            throw LogInRefusal.busy
        }
    }
}
