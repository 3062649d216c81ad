// The options of a request, with OSRM's defaults.

package import RouteAPI

/// The options of a request in OSRM's form. Lists with an element for each coordinate are `nil` if
/// they were not sent, and have a `nil` where an element is empty.
package struct OSRMOptions: Hashable, Sendable {
    /// How lines are written.
    package enum Geometries: String, Sendable, CaseIterable {
        /// Google's format with five decimals.
        case polyline
        /// Google's format with six decimals.
        case polyline6
        /// GeoJSON.
        case geojson
    }

    /// Which line a whole route has.
    package enum Overview: String, Sendable, CaseIterable {
        /// With the points that a map of the whole route shows.
        case simplified
        /// With all points.
        case full
        /// None.
        case none = "false"
    }

    /// What is said about each piece of a route.
    package enum Annotation: String, Sendable, CaseIterable {
        /// Ids of OpenStreetMap's nodes, which networks do not keep.
        case nodes
        /// Meters.
        case distance
        /// Seconds.
        case duration
        /// Where the time comes from.
        case datasources
        /// The cost, in the unit of a route's weight.
        case weight
        /// Meters per second.
        case speed
    }

    /// A direction of travel.
    package struct Bearing: Hashable, Sendable {
        /// Degrees clockwise from north.
        package var degrees: Double
        /// By how many degrees the street may deviate to either side.
        package var range: Double
    }

    /// The side on which a coordinate is reached.
    package enum Approach: String, Sendable, CaseIterable {
        /// The side on which traffic drives.
        case curb
        /// Either side.
        case unrestricted
        /// The side of oncoming traffic.
        case opposite
    }

    /// Which place counts where a table estimates.
    package enum FallbackCoordinate: String, Sendable, CaseIterable {
        /// As it was sent.
        case input
        /// On the street.
        case snapped
    }

    package var geometries = Geometries.polyline
    package var overview = Overview.simplified
    package var steps = false
    /// For routes, trips and matches.
    package var annotations: Set<Annotation> = []
    /// How many routes besides the best one.
    package var alternatives = 0
    /// `nil` leaves it to the travel mode.
    package var continueStraight: Bool?
    /// The coordinates at which legs end; `nil` for all.
    package var waypoints: [Int]?
    /// Meters; infinite where unlimited.
    package var radiuses: [Double?]?
    package var bearings: [Bearing?]?
    package var hints: [String?]?
    package var generatesHints = true
    package var approaches: [Approach?]?
    /// The classes of streets to avoid.
    package var exclude: [String] = []
    package var skipsWaypoints = false
    /// The coordinates at which a table's paths begin; `nil` for all.
    package var sources: [Int]?
    /// The coordinates at which a table's paths end; `nil` for all.
    package var destinations: [Int]?
    package var hasDurations = true
    package var hasDistances = false
    /// Meters per second for pairs without a path.
    package var fallbackSpeed: Double?
    package var fallbackCoordinate = FallbackCoordinate.input
    package var scaleFactor = 1.0
    package var isRoundtrip = true
    package var startsAtFirst = false
    package var endsAtLast = false
    /// Seconds since 1970, one for each coordinate.
    package var timestamps: [Int64]?
    /// Whether times do not split a trace.
    package var ignoresGaps = false
    package var isTidy = false
    /// How many places `nearest` returns.
    package var number = 1
    /// The options of Waypost's own, under its names.
    package var own: [FormParameters.Field] = []

    /// The options without any sent.
    package init() {}
}
