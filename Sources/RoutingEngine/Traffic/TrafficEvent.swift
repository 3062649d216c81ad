// What a feed says happens on streets, besides their speeds and closures.

package import DataStructures

/// An accident, works or the like, as a row of a feed states it.
///
/// A class, because most rows of a feed state none: they need 8 bytes for it.
package final class TrafficEvent: Sendable {
    /// What happens.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case accident
        case works
        case hazard
        case closure
        case other
    }

    /// The longest ``text`` and ``id`` in bytes, and the most lanes.
    package static let mostTextBytes = 500
    package static let mostIDBytes = 100
    package static let mostLanes = 20

    package let kind: Kind
    /// The source's words; empty if it has none.
    package let text: String
    /// The source's own number or name; empty if it has none.
    package let id: String
    /// How many lanes are closed; `nil` if the source does not say.
    package let lanesClosed: Int?

    /// States an event.
    package init(kind: Kind, text: String = "", id: String = "", lanesClosed: Int? = nil) {
        self.kind = kind
        self.text = text
        self.id = id
        self.lanesClosed = lanesClosed
    }
}

extension TrafficEvent: Hashable {
    package static func == (a: TrafficEvent, b: TrafficEvent) -> Bool {
        a === b
            || (a.kind == b.kind && a.id == b.id && a.text == b.text
                && a.lanesClosed == b.lanesClosed)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(id)
        hasher.combine(text)
        hasher.combine(lanesClosed)
    }
}

extension TrafficEvent {
    /// Writes the event, for stored feeds and for the ids of snapshots.
    package func write(to writer: inout RecordWriter) {
        writer.byte(kind.rawValue)
        writer.text(text)
        writer.text(id)
        writer.byte(lanesClosed.map { UInt8(clamping: $0) + 1 } ?? 0)
    }

    /// Reads what ``write(to:)`` has written.
    ///
    /// - Throws: ``RecordDamage`` if a value is out of range.
    package convenience init(from reader: inout RecordReader) throws(RecordDamage) {
        guard let kind = Kind(rawValue: try reader.byte()) else { throw reader.damage }
        let text = try reader.text(atMost: Self.mostTextBytes)
        let id = try reader.text(atMost: Self.mostIDBytes)
        let lanes = Int(try reader.byte())
        guard lanes <= Self.mostLanes + 1 else { throw reader.damage }
        self.init(kind: kind, text: text, id: id, lanesClosed: lanes == 0 ? nil : lanes - 1)
    }
}

/// An event on an edge. An edge may have several.
package struct EdgeEvent: Hashable, Sendable {
    /// The directed edge's row.
    package var edge: UInt32
    package var event: TrafficEvent
    /// Where on the edge it is, from 0 at its tail to 1; 0 if it is on all of the edge.
    package var share: Float
    /// The first instant in epoch milliseconds; `nil` for an event without a beginning.
    package var from: Int64?
    /// The first instant after it, in epoch milliseconds; `nil` for an event without an end.
    package var until: Int64?

    /// States an event.
    package init(
        edge: UInt32, event: TrafficEvent, share: Float = 0, from: Int64? = nil,
        until: Int64? = nil
    ) {
        self.edge = edge
        self.event = event
        self.share = share
        self.from = from
        self.until = until
    }
}

/// A snapshot's events by edge, in the order in which they were stated.
struct EventRows: Sendable {
    /// The events, ascending by edge.
    let rows: [EdgeEvent]

    /// - Complexity: O(*n* log *n*).
    init(_ rows: [EdgeEvent]) {
        self.rows = rows.enumerated()
            .sorted { ($0.element.edge, $0.offset) < ($1.element.edge, $1.offset) }
            .map(\.element)
    }

    /// Returns the events on an edge at an instant.
    ///
    /// - Complexity: O(log *n* + *m*) for *m* events on the edge.
    func events(on edge: UInt32, at instant: Int64) -> [EdgeEvent] {
        let start = rows.indices.partitioningIndex { rows[$0].edge >= edge }
        return rows[start...].prefix { $0.edge == edge }.filter {
            ($0.from ?? .min) <= instant && instant < ($0.until ?? .max)
        }
    }

    /// Bytes held. Edges share the events of a row, so this counts too many texts.
    var byteCount: Int {
        rows.reduce(0) { $0 + 48 + $1.event.text.utf8.count + $1.event.id.utf8.count }
    }

    /// The rows as bytes, for the id of a snapshot.
    var encoded: [UInt8] {
        var writer = RecordWriter()
        for row in rows {
            writer.number(UInt64(row.edge))
            writer.signed(row.from ?? .min)
            writer.signed(row.until ?? .max)
            row.event.write(to: &writer)
        }
        // Rows without a place leave the bytes as they are.
        for (index, row) in rows.enumerated() where row.share != 0 {
            writer.number(UInt64(index))
            writer.number(UInt64(row.share.bitPattern))
        }
        return writer.bytes
    }
}
