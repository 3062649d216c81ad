// The three barrier inputs and their names.

public import Geo

/// An input of barriers, by its rows' shapes.
public enum BarrierClass: Hashable, Sendable, CaseIterable {
    /// Points on streets, which close the street or add costs to passing them.
    case point
    /// Lines, which close the streets they meet or scale their costs.
    case line
    /// Polygons, which close the streets they touch or scale their costs.
    case polygon

    /// Finds the class that a parameter carries. Returns `nil` for other parameters.
    public init?(parameter: String) {
        guard let found = Self.allCases.first(where: { $0.parameter == parameter }) else {
            return nil
        }
        self = found
    }

    /// The parameter that carries its rows into a solve, and their key in an answer.
    public var parameter: String {
        switch self {
        case .point: "barriers"
        case .line: "polylineBarriers"
        case .polygon: "polygonBarriers"
        }
    }

    /// The parameter that asks for its rows in the answer.
    public var returnParameter: String {
        switch self {
        case .point: "returnBarriers"
        case .line: "returnPolylineBarriers"
        case .polygon: "returnPolygonBarriers"
        }
    }

    /// Its name in the layer resource and in messages.
    public var className: String {
        switch self {
        case .point: "Barriers"
        case .line: "PolylineBarriers"
        case .polygon: "PolygonBarriers"
        }
    }

    /// Its name as an input of geoprocessing tools.
    public var toolInput: String {
        switch self {
        case .point: "point_barriers"
        case .line: "line_barriers"
        case .polygon: "polygon_barriers"
        }
    }

    /// Its name in service definitions.
    package var definitionName: String {
        switch self {
        case .point: "PointBarriers"
        case .line, .polygon: className
        }
    }

    /// Its name within the names of limits.
    private var limitNoun: String {
        switch self {
        case .point: "PointBarriers"
        case .line: "LineBarriers"
        case .polygon: "PolygonBarriers"
        }
    }

    /// The limit on its rows, as service definitions and the layer resource name it.
    package var limitName: String { "maximum\(limitNoun)" }

    /// The limit on the streets its rows touch, as service definitions and the layer resource name
    /// it.
    package var affectedLimitName: String { "maximumFeaturesAffectedBy\(limitNoun)" }

    /// What a sentence calls such a barrier.
    public var words: String {
        switch self {
        case .point: "point barrier"
        case .line: "line barrier"
        case .polygon: "polygon barrier"
        }
    }

    /// The title over its rows on pages.
    public var title: String { words.prefix(1).uppercased() + words.dropFirst() + "s" }

    /// The type of its rows' shapes.
    public var geometryType: GeometryType {
        switch self {
        case .point: .point
        case .line: .polyline
        case .polygon: .polygon
        }
    }
}

extension FeaturesByKind {
    /// The features whose shapes suit a class of barriers.
    package subscript(_ kind: BarrierClass) -> FeatureSet? {
        switch kind {
        case .point: points
        case .line: polylines
        case .polygon: polygons
        }
    }
}
