// Does jobs without serving: the runner of a server, over the same services.

import Jobs
import Logging
import ServiceLifecycle

/// Opens the networks of a configuration and does the jobs of its store until the process is
/// stopped; jobs that run then are given back.
///
/// - Parameter onWorking: Called with the place of the jobs, without passwords, when all is open.
/// - Throws: The errors of ``buildApplication(configuration:)``.
/// - Precondition: The configuration has a place for jobs.
public func runJobWorker(
    configuration: RouteServiceConfiguration, onWorking: @Sendable (_ place: String) -> Void
) async throws {
    MemoryTrimmer.returnLargeBlocks()
    guard let store = try configuration.openJobs() else {
        preconditionFailure("a worker needs the place of the jobs")
    }
    let opened = try configuration.openPreparedCatalog()
    let published = PublishedCatalog(opened.catalog)
    let lanes = Lanes()
    let outbound = OutboundLimits(lanes: lanes)
    let traffic = TrafficRegistry(sharing: try configuration.openSharedFeeds(), lanes: lanes)
    let jobs = JobService(
        store: store, published: published, outbound: outbound, lanes: lanes, configuration)
    // A worker follows the networks of the servers, whose new jobs are for the new ones.
    let reloader = CatalogReloader(
        published, opened: opened, traffic: traffic, memory: outbound.memory,
        logger: configuration.logger
    ) { try configuration.openCatalog(keeping: $0) }
    // Jobs are done under the traffic of their servers: that of feeds which are read, and that
    // which servers took.
    var feeds = TrafficWatch(
        published: published, registry: traffic, fetches: outbound.fetches,
        logger: configuration.logger, interval: configuration.watchInterval)
    traffic.shared?.look(published.current, traffic)
    await feeds.begin()
    var services: [any Service] = [
        lanes, jobs.runner,
        NetworkWatch(
            published: published, reloader: reloader, logger: configuration.logger,
            lane: lanes.upkeep, interval: configuration.watchInterval),
        HangupReload(reloader: reloader),
        IdleMemory(published: published, memory: outbound.memory),
        feeds,
    ]
    if let shared = traffic.shared {
        services.append(
            SharedFeedWatch(
                published: published, registry: traffic, shared: shared, lane: lanes.upkeep))
    }
    onWorking(store.place)
    try await runUntilStopped(services, configuration.logger)
}
