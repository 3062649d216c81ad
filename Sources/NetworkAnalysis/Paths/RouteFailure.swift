// The failure to find a route, before its cause is searched for.

package import RouteAPI

/// A leg of a route without a path.
package struct RouteGap: Hashable, Sendable {
    package var routeName: String
    /// The stops of the route as positions in the request, in the order of the search.
    package var order: [Int]
    /// The position of the first stop of the leg in ``order``.
    package var position: Int
    /// Whether a path exists, but its cost exceeds the limit of searches.
    package var isTooFar: Bool

    /// Makes a gap.
    package init(routeName: String, order: [Int], position: Int, isTooFar: Bool = false) {
        self.routeName = routeName
        self.order = order
        self.position = position
        self.isTooFar = isTooFar
    }

    /// The first stop of the leg.
    package var from: Int { order[position] }
    /// The last stop of the leg.
    package var to: Int { order[position + 1] }
}

/// The reason why a group of stops has no route.
package struct RouteFailure: Error {
    /// The error for the caller if no cause is found.
    package var error: RouteRequestError
    /// The leg without a path, if that is the reason.
    package var gap: RouteGap?

    package init(_ error: RouteRequestError, _ gap: RouteGap? = nil) {
        self.error = error
        self.gap = gap
    }
}
