// Checks the values of After, which name stops to visit before.

import RouteAPI

/// Checks that the stops named in `After` are in the same route.
enum StopPredecessors {
    /// Marks a stop if its `After` names no stop in its route, or the stop itself.
    ///
    /// - Complexity: O(*n*) for *n* stops and names.
    static func check(_ stops: inout [StopInput]) {
        guard stops.contains(where: { !$0.after.isEmpty }) else { return }
        let routes = Dictionary(grouping: stops.indices) { stops[$0].routeName }
        for members in routes.values {
            let known = members.reduce(into: Set<String>()) { known, index in
                known.formUnion([stops[index].name, String(stops[index].objectID)])
            }
            for index in members where stops[index].problem == nil {
                let own = [stops[index].name, String(stops[index].objectID)]
                for other in stops[index].after where !known.contains(other) || own.contains(other)
                {
                    stops[index].problem = (
                        .invalidFieldValues,
                        own.contains(other)
                            ? "its After names the stop itself, \"\(other)\""
                            : "its After names \"\(other)\", but no stop of its route has that "
                                + "Name or ObjectID; put semicolons between several"
                    )
                    break
                }
            }
        }
    }
}
