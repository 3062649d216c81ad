// The live traffic on the edges of a route.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// The live traffic that a request travels in.
struct TravelTraffic {
    private let costs: TrafficCosts?
    private let traffic: RequestTraffic?

    /// The traffic of a prepared request.
    init(of prepared: PreparedAnalysis) {
        costs = prepared.metric.traffic
        traffic = prepared.request.traffic
    }

    /// The live cost of an edge in a column; `nil` without a live speed.
    func cost(of edge: EdgeID, column: Int) -> UInt32? {
        costs?.cost(of: edge.row, column: column)
    }

    /// Whether an edge is closed when a route reaches it.
    ///
    /// - Parameters:
    ///   - start: The instant at which the route starts, in epoch milliseconds; `nil` for the
    ///     departure that the request was read with.
    ///   - milliseconds: The time from the start until the edge is reached.
    func isClosed(_ edge: EdgeID, start: Int64?, after milliseconds: Int64) -> Bool {
        guard let traffic else { return false }
        return traffic.snapshot.isClosed(
            edge.row, at: (start ?? traffic.departure) + milliseconds)
    }
}
