// The relations of two shapes that a query may name, as Esri names them on the wire.

/// How a shape of a query and a feature's shape must relate for the feature to be selected.
///
/// In the matrices of the nine intersections, rows are the query's interior, border and exterior,
/// columns the feature's.
///
/// Source: OGC 06-103r4, 6.1.15; Esri, *Spatial relationships*.
public enum SpatialRelation: String, Hashable, Sendable, CaseIterable {
    /// They share any point.
    case intersects = "esriSpatialRelIntersects"
    /// The query's shape contains the feature.
    case contains = "esriSpatialRelContains"
    /// They cross: the insides meet in less than the shapes' own dimension.
    case crosses = "esriSpatialRelCrosses"
    /// Their boxes share a point.
    case envelopeIntersects = "esriSpatialRelEnvelopeIntersects"
    /// As ``envelopeIntersects``.
    case indexIntersects = "esriSpatialRelIndexIntersects"
    /// Shapes of one dimension share a part, and neither holds the other.
    case overlaps = "esriSpatialRelOverlaps"
    /// Only the borders meet.
    case touches = "esriSpatialRelTouches"
    /// The query's shape lies within the feature.
    case within = "esriSpatialRelWithin"
    /// A matrix of the nine intersections that the query brings, such as `FFFTTT***`.
    case relation = "esriSpatialRelRelation"
}
