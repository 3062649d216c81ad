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

    /// The same shape with each coordinate replaced.
    public func mapCoordinates<Failure: Error>(
        _ transform: (Coordinate) throws(Failure) -> Coordinate
    ) throws(Failure) -> Geometry {
        func mapPart(_ part: [Coordinate]) throws(Failure) -> [Coordinate] {
            var result: [Coordinate] = []
            result.reserveCapacity(part.count)
            for coordinate in part { result.append(try transform(coordinate)) }
            return result
        }
        func mapParts(_ parts: [[Coordinate]]) throws(Failure) -> [[Coordinate]] {
            var result: [[Coordinate]] = []
            for part in parts { result.append(try mapPart(part)) }
            return result
        }
        switch self {
        case .point(let coordinate): return .point(try transform(coordinate))
        case .multipoint(let coordinates): return .multipoint(try mapPart(coordinates))
        case .polyline(let paths, let measures):
            return .polyline(paths: try mapParts(paths), measures: measures)
        case .polygon(let rings): return .polygon(rings: try mapParts(rings))
        case .empty: return .empty
        }
    }
}
