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
        /// The checksum of the last feed that was used, and how it was read.
        var last: (checksum: UInt64, mode: FeedMode, mapping: FeedMapping)?
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
    /// a source that has stalled returns identical bytes.
    ///
    /// - Parameters:
    ///   - source: Where it comes from, for users.
    ///   - renews: Whether a feed that equals the one before it is used again once that has lapsed.
    ///   - record: Called with the time of the feed before it is in force, when it can be used and
    ///     says something new; an error leaves what was in force.
    /// - Returns: What became of its rows.
    /// - Throws: ``FeedError`` when the feed cannot be used at all, and the error of `record`.
    /// - Complexity: O(*n* + *m*) for *n* bytes on *m* edges, and the metrics of the travel modes.
    package func take(
        _ bytes: [UInt8], _ mode: FeedMode = .whole, mapping: FeedMapping = FeedMapping(),
        from source: String, renews: Bool = false,
        recording record: (Int64) throws(FeedError) -> Void = { _ in }
    ) throws(FeedError) -> FeedReceipt {
        let start = ContinuousClock.now
        let outcome = working.withLock { _ -> Result<FeedReceipt, FeedError> in
            do throws(FeedError) {
                return .success(
                    try takeNow(
                        bytes, mode, mapping, from: source, renews: renews, start, record))
            } catch {
                note(failure: error.description, from: source)
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func takeNow(
        _ bytes: [UInt8], _ mode: FeedMode, _ mapping: FeedMapping, from source: String,
        renews: Bool, _ start: ContinuousClock.Instant,
        _ record: (Int64) throws(FeedError) -> Void
    ) throws(FeedError) -> FeedReceipt {
        let settings = settings
        let checksum = bytes.withUnsafeBytes { DatasetChecksum.of($0) }
        let (last, status, old) = state.withLock { ($0.last, $0.status, $0.feeds) }
        let time = now
        if let last, last == (checksum, mode, mapping), var receipt = status.receipt {
            let isOver = receipt.lapses.map { $0 <= time } ?? false
            if !isOver || !renews {
                receipt.isUnchanged = true
                state.withLock { $0.status.failure = nil }
                return receipt
            }
        }
        let deadline = start + .seconds(settings.limits.seconds)
        let (form, placed) = try readAndPlace(bytes, mapping, settings.limits, until: deadline)
        var feeds = old
        feeds.apply(placed, mode, at: time, lapse: settings.lapseMilliseconds)
        try settings.limits.check(feeds)
        try record(time)
        let snapshot = feeds.snapshot(made: time, lapse: settings.lapseMilliseconds)
        layer.traffic.publish(snapshot)
        var receipt = FeedReceipt(
            snapshotID: snapshot.id, form: form, mode: mode, usedCount: placed.rows.count,
            refused: placed.refused, speedEdgeCount: snapshot.speedEdgeCount,
            closedEdgeCount: snapshot.closedEdgeCount,
            made: snapshot.made, lapses: snapshot.lapses)
        receipt.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        let (taken, kept) = (receipt, feeds)
        state.withLock { state in
            state.feeds = kept
            state.last = (checksum, mode, mapping)
            state.status = IntakeStatus(
                receipt: taken, source: source, rowCount: kept.rowCount, failure: nil)
        }
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
    /// It blocks until the rows are placed and published.
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
        let (last, status, feeds) = state.withLock { ($0.last, $0.status, $0.feeds) }
        var new = State(
            settings: settings, feeds: FeedState(network: other.network), status: status,
            last: last)
        guard let made = status.receipt?.made else { return TrafficIntake(layer: other, new) }
        new.feeds = try feeds.placed(
            on: other.network, until: .now + .seconds(settings.limits.seconds))
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
