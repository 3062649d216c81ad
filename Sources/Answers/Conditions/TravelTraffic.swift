// Live traffic on route edges.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The live traffic during a request's travel.
struct TravelTraffic {
    private let costs: TrafficCosts?
    private let traffic: RequestTraffic?

    /// Reads the traffic from a prepared request.
    init(of prepared: PreparedAnalysis) {
        costs = prepared.metric.traffic
        traffic = prepared.request.traffic
    }

    /// Returns an edge's live cost in a column; `nil` without a live speed.
    func cost(of edge: EdgeID, column: Int) -> UInt32? {
        costs?.cost(of: edge.row, column: column)
    }

    /// Whether an edge is closed when a route reaches it.
    ///
    /// - Parameters:
    ///   - start: The instant at which the route starts, in epoch milliseconds; `nil` for the
    ///     departure found when the request was read.
    ///   - milliseconds: The time from the start until the route reaches the edge.
    func isClosed(_ edge: EdgeID, start: Int64?, after milliseconds: Int64) -> Bool {
        guard let traffic else { return false }
        return traffic.snapshot.isClosed(
            edge.row, at: (start ?? traffic.departure) + milliseconds)
    }

    /// Returns what feeds say happens on an edge when a route reaches it, with times
    /// as in ``isClosed(_:start:after:)``.
    func events(on edge: EdgeID, start: Int64?, after milliseconds: Int64) -> [EdgeEvent] {
        guard let traffic else { return [] }
        return traffic.snapshot.placedEvents(
            on: edge.row, at: (start ?? traffic.departure) + milliseconds)
    }
}

extension TrafficEvent.Kind {
    /// The event kind that routes report.
    var event: RouteEvent.Kind {
        switch self {
        case .accident: .accident
        case .works: .works
        case .hazard: .hazard
        case .closure: .closure
        case .other: .other
        }
    }
}
