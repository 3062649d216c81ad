// What feeds have stated so far about a network, and the snapshot that follows from it.

import Geo
package import RoadNetwork
package import RoutingEngine

/// The rows in force on a network, in the order of the feeds that stated them.
///
/// A row replaces what earlier feeds stated about its edges. Rows of one feed about the same edge
/// stand side by side where their times differ; where they cover parts of an edge, its speed is
/// that of travel over all parts, with the network's own speed on the rest.
package struct FeedState: Sendable {
    /// A row that was placed, with the feed that stated it.
    struct Stated: Sendable {
        var row: PlacedRow
        /// The number of the feed, rising.
        var feed: Int
        /// When the feed was read, in milliseconds since 1970.
        var time: Int64
    }

    /// The longest period of a speed that states its end, in milliseconds: beyond a day a feed
    /// forecasts, or has forgotten to end it.
    static let longestSpeedMilliseconds: Int64 = 86_400_000

    package let network: NetworkDataset
    var rows: [Stated] = []
    private var pieces: [PlacedPiece] = []
    var feedCount = 0
    /// The number of rows after the last compaction.
    var compactCount = 0
    /// The number of the last feed of a source that is read again and again: it may be placed again
    /// on another network. `nil` without one, and when a later feed has replaced it whole.
    var sourceFeed: Int?

    /// No rows.
    package init(network: NetworkDataset) { self.network = network }

    /// The number of rows in force.
    package var rowCount: Int { rows.count }

    /// Adds the rows of a feed.
    ///
    /// - Parameters:
    ///   - time: When the feed was read, in milliseconds since 1970.
    ///   - lapse: How long a speed without an end holds after that, in milliseconds.
    /// - Complexity: O(*n*) in the number of rows of the feed, amortized.
    package mutating func apply(
        _ placed: PlacedRows, _ mode: FeedMode, at time: Int64, lapse: Int64
    ) {
        if mode == .whole {
            rows.removeAll()
            pieces.removeAll()
            compactCount = 0
            sourceFeed = nil
        }
        feedCount += 1
        append(placed, mode, of: feedCount, at: time)
        if mode == .whole {
            compactCount = rows.count
        } else if rows.count > 2 * compactCount + 10_000 {
            compact(at: time, lapse: lapse)
        }
    }

    /// Appends the rows of a feed, with their pieces.
    private mutating func append(
        _ placed: PlacedRows, _ mode: FeedMode, of feed: Int, at time: Int64
    ) {
        let shift = pieces.count
        pieces += placed.pieces
        rows.reserveCapacity(rows.count + placed.rows.count)
        for row in placed.rows {
            if mode == .whole, row.row.effect == .cleared { continue }
            let range = (row.pieces.lowerBound + shift)..<(row.pieces.upperBound + shift)
            rows.append(
                Stated(row: PlacedRow(row: row.row, pieces: range), feed: feed, time: time))
        }
    }

    /// Puts the rows of ``sourceFeed`` in the place of those that it has, after the network became
    /// another one: rows that fitted nowhere may fit now. Later feeds still replace them.
    ///
    /// - Parameter time: When the feed was read first, in milliseconds since 1970.
    /// - Complexity: O(*n*) in the number of all rows.
    mutating func placeAgain(_ placed: PlacedRows, _ mode: FeedMode, at time: Int64) {
        guard let feed = sourceFeed else { return }
        let later = Array(rows.drop { $0.feed <= feed })
        rows.removeAll { $0.feed >= feed }
        append(placed, mode, of: feed, at: time)
        rows += later
        dropUnusedPieces()
    }

    /// Drops rows whose place a later feed has stated again, and those that have ended.
    ///
    /// At every instant from `now` on, a snapshot says what it said with all rows.
    mutating func compact(at now: Int64, lapse: Int64) {
        var newest: [FeedRow.Place: Int] = [:]
        for stated in rows.reversed() where newest[stated.row.row.place] == nil {
            newest[stated.row.row.place] = stated.feed
        }
        var kept: [Stated] = []
        for stated in rows where newest[stated.row.row.place] == stated.feed {
            var stated = stated
            // The first feed that has rows, or may have some again.
            let first = min(kept.first?.feed ?? .max, sourceFeed ?? .max)
            if ends(of: stated, lapse: lapse) <= now {
                // What earlier feeds stated must not come back; other rows of its own feed stay.
                guard first < stated.feed else { continue }
                stated.row.row.holdNothing()
            } else if stated.row.row.effect == .cleared, first > stated.feed {
                continue
            }
            kept.append(stated)
        }
        rows = kept
        dropUnusedPieces()
        compactCount = rows.count
    }

    /// Drops the pieces that no row has.
    private mutating func dropUnusedPieces() {
        var used: [PlacedPiece] = []
        for place in rows.indices {
            let first = used.count
            used += pieces[rows[place].row.pieces]
            rows[place].row.pieces = first..<used.count
        }
        pieces = used
    }

    /// A moment from which on a row holds in no snapshot.
    private func ends(of stated: Stated, lapse: Int64) -> Int64 {
        let row = stated.row.row
        switch row.effect {
        case .speed:
            // Snapshots round the end of a speed up: to a second, and to a minute where they have
            // many.
            let end = Self.speedEnd(row, read: stated.time, lapse: lapse)
            return (end + 59_999) / 60_000 * 60_000
        case .closed: return row.until ?? .max
        case .cleared: return .max
        }
    }

    private static func speedEnd(_ row: FeedRow, read time: Int64, lapse: Int64) -> Int64 {
        let latest = max(time, row.from ?? time) + max(lapse, longestSpeedMilliseconds)
        if let until = row.until { return min(until, latest) }
        return max(time, row.from ?? time) + lapse
    }

    /// The same rows on another network: the feeds are placed again.
    ///
    /// - Throws: ``FeedError`` when that takes longer than the deadline.
    package func placed(
        on other: NetworkDataset, until deadline: ContinuousClock.Instant?
    ) throws(FeedError) -> FeedState {
        let placer = FeedPlacer(network: other)
        let content = FeedContent(
            form: .ways, rows: rows.map(\.row.row), refused: RefusedRows(keeping: 0))
        let numbered = content.rows.enumerated().map { index, row in
            var row = row
            row.number = index
            return row
        }
        let placed = try placer.place(
            FeedContent(form: .ways, rows: numbered, refused: content.refused), until: deadline)
        var state = FeedState(network: other)
        state.pieces = placed.pieces
        state.feedCount = feedCount
        state.sourceFeed = sourceFeed
        state.rows = placed.rows.map { found in
            var stated = rows[found.row.number]
            let number = stated.row.row.number
            stated.row = found
            stated.row.row.number = number
            return stated
        }
        state.compactCount = state.rows.count
        return state
    }
}

extension FeedRow {
    /// Makes this a row that holds nothing, and that still replaces what earlier feeds stated: a
    /// closure with an empty period.
    fileprivate mutating func holdNothing() {
        effect = .closed
        from = 0
        until = 0
    }
}

// MARK: - Snapshots

extension FeedState {
    /// What holds on an edge by some rows of one feed with the same times.
    private struct Record {
        var edge: UInt32
        var feed: Int
        var isClosed: Bool
        var from: Int64?
        var until: Int64?
        /// The speed of a row that covers the whole edge, exactly as it was stated or capped.
        var wholeSpeed: Double?
        /// The covered share, and the sum of the shares over their speeds.
        var share = 0.0
        var slowness = 0.0
        /// The next record of the edge, -1 at the end.
        var next: Int32 = -1
    }

    /// The snapshot of all rows.
    ///
    /// - Parameters:
    ///   - made: When the last feed was read, in milliseconds since 1970.
    ///   - lapse: How long a speed without an end holds, in milliseconds.
    /// - Complexity: O(*n* + *m*) for *n* rows on *m* edges.
    package func snapshot(made: Int64, lapse: Int64) -> TrafficSnapshot {
        var records: [Record] = []
        records.reserveCapacity(pieces.count)
        var first = [Int32](repeating: -1, count: network.edgeCount)
        let plausible = PlausibleSpeed(network)
        for stated in rows {
            for piece in pieces[stated.row.pieces] {
                add(stated, piece, plausible, made, lapse, &records, &first)
            }
        }
        var speeds: [EdgeSpeed] = []
        var closures: [EdgeClosure] = []
        for edge in first.indices where first[edge] >= 0 {
            var place = first[edge]
            while place >= 0 {
                let record = records[Int(place)]
                place = record.next
                if record.isClosed {
                    closures.append(
                        EdgeClosure(edge: record.edge, from: record.from, until: record.until))
                } else if let speed = speed(of: record, plausible) {
                    speeds.append(
                        EdgeSpeed(
                            edge: record.edge, kilometersPerHour: speed, from: record.from,
                            until: record.until))
                }
            }
        }
        return TrafficSnapshot(
            speeds: speeds, closures: closures, made: made, validityMilliseconds: lapse,
            on: network)
    }

    private func add(
        _ stated: Stated, _ piece: PlacedPiece, _ plausible: PlausibleSpeed, _ made: Int64,
        _ lapse: Int64,
        _ records: inout [Record], _ first: inout [Int32]
    ) {
        let row = stated.row.row
        let edge = Int(piece.edge)
        if first[edge] >= 0, records[Int(first[edge])].feed != stated.feed { first[edge] = -1 }
        var record = Record(edge: piece.edge, feed: stated.feed, isClosed: row.effect == .closed)
        switch row.effect {
        case .cleared:
            // It replaces all that came before, and holds nothing itself.
            first[edge] = -1
            return
        case .closed: (record.from, record.until) = (row.from, row.until)
        case .speed(let reported):
            let speed = min(reported, plausible.most(on: piece.edge))
            record.share = piece.share >= 0.95 ? 1 : Double(piece.share)
            record.slowness = record.share / speed
            if record.share >= 1 { record.wholeSpeed = speed }
            record.from = row.from
            if row.until != nil || row.from != nil || stated.time != made {
                // Rounded up to seconds, so that feeds of the same second end at one moment.
                let end = Self.speedEnd(row, read: stated.time, lapse: lapse)
                record.until = row.until.map { min($0, end) } ?? (end + 999) / 1_000 * 1_000
            }
        }
        if merge(record, &records, first[edge]) { return }
        record.next = first[edge]
        first[edge] = Int32(records.count)
        records.append(record)
    }

    /// Adds a row to the record of the same feed and edge with the same times, where there is one.
    ///
    /// - Returns: Whether the row needs no record of its own. Beyond ``mostPeriods`` it gets none.
    private func merge(_ record: Record, _ records: inout [Record], _ first: Int32) -> Bool {
        var place = first
        var count = 0
        while place >= 0 {
            let known = records[Int(place)]
            count += 1
            guard known.from == record.from, known.until == record.until,
                known.isClosed == record.isClosed
            else {
                place = known.next
                continue
            }
            records[Int(place)].wholeSpeed = record.wholeSpeed
            if record.share >= 1 {
                records[Int(place)].share = record.share
                records[Int(place)].slowness = record.slowness
            } else {
                records[Int(place)].share += record.share
                records[Int(place)].slowness += record.slowness
            }
            return true
        }
        return count >= Self.mostPeriods
    }

    /// The most different periods of one feed on one edge; more would make a hostile feed slow.
    private static let mostPeriods = 64

    /// The speed over a whole edge in km/h; `nil` for a record without one.
    private func speed(of record: Record, _ plausible: PlausibleSpeed) -> Double? {
        if let speed = record.wholeSpeed { return speed }
        guard record.share > 0, record.slowness > 0 else { return nil }
        let rest = 1 - record.share
        guard rest > 0.001 else { return record.share / record.slowness }
        guard let own = plausible.own(of: record.edge) else {
            return record.share / record.slowness
        }
        return 1 / (record.slowness + rest / own)
    }
}
