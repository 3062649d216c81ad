// A request with all that a search needs. Preparation makes it.

package import RouteAPI
package import RoutingEngine

/// What every analysis begins with: a request that was read, its metric, its barriers on the
/// network, its costs, and the places of its locations.
///
/// Made once for a request and handed on by reference; nothing in it changes.
package final class PreparedAnalysis: Sendable {
    package let request: Shared<ResolvedRequest>
    /// What the barriers were found by; `nil` without barriers.
    package let barrierKey: BarrierKey?
    package let barriers: ResolvedBarriers
    /// The metric with the barriers laid over it.
    package let costs: RequestCosts
    /// The stops, good and bad, in the order of their rows.
    package let stops: [LocatedStop]

    package init(
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

    /// What reading the request and its barriers had to say.
    package var messages: [Message] {
        request.messages + barriers.readingMessages + request.outputMessages
    }

    /// The same with the stops at the places where routes visit them.
    package func visited(by routes: [SolvedRoute]) -> PreparedAnalysis {
        var stops = stops
        for route in routes {
            for (stop, moved) in route.moved { stops[stop] = moved }
        }
        return PreparedAnalysis(
            request: request, barrierKey: barrierKey, barriers: barriers, costs: costs,
            stops: stops)
    }
}
