// Why a route was not found, before its cause is known.

package import RouteAPI

/// A leg without a path.
package struct RouteGap: Hashable, Sendable {
    package var routeName: String
    /// The route's stops in search order, as positions in the request.
    package var order: [Int]
    /// The leg's first stop, as an index into ``order``.
    package var position: Int
    /// Whether a path exists, but its cost exceeds the limit for searches.
    package var isTooFar: Bool

    package init(routeName: String, order: [Int], position: Int, isTooFar: Bool = false) {
        self.routeName = routeName
        self.order = order
        self.position = position
        self.isTooFar = isTooFar
    }

    /// The leg's first stop.
    package var from: Int { order[position] }
    /// The leg's last stop.
    package var to: Int { order[position + 1] }
}

/// Why a group has no route.
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
