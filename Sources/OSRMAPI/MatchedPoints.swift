// The positions of a matched trace.

import Geo
import RouteAPI

/// A trace's positions, with their places on routes.
struct MatchedPoints {
    /// The row of each coordinate; `nil` for coordinates that were left out or not matched.
    let rows: [OSRMRow?]
    /// The positions of stops in their routes, by the stops' names.
    private let sequences: [String: Int]

    /// Reads an answer.
    ///
    /// - Complexity: O(*n*) for *n* positions.
    init(_ result: AnalysisResult, _ request: OSRMRequest) {
        let kept = request.keptFixes
        var rows = [OSRMRow?](repeating: nil, count: request.coordinates.count)
        for row in OSRMRow.all(result[table: "tracePoints"]) {
            guard let number = row.integer("PointNumber"), kept.indices.contains(number - 1),
                row.integer("RouteID") != nil, row.number("SnapX") != nil
            else { continue }
            rows[kept[number - 1]] = row
        }
        self.rows = rows
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
        let values = rows.compactMap { row in
            row.flatMap { $0.integer("RouteID") == id ? $0.number("Confidence") : nil }
        }
        return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
}
