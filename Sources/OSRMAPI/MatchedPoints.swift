// Finds the positions in a matched trace.

import Geo
import RouteAPI

/// A trace's positions, with their places on routes.
struct MatchedPoints {
    /// The row for each coordinate; `nil` if the coordinate was left out or not matched.
    let rows: [OSRMRow?]
    /// Each stop's position in its route, by the stop's name.
    private let sequences: [String: Int]
    /// The sum and the count of probabilities over a route's positions, by route.
    private let confidences: [Int: (sum: Double, count: Int)]

    /// Reads the positions from a result.
    ///
    /// - Complexity: O(*n*) for *n* positions.
    init(_ result: AnalysisResult, _ request: OSRMRequest) {
        let kept = request.keptTraces.flatMap(\.self)
        var rows = [OSRMRow?](repeating: nil, count: request.coordinates.count)
        var confidences: [Int: (sum: Double, count: Int)] = [:]
        for row in OSRMRow.all(result[table: "tracePoints"]) {
            // Rows are numbered through all traces.
            guard let number = row.integer("ObjectID"), kept.indices.contains(number - 1),
                let route = row.integer("RouteID"), row.number("SnapX") != nil
            else { continue }
            rows[kept[number - 1]] = row
            guard let confidence = row.number("Confidence") else { continue }
            let (sum, count) = confidences[route] ?? (0, 0)
            confidences[route] = (sum + confidence, count + 1)
        }
        self.rows = rows
        self.confidences = confidences
        var sequences: [String: Int] = [:]
        for stop in OSRMRow.all(result.stops) {
            guard let name = stop.table.string("Name", of: stop.feature),
                let sequence = stop.integer("Sequence")
            else { continue }
            sequences[name] = sequence - 1
        }
        self.sequences = sequences
    }

    /// Returns a coordinate's position among its matching's waypoints; `nil` if it is not a
    /// waypoint.
    func waypointIndex(of row: Int) -> Int? { sequences[String(row + 1)] }

    /// Returns the mean probability over a route's positions, from 0 to 1.
    func confidence(ofRoute id: Int) -> Double {
        confidences[id].map { $0.sum / Double($0.count) } ?? 0
    }
}
