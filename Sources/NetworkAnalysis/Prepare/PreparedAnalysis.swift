// A request with everything that a search needs; Preparation makes it.

package import RouteAPI
package import RoutingEngine

/// A prepared request: its metric, its barriers on the network, its costs, and the places of its
/// locations. Every analysis begins with it.
///
/// It is made once for a request, shared by reference, and never changes.
package final class PreparedAnalysis: Sendable {
    package let request: Shared<ResolvedRequest>
    /// The key of the barriers in the cache; `nil` without barriers.
    package let barrierKey: BarrierKey?
    package let barriers: ResolvedBarriers
    /// The weights of the metric with the effects of the barriers.
    package let costs: RequestCosts
    /// All stops, in the order of their rows; those that cannot be used have a problem.
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

    /// The messages of reading the request and its barriers.
    package var messages: [Message] {
        request.messages + barriers.readingMessages + request.outputMessages
    }

    /// The same preparation with the stops at the places where routes visit them; of several
    /// routes, the first counts.
    ///
    /// - Complexity: O(*n*) in the number of stops of the routes.
    package func visited(by routes: [SolvedRoute]) -> PreparedAnalysis {
        var seen: Set<Int> = []
        var changed: [Int: LocatedStop] = [:]
        for route in routes {
            for (position, stop) in route.stops.enumerated() where seen.insert(stop).inserted {
                let visited = route.visited(stops[stop], at: position, on: costs.network)
                if visited.place != stops[stop].place || route.moved[stop] != nil {
                    changed[stop] = visited
                }
            }
        }
        guard !changed.isEmpty else { return self }
        var stops = stops
        for (stop, visited) in changed { stops[stop] = visited }
        return with(stops: stops)
    }

    /// The same preparation with other stops.
    package func with(stops: [LocatedStop]) -> PreparedAnalysis {
        PreparedAnalysis(
            request: request, barrierKey: barrierKey, barriers: barriers, costs: costs,
            stops: stops)
    }

    /// The same preparation with the costs of other conditions. It is for searches: the barriers
    /// are not those of a key any more.
    package func with(costs: RequestCosts) -> PreparedAnalysis {
        PreparedAnalysis(
            request: request, barrierKey: nil, barriers: barriers, costs: costs, stops: stops)
    }

    /// The same preparation with edges closed, beside what the barriers close.
    package func closing(_ edges: [UInt32]) -> PreparedAnalysis {
        PreparedAnalysis(
            request: request, barrierKey: nil, barriers: barriers,
            costs: costs.closing(edges, barriers.effects), stops: stops)
    }
}
