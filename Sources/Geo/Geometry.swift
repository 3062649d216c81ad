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

    /// The smallest box round the shape.
    public var envelope: Envelope { Envelope(coordinates) }
}
