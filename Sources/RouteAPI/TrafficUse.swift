// The traffic snapshot that an analysis used.

/// The traffic snapshot that an analysis used.
public struct TrafficUse: Hashable, Sendable {
    /// The snapshot's id. Requests may name it as `trafficSnapshot` while the server keeps it.
    public var id: String
    /// When the snapshot was made, in epoch milliseconds.
    public var made: Int64

    /// Creates a reference to a snapshot.
    public init(id: String, made: Int64) {
        self.id = id
        self.made = made
    }
}
