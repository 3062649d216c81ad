// The kinds of shapes, with their names on the wire.

/// A kind of shape; a feature set holds only one.
public enum GeometryType: String, Hashable, Sendable {
    /// Points.
    case point = "esriGeometryPoint"
    /// Lines.
    case polyline = "esriGeometryPolyline"
    /// Areas.
    case polygon = "esriGeometryPolygon"
    /// Sets of points.
    case multipoint = "esriGeometryMultipoint"
}
