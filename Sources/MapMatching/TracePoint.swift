// The input of matching: points of a trace or vertices of a drawn line.

package import Geo

/// A trace point: a receiver's fix, or a vertex of a drawn line.
package struct TracePoint: Hashable, Sendable {
    /// Longitude and latitude in degrees, WGS 84.
    package var coordinate: Coordinate
    /// Seconds since any fixed moment; `nil` if unknown. Times that do not rise count as unknown.
    package var time: Double?
    /// The standard deviation of the position across the street, in meters; `nil` to use
    /// ``MatchOptions/gpsAccuracyMeters`` or the estimate from the trace.
    package var accuracyMeters: Double?
    /// The direction of travel in degrees clockwise from north; `nil` if unknown.
    package var bearing: Double?

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
