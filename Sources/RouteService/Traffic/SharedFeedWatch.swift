// Reads feeds stored by other servers while this one runs.

import LiveTraffic
import Logging
import PublishedServices
import ServiceLifecycle
import ServiceTransport

/// Waits for other servers' feeds, and puts them into force on the thread for feeds.
struct SharedFeedWatch: Service {
    let published: PublishedCatalog
    let registry: TrafficRegistry
    let shared: SharedFeeds
    /// Where the watch waits for feeds.
    let lane: Lane

    /// How many seconds one wait lasts. The service ends after its last wait.
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
    /// Opens the log shared with servers and workers that have the same place for jobs; returns
    /// `nil` without one.
    ///
    /// - Throws: ``InvalidJobDatabase`` if the text is not a database's URL.
    func openSharedFeeds() throws -> SharedFeeds? {
        guard let jobs else { return nil }
        do throws(FeedLogError) {
            return SharedFeeds(try openFeedLog(at: jobs), logger)
        } catch {
            throw InvalidJobDatabase(reason: "\(error)")
        }
    }
}
