// What a reader finds in a feed: its rows, the refused ones with reasons, and the limits of both.

/// The form that a feed is written in.
package enum FeedForm: String, Hashable, Sendable, CaseIterable {
    /// Comma-separated values by OSM way, under a header.
    case ways
    /// Comma-separated values by pairs of OSM nodes without a header, as OSRM reads them.
    case nodePairs
    /// Lines and points in GeoJSON.
    case geoJSON = "geojson"
    /// Lines and points in Esri JSON.
    case esriJSON = "esrijson"
}

/// Bounds on a feed, against hostile input.
package struct FeedLimits: Hashable, Sendable {
    /// The greatest number of bytes.
    package var maximumBytes = 64 << 20
    /// The greatest number of rows, the refused ones among them.
    package var maximumRows = 2_000_000
    /// The greatest number of lines and points, each of which costs a search of the streets.
    package var maximumShapes = 50_000
    /// The greatest number of vertices of all lines together.
    package var maximumVertices = 1_000_000
    /// The seconds that reading and placing may take.
    package var seconds = 60.0
    /// The number of refused rows that are kept with their reasons.
    package var keptRefusals = 100

    package init() {}
}

/// The rows of a feed that are not used: their number, and the first ones with reasons.
package struct RefusedRows: Hashable, Sendable {
    /// A row that is not used.
    package struct Row: Hashable, Sendable {
        /// The number of the row, as ``FeedRow/number``.
        package var number: Int
        /// What is wrong with it, what was found, and what would work.
        package var reason: String

        package init(number: Int, reason: String) {
            self.number = number
            self.reason = reason
        }
    }

    /// The number of refused rows.
    package private(set) var count = 0
    /// The first refused rows, in the order of the feed.
    package private(set) var rows: [Row] = []
    /// The number of rows whose reasons are kept.
    package let most: Int

    /// - Parameter keeping: The number of rows whose reasons are kept.
    package init(keeping most: Int) { self.most = most }

    /// Counts a refused row.
    ///
    /// - Parameter reason: Asked for while there is room.
    package mutating func add(_ number: Int, _ reason: @autoclosure () -> String) {
        count += 1
        if rows.count < most { rows.append(Row(number: number, reason: reason())) }
    }

    /// Adds the refused rows of another stage, or of another part of the feed; of both, the first
    /// ones are kept.
    package mutating func add(_ others: RefusedRows) {
        count += others.count
        guard !others.rows.isEmpty else { return }
        rows = Array((rows + others.rows).sorted { $0.number < $1.number }.prefix(most))
    }
}

/// The rows of a feed.
package struct FeedContent: Sendable {
    package var form: FeedForm
    /// The rows that could be read, in the order of the feed.
    package var rows: [FeedRow]
    package var refused: RefusedRows

    /// The number of rows in the feed.
    package var rowCount: Int { rows.count + refused.count }

    package init(form: FeedForm, rows: [FeedRow], refused: RefusedRows) {
        self.form = form
        self.rows = rows
        self.refused = refused
    }
}

/// Why a feed as a whole is not used.
package struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, what was found, and what would work.
    package var description: String

    package init(_ description: String) { self.description = description }
}
