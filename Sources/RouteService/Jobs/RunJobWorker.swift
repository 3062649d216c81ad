// Does jobs without serving: runs a server's job runner over the same services.

import Jobs
import Logging
import PublishedServices
import ServiceLifecycle
import ServiceTransport

/// Opens the networks in a configuration and does the jobs in its store until the process is
/// stopped. Jobs that run then are given back.
///
/// - Parameter onWorking: Called once all is open, with the place of the jobs but without
///   passwords.
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
    // A worker follows the servers' networks, because new jobs expect the new ones.
    let reloader = CatalogReloader(
        published, opened: opened, traffic: traffic, memory: outbound.memory,
        logger: configuration.logger
    ) { try configuration.openCatalog(keeping: $0) }
    // Jobs use the same traffic as the servers: feeds they read and feeds posted to them.
    var feeds = TrafficWatch(
        published: published, registry: traffic, fetches: outbound.fetches,
        logger: configuration.logger, interval: configuration.watchInterval)
    traffic.shared?.look(published.current, traffic)
    await feeds.begin()
    let systemd = SystemdSocket(logger: configuration.logger)
    var services: [any Service] = [
        lanes, jobs.runner,
        NetworkWatch(
            published: published, reloader: reloader, logger: configuration.logger,
            lane: lanes.upkeep, interval: configuration.watchInterval),
        HangupReload(reloader: reloader, systemd: systemd),
        IdleMemory(published: published, memory: outbound.memory),
        feeds,
    ]
    if let shared = traffic.shared {
        services.append(
            SharedFeedWatch(
                published: published, registry: traffic, shared: shared, lane: lanes.upkeep))
    }
    onWorking(store.place)
    systemd?.send(.ready)
    try await runUntilStopped(services, configuration.logger, systemd)
}
