// The input of matching: points of a trace or vertices of a drawn line.

package import Geo

/// A point of a trace: a fix of a receiver, or a vertex of a drawn line.
package struct TracePoint: Hashable, Sendable {
    /// Longitude and latitude in degrees, WGS 84.
    package var coordinate: Coordinate
    /// Seconds since any fixed moment; `nil` when the time is not known. Times that do not rise
    /// are taken as not known.
    package var time: Double?
    /// The standard deviation of the position across the street in meters; `nil` for
    /// ``MatchOptions/gpsAccuracyMeters``, or the estimate from the trace.
    package var accuracyMeters: Double?
    /// The direction of travel in degrees clockwise from north; `nil` when it is not known.
    package var bearing: Double?

    /// Makes a point.
    package init(
        coordinate: Coordinate, time: Double? = nil, accuracyMeters: Double? = nil,
        bearing: Double? = nil
    ) {
        self.coordinate = coordinate
        self.time = time
        self.accuracyMeters = accuracyMeters
        self.bearing = bearing
    }
}
