// A server's jobs: their store, and the runner that does them apart from the queue of requests.

import Foundation
import Jobs
import Logging
import PublishedServices
import RouteAPI
import ServiceTransport

/// A server's jobs.
///
/// Jobs do not run in the heavy lane of ``SolveQueue``, but on threads of their own with the lowest
/// priority. A lane has a thread for each core. Jobs take minutes and would hold these threads, and
/// a request that takes a second would have to wait. Apart from the lanes, the system's scheduler
/// gives cores to requests first; if there are several cores, one is always left to requests.
final class JobService: Sendable {
    let store: any JobStore
    private let lane: Lane
    let runner: JobRunner
    /// The streams of events.
    let watch: JobWatch
    private let counting = JobCounting()

    /// Creates a server's jobs. They are done while ``runner`` runs.
    init(
        store: any JobStore, published: PublishedCatalog, outbound: OutboundLimits,
        lanes: Lanes, solves: SolveCounts = SolveCounts(),
        _ configuration: RouteServiceConfiguration
    ) {
        self.store = store
        lane = lanes.jobs
        watch = JobWatch(store: store, lane: lanes.streams)
        var settings = JobRunner.Settings()
        settings.threads = max(1, configuration.runningJobs)
        settings.leaseSeconds = configuration.jobLeaseSeconds
        settings.maximumSeconds = configuration.longestJobHours * 3_600
        runner = JobRunner(
            store: store,
            worker: AnalysisJobWorker(published: published, outbound: outbound, solves: solves),
            settings: settings, logger: configuration.logger)
    }

    /// Counts the store's jobs for `/metrics`; `nil` if the store does not answer. A count may be
    /// some seconds old.
    func census() async -> JobCensus? {
        await counting.count { try await call(for: "metrics") { try $0.census() } }
    }

    /// Calls the store for a caller, on a thread of the lane for jobs.
    ///
    /// - Throws: ``LaneRefusal``, or the error of `body`.
    func call<Value: Sendable>(
        for caller: String, _ body: @escaping @Sendable (any JobStore) throws -> Value
    ) async throws -> Value {
        try await lane.run(for: caller) { [store] in try body(store) }
    }
}

extension RouteServiceConfiguration {
    /// Opens the store for jobs; returns `nil` if jobs are off.
    ///
    /// - Throws: ``InvalidJobFolder`` or ``InvalidJobDatabase`` if the place cannot be used.
    func openJobs() throws -> (any JobStore)? {
        guard let jobs else { return nil }
        var limits = JobLimits()
        limits.keptSeconds = keptJobHours * 3_600
        do throws(JobStoreError) {
            return try openJobStore(at: jobs, limits: limits)
        } catch {
            guard isJobDatabase(jobs) else {
                throw InvalidJobFolder(folder: jobs, reason: "\(error)")
            }
            throw InvalidJobDatabase(reason: "\(error)")
        }
    }
}

/// A folder that cannot hold jobs.
public struct InvalidJobFolder: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder's path, as configured.
    public var folder: String
    /// Why it cannot hold jobs.
    public var reason: String

    /// The folder, the reason and what to do.
    public var description: String {
        "\(folder) cannot hold the jobs: \(reason). Name a folder that this account can write, or "
            + "one that does not exist yet."
    }
}
