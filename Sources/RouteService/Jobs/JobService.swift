// The jobs of a server: their store, and the runner that does them outside the queue of requests.

import Foundation
import Jobs
import Logging
import RouteAPI

/// The jobs of a server.
///
/// Jobs do not run in the heavy lane of ``SolveQueue`` but on threads of their own with
/// the lowest priority. A lane has a thread for each core: jobs, which take minutes, would hold
/// them, and a request that takes a second would wait. Beside the lanes, the scheduler of the
/// system gives the cores to requests first, and one core is left to them where there are several.
final class JobService: Sendable {
    let store: any JobStore
    private let lane: Lane
    let runner: JobRunner
    /// The streams of events.
    let watch: JobWatch

    /// Makes the jobs of a server; they are done while ``runner`` runs.
    init(
        store: any JobStore, published: PublishedCatalog, outbound: OutboundLimits,
        lanes: Lanes, _ configuration: RouteServiceConfiguration
    ) {
        self.store = store
        lane = lanes.jobs
        watch = JobWatch(store: store, lane: lanes.streams)
        var settings = JobRunner.Settings()
        settings.threads = max(1, configuration.runningJobs)
        settings.leaseSeconds = configuration.jobLeaseSeconds
        settings.maximumSeconds = configuration.longestJobHours * 3_600
        runner = JobRunner(
            store: store, worker: AnalysisJobWorker(published: published, outbound: outbound),
            settings: settings, logger: configuration.logger)
    }

    /// Calls the store for a caller, on a thread of the lane for that.
    ///
    /// - Throws: ``LaneRefusal``, or the error of `body`.
    func call<Value: Sendable>(
        for caller: String, _ body: @escaping @Sendable (any JobStore) throws -> Value
    ) async throws -> Value {
        try await lane.run(for: caller) { [store] in try body(store) }
    }
}

extension RouteServiceConfiguration {
    /// The store of jobs, or `nil` when jobs are off.
    ///
    /// - Throws: ``InvalidJobFolder`` or ``InvalidJobDatabase`` when the place cannot be used.
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
    /// The folder.
    public var folder: String
    /// The reason.
    public var reason: String

    /// The folder, the reason and the remedy.
    public var description: String {
        "\(folder) cannot hold the jobs: \(reason). Name a folder that this account can write, or "
            + "one that does not exist yet."
    }
}

/// A database that cannot hold jobs.
public struct InvalidJobDatabase: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, with the URL of the database without its password.
    public var reason: String

    /// The reason and the remedy.
    public var description: String {
        "The database cannot hold the jobs: \(reason). Name one that this account can create "
            + "tables in, as postgres://user@host:port/database, with the password in PGPASSWORD "
            + "or ~/.pgpass; and check that its server runs."
    }
}
