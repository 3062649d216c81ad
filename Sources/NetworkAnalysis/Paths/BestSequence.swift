// The order of stops, asked of Sequencing.

import RouteAPI
import Sequencing

/// Orders the stops of a route by the request's rules.
struct BestSequence {
    let request: Shared<ResolvedRequest>
    /// Milliseconds spent at each stop.
    let services: [Int64]
    /// Each stop's window in instants.
    let windows: [(start: Int64, end: Int64)?]
    /// Search costs from each stop to each other.
    let matrix: [[UInt32]]
    /// Milliseconds from each stop to each other, where they are not the search costs.
    let times: [[Int64]]?
    let control: SolveControl

    /// Positions in visiting order, or `nil` when no order connects all stops.
    ///
    /// The first and the last stop given stay where they are when they are preserved.
    var order: [Int]? {
        let last = matrix.count - 1
        let problem = TourProblem(
            costs: matrix, times: times,
            firstStop: request.order.preservesFirst ? 0 : nil,
            lastStop: request.order.preservesLast && (last > 0 || !request.order.preservesFirst)
                ? last : nil,
            services: services,
            windows: windows.map { $0.map { TimeWindow(opens: $0.start, closes: $0.end) } },
            start: request.clock.start)
        return problem.bestTour { control.shouldStop }?.order
    }
}
