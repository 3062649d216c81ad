// The layers of the map's background.

/// A layer of the map's background, by its name in the Shortbread schema.
package enum MapLayer: String, CaseIterable, Sendable {
    case land
    case waterPolygons = "water_polygons"
    case waterLines = "water_lines"
    case buildings
    case boundaries
    case placeLabels = "place_labels"

    /// What the layer's features are.
    package enum Shape: Sendable {
        case point
        case line
        case polygon
    }

    /// What the layer's features are.
    package var shape: Shape {
        switch self {
        case .land, .waterPolygons, .buildings: .polygon
        case .waterLines, .boundaries: .line
        case .placeLabels: .point
        }
    }
}
