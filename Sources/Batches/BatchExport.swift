// Exports a batch's output to other formats, a few rows at a time.

package import Geo

/// Exports a batch's output to other formats.
///
/// Every format is made from the finished GeoPackage, so an interrupted batch can be continued
/// whatever format was asked for. Rows are read and written in small numbers, so memory does not
/// grow with the output.
package struct BatchExport {
    private let file: BatchFile
    private let hasFormulas: Bool
    /// Decimals for longitude and latitude; about a centimeter.
    private static let decimals = 7

    /// Prepares an export of a written output.
    ///
    /// - Parameter hasFormulas: Whether CSV cells that a spreadsheet would run as formulas are
    ///   written unchanged.
    package init(_ file: BatchFile, hasFormulas: Bool = false) {
        self.file = file
        self.hasFormulas = hasFormulas
    }

    /// The tables in the output, in order.
    package var tables: [BatchTable] { BatchTable.allCases.filter { file.has($0) } }

    /// Writes a table as comma-separated values, or nothing if the output lacks the table.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read; any error from `write`.
    package func csv(_ table: BatchTable, to write: ([UInt8]) throws -> Void) throws {
        let writer = CSVFeatureWriter(
            decimals: Self.decimals, dates: file.dates, hasFormulas: hasFormulas)
        var hasHeader = false
        try file.forEachBatch(of: table) { rows in
            let set = rows.withoutObjectIDs
            if !hasHeader { try write(Array(writer.header(of: set).utf8)) }
            hasHeader = true
            try write(Array(writer.rows(of: set).utf8))
        }
    }

    /// Writes all tables as one GeoJSON collection. Each feature names its table as `layer`.
    ///
    /// - Precondition: All shapes are in WGS 84.
    /// - Throws: `FeatureStoreError` if the store cannot be read; any error from `write`.
    package func geoJSON(to write: ([UInt8]) throws -> Void) throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("type", "FeatureCollection")
        writer.key("features")
        writer.beginArray()
        for table in tables {
            try file.forEachBatch(of: table) { rows in
                let set = rows.withoutObjectIDs
                for feature in set.features {
                    writer.geoJSONFeature(
                        feature, fields: set.fields, layer: table.name, decimals: Self.decimals,
                        dates: file.dates)
                }
                try write(writer.takeBytes())
            }
        }
        writer.endArray()
        writer.endObject()
        try write(writer.takeBytes() + [0x0A])
    }

    /// Writes all tables with shapes as KML.
    ///
    /// - Precondition: All shapes are in WGS 84.
    /// - Throws: `FeatureStoreError` if the store cannot be read; any error from `write`.
    package func kml(to write: ([UInt8]) throws -> Void) throws {
        var writer = KMLWriter(decimals: Self.decimals, dates: file.dates)
        try write(Array(writer.beginning(named: "Routes").utf8))
        for table in tables {
            var isOpen = false
            try file.forEachBatch(of: table) { rows in
                guard rows.geometryType != nil else { return }
                let folder = isOpen ? "" : writer.folder(named: table.name)
                isOpen = true
                try write(Array((folder + writer.placemarks(of: rows.withoutObjectIDs)).utf8))
            }
        }
        try write(Array(writer.end().utf8))
    }

    /// Writes a table as an Esri JSON feature set, or nothing if the output lacks the table.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read; any error from `write`.
    package func esriJSON(
        _ table: BatchTable, to write: ([UInt8]) throws -> Void
    ) throws {
        var writer = JSONWriter()
        var isOpen = false
        try file.forEachBatch(of: table) { rows in
            if !isOpen { writer.beginEsriFeatureSet(rows) }
            isOpen = true
            writer.esriFeatures(of: rows)
            try write(writer.takeBytes())
        }
        if isOpen {
            writer.endEsriFeatureSet()
            try write(writer.takeBytes() + [0x0A])
        }
    }

    /// Writes all tables as one object with an Esri JSON feature set for each table's name.
    ///
    /// - Throws: `FeatureStoreError` if the store cannot be read; any error from `write`.
    package func esriJSON(to write: ([UInt8]) throws -> Void) throws {
        var writer = JSONWriter()
        writer.beginObject()
        for table in tables {
            var isOpen = false
            try file.forEachBatch(of: table) { rows in
                if !isOpen {
                    writer.key(table.name)
                    writer.beginEsriFeatureSet(rows)
                }
                isOpen = true
                writer.esriFeatures(of: rows)
                try write(writer.takeBytes())
            }
            if isOpen { writer.endEsriFeatureSet() }
        }
        writer.endObject()
        try write(writer.takeBytes() + [0x0A])
    }
}

extension FeatureSet {
    /// The same rows without the column of ids.
    package var withoutObjectIDs: FeatureSet {
        keepingColumns { fields[$0].type != .objectID }
    }
}
