// The shapes that requests bring and answers carry.

/// A shape without attributes. Its spatial reference is stated by what holds it.
public enum Geometry: Hashable, Sendable {
    /// One position.
    case point(Coordinate)
    /// Several positions.
    case multipoint([Coordinate])
    /// Lines, each of at least two coordinates; `measures`, when given, has the same shape.
    case polyline(paths: [[Coordinate]], measures: [[Double]]? = nil)
    /// Rings in any order and direction; a ring within another is a hole.
    case polygon(rings: [[Coordinate]])
    /// A shape that was sent without coordinates (`{"x":"NaN"}`, `{"paths":[]}`).
    case empty

    /// All coordinates, part after part.
    public var coordinates: [Coordinate] {
        switch self {
        case .point(let coordinate): [coordinate]
        case .multipoint(let coordinates): coordinates
        case .polyline(let paths, _): paths.flatMap(\.self)
        case .polygon(let rings): rings.flatMap(\.self)
        case .empty: []
        }
    }

    /// The same shape with each longitude in `-180...180`; `nil` if a coordinate is no longitude
    /// and latitude.
    package var onEarth: Geometry? {
        func line(_ part: [Coordinate]) -> [Coordinate]? {
            let places = part.compactMap(\.onEarth)
            return places.count == part.count ? places : nil
        }
        func lines(_ parts: [[Coordinate]]) -> [[Coordinate]]? {
            let lines = parts.compactMap(line)
            return lines.count == parts.count ? lines : nil
        }
        return switch self {
        case .point(let place): place.onEarth.map { .point($0) }
        case .multipoint(let places): line(places).map { .multipoint($0) }
        case .polyline(let paths, let measures):
            lines(paths).map { .polyline(paths: $0, measures: measures) }
        case .polygon(let rings): lines(rings).map { .polygon(rings: $0) }
        case .empty: .empty
        }
    }

    /// The smallest box round the shape.
    public var envelope: Envelope { Envelope(coordinates) }
}
