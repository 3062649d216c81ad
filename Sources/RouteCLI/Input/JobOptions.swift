// The options of `waypost serve` and `waypost worker` for jobs.

import ArgumentParser
import Foundation
import RouteService

/// Where jobs are stored, and how they are done.
struct JobOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Turns jobs on: a folder that has their inputs and results, made where there is none, \
            or postgres://user@host/database, which servers and workers on several machines \
            share. By default that of the environment variable WAYPOST_JOBS. Jobs survive a \
            restart. Arguments are visible to other users of a machine: leave the password out \
            of the URL and in PGPASSWORD or ~/.pgpass, or the URL in WAYPOST_JOBS.
            """, valueName: "dir|url"))
    var jobs: String?

    @Option(
        help: ArgumentHelp(
            "Hours for which finished jobs are kept; 24 by default.", valueName: "hours"))
    var keepJobs: Double?

    @Option(
        name: .customLong("job-threads"),
        help: ArgumentHelp(
            """
            Jobs that run at once; by default the cores for a worker, for a server one less, at \
            least one.
            """, valueName: "n"))
    var jobThreads: Int?

    @Option(
        name: .customLong("job-lease"),
        help: ArgumentHelp(
            "If a process ends while it does a job, another takes the job after so many seconds; "
                + "30 by default.", valueName: "seconds"))
    var jobLease: Double?

    func validate() throws {
        if place == nil, keepJobs != nil || jobThreads != nil || jobLease != nil {
            throw ValidationError("--keep-jobs, --job-threads and --job-lease need --jobs.")
        }
        if let jobLease, !(5...3_600).contains(jobLease) {
            throw ValidationError("--job-lease must be within 5…3600 seconds.")
        }
        if let keepJobs, !(0.01...87_600).contains(keepJobs) {
            throw ValidationError("--keep-jobs must be within 0.01…87600 hours.")
        }
        if let jobThreads, !(1...1_024).contains(jobThreads) {
            throw ValidationError("--job-threads must be within 1…1024.")
        }
    }

    /// The folder or the URL; `nil` if jobs are off.
    var place: String? {
        if let jobs { return jobs }
        let variable = ProcessInfo.processInfo.environment["WAYPOST_JOBS"] ?? ""
        return variable.isEmpty ? nil : variable
    }

    func apply(to configuration: inout RouteServiceConfiguration) {
        configuration.jobs = place
        if let keepJobs { configuration.keptJobHours = keepJobs }
        if let jobThreads { configuration.runningJobs = jobThreads }
        if let jobLease { configuration.jobLeaseSeconds = jobLease }
    }
}
