// Further places near a single location.

import Geo
package import RouteAPI
import RoutingEngine

extension PreparedAnalysis {
    /// Adds stops at the places nearest to the only location: nearest first, each on another
    /// street. Returns the preparation unchanged if it has several locations, or no usable one.
    ///
    /// - Parameter count: The number of places, including the location's own.
    /// - Throws: The solve's cancellation.
    /// - Complexity: O(*k* log *k*) for *k* shape pieces up to three times as far away as the last
    ///   place.
    package func withNearestPlaces(
        _ count: Int, control: SolveControl
    ) throws(RouteRequestError) -> PreparedAnalysis {
        guard count > 1, stops.count == 1, let stop = stops.first, stop.isValid,
            let place = stop.place, let center = stop.input.coordinate
        else { return self }
        let locator = StopLocator(costs: costs, barriers: barriers.effects, control: control)
        let options = request.placing.options(for: stop.input.value)
        var meters = max(Self.firstMeters, 2 * place.distanceMeters)
        while true {
            let isLast = meters >= options.toleranceMeters
            let found = locator.places(
                around: center, options, from: -1, to: isLast ? .infinity : meters,
                skipping: { $0 == place.segment })
            try control.check()
            var seen: Set<Int> = []
            let others = found.filter { seen.insert($0.segment).inserted }
            guard isLast || others.count >= count - 1 else {
                meters *= 3
                continue
            }
            let nearest = others.sorted {
                ($0.distanceMeters, $0.segment) < ($1.distanceMeters, $1.segment)
            }.prefix(count - 1)
            return with(
                stops: [stop]
                    + nearest.map { place in
                        var other = stop
                        other.place = place
                        return other
                    })
        }
    }

    /// How far away to look first.
    private static let firstMeters = 50.0
}
