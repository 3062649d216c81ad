// The shapes in requests and answers.

/// A shape without attributes.
///
/// Shapes are plain values in two dimensions; only lines can carry measures, such as the time at
/// each vertex. A shape does not know its coordinate system: the ``FeatureSet`` or ``Feature`` that
/// holds it states that. ``empty`` is a value of its own, because a row without a place must keep
/// its attributes. Rings may come in any order and direction; to find outer rings and holes, use
/// ``PolygonParts``.
public enum Geometry: Hashable, Sendable {
    /// One position.
    case point(Coordinate)
    /// Several positions.
    case multipoint([Coordinate])
    /// Lines with at least two coordinates each. If there are `measures`, each coordinate has one.
    case polyline(paths: [[Coordinate]], measures: [[Double]]? = nil)
    /// Rings in any order and direction; a ring within another is a hole.
    case polygon(rings: [[Coordinate]])
    /// A shape sent without coordinates (`{"x":"NaN"}`, `{"paths":[]}`).
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

    /// The same shape with each longitude in `-180...180`; `nil` if a coordinate is not a longitude
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

    /// The smallest box around the shape.
    public var envelope: Envelope { Envelope(coordinates) }
}
