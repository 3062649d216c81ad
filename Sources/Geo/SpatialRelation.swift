// The relations between two shapes in a query, with Esri's names for the wire.

/// How a query's shape and a feature's shape must relate for the feature to be selected.
///
/// In nine-intersection matrices, the rows are the query's interior, border and exterior, the
/// columns the feature's.
///
/// Source: OGC 06-103r4, 6.1.15; Esri, *Spatial relationships*.
public enum SpatialRelation: String, Hashable, Sendable, CaseIterable {
    /// They share a point.
    case intersects = "esriSpatialRelIntersects"
    /// The query's shape contains the feature.
    case contains = "esriSpatialRelContains"
    /// They cross: their interiors meet in a lower dimension than the shapes have.
    case crosses = "esriSpatialRelCrosses"
    /// Their boxes share a point.
    case envelopeIntersects = "esriSpatialRelEnvelopeIntersects"
    /// The same as ``envelopeIntersects``.
    case indexIntersects = "esriSpatialRelIndexIntersects"
    /// They have the same dimension and share a part, and neither contains the other.
    case overlaps = "esriSpatialRelOverlaps"
    /// Only the borders meet.
    case touches = "esriSpatialRelTouches"
    /// The query's shape lies within the feature.
    case within = "esriSpatialRelWithin"
    /// The query brings a nine-intersection matrix, such as `FFFTTT***`.
    case relation = "esriSpatialRelRelation"
}
