// The limits on how much one request may ask for.

/// A limit on one request: its name in service definitions, its title on pages, and its value.
package struct RequestLimit: Sendable {
    /// The name in service definitions and the layer resource.
    package let key: String
    /// What it counts, for pages.
    package let title: String
    /// The property that holds the limit.
    package let path: any WritableKeyPath<ServiceLimits, Int> & Sendable

    private init(
        _ key: String, _ path: any WritableKeyPath<ServiceLimits, Int> & Sendable, _ title: String
    ) {
        self.key = key
        self.title = title
        self.path = path
    }

    static let stops = RequestLimit("maximumStops", \.maximumStops, "Stops")
    static let stopsPerRoute = RequestLimit(
        "maximumStopsPerRoute", \.maximumStopsPerRoute, "Stops in a route")
    static let locations = RequestLimit(
        "maximumStops", \.maximumStops, "Locations of one parameter")
    static let pairs = RequestLimit("maximumPairs", \.maximumPairs, "Pairs of locations")
    static let tracePoints = RequestLimit(
        "maximumTracePoints", \.maximumTracePoints, "Positions of traces")

    static let barriers: [RequestLimit] = BarrierClass.allCases.map { kind in
        RequestLimit(kind.limitName, \.maximumBarriers[kind], kind.title)
    }
    /// The limit on vertices in all lines and polygons together.
    static let barrierVertices = RequestLimit(
        "maximumBarrierVertices", \.maximumBarrierVertices,
        "Vertices of line and polygon barriers")
    /// The limits on streets touched by barriers, by class.
    static let affectedFeatures: [RequestLimit] = BarrierClass.allCases.map { kind in
        RequestLimit(
            kind.affectedLimitName, \.maximumAffectedFeatures[kind],
            "Streets touched by \(kind.words)s")
    }
    private static let requestBytes = RequestLimit(
        "maximumRequestBytes", \.maximumRequestBytes, "Bytes of a request")

    /// The limits of every operation.
    package static let common: [RequestLimit] =
        barriers + [barrierVertices] + affectedFeatures + [requestBytes]

    /// The limits that a service definition may set.
    package static let all = [stops, stopsPerRoute, pairs, tracePoints] + common
}
