// A request with everything a search needs; Preparation makes it.

package import RouteAPI
package import RoutingEngine

/// A prepared request: its metric, its barriers on the network, its costs, and its locations'
/// places. Every analysis begins with it.
///
/// It is made once for a request, shared by reference, and never changes.
package final class PreparedAnalysis: Sendable {
    package let request: Shared<ResolvedRequest>
    /// The barriers' key in the cache; `nil` without barriers.
    package let barrierKey: BarrierKey?
    package let barriers: ResolvedBarriers
    /// The metric's weights with the barriers applied.
    package let costs: RequestCosts
    /// All stops in row order; unusable ones have a problem.
    package let stops: [LocatedStop]

    init(
        request: Shared<ResolvedRequest>, barrierKey: BarrierKey?, barriers: ResolvedBarriers,
        costs: RequestCosts, stops: [LocatedStop]
    ) {
        self.request = request
        self.barrierKey = barrierKey
        self.barriers = barriers
        self.costs = costs
        self.stops = stops
    }

    package var metric: Metric { costs.metric }

    /// Messages from reading the request and its barriers.
    package var messages: [Message] {
        request.messages + barriers.readingMessages + request.outputMessages
    }

    /// Returns the same preparation with other stops.
    package func with(stops: [LocatedStop]) -> PreparedAnalysis {
        PreparedAnalysis(
            request: request, barrierKey: barrierKey, barriers: barriers, costs: costs,
            stops: stops)
    }

    /// Returns the same preparation for a request that differs only in what changes during travel.
    package func with(
        timedConditions: TimedConditions?
    ) -> PreparedAnalysis {
        var request = request
        request.timedConditions = timedConditions
        return PreparedAnalysis(
            request: request, barrierKey: barrierKey, barriers: barriers, costs: costs,
            stops: stops)
    }

    /// Returns the same preparation with costs under other conditions. Use it for searches only:
    /// its barriers no longer match any key.
    package func with(costs: RequestCosts) -> PreparedAnalysis {
        PreparedAnalysis(
            request: request, barrierKey: nil, barriers: barriers, costs: costs, stops: stops)
    }

    /// Returns the same preparation with more edges closed.
    package func closing(_ edges: [UInt32]) -> PreparedAnalysis {
        PreparedAnalysis(
            request: request, barrierKey: nil, barriers: barriers,
            costs: costs.closing(edges, barriers.effects), stops: stops)
    }
}
