// The live traffic on the edges of a route. The one file of the conditions that knows snapshots.

import RoadNetwork
import RouteAPI

/// The live traffic that a request travels in.
struct TravelTraffic {
    /// The state of an edge.
    struct State: Hashable {
        /// The live speed in km/h; `nil` where none is known.
        var speed: Double?
        /// Whether the edge is closed.
        var isClosed = false
    }

    init(_ request: Shared<ResolvedRequest>) {}

    /// The state of an edge that a route reaches.
    ///
    /// - Parameters:
    ///   - start: The instant at which the route starts, in epoch milliseconds; `nil` without one.
    ///   - milliseconds: The time from the start until the edge is reached.
    func state(of edge: EdgeID, startedAt start: Int64?, after milliseconds: Int64) -> State {
        State()
    }
}
