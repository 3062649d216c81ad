// Writes an answer as one GeoJSON FeatureCollection, an extension of the ArcGIS interface.

import Geo

extension AnalysisResultWriter {
    /// Writes routes, stops and directions as one FeatureCollection.
    ///
    /// Each feature names its table in the property `layer`: `routes`, `stops` or `directions`, and
    /// if asked for `legs`, `events` and `spans`. Whatever has no place on a map is in extra
    /// members, as in other formats.
    ///
    /// - Precondition: The answer's shapes are in WGS 84, as RFC 7946 demands.
    public static func geoJSON(_ result: AnalysisResult, pretty: Bool = false) -> [UInt8] {
        var writer = AnswerGeoJSONWriter(pretty: pretty)
        return writer.begin(result) + writer.end(result)
    }
}

/// Writes an answer as GeoJSON piece by piece: first its features, then rows that need not be in
/// memory, then everything else.
///
/// ```swift
/// var writer = AnswerGeoJSONWriter(pretty: false)
/// var json = writer.begin(known)
/// json += writer.features(of: AnswerTable(key: "tracePoints", rows: points))
/// json += writer.end(result)
/// ```
///
/// - Precondition: The answer's shapes are in WGS 84, as RFC 7946 demands.
public struct AnswerGeoJSONWriter: ~Copyable, Sendable {
    private var writer: JSONWriter
    private var decimals: Int?
    private var dates = DateTexts.instants

    /// Creates a writer for one answer.
    public init(pretty: Bool) { writer = JSONWriter(pretty: pretty) }

    /// Writes the beginning, up to the answer's last feature.
    ///
    /// - Parameter known: The answer without the rows that follow. Its decimals apply to them too.
    public mutating func begin(_ known: AnalysisResult) -> [UInt8] {
        decimals = known.geometryPrecision
        dates = known.dateTexts
        writer.beginObject()
        writer.member("type", "FeatureCollection")
        writer.key("features")
        writer.beginArray()
        for table in known.mapped { write(table) }
        write(known.directions ?? [], havePairs: known.directionsHavePairs)
        return writer.takeBytes()
    }

    /// Writes rows that the answer lacks.
    public mutating func features(of table: AnswerTable) -> [UInt8] {
        write(table)
        return writer.takeBytes()
    }

    /// Writes everything after the features.
    public mutating func end(_ result: AnalysisResult) -> [UInt8] {
        writer.endArray()
        if !result.messages.isEmpty {
            writer.names("messages", result.messages.map(\.text))
        }
        if let matrix = result.costMatrix { writer.costMatrix(matrix) }
        writer.object("network") { writer in
            writer.member("fingerprint", result.fingerprint)
            writer.member("attribution", result.attribution)
        }
        if let traffic = result.traffic { writer.traffic(traffic) }
        writer.directionsPages(result.directions ?? [])
        if let conditions = result.conditions { writer.conditions(conditions) }
        if let quanta = result.quanta { writer.quanta(quanta) }
        if let blockages = result.blockages { writer.blockages(blockages) }
        if let replanning = result.replanning { writer.replanning(replanning) }
        if let following = result.following { writer.following(following) }
        writer.endObject()
        return writer.takeBytes()
    }

    private mutating func write(_ table: AnswerTable) {
        // Places that were only located are written like a solve's stops.
        let layer = table.key == AnalysisClass.places.answerKey ? "stops" : table.key
        for feature in table.rows.features {
            writer.geoJSONFeature(
                feature, fields: table.rows.fields, layer: layer, decimals: decimals,
                dates: dates)
        }
    }

    private mutating func write(_ directions: [RouteDirections], havePairs: Bool) {
        let table = StepRow.values.table(
            of: .stepsOnMap, in: .wgs84, without: havePairs ? [] : Column.pair)
        for row in StepRow.rows(of: directions) {
            // A start or finish has no length; as a line it would be invisible.
            let line = row.step.line
            let isPlace = line.allSatisfy { $0 == line[0] }
            let shape = isPlace ? line.first.map { .point($0) } : Geometry.polyline(paths: [line])
            writer.geoJSONFeature(
                table.feature(of: row, shape), fields: table.set.fields, layer: "directions",
                decimals: decimals, dates: dates)
        }
    }
}
