// The stops of a request at the places where its routes visit them.

package import Preparation
package import RoadNetwork
import RoutingEngine

extension SolvedRoute {
    /// A stop of the route at the place where the route visits it.
    ///
    /// - Parameter position: The position of the stop in the route.
    package func visited(
        _ stop: LocatedStop, at position: Int, on network: NetworkDataset
    ) -> LocatedStop {
        guard let leg = legs.first else { return stop }
        let used = position == 0 ? leg.departure : legs[position - 1].arrival
        var stop = moved[stops[position]] ?? stop
        stop.place = stop.place?.named(after: used, on: network)
        stop.place?.settleSide(of: used, under: stop.input.curbApproach)
        return stop
    }
}

extension PreparedAnalysis {
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
}
