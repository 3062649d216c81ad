// What can be wrong with a barrier's shape.

package import Geo

/// The reason why a shape cannot be a barrier.
package enum BarrierGeometryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The shape has no coordinates, or its rings cancel each other out.
    case empty
    /// The shape is neither line nor polygon.
    case notLineOrPolygon
    /// A coordinate is not a finite number.
    case notFinite(Coordinate)
    /// A coordinate is not a longitude and latitude in degrees.
    case notDegrees(Coordinate)
    /// The shape has too many vertices.
    case tooManyVertices(found: Int, allowed: Int)
    /// The borders run so close together, or the rings are nested so deep, that checking them would
    /// take too long.
    case tooDense
    /// The borders cross too often to be repaired.
    case tooManyCrossings(allowed: Int)
    /// GEOS failed; the text is its message.
    case geometryEngine(String)

    package var description: String {
        switch self {
        case .empty:
            "The shape encloses and touches nothing: it has no coordinates, or equal rings that "
                + "cancel each other out."
        case .notLineOrPolygon:
            "The shape is neither a line (\"paths\") nor a polygon (\"rings\")."
        case .notFinite(let position):
            "The coordinate (\(position.x), \(position.y)) is not a pair of finite numbers."
        case .notDegrees(let position):
            "The coordinate (\(position.x), \(position.y)) is not a longitude and latitude in "
                + "degrees; (7.42, 43.74) is. Is the shape's spatial reference stated?"
        case .tooManyVertices(let found, let allowed):
            "The shape has \(found) vertices; \(allowed) are allowed. Generalize it first."
        case .tooDense:
            "The shape's borders are packed too densely to be checked. Generalize it first, or "
                + "send it as several simpler shapes."
        case .tooManyCrossings(let allowed):
            "The shape's borders cross each other more than \(allowed) times, too often to be "
                + "repaired. Send it as several simpler shapes."
        case .geometryEngine(let reason):
            "The shape cannot be made valid: \(reason)."
        }
    }
}
