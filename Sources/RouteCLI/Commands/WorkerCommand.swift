// `waypost worker`: does jobs stored by servers.

import ArgumentParser
import Foundation
import RouteService

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", abstract: "Run the jobs that servers have stored.",
        discussion: """
            waypost worker --network town --jobs postgres://waypost@db.example/jobs
            waypost worker --definitions ServiceDefinitions --jobs jobs --job-threads 4

            A worker has the networks of its servers and does not listen. Servers and workers with \
            the same --jobs share the work: each job is done once, and one whose worker has ended \
            is taken up by another half a minute later. Ctrl-C gives running jobs back.

            A worker reads the traffic that the definitions name, or --traffic, as its servers do, \
            and has the feeds that were sent to them.
            """)

    @OptionGroup
    var catalog: CatalogOptions

    @OptionGroup
    var jobs: JobOptions

    @OptionGroup
    var traffic: TrafficOptions

    @OptionGroup
    var log: LogOptions

    @OptionGroup
    var settings: SettingsOption

    func validate() throws {
        try traffic.check(catalog)
        guard jobs.place != nil else {
            throw ValidationError(
                "A worker needs --jobs, or the environment variable WAYPOST_JOBS: the folder or "
                    + "the database of its servers.")
        }
    }

    func run() async throws {
        var configuration = catalog.configuration
        configuration.runningJobs = ProcessInfo.processInfo.activeProcessorCount
        jobs.apply(to: &configuration)
        traffic.apply(to: &configuration)
        log.apply(to: &configuration)
        let threads = configuration.runningJobs
        try await runJobWorker(configuration: configuration) { place in
            Console.write("running jobs of \(place), \(threads) at once")
        }
    }
}
