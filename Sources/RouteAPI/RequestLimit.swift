// The limits of one request that count something, by their names.

/// A limit of one request: its name in service definitions, its title on pages, and its value.
package struct RequestLimit: Sendable {
    /// The name in service definitions and in the layer resource.
    package let key: String
    /// What is counted, for pages.
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

    /// The limits that every operation has.
    package static let common = [
        RequestLimit("maximumPointBarriers", \.maximumPointBarriers, "Point barriers"),
        RequestLimit("maximumLineBarriers", \.maximumLineBarriers, "Line barriers"),
        RequestLimit("maximumPolygonBarriers", \.maximumPolygonBarriers, "Polygon barriers"),
        RequestLimit(
            "maximumBarrierVertices", \.maximumBarrierVertices,
            "Vertices of line and polygon barriers"),
        RequestLimit(
            "maximumFeaturesAffectedByPointBarriers", \.maximumFeaturesAffectedByPointBarriers,
            "Streets touched by point barriers"),
        RequestLimit(
            "maximumFeaturesAffectedByLineBarriers", \.maximumFeaturesAffectedByLineBarriers,
            "Streets touched by line barriers"),
        RequestLimit(
            "maximumFeaturesAffectedByPolygonBarriers",
            \.maximumFeaturesAffectedByPolygonBarriers, "Streets touched by polygon barriers"),
        RequestLimit("maximumRequestBytes", \.maximumRequestBytes, "Bytes of a request"),
    ]

    /// The limits that a service definition may set.
    package static let all = [stops, stopsPerRoute, pairs, tracePoints] + common
}
