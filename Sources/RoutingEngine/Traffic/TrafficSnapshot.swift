// Live speeds and closures of one network at one moment. Start here for traffic.

import DataStructures
package import RoadNetwork
import Synchronization

/// Live speeds and closures of edges, as a feed stated them at one moment. Immutable.
///
/// ```swift
/// let snapshot = TrafficSnapshot(
///     speeds: [EdgeSpeed(edge: 12, kilometersPerHour: 8)],
///     closures: [EdgeClosure(edge: 40, until: end)], made: now, on: network)
/// var timed = key
/// timed.traffic = snapshot.epoch(at: departure, family: key.family)
/// let metric = engine.metric(for: timed)    // costs under the snapshot
/// ```
///
/// Speeds affect the costs that follow speeds (``NetworkDescription/followsSpeeds(_:)``), and
/// closures affect the families that have such a cost. A speed is read at a request's departure and
/// kept for its whole travel. A closure that begins or ends during the travel is judged when an
/// edge is reached, like conditional restrictions (``TimedConditions``).
///
/// A new snapshot replaces the old one; nothing is updated in place, since requests under way need
/// the old weights. Before a server uses a snapshot, it calls
/// ``LegEngine/prepare(under:during:insteadOf:)`` to customize metrics for it.
package final class TrafficSnapshot: Sendable {
    /// How long a speed without its own end holds after the snapshot was made.
    package static let defaultValidityMilliseconds: Int64 = 15 * 60_000

    /// 32 hexadecimal digits: a hash of the content, of the time at which the snapshot was made,
    /// and of the network.
    package let id: String
    /// When the snapshot was made, in epoch milliseconds.
    package let made: Int64
    /// How long speeds without their own end hold, in milliseconds.
    package let validityMilliseconds: Int64
    /// The instant at which the last speed lapses, in epoch milliseconds; `nil` without speeds.
    package let lapses: Int64?
    package let network: NetworkDataset

    let speeds: SpeedRows
    let closureRows: ClosureRows
    private let eventRows: EventRows
    /// The costs of recent moments, by the moment's position.
    private let recentCosts = Mutex(BoundedCache<Int, TrafficCosts>(budget: 8))

    /// Makes a snapshot.
    ///
    /// - Parameters:
    ///   - speeds: In any order. If several speeds of an edge hold at one time, the last counts.
    ///   - closures: In any order.
    ///   - events: In any order; an edge's events keep theirs.
    ///   - made: When the feed was made, in epoch milliseconds.
    ///   - validityMilliseconds: How long speeds without their own end hold.
    /// - Precondition: The edges exist; speeds are finite and above 0.
    /// - Complexity: O(*n* log *n*) in the number of speeds and closures.
    package init(
        speeds: [EdgeSpeed], closures: [EdgeClosure], events: [EdgeEvent] = [], made: Int64,
        validityMilliseconds: Int64 = TrafficSnapshot.defaultValidityMilliseconds,
        on network: NetworkDataset
    ) {
        let edges = UInt32(network.edgeCount)
        precondition(
            speeds.allSatisfy {
                $0.edge < edges && $0.kilometersPerHour > 0 && $0.kilometersPerHour.isFinite
            }, "a live speed needs an edge of the network and a finite speed above 0")
        precondition(
            closures.allSatisfy { $0.edge < edges }, "a closure needs an edge of the network")
        precondition(
            events.allSatisfy { $0.edge < edges }, "an event needs an edge of the network")
        self.made = made
        self.validityMilliseconds = validityMilliseconds
        self.network = network
        self.speeds = SpeedRows(speeds, made: made, validity: validityMilliseconds)
        closureRows = ClosureRows(closures)
        eventRows = EventRows(events)
        lapses = self.speeds.lapses
        id =
            SnapshotHash(network.fingerprint, made: made, self.speeds, closureRows, eventRows)
            .text
    }

    /// Bytes held, without the metrics made from the snapshot.
    package var byteCount: Int {
        28 * speeds.edges.count + 60 * closureRows.begins.count + eventRows.byteCount
            + recentCosts.withLock { $0.all.reduce(0) { $0 + $1.value.byteCount } }
    }
    /// The number of edges with a speed at some time.
    package var speedEdgeCount: Int { speeds.edgeCount }
    /// The number of edges that are closed at some time.
    package var closedEdgeCount: Int { closureRows.edges.count }

    /// Returns an edge's live speed in km/h at an instant in epoch milliseconds; `nil` if none
    /// holds then.
    ///
    /// - Complexity: O(log *n*) in the number of speeds.
    package func speed(of edge: UInt32, at instant: Int64) -> Double? {
        speeds.speed(of: edge, at: instant)
    }

    /// Whether an edge is closed at an instant in epoch milliseconds.
    ///
    /// - Complexity: O(log *n*) in the number of closures.
    package func isClosed(_ edge: UInt32, at instant: Int64) -> Bool {
        closureRows.isClosed(edge, at: instant)
    }

    /// Returns what happens on an edge at an instant in epoch milliseconds.
    ///
    /// - Complexity: O(log *n* + *m*) for *n* events, *m* of them on the edge.
    package func events(on edge: UInt32, at instant: Int64) -> [TrafficEvent] {
        eventRows.events(on: edge, at: instant).map(\.event)
    }

    /// Returns what happens on an edge at an instant in epoch milliseconds, with its place there.
    ///
    /// - Complexity: As ``events(on:at:)``.
    package func placedEvents(on edge: UInt32, at instant: Int64) -> [EdgeEvent] {
        eventRows.events(on: edge, at: instant)
    }

    /// Returns a name for the speeds and closures that hold at an instant in epoch milliseconds. As
    /// long as it stays the same, so do they.
    ///
    /// - Complexity: O(log *n*) in the number of instants at which something changes.
    package func version(at instant: Int64) -> String {
        "\(id)-\(speeds.moment(of: instant))-\(closureRows.moment(of: instant))"
    }

    /// Whether any speed holds at an instant in epoch milliseconds.
    package func hasSpeeds(at instant: Int64) -> Bool {
        speeds.holdsAny(in: speeds.moment(of: instant))
    }

    /// Whether some closure begins or ends at some time.
    package var hasTimedClosures: Bool { !closureRows.changes.isEmpty }

    /// Returns what the snapshot means for a family's requests that depart at an instant; `nil` if
    /// it means nothing, because no speed holds and no edge is closed.
    ///
    /// - Parameters:
    ///   - instant: Epoch milliseconds.
    ///   - end: The end of the travel. Closures that begin or end until then are left open; see
    ///     ``TrafficEpoch/changesDuringTravel``. If `nil`, closures are taken as they are at
    ///     `instant`.
    package func epoch(
        at instant: Int64, until end: Int64? = nil, family: Int
    ) -> TrafficEpoch? {
        guard network.description.hasTraffic(family: family) else { return nil }
        let moment = speeds.moment(of: instant)
        let first = closureRows.moment(of: instant)
        let epoch = TrafficEpoch(
            snapshot: self, speedMoment: speeds.holdsAny(in: moment) ? moment : nil,
            closureMoments: first...max(first, closureRows.moment(of: end ?? instant)))
        return epoch.isEmpty ? nil : epoch
    }

    /// Returns the edges with a speed at an instant in epoch milliseconds, ascending, their speeds
    /// in km/h, and the costs under them. The costs are `nil` if there is no speed.
    ///
    /// - Complexity: O(*n*) in the number of speeds.
    package func liveEdges(
        at instant: Int64
    ) -> (edges: [UInt32], speeds: [Double], costs: TrafficCosts?) {
        let moment = speeds.moment(of: instant)
        let rows = speeds.rows(in: moment)
        return (rows.edges, rows.speeds, rows.edges.isEmpty ? nil : costs(in: moment))
    }

    /// Every closure, ascending by edge and time. Overlapping closures of an edge are merged.
    package var closures: [EdgeClosure] {
        closureRows.edges.indices.flatMap { place in
            (closureRows.first[place]..<closureRows.first[place + 1]).map { row in
                let (from, until) = (closureRows.begins[row], closureRows.ends[row])
                return EdgeClosure(
                    edge: closureRows.edges[place], from: from == .min ? nil : from,
                    until: until == .max ? nil : until)
            }
        }
    }

    /// Returns the costs under the speeds that hold in a moment.
    ///
    /// - Complexity: O(*n*) in the number of speeds for a moment that is not cached.
    func costs(in moment: Int) -> TrafficCosts {
        if let known = recentCosts.withLock({ $0.find(moment) }) { return known }
        let made = TrafficCosts(speeds.rows(in: moment), on: network)
        recentCosts.withLock { $0.keep(made, for: moment) }
        return made
    }
}

extension TrafficSnapshot: Hashable {
    /// Returns whether two snapshots have the same id, and so the same content.
    package static func == (a: TrafficSnapshot, b: TrafficSnapshot) -> Bool {
        a === b || a.id == b.id
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
