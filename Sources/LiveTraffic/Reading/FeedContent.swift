// What a reader finds in a feed: rows, refused rows with reasons, and limits on both.

/// The form a feed is written in.
package enum FeedForm: String, Hashable, Sendable, CaseIterable {
    /// Comma-separated values by OSM way, under a header.
    case ways
    /// Comma-separated pairs of OSM nodes without a header, as for OSRM.
    case nodePairs
    /// Lines and points in GeoJSON.
    case geoJSON = "geojson"
    /// Lines and points in Esri JSON.
    case esriJSON = "esrijson"
}

/// Limits on a feed, to protect the server from hostile input.
package struct FeedLimits: Hashable, Sendable {
    /// The largest feed in bytes.
    package var maximumBytes = 64 << 20
    /// The most rows, including refused ones.
    package var maximumRows = 2_000_000
    /// The most lines and points. Each costs a search of the streets.
    package var maximumShapes = 50_000
    /// The most vertices in all lines together.
    package var maximumVertices = 1_000_000
    /// The most rows in force that state an event, and the most edges under them.
    package var maximumEvents = 50_000
    package var maximumEventEdges = 1_000_000
    /// How many seconds reading and placing may take.
    package var seconds = 60.0
    /// How many refused rows are kept with their reasons.
    package var keptRefusals = 100

    package init() {}
}

/// The refused rows of a feed: how many there are, and why the first ones were refused.
package struct RefusedRows: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        /// The row's number, as in ``FeedRow/number``.
        package var number: Int
        /// What is wrong with the row, what was found, and what would work.
        package var reason: String

        package init(number: Int, reason: String) {
            self.number = number
            self.reason = reason
        }
    }

    /// How many rows were refused.
    package private(set) var count = 0
    /// The first refused rows, in the feed's order.
    package private(set) var rows: [Row] = []
    /// How many rows are kept with their reasons.
    package let most: Int

    /// Creates an empty collection.
    ///
    /// - Parameter keeping: How many rows to keep with their reasons.
    package init(keeping most: Int) { self.most = most }

    /// Counts a refused row.
    ///
    /// - Parameter reason: Evaluated only while there is room.
    package mutating func add(_ number: Int, _ reason: @autoclosure () -> String) {
        count += 1
        if rows.count < most { rows.append(Row(number: number, reason: reason())) }
    }

    /// Adds the refused rows of another stage or part of the feed. The first rows of both are kept.
    package mutating func add(_ others: RefusedRows) {
        count += others.count
        guard !others.rows.isEmpty else { return }
        rows = Array((rows + others.rows).sorted { $0.number < $1.number }.prefix(most))
    }
}

/// What was read from a feed.
package struct FeedContent: Sendable {
    package var form: FeedForm
    /// The rows that could be read, in the feed's order.
    package var rows: [FeedRow]
    package var refused: RefusedRows

    /// How many rows the feed has.
    package var rowCount: Int { rows.count + refused.count }

    package init(form: FeedForm, rows: [FeedRow], refused: RefusedRows) {
        self.form = form
        self.rows = rows
        self.refused = refused
    }
}

/// Why no part of a feed is used.
package struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, what was found, and what would work.
    package var description: String

    package init(_ description: String) { self.description = description }
}
