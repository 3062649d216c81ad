// The table of an answer that is read again as an input.

package import Geo

extension JSONValue {
    /// Of an answer of Waypost, one of its tables; any other value as it is.
    ///
    /// Esri JSON has tables by name; in GeoJSON each feature names its table as `layer`.
    ///
    /// - Parameter tables: The tables that suit, the best first. One without rows is taken where
    ///   no other has any.
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

    /// The table that a feature of an answer in GeoJSON names.
    package var answerTable: String? { self["properties"]?["layer"]?.string }
}
