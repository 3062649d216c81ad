// A position on a route's line.

/// A position on a route: a segment of its line, and how far along the segment.
///
/// Positions are in the order of travel. If a route passes a place twice, it has two positions
/// there.
public struct RoutePosition: Hashable, Comparable, Codable, Sendable {
    /// The segment from vertex `segment` to the next one.
    public var segment: Int
    /// The share of the segment behind the position, from 0 to 1.
    public var share: Double

    /// Creates a position.
    public init(segment: Int, share: Double) {
        self.segment = segment
        self.share = share
    }

    /// A route's start.
    public static let start = RoutePosition(segment: 0, share: 0)

    /// Whether one position comes before another on the route.
    public static func < (a: RoutePosition, b: RoutePosition) -> Bool {
        (a.segment, a.share) < (b.segment, b.share)
    }
}

/// A position on a route near a place.
public struct RouteMatch: Hashable, Sendable {
    /// The position on the line.
    public var position: RoutePosition
    /// The position in meters from the route's start.
    public var meters: Double
    /// The distance between the place and the position, in meters.
    public var distanceMeters: Double
}
