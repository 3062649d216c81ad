// Exports layers to files.

import Geo

/// Writes a query's rows to a file, piece by piece, so memory does not grow with the layer.
///
/// ```swift
/// let query = LayerQuery(layer: "deliveries", limit: .max)
/// try LayerExport(.geoJSON).write(query, from: store) { bytes in file.append(bytes) }
/// ```
///
/// To write a GeoPackage, import the layer from the store: ``LayerImport/Source/layer(_:_:)``.
package struct LayerExport: Hashable, Sendable {
    /// A file format.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        /// Comma-separated values; shapes other than points are well-known text.
        case csv
        /// A FeatureCollection in WGS 84; ids are the property `fid`.
        case geoJSON
        /// An Esri JSON feature set.
        case esriJSON
    }

    /// The file format to write.
    package var format: Format
    /// How many decimals coordinates get; `nil` for all.
    package var decimals: Int?
    /// Whether to write CSV texts as they are, even if a spreadsheet would run them as formulas;
    /// otherwise they get a leading apostrophe.
    package var hasFormulas = false

    package init(_ format: Format, decimals: Int? = nil) {
        self.format = format
        self.decimals = decimals
    }

    /// Rows per piece.
    private static let rowsOfPiece = 2_000

    /// Writes a query's rows. GeoJSON is always in WGS 84, as RFC 7946 requires.
    ///
    /// - Parameters:
    ///   - progress: Called after every piece with the number of rows written so far.
    ///   - sink: Receives the file's bytes, in order.
    /// - Returns: The number of rows.
    @discardableResult
    package func write(
        _ query: LayerQuery, from store: any LayerStore, progress: (Int) -> Void = { _ in },
        isCancelled: () -> Bool = { false },
        to sink: ([UInt8]) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) -> Int {
        var query = query
        if format == .geoJSON { query.outSR = .wgs84 }
        let csv = CSVFeatureWriter(decimals: decimals, hasFormulas: hasFormulas)
        var json = JSONWriter()
        var rows = 0
        var isFirst = true
        try store.forEachBatch(of: Self.rowsOfPiece, query, isCancelled: isCancelled) {
            batch throws(FeatureStoreError) in
            let set = batch.features
            switch format {
            case .csv:
                let head = isFirst ? csv.header(of: set) : ""
                try sink(Array((head + csv.rows(of: set)).utf8))
            case .geoJSON:
                if isFirst { Self.beginCollection(&json) }
                for feature in set.features {
                    json.geoJSONFeature(feature, fields: set.fields, decimals: decimals)
                }
                try sink(json.takeBytes())
            case .esriJSON:
                if isFirst { json.beginEsriFeatureSet(set) }
                json.esriFeatures(of: set, decimals: decimals)
                try sink(json.takeBytes())
            }
            isFirst = false
            rows += set.features.count
            progress(rows)
        }
        switch format {
        case .csv: break
        case .geoJSON:
            json.endArray()
            json.endObject()
            try sink(json.takeBytes())
        case .esriJSON:
            json.endEsriFeatureSet()
            try sink(json.takeBytes())
        }
        return rows
    }

    private static func beginCollection(_ json: inout JSONWriter) {
        json.beginObject()
        json.member("type", "FeatureCollection")
        json.key("features")
        json.beginArray()
    }
}
