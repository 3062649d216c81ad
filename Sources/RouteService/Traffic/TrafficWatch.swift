// Polls the traffic sources that definitions name.

import AccessControl
import Foundation
import Geo
import LiveTraffic
import Logging
import Preparation
import PublishedServices
import RouteAPI
import ServiceDefinitions
import ServiceLifecycle
import ServiceTransport

/// Polls the files and addresses under `traffic` in definitions, and puts what they state into
/// force.
///
/// If a feed cannot be read or used, the last good snapshot stays in force until its speeds lapse.
/// The log has one message for each change in a source's state. If several servers name the same
/// source, each reads it.
struct TrafficWatch: Service {
    let published: PublishedCatalog
    let registry: TrafficRegistry
    /// Limits the concurrent fetches of all requests.
    let fetches: FetchGate
    let logger: Logger
    /// How often to look at files that may still be being written.
    var interval = Duration.seconds(1)
    /// Fetches feeds by URL.
    var source: any FeatureDownloading = WebDownload()
    /// The sources as ``begin()`` found them.
    var begun: [ObjectIdentifier: WatchedFeed] = [:]

    /// Reads every source for the first time, so that work that begins afterwards uses their
    /// traffic.
    mutating func begin() async {
        await look(&begun)
        // A file is only read at the second look.
        guard begun.values.contains(where: \.looks.isWaiting) else { return }
        do { try await Task.sleep(for: interval) } catch { return }
        await look(&begun)
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var feeds = begun
            while true {
                await look(&feeds)
                do { try await Task.sleep(for: interval) } catch is CancellationError { return }
            }
        }
    }

    /// Looks once at every source that is due.
    func look(_ feeds: inout [ObjectIdentifier: WatchedFeed]) async {
        var present: [ObjectIdentifier: WatchedFeed] = [:]
        for layer in published.current.layers {
            guard let traffic = layer.traffic, traffic.source != nil,
                let intake = registry.intake(of: layer)
            else { continue }
            let id = ObjectIdentifier(intake)
            guard present[id] == nil else { continue }
            let known =
                feeds[id]
                ?? feeds.values.first { $0.path == ResourcePath.layer(layer) }?.moved(intake)
            var feed = known ?? WatchedFeed(layer: layer, intake: intake)
            if feed.traffic.isSame(as: traffic) {
                feed.traffic = traffic
            } else {
                feed = WatchedFeed(layer: layer, intake: intake)
            }
            feed.configuration = layer.description.configuration
            present[id] = feed
        }
        feeds = await withTaskGroup(
            of: (ObjectIdentifier, WatchedFeed).self
        ) { group in
            for (id, feed) in present {
                group.addTask {
                    var feed = feed
                    await check(&feed)
                    return (id, feed)
                }
            }
            var checked: [ObjectIdentifier: WatchedFeed] = [:]
            for await (id, feed) in group { checked[id] = feed }
            return checked
        }
    }

    private func check(_ feed: inout WatchedFeed) async {
        if let lapses = feed.intake.lapses, lapses <= feed.intake.now {
            log(feed.health.handle(.lapsed), of: feed)
        }
        guard ContinuousClock.now >= feed.due || feed.looks.isWaiting else { return }
        feed.due = .now + .milliseconds(Int64(feed.traffic.intervalSeconds * 1_000))
        let outcome: FeedHealth.Event?
        switch feed.traffic.source {
        case .file(let path): outcome = await read(path, of: &feed)
        case .url(let address): outcome = await fetch(address, of: feed)
        case nil: outcome = nil
        }
        if let outcome { log(feed.health.handle(outcome), of: feed) }
    }

    /// Reads a file, unless it is still being written or was already read.
    private func read(_ path: String, of feed: inout WatchedFeed) async -> FeedHealth.Event? {
        guard let version = NetworkFileVersion(path: path) else {
            _ = feed.looks.look(nil)
            return failed("there is no file \(path)", feed)
        }
        guard feed.looks.look(version) else { return nil }
        let limit = feed.intake.settings.limits.maximumBytes
        do {
            let bytes = try await registry.work {
                try TrafficFile.bytes(at: path, atMost: limit)
            }
            guard NetworkFileVersion(path: path) == version else { return nil }
            if FeedReader.endsWithinLine(bytes), !feed.looks.isPatient { return nil }
            feed.looks.settle()
            return await take(bytes, feed)
        } catch let error as TrafficSourceError {
            feed.looks.settle()
            return failed(error.text, feed)
        } catch {
            return nil
        }
    }

    private func fetch(_ address: String, of feed: WatchedFeed) async -> FeedHealth.Event? {
        let fetch = TrafficFetch(
            hosts: feed.configuration.featureHosts,
            privateHosts: feed.configuration.privateFeatureHosts,
            allowsEveryHost: feed.traffic.allowsEveryHost, source: source, gate: fetches,
            caller: .anonymous(network: "traffic of \(feed.path)"))
        do {
            return await take(try await fetch.bytes(at: address, parameter: "traffic.url"), feed)
        } catch let error as RouteRequestError {
            return failed(error.details.joined(separator: " "), feed)
        } catch is CancellationError {
            return nil
        } catch {
            return failed("the server is fetching as much as it can at once", feed)
        }
    }

    /// Puts a feed into force on the thread for feeds.
    private func take(_ bytes: [UInt8], _ feed: WatchedFeed) async -> FeedHealth.Event? {
        let (intake, traffic) = (feed.intake, feed.traffic)
        do {
            let receipt = try await registry.work {
                try intake.take(
                    bytes, traffic.mode, mapping: traffic.mapping,
                    from: traffic.source?.text ?? "", isWatched: true)
            }
            if receipt.isUnchanged { return .unchanged }
            logger.debug(
                "traffic put into force",
                metadata: [
                    "layer": "\(feed.path)", "rows": "\(receipt.usedCount)",
                    "refused": "\(receipt.refused.count)", "ms": "\(Int(receipt.milliseconds))",
                ])
            return .used
        } catch let error as FeedError {
            return .failed(error.description)
        } catch {
            return nil
        }
    }

    private func failed(_ reason: String, _ feed: WatchedFeed) -> FeedHealth.Event {
        feed.intake.note(failure: reason, from: feed.traffic.source?.text ?? "")
        return .failed(reason)
    }

    private func log(_ message: FeedHealth.Message?, of feed: WatchedFeed) {
        guard let message else { return }
        let lapses = feed.intake.lapses.map { ISODateTime.text($0) }
        let source = feed.traffic.source?.text ?? ""
        var metadata: Logger.Metadata = ["layer": "\(feed.path)", "source": "\(source)"]
        let receipt = feed.intake.status.receipt
        switch message {
        case .began, .recovered:
            if let receipt {
                metadata["rows"] = "\(receipt.usedCount)"
                metadata["refused"] = "\(receipt.refused.count)"
                if let first = receipt.refused.rows.first {
                    metadata["firstRefused"] = "row \(first.number): \(first.reason)"
                }
                if let message = receipt.capped.message { metadata["capped"] = "\(message)" }
            }
            logger.notice(
                message == .began ? "live traffic is in force" : "the traffic feed is used again",
                metadata: metadata)
        case .failing(let reason):
            metadata["reason"] = "\(reason)"
            if let lapses { metadata["lapses"] = "\(lapses)" }
            logger.error(
                receipt == nil
                    ? "the traffic feed cannot be used; routes have no live speeds"
                    : "the traffic feed cannot be used; its last snapshot stays until it lapses",
                metadata: metadata)
        case .lapsed:
            logger.warning(
                "the live speeds have lapsed; routes have none until the feed states new ones",
                metadata: metadata)
        }
    }
}

/// A traffic source that is polled.
struct WatchedFeed: Sendable {
    /// The path of the layer whose definition names it.
    let path: String
    var intake: TrafficIntake
    var traffic: TrafficDeclaration
    var configuration: RouteLayerConfiguration
    /// When to check it next.
    var due = ContinuousClock.now
    var looks = FeedFileLooks<NetworkFileVersion>()
    var health = FeedHealth()

    init(layer: PublishedLayer, intake: TrafficIntake) {
        path = ResourcePath.layer(layer)
        self.intake = intake
        traffic = layer.traffic ?? TrafficDeclaration()
        configuration = layer.description.configuration
    }

    /// Returns the same source for the network that replaces the last one. The next look reads it
    /// again even if it is unchanged: rows that fitted nowhere may fit on this network.
    func moved(_ intake: TrafficIntake) -> WatchedFeed {
        var feed = self
        feed.intake = intake
        feed.due = .now
        feed.looks.forget()
        return feed
    }
}
