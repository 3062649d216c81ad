// A request's options, with OSRM's defaults.

package import RouteAPI

/// The options in a request in OSRM's form.
///
/// Some lists have one element per coordinate. Such a list is `nil` if it was not sent. If it was
/// sent, it has a `nil` for each empty element.
package struct OSRMOptions: Hashable, Sendable {
    /// A format for lines.
    package enum Geometries: String, Sendable, CaseIterable {
        /// Google's polyline format, with five decimals.
        case polyline
        /// Google's polyline format, with six decimals.
        case polyline6
        /// A line in GeoJSON.
        case geojson
    }

    /// A choice of line for a whole route.
    package enum Overview: String, Sendable, CaseIterable {
        /// Only the points to show on a map of the whole route.
        case simplified
        /// All points.
        case full
        /// All points, for each leg.
        case byLegs = "by_legs"
        /// No line.
        case none = "false"
    }

    /// A list with one value per piece of a route.
    package enum Annotation: String, Sendable, CaseIterable {
        /// OpenStreetMap's node ids, which networks do not keep.
        case nodes
        /// Lengths in meters.
        case distance
        /// Times in seconds.
        case duration
        /// The sources from which times come.
        case datasources
        /// Costs, in the same unit as a route's weight.
        case weight
        /// Speeds in meters per second.
        case speed
    }

    /// A direction of travel, with a range.
    package struct Bearing: Hashable, Sendable {
        /// Degrees clockwise from north.
        package var degrees: Double
        /// Degrees by which the street may deviate to either side.
        package var range: Double
    }

    /// The side on which to reach a coordinate.
    package enum Approach: String, Sendable, CaseIterable {
        /// The side on which traffic drives.
        case curb
        /// Either side.
        case unrestricted
        /// The side with oncoming traffic.
        case opposite
    }

    /// The place to measure from and to if a table estimates.
    package enum FallbackCoordinate: String, Sendable, CaseIterable {
        /// The coordinate as it was sent.
        case input
        /// The place on the street.
        case snapped
    }

    package var geometries = Geometries.polyline
    package var overview = Overview.simplified
    package var steps = false
    /// The lists to write for routes, trips and matches.
    package var annotations: Set<Annotation> = []
    /// The number of routes to find besides the best one.
    package var alternatives = 0
    /// Whether to continue straight on at a coordinate between the ends; if `nil`, the profile
    /// decides.
    package var continueStraight: Bool?
    /// The coordinates where legs end; `nil` for all.
    package var waypoints: [Int]?
    /// The greatest distances to a street, in meters; infinite if unlimited.
    package var radiuses: [Double?]?
    package var bearings: [Bearing?]?
    package var hints: [String?]?
    package var generatesHints = true
    package var approaches: [Approach?]?
    /// The street classes to avoid.
    package var exclude: [String] = []
    package var skipsWaypoints = false
    /// The coordinates where a table's paths begin; `nil` for all.
    package var sources: [Int]?
    /// The coordinates where a table's paths end; `nil` for all.
    package var destinations: [Int]?
    package var hasDurations = true
    package var hasDistances = false
    /// Meters per second to assume if a pair has no path.
    package var fallbackSpeed: Double?
    package var fallbackCoordinate = FallbackCoordinate.input
    package var scaleFactor = 1.0
    package var isRoundtrip = true
    package var startsAtFirst = false
    package var endsAtLast = false
    /// Seconds since 1970, one for each coordinate.
    package var timestamps: [Int64]?
    /// Whether to ignore gaps in time, which otherwise split a trace.
    package var ignoresGaps = false
    package var isTidy = false
    /// The number of places a request asks `nearest` for.
    package var number = 1
    /// Waypost's own options, under its own names.
    package var own: [FormParameters.Field] = []

    /// Creates the defaults, which hold if no option is sent.
    package init() {}
}
