// Takes feeds in force on one network, one after the other.

package import NetworkAnalysis
import RoadNetwork
import RoutingEngine
import Synchronization

/// Takes feeds in force on a network: reads, places, makes a snapshot, publishes it.
///
/// ```swift
/// let intake = TrafficIntake(layer: layer)
/// let receipt = try intake.take(bytes, from: "speeds.csv")
/// // Requests use the snapshot receipt.snapshotID now.
/// ```
///
/// Every call blocks its thread until the feed is in force, and may use all cores: call it apart
/// from threads that answer requests. Safe to share between threads; feeds wait for one another.
/// When a feed cannot be used, what was in force stays.
package final class TrafficIntake: Sendable {
    /// How feeds are read, and how long they hold.
    package struct Settings: Hashable, Sendable {
        package var limits = FeedLimits()
        /// How long a speed without an end holds, in milliseconds.
        package var lapseMilliseconds = TrafficSnapshot.defaultValidityMilliseconds

        package init(lapseMilliseconds: Int64? = nil) {
            if let lapseMilliseconds { self.lapseMilliseconds = lapseMilliseconds }
        }
    }

    struct State {
        var settings: Settings
        var feeds: FeedState
        var status = IntakeStatus()
        /// The last feed that was used; `nil` before the first one on this network.
        var last: FeedIdentity?
        /// The last feed of the source that is read again and again.
        var source: SourceFeed?
    }

    /// The last feed of a source that is read again and again.
    struct SourceFeed: Sendable {
        let identity: FeedIdentity
        /// When it was read first, in milliseconds since 1970.
        let time: Int64
        /// Whether it was placed on the network before this one: rows that fitted nowhere there may
        /// fit here.
        var isCarried = false
    }

    /// A feed that is to be taken in force.
    private struct Feed {
        let bytes: [UInt8]
        let mode: FeedMode
        let mapping: FeedMapping
        let source: String
        let renews: Bool
        let isWatched: Bool
        let start = ContinuousClock.now

        /// When it must be in force.
        func deadline(_ limits: FeedLimits) -> ContinuousClock.Instant {
            start + .seconds(limits.seconds)
        }
    }

    let layer: NetworkLayer
    let state: Mutex<State>
    /// Held while a feed is placed and published.
    let working = Mutex(())

    /// Prepares to take feeds for the network of a layer.
    package init(layer: NetworkLayer, settings: Settings = Settings()) {
        self.layer = layer
        state = Mutex(State(settings: settings, feeds: FeedState(network: layer.network)))
    }

    private init(layer: NetworkLayer, _ state: sending State) {
        self.layer = layer
        self.state = Mutex(state)
    }

    /// How feeds are read, and how long they hold. A change counts for the next feed.
    package var settings: Settings {
        get { state.withLock(\.settings) }
        set { state.withLock { $0.settings = newValue } }
    }

    /// What is in force, and how the last feed fared.
    package var status: IntakeStatus {
        var status = state.withLock { $0.status }
        status.kept = layer.traffic.kept.map { .init(id: $0.id, made: $0.made) }
        return status
    }

    /// When the last speed in force lapses, in milliseconds since 1970; `nil` without speeds.
    package var lapses: Int64? { layer.traffic.current?.lapses }

    /// The current time in milliseconds since 1970.
    package var now: Int64 { layer.traffic.now() }

    /// Notes that a feed could not be fetched; what is in force stays.
    package func note(failure reason: String, from source: String) {
        let failure = IntakeStatus.Failure(time: now, source: source, reason: reason)
        state.withLock { $0.status.failure = failure }
    }

    /// Takes a feed in force.
    ///
    /// A feed that equals the one before it, byte by byte, changes nothing, and its speeds lapse:
    /// a source that has stalled returns identical bytes. On another network than before, that of a
    /// watched source is placed again, and counts as of when it was read first.
    ///
    /// - Parameters:
    ///   - source: Where it comes from, for users.
    ///   - renews: Whether a feed that equals the one before it is used again once that has lapsed.
    ///   - isWatched: Whether the source is read again and again; a network has one such source.
    ///   - record: Called with the time of the feed before it is in force, when it can be used and
    ///     says something new; an error leaves what was in force.
    /// - Returns: What became of its rows.
    /// - Throws: ``FeedError`` when the feed cannot be used at all, and the error of `record`.
    /// - Complexity: O(*n* + *m*) for *n* bytes on *m* edges, and the metrics of the travel modes.
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

    /// Places a feed of the watched source again: it was placed on the network before this one.
    ///
    /// It keeps its time and its place among the feeds: its speeds lapse, and later feeds replace
    /// its rows.
    ///
    /// - Parameters:
    ///   - last: What became of the last feed of any source.
    ///   - old: What feeds have stated so far.
    private func placeAgain(
        _ feed: Feed, _ source: SourceFeed, after last: FeedReceipt, _ old: FeedState
    ) throws(FeedError) -> FeedReceipt {
        let settings = settings
        guard let number = old.sourceFeed else {
            // A later feed has replaced it whole.
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
    /// - Throws: ``FeedError`` when no row can be used.
    func readAndPlace(
        _ bytes: [UInt8], _ mapping: FeedMapping, _ limits: FeedLimits,
        until deadline: ContinuousClock.Instant
    ) throws(FeedError) -> (form: FeedForm, rows: PlacedRows) {
        let content = try FeedReader(limits: limits, mapping: mapping)
            .read(bytes) { ContinuousClock.now >= deadline }
        let placed = try FeedPlacer(network: layer.network).place(content, until: deadline)
        if placed.rows.isEmpty, let first = placed.refused.rows.first {
            throw FeedError(
                "none of the \(content.rowCount) rows can be used; row \(first.number): "
                    + first.reason)
        }
        return (content.form, placed)
    }

    /// An intake for another network in the place of this one, with the same rows in force there.
    ///
    /// It blocks until the rows are placed and published. Rows that fitted nowhere are not kept:
    /// the new intake places the feed of the watched source again when it gets that, even if it is
    /// the same.
    ///
    /// - Throws: ``FeedError`` when placing takes too long.
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

/// What distinguishes a feed from others: the checksum of its bytes, and how they are read.
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
    /// Checks that no more rows are in force than are read at once.
    ///
    /// - Throws: ``FeedError``.
    func check(_ feeds: FeedState) throws(FeedError) {
        guard feeds.rowCount <= maximumRows else {
            throw FeedError(
                "\(feeds.rowCount) rows would be in force; \(maximumRows) are the most. Send a "
                    + "whole feed in place of changes")
        }
    }
}
