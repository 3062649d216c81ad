// Finds the table of an answer to read as an input.

package import Geo

extension JSONValue {
    /// Returns one table of a Waypost answer. Returns any other value unchanged.
    ///
    /// Esri JSON has tables by name; in GeoJSON, each feature names its table as `layer`.
    ///
    /// - Parameter tables: The suitable tables, best first. A table without rows is chosen only if
    ///   all are empty.
    package func part(ofAnswer tables: [String]) -> JSONValue {
        guard let features = self["features"]?.array else {
            let found = tables.compactMap { self[$0] }.filter { $0["features"] != nil }
            return found.first { $0["features"]?.array?.isEmpty == false } ?? found.first ?? self
        }
        let layers = features.map(\.answerTable)
        guard !layers.contains(nil), let table = tables.first(where: { layers.contains($0) }) else {
            return self
        }
        return [
            "type": "FeatureCollection",
            "features": .array(zip(features, layers).filter { $0.1 == table }.map(\.0)),
        ]
    }

    /// The table that a feature of a GeoJSON answer belongs to.
    package var answerTable: String? { self["properties"]?["layer"]?.string }
}
