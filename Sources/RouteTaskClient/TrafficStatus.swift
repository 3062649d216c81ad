// The traffic in force on a server's network.

public import Foundation
import Geo

/// The live speeds and closures in force on a network.
public struct TrafficStatus: Hashable, Sendable {
    /// A snapshot that requests may name to be solved under its traffic.
    public struct Snapshot: Hashable, Sendable {
        /// The id to send as `trafficSnapshot`.
        public var id: String
        /// When the snapshot was made.
        public var made: Date
    }

    /// Why the last feed was not used.
    public struct Failure: Hashable, Sendable {
        /// When the feed was read.
        public var time: Date
        /// Where the feed came from.
        public var source: String
        /// What is wrong, and what would be accepted.
        public var reason: String
    }

    /// Whether the service accepts feeds from users with that right.
    public var acceptsTraffic: Bool
    /// The snapshot in force; `nil` before the first feed.
    public var current: Snapshot?
    /// When the snapshot's last speed lapses; `nil` if it has no speeds.
    public var lapses: Date?
    /// Whether all its speeds have lapsed.
    public var hasLapsed: Bool
    /// The number of rows in use.
    public var rows: Int
    /// The number of edges with a live speed.
    public var edgesWithSpeed: Int
    /// The number of edges with a closure at some time.
    public var closedEdges: Int
    /// Where the feed in force came from.
    public var source: String?
    /// The snapshots that requests may still name, newest last.
    public var snapshots: [Snapshot]
    /// Why the last feed was not used; `nil` if it was.
    public var lastFailure: Failure?

    /// Reads a server's reply. Returns `nil` if it does not state traffic.
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
