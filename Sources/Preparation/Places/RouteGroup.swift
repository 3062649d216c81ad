// The stops of one route of a request.

/// One route's stops, as positions in the request, in the requested order.
package struct RouteGroup: Hashable, Sendable {
    /// The route's name, or `nil` to make one from its first and last stop.
    package var name: String?
    package var stops: [Int]

    package init(name: String? = nil, stops: [Int]) {
        self.name = name
        self.stops = stops
    }
}
