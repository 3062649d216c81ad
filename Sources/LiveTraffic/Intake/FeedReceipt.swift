// What became of a feed, and what is in force on a network.

/// What became of a feed that was read.
package struct FeedReceipt: Hashable, Sendable {
    /// The id of the snapshot in force.
    package var snapshotID: String
    package var form: FeedForm
    package var mode: FeedMode
    /// The number of rows that are used.
    package var usedCount: Int
    package var refused: RefusedRows
    /// The rows that are used with a lower speed than they state.
    package var capped = CappedRows()
    /// The number of edges with a live speed in the snapshot.
    package var speedEdgeCount: Int
    /// The number of edges that are closed at some time in the snapshot.
    package var closedEdgeCount: Int
    /// When the snapshot was made, in milliseconds since 1970.
    package var made: Int64
    /// When its last speed lapses, in milliseconds since 1970; `nil` without speeds.
    package var lapses: Int64?
    /// Whether the feed said what the one before it had said. Nothing has changed then, unless the
    /// network has: rows may fit on it that fitted nowhere.
    package var isUnchanged = false
    /// The milliseconds that reading, placing and putting in force took.
    package var milliseconds = 0.0
}

/// What is in force on a network, and how the last feed fared.
package struct IntakeStatus: Hashable, Sendable {
    /// The last feed that was used; `nil` before the first one.
    package var receipt: FeedReceipt?
    /// Where it came from, for users.
    package var source: String?
    /// The number of rows in force, those of earlier feeds of changes included.
    package var rowCount = 0
    /// Why the last feed is not used; `nil` after one that is.
    package var failure: Failure?
    /// The snapshots that requests may name, newest last.
    package var kept: [KeptSnapshot] = []

    /// A snapshot that requests may name.
    package struct KeptSnapshot: Hashable, Sendable {
        package var id: String
        /// When it was made, in milliseconds since 1970.
        package var made: Int64
    }

    /// A feed that is not used.
    package struct Failure: Hashable, Sendable {
        /// When it was read, in milliseconds since 1970.
        package var time: Int64
        package var source: String
        package var reason: String
    }
}
