// Publishes a running server's services again while it answers. Start here for the folder.

import Foundation
import Glibc
import Logging
import Preparation
import PublishedServices
import RouteAPI
import ServiceTransport
import Synchronization
import SystemResources

/// Replaces a running server's services with newly opened ones, or with nothing changed.
///
///     SIGHUP ── HangupReload ────────┐
///     POST ──── ReloadEndpoint ──────┼─► CatalogReloader ── opens, verifies, prepares
///     new file ─ NetworkWatch ───────┘          │
///     request ─── PublishedCatalog.current ◄────┘ one replacement, or none
///
/// A reload has three triggers: SIGHUP (``HangupReload``), an administrator's request
/// (``ReloadEndpoint``) and a new network file (``NetworkWatch``). All of them call ``reload(_:)``
/// and get the same ``ReloadReport``.
///
/// Definitions are read, networks opened and verified, and metrics made on one thread with a low
/// priority, while requests are answered by the services in force. Unchanged networks and stores
/// stay open, with their warm caches. Then everything is replaced at once through
/// ``PublishedCatalog``; if anything fails, everything stays, and the report says why. So a
/// definition with a mistake never takes a layer down.
///
/// Reloads run one after the other. Calls during a reload wait together for one more, because files
/// may have changed since the current one began. After a reload, the earlier networks are kept a
/// moment longer: freeing one takes milliseconds, which must not happen on an event loop.
final class CatalogReloader: Sendable {
    /// Opens the services again, keeping whatever has not changed.
    typealias Opening = @Sendable (OpenedCatalog) throws -> OpenedCatalog

    private struct Waiting {
        let reason: ReloadReason
        let end: CheckedContinuation<ReloadReport, Never>
    }

    private struct State {
        var opened: OpenedCatalog
        var isRunning = false
        var waiting: [Waiting] = []
        var last: ReloadReport?
    }

    /// How many calls may wait while a reload runs.
    private static let mostWaiting = 32
    /// The thread's priority as `nice` counts it: as low as for jobs, so that requests come first.
    private static let niceness: Int32 = 19

    /// How many seconds earlier networks are kept after a reload.
    private static let keptSeconds = 0.3

    private let published: PublishedCatalog
    private let open: Opening
    private let traffic: TrafficRegistry
    private let memory: MemoryTrimmer
    private let logger: Logger
    private let state: Mutex<State>

    /// - Parameters:
    ///   - opened: The services now published.
    ///   - traffic: The traffic on their networks.
    ///   - open: Opens the services again, and checks that this server can publish them.
    init(
        _ published: PublishedCatalog, opened: OpenedCatalog,
        traffic: TrafficRegistry = TrafficRegistry(), memory: MemoryTrimmer,
        logger: Logger, open: @escaping Opening
    ) {
        self.published = published
        self.open = open
        self.traffic = traffic
        self.memory = memory
        self.logger = logger
        state = Mutex(State(opened: opened))
    }

    /// The last reload that has ended; `nil` before the first.
    var last: ReloadReport? { state.withLock { $0.last } }

    /// Whether a reload is in progress.
    var isRunning: Bool { state.withLock { $0.isRunning } }

    /// The files of open networks.
    var files: [(path: String, version: NetworkFileVersion?)] {
        state.withLock { $0.opened.files }
    }

    /// How many layers replaced earlier are still in use by requests and jobs.
    var earlierInUse: Int { published.earlierInUse.count }

    /// Reloads the services. Calls during a reload wait together for one more, because files may
    /// have changed since the current one began.
    ///
    /// - Returns: What the reload did; `nil` if too many calls are waiting already.
    func reload(_ reason: ReloadReason) async -> ReloadReport? {
        let hasRoom = state.withLock { $0.waiting.count < Self.mostWaiting }
        guard hasRoom else { return nil }
        return await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.waiting.append(Waiting(reason: reason, end: continuation))
                defer { state.isRunning = true }
                return !state.isRunning
            }
            if isFirst { startThread() }
        }
    }

    private func startThread() {
        let thread = Thread { [self] in
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
            while let waiting = takeWaiting() {
                // Freeing a network takes milliseconds. Wait for short requests to end, so that it
                // is freed here and not on an event loop.
                let earlier = published.current.layers.map(\.answering)
                let report = reloadNow(waiting.first?.reason ?? .hangup)
                state.withLock { $0.last = report }
                for call in waiting { call.end.resume(returning: report) }
                Thread.sleep(forTimeInterval: Self.keptSeconds)
                withExtendedLifetime(earlier) {}
            }
        }
        thread.name = "waypost reload"
        // Definition readers recurse, and threads get less stack by default than the main one.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Takes the waiting calls. Returns `nil` if there are none, which ends the thread.
    private func takeWaiting() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func reloadNow(_ reason: ReloadReason) -> ReloadReport {
        let start = ContinuousClock.now
        var report = ReloadReport(
            reason: reason, time: Int64(Date().timeIntervalSince1970 * 1_000), seconds: 0,
            layerCount: 0, swaps: [], problems: [])
        let old = state.withLock { $0.opened }
        do {
            // Leave the other cores to requests.
            let new = try ParallelWork.$maximumThreads.withValue(1) {
                let new = try open(old)
                try prepare(new, beside: old)
                traffic.carry(from: old.catalog, to: new.catalog, logger)
                return new
            }
            report.swaps = ReloadReport.Swap.between(published.current, and: new.catalog)
            state.withLock { $0.opened = new }
            published.replace(with: new.catalog)
            traffic.retain(new.catalog)
            memory.scheduleTrim()
        } catch {
            report.problems = ReloadReport.problems(of: error)
        }
        report.layerCount = published.current.layers.count
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        log(report)
        return report
    }

    /// Makes metrics for layers that have none yet.
    ///
    /// - Throws: ``ModifiedNetwork`` if a program wrote into a network meanwhile.
    private func prepare(_ new: OpenedCatalog, beside old: OpenedCatalog) throws {
        for layer in new.catalog.layers where !old.hasPrepared(layer) { layer.answering.prepare() }
        for layer in new.catalog.layers {
            _ = layer.answering.admitWriters()
            if layer.answering.hasChangedFile {
                throw ModifiedNetwork(layer: ResourcePath.layer(layer))
            }
        }
    }

    private func log(_ report: ReloadReport) {
        let seconds = "\((report.seconds * 1_000).rounded() / 1_000)"
        guard report.problems.isEmpty else {
            for problem in report.problems {
                logger.error(
                    "the services stay as they are",
                    metadata: ["reason": "\(report.reason.text)", "problem": "\(problem)"])
            }
            return
        }
        for swap in report.swaps {
            logger.notice(
                "network of \(swap.layer) swapped",
                metadata: [
                    "from": "\(swap.previous ?? "none")", "to": "\(swap.fingerprint ?? "none")",
                ])
        }
        logger.notice(
            "services reloaded",
            metadata: [
                "reason": "\(report.reason.text)", "seconds": "\(seconds)",
                "layers": "\(report.layerCount)", "swapped": "\(report.swaps.count)",
            ])
    }
}

/// A program wrote into a network before it was published.
struct ModifiedNetwork: Error, Hashable, Sendable, CustomStringConvertible {
    let layer: String

    var description: String {
        "a program wrote into the network of \(layer) while it was prepared; build it again "
            + "(waypost network build), which puts a new file in its place"
    }
}
