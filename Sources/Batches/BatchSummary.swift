// Counts a batch's output.

import RouteAPI

/// The counts of an output, including routes found before the batch was continued.
package struct BatchSummary: Hashable, Sendable {
    package var routes: Int
    /// How many groups have no route.
    package var failures: Int
    package var stops: Int
    /// How many stops of found routes are not visited.
    package var stopsLeft: Int
    /// How many rows belong to groups without a route.
    package var failedRows: Int
    /// How many rows belong to finished groups, with or without a route.
    package var rows: Int { stops + failedRows }
    package var trips: Int
    /// How many trips have no route.
    package var tripFailures: Int
    /// Whether all groups are finished.
    package var isComplete: Bool

    /// Counts an output's rows.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read.
    package init(of file: BatchFile) throws {
        let left: [LocationStatus] = [
            .notLocated, .elementNotLocated, .elementNotTraversable, .invalidFieldValues,
            .notReached,
        ]
        let codes = left.map { String($0.rawValue) }.joined(separator: ", ")
        routes = try file.count(.routes)
        failures = try file.count(.failures)
        // Places where drivers start and end are not rows of the input.
        let isGiven = "InputID IS NOT NULL"
        stops = try file.count(.stops, where: isGiven)
        stopsLeft =
            file.has(.stops)
            ? try file.count(.stops, where: "Status IN (\(codes)) AND \(isGiven)") : 0
        failedRows = try file.failedRowCount()
        trips = try file.count(.trips)
        tripFailures =
            file.has(.trips) ? try file.count(.trips, where: "Reason IS NOT NULL") : 0
        isComplete = file.isComplete
    }

    /// Whether no route was found.
    package var isEmpty: Bool { routes == 0 && trips == tripFailures }

    /// Whether every group has a route that visits all its stops, and every trip has a route.
    package var isWhole: Bool {
        isComplete && failures == 0 && stopsLeft == 0 && tripFailures == 0
    }
}
