// The counts of a batch's output.

import RouteAPI

/// The counts of an output: those of routes that were found before the batch was continued too.
package struct BatchSummary: Hashable, Sendable {
    /// The number of routes.
    package var routes: Int
    /// The number of groups that have no route.
    package var failures: Int
    /// The number of stops.
    package var stops: Int
    /// The number of stops of routes that are not visited.
    package var stopsLeft: Int
    /// The number of rows of groups that have no route.
    package var failedRows: Int
    /// The number of rows of the finished groups: stops, and those of groups without a route.
    package var rows: Int { stops + failedRows }
    /// The number of trips.
    package var trips: Int
    /// The number of trips that have no route.
    package var tripFailures: Int
    /// Whether all groups are finished.
    package var isComplete: Bool

    /// Counts the rows of an output.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read.
    package init(of file: BatchFile) throws {
        let left: [LocationStatus] = [
            .notLocated, .elementNotLocated, .elementNotTraversable, .invalidFieldValues,
            .notReached,
        ]
        let codes = left.map { String($0.rawValue) }.joined(separator: ", ")
        routes = try file.count(.routes)
        failures = try file.count(.failures)
        // Places where drivers start and end are no rows of the input.
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

    /// Whether there is no route.
    package var isEmpty: Bool { routes == 0 && trips == tripFailures }

    /// Whether every group has a route that visits all of its stops, and every trip a route.
    package var isWhole: Bool {
        isComplete && failures == 0 && stopsLeft == 0 && tripFailures == 0
    }
}
