// What feeds say happens on a network's streets.

import RoadNetwork
import RoutingEngine

extension FeedState {
    /// How many rows state an event, and on how many edges.
    ///
    /// - Complexity: O(*n*) for *n* rows in force.
    var eventCount: (rows: Int, edges: Int) {
        rows.reduce(into: (0, 0)) { count, stated in
            guard stated.row.row.event != nil else { return }
            count.0 += 1
            count.1 += stated.row.pieces.count
        }
    }

    /// Returns the events in force, edge by edge.
    ///
    /// A row replaces what earlier feeds stated about its edges, whether it states an event or not.
    ///
    /// - Parameter lapse: How long a speed without a stated end holds, in milliseconds.
    /// - Complexity: O(*n*) for *n* pieces of the rows in force.
    func events(lapse: Int64) -> [EdgeEvent] {
        var found: [UInt32: (feed: Int, events: [EdgeEvent])] = [:]
        for stated in rows where !found.isEmpty || stated.row.row.event != nil {
            let row = stated.row.row
            let until = Self.eventEnd(stated, lapse: lapse)
            for piece in pieces[stated.row.pieces] {
                var known = found.removeValue(forKey: piece.edge)
                if known?.feed != stated.feed || row.effect == .cleared { known = nil }
                var events = known?.events ?? []
                if let event = row.event, events.count < Self.mostPeriods {
                    events.append(
                        EdgeEvent(
                            edge: piece.edge, event: event, share: piece.point, from: row.from,
                            until: until))
                }
                if !events.isEmpty { found[piece.edge] = (stated.feed, events) }
            }
        }
        return found.values.flatMap(\.events)
    }

    /// Returns when a row's event ends: with its speed, or when the row says. `nil` if neither.
    private static func eventEnd(_ stated: Stated, lapse: Int64) -> Int64? {
        let row = stated.row.row
        guard case .speed = row.effect else { return row.until }
        return speedEnd(row, read: stated.time, lapse: lapse)
    }
}
