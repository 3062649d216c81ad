// Rows under other names and in other units.

import Geo
import RouteAPI

/// Makes an output's rows from an answer's rows, column by column.
struct RowProjection {
    /// Where a column's values come from.
    enum Source {
        /// A column in the answer, multiplied by a factor.
        case column(String, factor: Double = 1)
        /// A value computed from the row.
        case computed((Feature) -> AttributeValue)
    }

    private(set) var columns: [(field: Field, source: Source)] = []

    /// Adds a column with the values from a column in the answer.
    mutating func add(_ field: Field, from column: String, factor: Double = 1) {
        columns.append((field, .column(column, factor: factor)))
    }

    /// Adds columns as the answer has them.
    mutating func add(_ columns: Column...) {
        for column in columns { add(column.field(), from: column.name) }
    }

    /// Adds a column of whole numbers under another name.
    mutating func add(_ name: String, from column: Column) {
        add(Field(name, column.type), from: column.name)
    }

    /// Adds a cost's column in a unit.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the cost's column in the answer, such as `Total`.
    ///   - other: The value if the cost has no such unit.
    mutating func add(
        _ name: String, from prefix: String, _ cost: ToolCost?, in unit: NetworkUnit,
        otherwise other: AttributeValue = .null
    ) {
        let field = Field(name, .double)
        guard let cost, let factor = ToolUnits.factor(from: cost.unit, to: unit) else {
            return add(field) { _ in other }
        }
        add(field, from: "\(prefix)_\(cost.name)", factor: factor)
    }

    /// Adds a column with computed values.
    mutating func add(_ field: Field, _ value: @escaping (Feature) -> AttributeValue) {
        columns.append((field, .computed(value)))
    }

    /// Returns the output's rows. Columns that the answer lacks are null.
    ///
    /// - Complexity: O(*n*) in the number of values.
    func rows(of set: FeatureSet) -> FeatureSet {
        let places = Dictionary(
            set.fields.enumerated().map { ($0.element.name.lowercased(), $0.offset) },
            uniquingKeysWith: { first, _ in first })
        let sources = columns.map { column -> ((Feature) -> AttributeValue) in
            switch column.source {
            case .computed(let value): return value
            case .column(let name, let factor):
                guard let place = places[name.lowercased()] else { return { _ in .null } }
                if factor == 1 { return { $0.values[place] } }
                return { Self.scaled($0.values[place], by: factor) }
            }
        }
        var projected = set
        projected.fields = columns.map(\.field)
        projected.features = set.features.map { feature in
            Feature(
                values: sources.map { $0(feature) }, geometry: feature.geometry,
                spatialReference: feature.spatialReference)
        }
        return projected
    }

    private static func scaled(_ value: AttributeValue, by factor: Double) -> AttributeValue {
        switch value {
        case .double(let number): .double(number * factor)
        case .integer(let number): .double(Double(number) * factor)
        case .null, .string, .date: value
        }
    }
}
