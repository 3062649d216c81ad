// Leaves out the stops beyond the extent of a request's context.

import Geo
import RouteAPI

extension ContextExtent {
    /// Marks the stops outside the extent.
    func leaveOut(_ stops: inout [Shared<StopInput>]) {
        for index in stops.indices where stops[index].problem == nil {
            guard let place = stops[index].coordinate, !meets(.point(place)) else { continue }
            stops[index].isOutsideExtent = true
            stops[index].problem = (
                .notLocated, "it lies outside the extent of the parameter \"context\" (\(text))"
            )
        }
    }
}
