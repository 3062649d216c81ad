// What keeps a route from being found, before the cause is looked for.

package import RouteAPI

/// The leg of a route that no path was found for.
package struct RouteGap: Hashable, Sendable {
    package var routeName: String
    /// The stops of the route as positions in the request, in the order they were tried.
    package var order: [Int]
    /// The position in ``order`` that the leg begins at.
    package var position: Int
    /// Whether a path exists, but one that is longer than searches go.
    package var isTooFar: Bool

    /// The stop that the leg begins at.
    package var from: Int { order[position] }
    /// The stop that the leg ends at.
    package var to: Int { order[position + 1] }
}

/// Why a group of stops has no route.
package struct RouteFailure: Error {
    /// What to tell the caller as long as no cause is known.
    package var error: RouteRequestError
    /// The leg without a path, when that is what is missing.
    package var gap: RouteGap?

    package init(_ error: RouteRequestError, _ gap: RouteGap? = nil) {
        self.error = error
        self.gap = gap
    }
}
