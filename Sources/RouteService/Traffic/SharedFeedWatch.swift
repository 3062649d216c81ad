// Takes up the feeds that other servers store while this one runs.

import LiveTraffic
import Logging
import ServiceLifecycle

/// Waits for feeds of other servers, and puts them into force on the thread for feeds.
struct SharedFeedWatch: Service {
    let published: PublishedCatalog
    let registry: TrafficRegistry
    let shared: SharedFeeds
    /// Where feeds of others are awaited.
    let lane: Lane

    /// Seconds of a wait; after the end of the last one the service ends.
    private static let waitSeconds = 0.5

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    let mayHaveChanged = try await lane.run(for: "feeds") { [shared] in
                        shared.log.awaitChange(upTo: Self.waitSeconds)
                    }
                    if mayHaveChanged { try await look() }
                } catch {
                    // The threads have ended, and the server with them.
                    return
                }
            }
        }
    }

    private func look() async throws {
        try await registry.work { [published, registry, shared] in
            shared.look(published.current, registry)
        }
    }
}

extension RouteServiceConfiguration {
    /// What is shared with the servers and workers that have the same place for jobs; `nil` without
    /// one.
    ///
    /// - Throws: ``InvalidJobDatabase`` for a text that is not the URL of a database.
    func openSharedFeeds() throws -> SharedFeeds? {
        guard let jobs else { return nil }
        do throws(FeedLogError) {
            return SharedFeeds(try openFeedLog(at: jobs), logger)
        } catch {
            throw InvalidJobDatabase(reason: "\(error)")
        }
    }
}
