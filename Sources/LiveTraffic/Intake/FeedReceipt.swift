// The outcome of a feed, and what is in force on a network.

/// The outcome of one feed: how many rows are used, and which snapshot is in force.
package struct FeedReceipt: Hashable, Sendable {
    /// The id of the snapshot in force.
    package var snapshotID: String
    package var form: FeedForm
    package var mode: FeedMode
    /// How many rows are in use.
    package var usedCount: Int
    package var refused: RefusedRows
    /// The rows used with a lower speed than they state.
    package var capped = CappedRows()
    /// How many edges have a live speed in the snapshot.
    package var speedEdgeCount: Int
    /// How many edges are closed at some time in the snapshot.
    package var closedEdgeCount: Int
    /// When the snapshot was made, in milliseconds since 1970.
    package var made: Int64
    /// When the snapshot's last speed lapses, in milliseconds since 1970; `nil` if it has no
    /// speeds.
    package var lapses: Int64?
    /// Whether the feed repeats the previous one. Then nothing has changed, unless the network has:
    /// rows that did not fit before may fit now.
    package var isUnchanged = false
    /// How long reading, placing and publishing took, in milliseconds.
    package var milliseconds = 0.0
}

/// What is in force on a network, and what happened to the last feed.
package struct IntakeStatus: Hashable, Sendable {
    /// The last feed in use; `nil` before the first one.
    package var receipt: FeedReceipt?
    /// Where that feed came from, in words for users.
    package var source: String?
    /// How many rows are in force, including rows of earlier feeds.
    package var rowCount = 0
    /// Why the last feed is not used; `nil` if it is.
    package var failure: Failure?
    /// The snapshots that requests may name, newest last.
    package var kept: [KeptSnapshot] = []

    package struct KeptSnapshot: Hashable, Sendable {
        package var id: String
        /// When it was made, in milliseconds since 1970.
        package var made: Int64
    }

    /// A feed that could not be used.
    package struct Failure: Hashable, Sendable {
        /// When it was read, in milliseconds since 1970.
        package var time: Int64
        package var source: String
        package var reason: String
    }
}
