// What a positioning receiver states about the vehicle at an instant.

public import Geo

/// A measured place with what the receiver states about it.
public struct Fix: Hashable, Codable, Sendable {
    /// When it was measured, in milliseconds from any origin that the session keeps to.
    public var time: Int64
    /// Longitude in degrees.
    public var longitude: Double
    /// Latitude in degrees.
    public var latitude: Double
    /// The radius in meters that holds the true place with a probability of 68 %; `nil` or 0 if
    /// unknown, negative if the place is invalid.
    public var accuracyMeters: Double?
    /// The direction of travel, clockwise from north; `nil` if unknown.
    public var courseDegrees: Double?
    /// The speed in meters a second; `nil` if unknown.
    public var metersPerSecond: Double?

    /// Creates a fix.
    public init(
        time: Int64, longitude: Double, latitude: Double, accuracyMeters: Double? = nil,
        courseDegrees: Double? = nil, metersPerSecond: Double? = nil
    ) {
        self.time = time
        self.longitude = longitude
        self.latitude = latitude
        self.accuracyMeters = accuracyMeters
        self.courseDegrees = courseDegrees
        self.metersPerSecond = metersPerSecond
    }

    /// The place; invalid ordinates are kept.
    public var place: Coordinate { Coordinate(x: longitude, y: latitude) }

    /// The standard deviation of each ordinate, in meters: two thirds of the stated radius, which
    /// is 15 m if none is stated, and 3 m at least.
    package var deviationMeters: Double { max(3, (accuracy ?? 15) / 1.5) }

    /// The stated accuracy if it is one: receivers state 0 where they have none.
    var accuracy: Double? { accuracyMeters == 0 ? nil : accuracyMeters }

    /// The stated speed if it is one.
    package var speed: Double? {
        guard let metersPerSecond, metersPerSecond >= 0, metersPerSecond < 150 else { return nil }
        return metersPerSecond
    }

    /// The stated course if it is one.
    package var course: Double? {
        guard let courseDegrees, (0...360).contains(courseDegrees) else { return nil }
        return courseDegrees
    }

    /// Whether the receiver says where it is: on earth, not at the origin that receivers state
    /// before they know, and to within 100 m.
    var isUsable: Bool {
        guard place.onEarth != nil, (0...100).contains(accuracy ?? 15) else { return false }
        return abs(longitude) > 1e-5 || abs(latitude) > 1e-5
    }
}
