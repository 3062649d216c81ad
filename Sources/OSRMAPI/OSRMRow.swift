// A row of an answer's table, with its values by name.

import Geo

/// A row of a table.
struct OSRMRow {
    let table: FeatureSet
    let feature: Feature

    /// The rows of a table; none if there is no table.
    static func all(_ table: FeatureSet?) -> [OSRMRow] {
        guard let table else { return [] }
        return table.features.map { OSRMRow(table: table, feature: $0) }
    }

    /// A whole number; `nil` if there is none.
    func integer(_ name: String) -> Int? { table.integer(name, of: feature) }

    /// A number; `nil` if there is none.
    func number(_ name: String) -> Double? {
        switch table.value(name, of: feature) {
        case .double(let number)?: number
        case .integer(let number)?: Double(number)
        default: nil
        }
    }

    /// The place on the network; where there is none, the point of the row.
    var place: Coordinate? {
        if let x = number("SnapX"), let y = number("SnapY") { return Coordinate(x: x, y: y) }
        guard case .point(let coordinate)? = feature.geometry else { return nil }
        return coordinate
    }
}
