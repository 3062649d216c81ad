// Puts feeds in force on one network, one after the other.

package import Preparation
import RoadNetwork
import RoutingEngine
import Synchronization

/// Puts feeds in force on a network: reads them, places their rows, makes a snapshot and publishes
/// it.
///
/// ```swift
/// let intake = TrafficIntake(layer: layer)
/// let receipt = try intake.take(bytes, from: "speeds.csv")
/// // Requests use the snapshot receipt.snapshotID now.
/// ```
///
/// There is one intake for each network of a server. Feeds reach it by POST, from files and URLs
/// that the server watches, and from other servers (``takeUp(_:)``).
///
/// A feed takes effect in one step. Single rows that cannot be used are refused and listed in the
/// receipt. If no row can be used, what was in force stays, and ``status`` says why.
///
/// If a source sends the same bytes again, nothing changes and its speeds go on lapsing: a stalled
/// source must not keep old speeds alive.
///
/// When the network is swapped, ``replaced(on:settings:)`` makes an intake for the new one with the
/// same rows in force.
///
/// Every call blocks its thread until the feed is in force, and may use all cores. Do not call it
/// from threads that answer requests. An intake is safe to share between threads; feeds wait for
/// one another.
package final class TrafficIntake: Sendable {
    /// How to read feeds, and how long their speeds hold.
    package struct Settings: Hashable, Sendable {
        package var limits = FeedLimits()
        /// How long a speed without a stated end holds, in milliseconds.
        package var lapseMilliseconds = TrafficSnapshot.defaultValidityMilliseconds

        package init(lapseMilliseconds: Int64? = nil) {
            if let lapseMilliseconds { self.lapseMilliseconds = lapseMilliseconds }
        }
    }

    struct State {
        var settings: Settings
        var feeds: FeedState
        var status = IntakeStatus()
        /// The last feed in use; `nil` before the first one on this network.
        var last: FeedIdentity?
        /// The last feed of the watched source, which is read again and again.
        var source: SourceFeed?
    }

    /// The last feed of the watched source.
    struct SourceFeed: Sendable {
        let identity: FeedIdentity
        /// When it was first read, in milliseconds since 1970.
        let time: Int64
        /// Whether it was placed on the previous network. Rows that did not fit there may fit here.
        var isCarried = false
    }

    /// A feed waiting to be put in force.
    private struct Feed {
        let bytes: [UInt8]
        let mode: FeedMode
        let mapping: FeedMapping
        let source: String
        let renews: Bool
        let isWatched: Bool
        let start = ContinuousClock.now

        /// When the feed must be in force.
        func deadline(_ limits: FeedLimits) -> ContinuousClock.Instant {
            start + .seconds(limits.seconds)
        }
    }

    let layer: NetworkLayer
    let state: Mutex<State>
    /// Held while a feed is being placed and published.
    let working = Mutex(())

    /// Creates an intake for the layer's network.
    package init(layer: NetworkLayer, settings: Settings = Settings()) {
        self.layer = layer
        state = Mutex(State(settings: settings, feeds: FeedState(network: layer.network)))
    }

    private init(layer: NetworkLayer, _ state: sending State) {
        self.layer = layer
        self.state = Mutex(state)
    }

    /// How to read feeds, and how long their speeds hold. A change applies from the next feed on.
    package var settings: Settings {
        get { state.withLock(\.settings) }
        set { state.withLock { $0.settings = newValue } }
    }

    /// What is in force, and what happened to the last feed.
    package var status: IntakeStatus {
        var status = state.withLock { $0.status }
        status.kept = layer.traffic.kept.map { .init(id: $0.id, made: $0.made) }
        return status
    }

    /// When the last speed in force lapses, in milliseconds since 1970; `nil` if there are no
    /// speeds.
    package var lapses: Int64? { layer.traffic.current?.lapses }

    /// The current time in milliseconds since 1970.
    package var now: Int64 { layer.traffic.now() }

    /// Records that a feed could not be fetched. What is in force stays.
    package func note(failure reason: String, from source: String) {
        let failure = IntakeStatus.Failure(time: now, source: source, reason: reason)
        state.withLock { $0.status.failure = failure }
    }

    /// Puts a feed in force.
    ///
    /// If the feed equals the previous one byte by byte, nothing changes and its speeds go on
    /// lapsing, because a stalled source returns identical bytes. After a change of network, a
    /// watched source's feed is placed again, but keeps the time at which it was first read.
    ///
    /// - Parameters:
    ///   - source: Where the feed comes from, in words for users.
    ///   - renews: Whether an identical feed counts again once the previous one has lapsed.
    ///   - isWatched: Whether the source is read again and again. A network has at most one such
    ///     source.
    ///   - record: Called with the feed's time before the feed is in force, if it is usable and
    ///     new. If it throws, what was in force stays.
    /// - Returns: The outcome, row by row where rows are refused.
    /// - Throws: ``FeedError`` if no row of the feed can be used, and any error from `record`.
    /// - Complexity: O(*n* + *m*) for *n* bytes on *m* edges, plus the travel modes' metrics.
    package func take(
        _ bytes: [UInt8], _ mode: FeedMode = .whole, mapping: FeedMapping = FeedMapping(),
        from source: String, renews: Bool = false, isWatched: Bool = false,
        recording record: (Int64) throws(FeedError) -> Void = { _ in }
    ) throws(FeedError) -> FeedReceipt {
        let feed = Feed(
            bytes: bytes, mode: mode, mapping: mapping, source: source, renews: renews,
            isWatched: isWatched)
        let outcome = working.withLock { _ -> Result<FeedReceipt, FeedError> in
            do throws(FeedError) {
                return .success(try takeNow(feed, record))
            } catch {
                note(failure: error.description, from: source)
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func takeNow(
        _ feed: Feed, _ record: (Int64) throws(FeedError) -> Void
    ) throws(FeedError) -> FeedReceipt {
        let settings = settings
        let identity = FeedIdentity(feed.bytes, feed.mode, feed.mapping)
        let (last, source) = state.withLock { ($0.last, $0.source) }
        let (status, old) = state.withLock { ($0.status, $0.feeds) }
        let time = now
        if feed.isWatched, let source, source.isCarried, source.identity == identity,
            let receipt = status.receipt
        {
            return try placeAgain(feed, source, after: receipt, old)
        }
        if last == identity, var receipt = status.receipt {
            let isOver = receipt.lapses.map { $0 <= time } ?? false
            if !isOver || !feed.renews {
                receipt.isUnchanged = true
                state.withLock { $0.status.failure = nil }
                return receipt
            }
        }
        let (form, placed) = try readAndPlace(
            feed.bytes, feed.mapping, settings.limits, until: feed.deadline(settings.limits))
        var feeds = old
        feeds.apply(placed, feed.mode, at: time, lapse: settings.lapseMilliseconds)
        if feed.isWatched { feeds.sourceFeed = feeds.feedCount }
        try settings.limits.check(feeds)
        try record(time)
        let snapshot = feeds.snapshot(made: time, lapse: settings.lapseMilliseconds)
        layer.traffic.publish(snapshot)
        var receipt = FeedReceipt(form: form, mode: feed.mode, placed)
        receipt.describe(snapshot)
        receipt.milliseconds = (ContinuousClock.now - feed.start) / .milliseconds(1)
        let (taken, kept) = (receipt, feeds)
        state.withLock { state in
            state.feeds = kept
            state.last = identity
            if feed.isWatched { state.source = SourceFeed(identity: identity, time: time) }
            state.status = IntakeStatus(
                receipt: taken, source: feed.source, rowCount: kept.rowCount, failure: nil)
        }
        return receipt
    }

    /// Places the watched source's feed again, after it was placed on the previous network.
    ///
    /// The feed keeps its time and its place in the order: its speeds go on lapsing, and later
    /// feeds replace its rows.
    ///
    /// - Parameters:
    ///   - last: The outcome of the last feed from any source.
    ///   - old: What feeds have stated so far.
    private func placeAgain(
        _ feed: Feed, _ source: SourceFeed, after last: FeedReceipt, _ old: FeedState
    ) throws(FeedError) -> FeedReceipt {
        let settings = settings
        guard let number = old.sourceFeed else {
            // A later feed replaced everything, so nothing is left to place.
            state.withLock { state in
                state.source?.isCarried = false
                state.status.failure = nil
            }
            var receipt = last
            receipt.isUnchanged = true
            return receipt
        }
        let (form, placed) = try readAndPlace(
            feed.bytes, feed.mapping, settings.limits, until: feed.deadline(settings.limits))
        var feeds = old
        feeds.placeAgain(placed, feed.mode, at: source.time)
        try settings.limits.check(feeds)
        let snapshot = feeds.snapshot(made: last.made, lapse: settings.lapseMilliseconds)
        layer.traffic.publish(snapshot)
        var receipt = FeedReceipt(form: form, mode: feed.mode, placed)
        receipt.describe(snapshot)
        receipt.milliseconds = (ContinuousClock.now - feed.start) / .milliseconds(1)
        let isLast = number == feeds.feedCount
        let (taken, kept) = (receipt, feeds)
        state.withLock { state in
            state.feeds = kept
            state.source?.isCarried = false
            if isLast {
                state.last = source.identity
                state.status.receipt = taken
            } else {
                state.status.receipt?.describe(snapshot)
            }
            state.status.rowCount = kept.rowCount
            state.status.failure = nil
        }
        receipt.isUnchanged = true
        return receipt
    }

    /// Reads a feed and places its rows.
    ///
    /// - Throws: ``FeedError`` if no row can be used.
    func readAndPlace(
        _ bytes: [UInt8], _ mapping: FeedMapping, _ limits: FeedLimits,
        until deadline: ContinuousClock.Instant
    ) throws(FeedError) -> (form: FeedForm, rows: PlacedRows) {
        let content = try FeedReader(limits: limits, mapping: mapping, zone: layer.zoneClock)
            .read(bytes) { ContinuousClock.now >= deadline }
        let placed = try FeedPlacer(network: layer.network).place(content, until: deadline)
        if placed.rows.isEmpty, let first = placed.refused.rows.first {
            throw FeedError(
                "none of the \(content.rowCount) rows can be used; row \(first.number): "
                    + first.reason)
        }
        return (content.form, placed)
    }

    /// Makes an intake for the network that replaces this one, with the same rows in force.
    ///
    /// Blocks until the rows are placed and published. Rows that fitted nowhere were not kept. The
    /// new intake therefore places the watched source's feed again when it next arrives, even if it
    /// is the same.
    ///
    /// - Throws: ``FeedError`` if placing takes too long.
    package func replaced(
        on other: NetworkLayer, settings: Settings
    ) throws(FeedError) -> TrafficIntake {
        let outcome = working.withLock { _ -> Result<TrafficIntake, FeedError> in
            do throws(FeedError) {
                return .success(try replacedNow(on: other, settings))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func replacedNow(
        on other: NetworkLayer, _ settings: Settings
    ) throws(FeedError) -> TrafficIntake {
        let (source, status, feeds) = state.withLock { ($0.source, $0.status, $0.feeds) }
        var new = State(
            settings: settings, feeds: FeedState(network: other.network), status: status)
        guard let made = status.receipt?.made else { return TrafficIntake(layer: other, new) }
        new.feeds = try feeds.placed(
            on: other.network, until: .now + .seconds(settings.limits.seconds))
        new.source = source
        new.source?.isCarried = true
        let snapshot = new.feeds.snapshot(made: made, lapse: settings.lapseMilliseconds)
        other.traffic.publish(snapshot)
        new.status.rowCount = new.feeds.rowCount
        new.status.receipt?.snapshotID = snapshot.id
        new.status.receipt?.speedEdgeCount = snapshot.speedEdgeCount
        new.status.receipt?.closedEdgeCount = snapshot.closedEdgeCount
        new.status.receipt?.lapses = snapshot.lapses
        return TrafficIntake(layer: other, new)
    }
}

/// Tells feeds apart by their bytes' checksum and the settings to read them with.
struct FeedIdentity: Hashable, Sendable {
    private let checksum: UInt64
    private let mode: FeedMode
    private let mapping: FeedMapping

    init(_ bytes: [UInt8], _ mode: FeedMode, _ mapping: FeedMapping) {
        checksum = bytes.withUnsafeBytes { DatasetChecksum.of($0) }
        self.mode = mode
        self.mapping = mapping
    }
}

extension FeedLimits {
    /// Checks that the rows in force are within the limit for one feed.
    ///
    /// - Throws: ``FeedError`` if there are more.
    func check(_ feeds: FeedState) throws(FeedError) {
        guard feeds.rowCount <= maximumRows else {
            throw FeedError(
                "\(feeds.rowCount) rows would be in force, more than \(maximumRows). Send a "
                    + "whole feed in place of changes")
        }
        let events = feeds.eventCount
        guard events.rows <= maximumEvents, events.edges <= maximumEventEdges else {
            throw FeedError(
                "\(events.rows) rows with a kind or text would be in force, on \(events.edges) "
                    + "edges; at most \(maximumEvents) rows on \(maximumEventEdges) edges can be. "
                    + "State less, or send a whole feed in place of changes")
        }
    }
}
