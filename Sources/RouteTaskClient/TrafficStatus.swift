// What traffic is in force on a server.

public import Foundation
import Geo

/// The live speeds and closures that are in force on a network.
public struct TrafficStatus: Hashable, Sendable {
    /// A snapshot that requests may name.
    public struct Snapshot: Hashable, Sendable {
        /// The id, for `trafficSnapshot` of a request.
        public var id: String
        /// When it was made.
        public var made: Date
    }

    /// Why the last feed was not used.
    public struct Failure: Hashable, Sendable {
        /// When it was read.
        public var time: Date
        /// Where it came from.
        public var source: String
        /// The reason, and what would be used.
        public var reason: String
    }

    /// Whether the service takes feeds from users with the right to send them.
    public var acceptsTraffic: Bool
    /// The snapshot in force; `nil` before the first feed.
    public var current: Snapshot?
    /// When its last speed lapses; `nil` without speeds.
    public var lapses: Date?
    /// Whether its speeds have lapsed.
    public var hasLapsed: Bool
    /// The number of rows that are used.
    public var rows: Int
    /// The number of edges with a live speed.
    public var edgesWithSpeed: Int
    /// The number of edges that are closed at some time.
    public var closedEdges: Int
    /// Where the feed came from.
    public var source: String?
    /// The snapshots that requests may name, newest last.
    public var snapshots: [Snapshot]
    /// Why the last feed was not used; `nil` when it was.
    public var lastFailure: Failure?

    /// Reads the reply of a server; `nil` for another reply.
    init?(json: JSONValue) {
        guard let accepts = json["acceptsTraffic"]?.bool else { return nil }
        func date(_ value: JSONValue?) -> Date? {
            (value?.number).map { Date(timeIntervalSince1970: $0 / 1_000) }
        }
        func snapshot(_ value: JSONValue) -> Snapshot? {
            guard let id = value["trafficSnapshot"]?.string, let made = date(value["made"]) else {
                return nil
            }
            return Snapshot(id: id, made: made)
        }
        acceptsTraffic = accepts
        current = snapshot(json)
        lapses = date(json["lapses"])
        hasLapsed = json["hasLapsed"]?.bool ?? false
        rows = json["rows"]?.integer ?? 0
        edgesWithSpeed = json["edgesWithSpeed"]?.integer ?? 0
        closedEdges = json["closedEdges"]?.integer ?? 0
        source = json["source"]?.string
        snapshots = (json["snapshots"]?.array ?? []).compactMap(snapshot)
        lastFailure = json["lastFailure"].flatMap { failure in
            guard let time = date(failure["time"]), let reason = failure["reason"]?.string else {
                return nil
            }
            return Failure(
                time: time, source: failure["source"]?.string ?? "", reason: reason)
        }
    }
}
