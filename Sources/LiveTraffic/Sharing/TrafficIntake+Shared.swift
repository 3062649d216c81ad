// Puts feeds in force that other servers took.

import Preparation
import RoadNetwork
import RoutingEngine
import Synchronization

extension TrafficIntake {
    /// Encodes what feeds have stated so far, for processes that have not seen them.
    ///
    /// - Complexity: O(*n*) for *n* rows.
    package func encodedFeeds() -> [UInt8] { state.withLock { $0.feeds }.encoded() }

    /// Puts other servers' feeds in force, in their order and at their times. If the networks are
    /// the same, the snapshot gets the same id.
    ///
    /// A feed that cannot be used here, because the networks differ, is left out;
    /// ``IntakeStatus/failure`` says why. Feeds that close nothing and whose speeds have all lapsed
    /// are recorded but make no snapshot.
    ///
    /// - Complexity: O(*n* + *m*) for *n* bytes on *m* edges, plus the travel modes' metrics.
    package func takeUp(_ feeds: [SharedFeed]) {
        working.withLock { _ in takeUpNow(feeds) }
    }

    private func takeUpNow(_ shared: [SharedFeed]) {
        let start = ContinuousClock.now
        let settings = settings
        var (last, feeds) = state.withLock { ($0.last, $0.feeds) }
        var taken: (feed: SharedFeed, receipt: FeedReceipt)?
        var failure: IntakeStatus.Failure?
        for feed in shared {
            do throws(FeedError) {
                let deadline = ContinuousClock.now + .seconds(settings.limits.seconds)
                let receipt: FeedReceipt
                switch feed.content {
                case .feed(let bytes, let mode, let mapping):
                    let (form, placed) = try readAndPlace(
                        bytes, mapping, settings.limits, until: deadline)
                    var next = feeds
                    next.apply(placed, mode, at: feed.time, lapse: settings.lapseMilliseconds)
                    try settings.limits.check(next)
                    feeds = next
                    last = FeedIdentity(bytes, mode, mapping)
                    receipt = FeedReceipt(form: form, mode: mode, placed)
                case .state(let bytes):
                    feeds = try FeedState(
                        encoded: bytes, on: layer.network, limits: settings.limits,
                        until: deadline)
                    last = nil
                    receipt = FeedReceipt(
                        form: .ways, mode: .changes, usedCount: feeds.rowCount,
                        refused: RefusedRows(keeping: 0))
                }
                (taken, failure) = ((feed, receipt), nil)
            } catch {
                failure = IntakeStatus.Failure(
                    time: now, source: feed.source, reason: error.description)
            }
        }
        if let failure { note(failure: failure.reason, from: failure.source) }
        guard let (feed, used) = taken else { return }
        var receipt = used
        let snapshot = feeds.snapshot(made: feed.time, lapse: settings.lapseMilliseconds)
        let isOver =
            snapshot.closedEdgeCount == 0 && (snapshot.lapses.map { $0 <= now } ?? true)
        if isOver, layer.traffic.current == nil {
            let (identity, kept) = (last, feeds)
            return state.withLock { ($0.last, $0.feeds) = (identity, kept) }
        }
        layer.traffic.publish(snapshot)
        receipt.describe(snapshot)
        receipt.milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        let (identity, kept, made, problem) = (last, feeds, receipt, failure)
        state.withLock { state in
            state.feeds = kept
            state.last = identity
            state.status = IntakeStatus(
                receipt: made, source: feed.source, rowCount: kept.rowCount, failure: problem)
        }
    }
}

extension FeedReceipt {
    /// Makes a receipt for placed rows, before the snapshot is made.
    init(form: FeedForm, mode: FeedMode, _ placed: PlacedRows) {
        self.init(
            form: form, mode: mode, usedCount: placed.rows.count, refused: placed.refused)
        capped = placed.capped
    }

    /// Makes a receipt before the snapshot is made.
    init(form: FeedForm, mode: FeedMode, usedCount: Int, refused: RefusedRows) {
        self.init(
            snapshotID: "", form: form, mode: mode, usedCount: usedCount, refused: refused,
            speedEdgeCount: 0, closedEdgeCount: 0, made: 0, lapses: nil)
    }

    /// Records the snapshot now in force.
    mutating func describe(_ snapshot: TrafficSnapshot) {
        snapshotID = snapshot.id
        speedEdgeCount = snapshot.speedEdgeCount
        closedEdgeCount = snapshot.closedEdgeCount
        (made, lapses) = (snapshot.made, snapshot.lapses)
    }
}
