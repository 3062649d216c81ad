// What a router finds: a leg's least cost, and the method that found it.

/// The method by which a leg was found.
package enum LegMechanism: String, Hashable, Sendable, CaseIterable {
    /// A query over a hierarchy customized for exactly this request.
    case hierarchy
    /// The best path under a lower metric, proven best because it costs no more under the
    /// request's.
    case verifiedPath
    /// A search guided by a lower metric.
    case guidedSearch
    /// A hierarchy customized for the barriers while the request was answered.
    case derivedMetric
    /// A search guided by landmarks: no hierarchy serves the request.
    case landmarkSearch
    /// Dijkstra's algorithm: no hierarchy serves the request, and no landmarks are cached.
    case plainSearch
    /// A time-dependent search: conditions change during the travel.
    case timedSearch
}

/// The least cost of reaching a destination, with the path if the search found it too.
package struct LegAnswer: Hashable, Sendable {
    /// The origin's cost plus the path's, in quanta.
    package var cost: UInt32
    /// Which origin the path begins at.
    package var origin: Int
    /// The path; if `nil`, ``LegRouter/path(from:to:)`` computes it.
    package var path: LegPath?

    init(cost: UInt32, origin: Int, path: LegPath? = nil) {
        self.cost = cost
        self.origin = origin
        self.path = path
    }

    init(_ path: LegPath) { self.init(cost: path.cost, origin: path.origin, path: path) }
}

/// Which of several destinations need an answer.
package enum LegNeed: Sendable {
    /// Every destination, whatever it costs.
    case each
    /// The cheapest, and any of equal cost; others may stay without an answer.
    case best
}
