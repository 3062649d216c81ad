// Start here for the folder: a server's threads for blocking work, by purpose.

import AccessControl
import Foundation
import ServiceLifecycle
import Synchronization

/// A server's lanes, each for one kind of blocking work.
///
///     bodies      large bodies are parsed, large answers written
///     passwords   passwords are checked, log-ins end
///     jobs        requests read and change jobs
///     streams     jobs watched by clients are read
///     layers      stored layers are read
///     edits       a lane for each store: one edit at a time
///     standing    standing barriers are prepared, one change at a time
///     feeds       feeds are placed, and put in force one after the other
///     hosts       names of other hosts are resolved
///     fetched     what other hosts sent is parsed, one at a time
///     upkeep      memory is released, networks are copied, other servers' feeds awaited
///
/// So no kind of work waits for another: if a table of jobs is locked, only requests about jobs are
/// held up. Solves have lanes of their own (``SolveQueue``), `JobRunner` does jobs on its own
/// threads, and ``CatalogReloader`` reloads services on another.
package final class Lanes: Service {
    /// Large bodies are split and decoded.
    package let bodies: Lane
    /// Passwords are checked.
    package let passwords: Lane
    /// Jobs are stored and read.
    package let jobs: Lane
    /// Jobs that clients watch are read.
    package let streams: Lane
    let layers: Lane
    /// Standing barriers are prepared.
    package let standing: Lane
    /// Feeds are placed and put in force.
    package let feeds: Lane
    let hosts: Lane
    let fetched: Lane
    /// What no request waits for.
    package let upkeep: Lane
    private let edits = Mutex(Edits())

    private struct Edits {
        var lanes: [String: Lane] = [:]
        /// The grace period if the server is stopping.
        var graceSeconds: Double?
    }

    /// The priority for work that holds a core longer than a route does, as `nice` counts it.
    private static let longWorkNiceness: Int32 = 5

    /// The priority for work on feeds and standing barriers: the same as heavy solves. Other
    /// requests get ten times as much of a core that both want. With 19, as for jobs, a busy server
    /// would leave feeds a hundredth, and a country's feed would be minutes old before it counts.
    package static let preparationNiceness: Int32 = 10

    /// Creates the lanes of a server, by the cores of this machine.
    package init() {
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
            niceness: Self.preparationNiceness)
        feeds = Lane(
            Lane.Bounds(running: 1, waiting: 256, ofOneCaller: 64, waitingSeconds: 60),
            niceness: Self.preparationNiceness)
        hosts = Lane(
            Lane.Bounds(running: 4, runningOfOneCaller: 3, waiting: 64, waitingSeconds: 20))
        // A tree of values takes many times the memory of its text, so only one is in memory at a
        // time.
        fetched = Lane(
            Lane.Bounds(running: 1, waiting: 64, waitingSeconds: 20),
            niceness: Self.longWorkNiceness)
        upkeep = Lane(
            Lane.Bounds(running: 3, waiting: 64), niceness: Self.longWorkNiceness)
    }

    /// Returns the lane for edits to a store. A store makes one edit at a time, and other stores do
    /// not wait for it.
    ///
    /// - Parameter store: The store's path or URL.
    package func edits(of store: String) -> Lane {
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

    /// Whether requests are refused for want of threads, or soon will be. A store of layers or jobs
    /// locked by others does not count, because other requests are still answered.
    package var isOverloaded: Bool { bodies.isOverloaded || layers.isOverloaded }

    /// How many pieces of work still run although their time limit passed a while ago.
    package var overdueCount: Int { all.reduce(0) { $0 + $1.overdueCount() } }

    /// Refuses requests that wait to read or change stored layers, and cancels running ones after
    /// some time. The server is stopping, and must not wait for a store that another program has
    /// locked.
    package func drainStores(graceSeconds: Double) {
        layers.drain(graceSeconds: graceSeconds)
        let lanes = edits.withLock { edits in
            edits.graceSeconds = graceSeconds
            return Array(edits.lanes.values)
        }
        for lane in lanes { lane.drain(graceSeconds: graceSeconds) }
    }

    /// Waits for the server's shutdown, then stops the threads.
    func run() async throws {
        await Self.untilShutdown()
        for lane in all { lane.drain(graceSeconds: 0) }
        for lane in all { try await lane.shutDown() }
    }

    /// Returns when the server should stop.
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
