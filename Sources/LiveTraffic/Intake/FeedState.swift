// What feeds have stated about a network so far, and the snapshot this gives.

import Geo
package import RoadNetwork
package import RoutingEngine

/// The rows in force on a network, in the order of their feeds.
///
/// Use ``apply(_:_:at:lapse:)`` for each feed and ``snapshot(made:lapse:)`` for the result. The
/// same feeds in the same order give the same snapshot.
///
/// **Replacing.** A row replaces what earlier feeds stated about its edges, edge by edge: a feed of
/// changes may name only part of what an earlier row named. Rows of one feed about the same edge
/// both count if their times differ. If rows cover parts of an edge, its speed is derived from the
/// travel time over all parts, using the network's own speed for the rest.
///
/// **Rows, not edges.** The state keeps rows in the feed's own terms besides the edges they lie on.
/// Edges mean nothing on another network; rows can be placed again when the network is swapped
/// (``placed(on:until:)``).
///
/// **Size.** Feeds of changes would let the state grow without end. When the number of rows has
/// more than doubled, ``compact(at:lapse:)`` drops rows that were stated again or have ended,
/// without changing any later snapshot.
///
/// ``TrafficIntake`` owns the state and publishes its snapshots.
package struct FeedState: Sendable {
    /// A placed row with the feed that stated it.
    struct Stated: Sendable {
        var row: PlacedRow
        /// The feed's number. Later feeds have higher numbers.
        var feed: Int
        /// When the feed was read, in milliseconds since 1970.
        var time: Int64
    }

    /// The longest period for a speed that states its own end, in milliseconds. If it is longer
    /// than a day, the feed is forecasting or has forgotten to end it.
    static let longestSpeedMilliseconds: Int64 = 86_400_000

    package let network: NetworkDataset
    var rows: [Stated] = []
    private(set) var pieces: [PlacedPiece] = []
    var feedCount = 0
    /// How many rows the last compaction left.
    var compactCount = 0
    /// The last feed of the watched source, which may be placed again on another network. `nil`
    /// without such a source, or after a later feed replaced everything.
    var sourceFeed: Int?

    /// Starts without rows.
    package init(network: NetworkDataset) { self.network = network }

    /// How many rows are in force.
    package var rowCount: Int { rows.count }

    /// Adds a feed's rows.
    ///
    /// - Parameters:
    ///   - time: When the feed was read, in milliseconds since 1970.
    ///   - lapse: How long a speed without a stated end holds, in milliseconds.
    /// - Complexity: Amortized O(*n*) for *n* rows in the feed.
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

    /// Appends a feed's rows and their pieces.
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

    /// Places the rows of ``sourceFeed`` again after a change of network, because rows that did not
    /// fit may fit now. Later feeds still replace them.
    ///
    /// - Parameter time: When the feed was first read, in milliseconds since 1970.
    /// - Complexity: O(*n*) for *n* rows in total.
    mutating func placeAgain(_ placed: PlacedRows, _ mode: FeedMode, at time: Int64) {
        guard let feed = sourceFeed else { return }
        let later = Array(rows.drop { $0.feed <= feed })
        rows.removeAll { $0.feed >= feed }
        append(placed, mode, of: feed, at: time)
        rows += later
        dropUnusedPieces()
    }

    /// Drops rows whose place was stated again later, and rows that have ended.
    ///
    /// From `now` on, snapshots are the same as with all rows.
    mutating func compact(at now: Int64, lapse: Int64) {
        var newest: [FeedRow.Place: Int] = [:]
        for stated in rows.reversed() where newest[stated.row.row.place] == nil {
            newest[stated.row.row.place] = stated.feed
        }
        var kept: [Stated] = []
        for stated in rows where newest[stated.row.row.place] == stated.feed {
            var stated = stated
            // The earliest feed with rows, or to which rows may be added again.
            let first = min(kept.first?.feed ?? .max, sourceFeed ?? .max)
            if ends(of: stated, lapse: lapse) <= now {
                // Keep an empty row, or statements of earlier feeds would come back. Other rows of
                // its own feed stay.
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

    /// Drops pieces that belong to no row.
    private mutating func dropUnusedPieces() {
        var used: [PlacedPiece] = []
        for place in rows.indices {
            let first = used.count
            used += pieces[rows[place].row.pieces]
            rows[place].row.pieces = first..<used.count
        }
        pieces = used
    }

    /// Returns a moment after which the row is in no snapshot.
    private func ends(of stated: Stated, lapse: Int64) -> Int64 {
        let row = stated.row.row
        switch row.effect {
        case .speed:
            // Snapshots round a speed's end up to a second, and to a minute if they have many.
            let end = Self.speedEnd(row, read: stated.time, lapse: lapse)
            return (end + 59_999) / 60_000 * 60_000
        case .closed, .event: return row.until ?? .max
        case .cleared: return .max
        }
    }

    static func speedEnd(_ row: FeedRow, read time: Int64, lapse: Int64) -> Int64 {
        let latest = max(time, row.from ?? time) + max(lapse, longestSpeedMilliseconds)
        if let until = row.until { return min(until, latest) }
        return max(time, row.from ?? time) + lapse
    }

    /// Places the same rows on another network.
    ///
    /// - Throws: ``FeedError`` if the deadline passes.
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
    /// Empties the row; it still overrides earlier feeds. The row becomes a closure with an empty
    /// period.
    fileprivate mutating func holdNothing() {
        effect = .closed
        from = 0
        until = 0
        event = nil
    }
}

// MARK: - Snapshots

extension FeedState {
    /// What some rows of one feed with equal times say about an edge.
    private struct Record {
        var edge: UInt32
        var feed: Int
        var isClosed: Bool
        var from: Int64?
        var until: Int64?
        /// The speed of a row that covers the whole edge, as stated or capped.
        var wholeSpeed: Double?
        /// The covered share of the edge, and the sum of the shares divided by their speeds.
        var share = 0.0
        var slowness = 0.0
        /// The edge's next record; -1 at the end.
        var next: Int32 = -1
    }

    /// Makes the snapshot of all rows.
    ///
    /// - Parameters:
    ///   - made: When the last feed was read, in milliseconds since 1970.
    ///   - lapse: How long a speed without a stated end holds, in milliseconds.
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
            speeds: speeds, closures: closures, events: events(lapse: lapse), made: made,
            validityMilliseconds: lapse, on: network)
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
            // It replaces everything before it and holds nothing itself.
            first[edge] = -1
            return
        case .event:
            // It replaces earlier feeds; what its own feed says about the edge stays.
            return
        case .closed: (record.from, record.until) = (row.from, row.until)
        case .speed(let reported):
            let speed = min(reported, plausible.most(on: piece.edge))
            record.share = piece.share >= 0.95 ? 1 : Double(piece.share)
            record.slowness = record.share / speed
            if record.share >= 1 { record.wholeSpeed = speed }
            record.from = row.from
            if row.until != nil || row.from != nil || stated.time != made {
                // Rounded up to seconds, so feeds read within one second end together.
                let end = Self.speedEnd(row, read: stated.time, lapse: lapse)
                record.until = row.until.map { min($0, end) } ?? (end + 999) / 1_000 * 1_000
            }
        }
        if merge(record, &records, first[edge]) { return }
        record.next = first[edge]
        first[edge] = Int32(records.count)
        records.append(record)
    }

    /// Merges a row into the record with the same feed, edge and times, if there is one.
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

    /// How many different periods one feed may state for one edge. More would let a hostile feed
    /// slow the intake down.
    static let mostPeriods = 64

    /// The speed over the whole edge in km/h; `nil` if the record has none.
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
