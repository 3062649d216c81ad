// Feeds shared by servers and workers with one job store: a POST accepted by one counts on all.

import LiveTraffic
import Logging
import PublishedServices
import RouteAPI
import Synchronization

/// Stores the feeds posted to this process for others, and takes up theirs.
///
/// The log gives feeds one order. Before this process stores a feed, it takes up everything that
/// others have stored; if another process is faster, it tries again. So equal networks have equal
/// snapshots with equal ids on all servers.
///
/// A whole feed replaces all entries for its network. Changes add up: beyond 64 entries or 64 MiB,
/// they are replaced by one entry with the resulting state. If that entry cannot be stored, the log
/// may grow to 256 entries or 512 MiB; then further changes are refused.
///
/// Calls block the thread and wait for one another. They use ``TrafficRegistry``'s intakes, so call
/// them on its thread for feeds. A failing log is reported once, and again when it recovers.
final class SharedFeeds: Sendable {
    /// Why a feed was not accepted.
    enum Failure: Error {
        /// The log cannot be read or written; the text is for the server's log.
        case unavailable(FeedLogError)
        /// Other servers keep storing feeds.
        case busy
    }

    /// An entry in the log.
    fileprivate struct Known {
        let number: Int64
        let layer: String
        let byteCount: Int
        /// Whether it was taken up. It must wait while no layer on this server has its path.
        var isTaken: Bool
    }

    fileprivate struct State {
        /// The number of the last entry read.
        var position: Int64 = 0
        var entries: [Known] = []
        var isFailing = false
    }

    /// How many entries, or bytes, of changes a network may have before one entry replaces them.
    static let mostEntries = 64
    static let mostBytes = 64 << 20
    /// The limits if that entry cannot be stored: further changes are refused.
    static let mostEntriesEver = 256
    static let mostBytesEver = 512 << 20
    /// The largest size of an entry that replaces others.
    static let mostStateBytes = 256 << 20
    /// How often to try to store a feed while others store theirs.
    private static let mostAttempts = 8

    let log: any FeedLog
    private let logger: Logger
    private let state = Mutex(State())

    init(_ log: any FeedLog, _ logger: Logger) {
        self.log = log
        self.logger = logger
    }

    // MARK: - Taking up

    /// Takes up what others have stored, for a catalog's layers. A failing log is reported once,
    /// and again when it recovers.
    func look(_ catalog: ServiceCatalog, _ registry: TrafficRegistry) {
        state.withLock { state in
            do throws(FeedLogError) {
                try takeUp(catalog, registry, &state)
                if state.isFailing { logger.notice("the feeds of other servers are read again") }
                state.isFailing = false
            } catch {
                note(error, &state)
            }
        }
    }

    private func note(_ error: FeedLogError, _ state: inout State) {
        guard !state.isFailing else { return }
        state.isFailing = true
        logger.error(
            "traffic is not shared with other servers: its store fails",
            metadata: ["reason": "\(error)"])
    }

    private func takeUp(
        _ catalog: ServiceCatalog, _ registry: TrafficRegistry, _ state: inout State
    ) throws(FeedLogError) {
        let numbers = try log.numbers()
        guard let newest = numbers.last else { return state.restart() }
        if newest < state.position { state.restart() }
        let present = Set(numbers)
        state.entries.removeAll { !present.contains($0.number) }
        var due: [(intake: TrafficIntake, feeds: [SharedFeed])] = []
        func add(_ feed: SharedFeed) -> Bool {
            guard let intake = registry.intake(atPath: feed.layer, in: catalog) else {
                return false
            }
            if let place = due.firstIndex(where: { $0.intake === intake }) {
                due[place].feeds.append(feed)
            } else {
                due.append((intake, [feed]))
            }
            return true
        }
        // Layers published since then.
        for place in state.entries.indices where !state.entries[place].isTaken {
            let known = state.entries[place]
            guard registry.intake(atPath: known.layer, in: catalog) != nil,
                let feed = try feed(known.number)
            else { continue }
            state.entries[place].isTaken = add(feed)
        }
        var isGapless = true
        for number in numbers where number > state.position {
            isGapless = isGapless && number == state.position + 1
            guard let bytes = try log.entry(number) else {
                isGapless = false
                continue
            }
            var known = Known(number: number, layer: "", byteCount: bytes.count, isTaken: true)
            if let feed = read(bytes, number) {
                // An entry that repeats what was already read one by one says nothing new.
                let isKnown =
                    isGapless && number > 1 && feed.content.isState
                    && registry.intake(atPath: feed.layer, in: catalog) != nil
                known = Known(
                    number: number, layer: feed.layer, byteCount: bytes.count,
                    isTaken: isKnown || add(feed))
            }
            state.entries.append(known)
            state.position = number
        }
        state.position = newest
        for (intake, feeds) in due {
            intake.takeUp(feeds)
            logger.debug(
                "feeds of other servers taken up",
                metadata: [
                    "feeds": "\(feeds.count)",
                    "snapshot": "\(intake.status.receipt?.snapshotID ?? "none")",
                ])
        }
    }

    private func feed(_ number: Int64) throws(FeedLogError) -> SharedFeed? {
        try log.entry(number).flatMap { read($0, number) }
    }

    private func read(_ bytes: [UInt8], _ number: Int64) -> SharedFeed? {
        do throws(FeedError) {
            return try SharedFeed(encoded: bytes)
        } catch {
            logger.error(
                "a feed of another server cannot be read",
                metadata: ["entry": "\(number)", "reason": "\(error)"])
            return nil
        }
    }

    // MARK: - Taking

    /// A feed posted by a request.
    struct Sent {
        let bytes: [UInt8]
        let mode: FeedMode
        let mapping: FeedMapping
        /// Where it comes from, for users to read.
        let source: String
        let layer: PublishedLayer
    }

    /// Puts a feed into force here and stores it for others; does both or neither.
    ///
    /// - Throws: ``FeedError`` for a feed that cannot be used, or ``Failure``.
    func take(
        _ sent: Sent, by intake: TrafficIntake, _ catalog: ServiceCatalog,
        _ registry: TrafficRegistry
    ) throws -> FeedReceipt {
        try state.withLock { state in
            for _ in 0..<Self.mostAttempts {
                do throws(FeedLogError) {
                    try takeUp(catalog, registry, &state)
                } catch {
                    note(error, &state)
                    throw Failure.unavailable(error)
                }
                if let receipt = try attempt(sent, by: intake, catalog, &state) { return receipt }
            }
            throw Failure.busy
        }
    }

    /// - Returns: `nil` if another process has stored a feed meanwhile.
    private func attempt(
        _ sent: Sent, by intake: TrafficIntake, _ catalog: ServiceCatalog, _ state: inout State
    ) throws -> FeedReceipt? {
        let paths = TrafficRegistry.paths(withNetworkOf: sent.layer, in: catalog)
        let earlier = state.entries.filter { paths.contains($0.layer) }
        let (position, replaced) = (state.position, sent.mode == .whole ? earlier : [])
        var failure: FeedLogError?
        var stored: Known?
        var isTooLate = false
        let receipt: FeedReceipt
        do throws(FeedError) {
            receipt = try intake.take(
                sent.bytes, sent.mode, mapping: sent.mapping, from: sent.source, renews: true
            ) { time throws(FeedError) in
                if sent.mode == .changes { try Self.check(earlier) }
                let feed = SharedFeed(
                    layer: ResourcePath.layer(sent.layer), time: time, source: sent.source,
                    content: .feed(sent.bytes, sent.mode, sent.mapping))
                do throws(FeedLogError) {
                    let bytes = feed.encoded
                    isTooLate =
                        !(try log.append(
                            bytes, as: position + 1, dropping: replaced.map(\.number)))
                    stored = Known(
                        number: position + 1, layer: feed.layer, byteCount: bytes.count,
                        isTaken: true)
                } catch {
                    failure = error
                }
                if isTooLate || failure != nil {
                    throw FeedError("the feed could not be stored for other servers")
                }
            }
        } catch {
            if isTooLate { return nil }
            guard let failure else { throw error }
            note(failure, &state)
            throw Failure.unavailable(failure)
        }
        // A feed that repeats the one before it is not stored again.
        guard let stored else { return receipt }
        let gone = Set(replaced.map(\.number))
        state.entries.removeAll { gone.contains($0.number) }
        state.entries.append(stored)
        state.position = stored.number
        shorten(paths, stored.layer, intake, &state)
        return receipt
    }

    private static func check(_ entries: [Known]) throws(FeedError) {
        let bytes = entries.reduce(0) { $0 + $1.byteCount }
        guard entries.count < mostEntriesEver, bytes < mostBytesEver else {
            throw FeedError(
                "\(entries.count) feeds of changes with \(bytes) bytes are stored since the last "
                    + "whole feed; send a whole feed in place of changes")
        }
    }

    /// Replaces many stored feeds by one entry with everything they state.
    private func shorten(
        _ paths: Set<String>, _ layer: String, _ intake: TrafficIntake, _ state: inout State
    ) {
        let entries = state.entries.filter { paths.contains($0.layer) }
        guard
            entries.count > Self.mostEntries
                || (entries.count > 1
                    && entries.reduce(0) { $0 + $1.byteCount } > Self.mostBytes)
        else { return }
        let status = intake.status
        guard let made = status.receipt?.made else { return }
        let rows = intake.encodedFeeds()
        guard rows.count <= Self.mostStateBytes else { return }
        let whole = SharedFeed(
            layer: layer, time: made, source: status.source ?? "", content: .state(rows))
        let (number, bytes) = (state.position + 1, whole.encoded)
        do throws(FeedLogError) {
            guard try log.append(bytes, as: number, dropping: entries.map(\.number)) else {
                return
            }
        } catch {
            return note(error, &state)
        }
        state.entries.removeAll { paths.contains($0.layer) }
        state.entries.append(
            Known(number: number, layer: layer, byteCount: bytes.count, isTaken: true))
        state.position = number
    }
}

extension SharedFeeds.State {
    /// Starts over with a log that is empty or was replaced.
    fileprivate mutating func restart() { self = Self(isFailing: isFailing) }
}

extension SharedFeed.Content {
    fileprivate var isState: Bool {
        if case .state = self { true } else { false }
    }
}
