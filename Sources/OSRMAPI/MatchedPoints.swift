// The positions of a matched trace.

import Geo
import RouteAPI

/// A trace's positions, with their places on routes.
struct MatchedPoints {
    /// The row of each coordinate; `nil` for coordinates that were left out or not matched.
    let rows: [OSRMRow?]
    /// The positions of stops in their routes, by the stops' names.
    private let sequences: [String: Int]
    /// The sum and the count of the probabilities of positions, by route.
    private let confidences: [Int: (sum: Double, count: Int)]

    /// Reads an answer.
    ///
    /// - Complexity: O(*n*) for *n* positions.
    init(_ result: AnalysisResult, _ request: OSRMRequest) {
        let kept = request.keptFixes
        var rows = [OSRMRow?](repeating: nil, count: request.coordinates.count)
        var confidences: [Int: (sum: Double, count: Int)] = [:]
        for row in OSRMRow.all(result[table: "tracePoints"]) {
            guard let number = row.integer("PointNumber"), kept.indices.contains(number - 1),
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

    /// Returns the position of a coordinate among the waypoints of its matching; `nil` if it is
    /// none.
    func waypointIndex(of row: Int) -> Int? { sequences[String(row + 1)] }

    /// Returns the mean probability of a route's positions, from 0 to 1.
    func confidence(ofRoute id: Int) -> Double {
        confidences[id].map { $0.sum / Double($0.count) } ?? 0
    }
}
