// Checks the values of After, which name stops to visit before.

package import RouteAPI

/// Checks that the stops named in `After` are in the same route.
enum StopPredecessors {
    /// Marks a stop if its `After` names no stop in its route, or the stop itself. Case does not
    /// count.
    ///
    /// - Complexity: O(*n*) for *n* stops and names.
    static func check(_ stops: inout [StopInput]) {
        guard stops.contains(where: { !$0.after.isEmpty }) else { return }
        let routes = Dictionary(grouping: stops.indices) { stops[$0].routeName }
        for members in routes.values {
            let known = members.reduce(into: Set<RouteNameKey>()) { known, index in
                known.formUnion(stops[index].keysForAfter)
            }
            for index in members where stops[index].problem == nil {
                let own = stops[index].keysForAfter
                for other in stops[index].after {
                    let isOwn = own.contains(RouteNameKey(other))
                    guard isOwn || !known.contains(RouteNameKey(other)) else { continue }
                    stops[index].problem = (
                        .invalidFieldValues,
                        isOwn
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

extension StopInput {
    /// The keys by which the `After` of another stop may name this one: its name and its id.
    package var keysForAfter: [RouteNameKey] {
        [RouteNameKey(name), RouteNameKey(String(objectID))]
    }
}
