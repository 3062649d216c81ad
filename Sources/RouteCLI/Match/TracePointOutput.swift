// The outputs with trace points, one for each format that has them.

import Geo
import RouteAPI

/// An output written piece by piece: the answer, its trace points, its end.
protocol TracePointOutput: AnyObject {
    /// Writes the beginning, from the answer without its trace points.
    func begin(_ known: AnalysisResult) throws
    func write(_ points: FeatureSet) throws
    /// Writes everything after the trace points.
    func end(_ result: AnalysisResult) throws
}

extension OutputFormat {
    /// Whether the format writes trace points as they come.
    ///
    /// - Parameter table: The table for formats that hold only one.
    func hasTracePoints(table: MatchTable) -> Bool {
        switch self {
        case .answer, .geojson: true
        case .csv, .esri: table == .points
        case .gpkg, .gpx, .kml, .svg, .text, .shp, .fgb, .xlsx: false
        }
    }

    /// Whether the format is written from the whole answer, including trace points.
    ///
    /// - Parameter table: The table for formats that hold only one.
    func needsHeldPoints(table: MatchTable) -> Bool {
        switch self {
        case .gpkg, .kml, .xlsx: true
        case .shp, .fgb: table == .points
        case .answer, .csv, .esri, .geojson, .gpx, .svg, .text: false
        }
    }

    /// Creates an output with trace points.
    ///
    /// - Precondition: The format has them: ``hasTracePoints(table:)``.
    func tracePoints(to sink: ByteSink, hasFormulas: Bool) -> any TracePointOutput {
        switch self {
        case .answer: return EsriTracePoints(sink)
        case .esri: return EsriSetTracePoints(sink)
        case .geojson: return GeoJSONTracePoints(sink)
        case .csv: return CSVTracePoints(sink, hasFormulas: hasFormulas)
        case .gpkg, .gpx, .kml, .svg, .text, .shp, .fgb, .xlsx:
            preconditionFailure("\(rawValue) has no trace points that are written as they come")
        }
    }
}

/// A table of only the trace points.
private final class CSVTracePoints: TracePointOutput {
    private let sink: ByteSink
    private let csv: CSVFeatureWriter
    private var hasHeading = false

    init(_ sink: ByteSink, hasFormulas: Bool) {
        self.sink = sink
        csv = CSVFeatureWriter(decimals: FileMatcher.csvDecimals, hasFormulas: hasFormulas)
    }

    func begin(_ known: AnalysisResult) {}

    func write(_ points: FeatureSet) throws {
        if !hasHeading { try sink.write(csv.header(of: points)) }
        hasHeading = true
        try sink.write(csv.rows(of: points))
    }

    func end(_ result: AnalysisResult) {}
}

/// An Esri JSON feature set of only the trace points.
private final class EsriSetTracePoints: TracePointOutput {
    private let sink: ByteSink
    private var writer = JSONWriter(pretty: true)
    private var hasBegun = false

    init(_ sink: ByteSink) { self.sink = sink }

    func begin(_ known: AnalysisResult) {}

    func write(_ points: FeatureSet) throws {
        if !hasBegun { writer.beginEsriFeatureSet(points) }
        hasBegun = true
        writer.esriFeatures(of: points)
        try sink.write(writer.takeBytes())
    }

    func end(_ result: AnalysisResult) throws {
        if !hasBegun {
            writer.beginEsriFeatureSet(
                FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        }
        writer.endEsriFeatureSet()
        try sink.write(writer.takeBytes() + [0x0A])
    }
}

/// The answer as JSON in the REST contract, with its trace points before everything else.
private final class EsriTracePoints: TracePointOutput {
    private let sink: ByteSink
    private var writer = AnswerRowsWriter(pretty: true)

    init(_ sink: ByteSink) { self.sink = sink }

    func begin(_ known: AnalysisResult) { writer.begin(known) }

    func write(_ points: FeatureSet) throws {
        let table = RouteAPI.AnswerTable(key: PointTally.key, rows: points)
        try sink.write(writer.json(of: .features(table)))
    }

    func end(_ result: AnalysisResult) throws { try sink.write(writer.end(result) + [0x0A]) }
}

/// The answer as GeoJSON, with its trace points after all other features.
private final class GeoJSONTracePoints: TracePointOutput {
    private let sink: ByteSink
    private var writer = AnswerGeoJSONWriter(pretty: false)

    init(_ sink: ByteSink) { self.sink = sink }

    func begin(_ known: AnalysisResult) throws { try sink.write(writer.begin(known)) }

    func write(_ points: FeatureSet) throws {
        try sink.write(writer.features(of: RouteAPI.AnswerTable(key: PointTally.key, rows: points)))
    }

    func end(_ result: AnalysisResult) throws { try sink.write(writer.end(result) + [0x0A]) }
}

/// Holds the trace points for formats that are written from the whole answer.
final class HeldTracePoints: TracePointOutput {
    private(set) var points: FeatureSet?

    func begin(_ known: AnalysisResult) {}

    func write(_ points: FeatureSet) {
        if self.points == nil {
            self.points = points
        } else {
            self.points?.features += points.features
        }
    }

    func end(_ result: AnalysisResult) {}
}
