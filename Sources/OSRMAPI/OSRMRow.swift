// Reads a row in a result's table, with its values by name.

import Geo

/// A row in a table.
struct OSRMRow {
    let table: FeatureSet
    let feature: Feature

    /// The columns of routes, stops and legs that answers are written from.
    static let columns: Set = [
        "ObjectID", "Name", "Sequence", "Status", "SnapX", "SnapY", "DistanceToNetworkInMeters",
        "SourceID", "SourceOID", "PosAlong", "SideOfEdge", "RouteID", "FromStopID", "ToStopID",
        "Meters", "Seconds", "FirstPoint", "LastPoint", "Total_",
    ]

    /// Returns a table's rows; none if there is no table.
    static func all(_ table: FeatureSet?) -> [OSRMRow] {
        guard let table else { return [] }
        return table.features.map { OSRMRow(table: table, feature: $0) }
    }

    /// Returns a whole number; `nil` if there is none.
    func integer(_ name: String) -> Int? { table.integer(name, of: feature) }

    /// Returns a number; `nil` if there is none.
    func number(_ name: String) -> Double? {
        switch table.value(name, of: feature) {
        case .double(let number)?: number
        case .integer(let number)?: Double(number)
        default: nil
        }
    }

    /// The place on the network. If there is none, use the row's point.
    var place: Coordinate? {
        if let x = number("SnapX"), let y = number("SnapY") { return Coordinate(x: x, y: y) }
        guard case .point(let coordinate)? = feature.geometry else { return nil }
        return coordinate
    }
}
