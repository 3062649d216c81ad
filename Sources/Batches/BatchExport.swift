// The output of a batch in other formats, read from its store and written some rows at a time.

package import Geo

/// Writes the output of a batch in other formats.
///
/// Rows are read and written some at a time, so that memory does not grow with their number.
package struct BatchExport {
    private let file: BatchFile
    private let hasFormulas: Bool
    /// Decimals of coordinates in longitude and latitude: about a centimeter.
    private static let decimals = 7

    /// Makes an export of an output that has been written.
    ///
    /// - Parameter hasFormulas: Whether texts of CSV that a spreadsheet would run are written as
    ///   they are.
    package init(_ file: BatchFile, hasFormulas: Bool = false) {
        self.file = file
        self.hasFormulas = hasFormulas
    }

    /// The tables that there are, in their order.
    package var tables: [BatchTable] { BatchTable.allCases.filter { file.has($0) } }

    /// Writes a table as comma-separated values; nothing for a table that is not there.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read; what `write` throws.
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

    /// Writes all tables as one collection of GeoJSON, whose features name their table as `layer`.
    ///
    /// - Precondition: All shapes are in WGS 84.
    /// - Throws: `FeatureStoreError` when the store cannot be read; what `write` throws.
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
    /// - Throws: `FeatureStoreError` when the store cannot be read; what `write` throws.
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

    /// Writes a table as a feature set of Esri JSON; nothing for a table that is not there.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read; what `write` throws.
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

    /// Writes all tables as an object of feature sets in Esri JSON, by the names of the tables.
    ///
    /// - Throws: `FeatureStoreError` when the store cannot be read; what `write` throws.
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
    /// The same rows without the column of their ids.
    package var withoutObjectIDs: FeatureSet {
        let kept = fields.indices.filter { fields[$0].type != .objectID }
        guard kept.count < fields.count else { return self }
        var set = self
        set.fields = kept.map { fields[$0] }
        for (row, feature) in features.enumerated() {
            set.features[row].values = kept.map { feature.values[$0] }
        }
        return set
    }
}
