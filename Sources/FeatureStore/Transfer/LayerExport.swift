// Layers to files.

import Geo

/// Writes the rows of a query as a file, piece by piece: memory does not grow with the layer.
///
/// ```swift
/// let query = LayerQuery(layer: "deliveries", limit: .max)
/// try LayerExport(.geoJSON).write(query, from: store) { bytes in file.append(bytes) }
/// ```
///
/// For a GeoPackage, import the layer from the store: ``LayerImport/Source/layer(_:_:)``.
public struct LayerExport: Hashable, Sendable {
    /// The form of a file.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// Comma-separated values; shapes other than points as well-known text.
        case csv
        /// A FeatureCollection in WGS 84, ids as `fid` among the properties.
        case geoJSON
        /// A feature set of Esri JSON.
        case esriJSON
    }

    /// The form of the file.
    public var format: Format
    /// Decimals of coordinates, or `nil` for all.
    public var decimals: Int?
    /// Whether texts of CSV that a spreadsheet would run are written without an apostrophe.
    public var hasFormulas = false

    /// Makes an export.
    public init(_ format: Format, decimals: Int? = nil) {
        self.format = format
        self.decimals = decimals
    }

    /// Rows of one piece.
    private static let rowsOfPiece = 2_000

    /// Writes the rows of a query; GeoJSON is always in WGS 84, as RFC 7946 demands.
    ///
    /// - Parameters:
    ///   - progress: Called with the number of rows written so far, for every piece.
    ///   - sink: Receives the file's bytes, in order.
    /// - Returns: The number of rows.
    @discardableResult
    public func write(
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
