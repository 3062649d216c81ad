// Which files GDAL reads and writes for Waypost.

import Foundation

/// A format of files with features that GDAL knows.
package struct VectorFormat: Hashable, Sendable {
    /// The suffix in lower case, with its dot.
    package let suffix: String
    /// What such a file is, with its article.
    package let title: String
    /// The driver of GDAL that writes it here; nil where it is read only.
    package let driver: String?
    /// Whether it consists of tables without shapes.
    package let isSheets: Bool

    private init(
        _ suffix: String, _ title: String, writtenBy driver: String? = nil, isSheets: Bool = false
    ) {
        (self.suffix, self.title, self.driver) = (suffix, title, driver)
        self.isSheets = isSheets
    }

    /// The formats; of two suffixes that suit, the longer one stands first.
    package static let all: [VectorFormat] = [
        VectorFormat(".gdb.zip", "a file geodatabase"),
        VectorFormat(".gdb", "a file geodatabase"),
        VectorFormat(".shp", "a shapefile", writtenBy: "ESRI Shapefile"),
        VectorFormat(".shz", "a shapefile"),
        VectorFormat(".dbf", "a table of dBase"),
        VectorFormat(".kml", "a file of KML"),
        VectorFormat(".kmz", "a file of KML"),
        VectorFormat(".fgb", "a FlatGeobuf file", writtenBy: "FlatGeobuf"),
        VectorFormat(".xlsx", "an Excel workbook", writtenBy: "XLSX", isSheets: true),
        VectorFormat(".xls", "an Excel workbook", isSheets: true),
        VectorFormat(".ods", "an OpenDocument spreadsheet", isSheets: true),
        VectorFormat(".tab", "a MapInfo table"),
        VectorFormat(".mif", "a MapInfo file"),
        VectorFormat(".gml", "a file of GML"),
        VectorFormat(".dxf", "a drawing"),
        VectorFormat(".geojsonl", "a file of GeoJSON by lines"),
        VectorFormat(".geojsons", "a file of GeoJSON by lines"),
        VectorFormat(".zip", "an archive"),
    ]

    /// The format of a file's name; nil for names that say nothing.
    package init?(path: String) {
        let name = path.lowercased()
        let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
        guard let found = Self.all.first(where: { trimmed.hasSuffix($0.suffix) }) else {
            return nil
        }
        self = found
    }

    /// The drivers of GDAL that may read: those of files that lead to no other place, neither
    /// another file nor a server.
    static let readers = [
        "ESRI Shapefile", "OpenFileGDB", "LIBKML", "KML", "FlatGeobuf", "XLSX", "XLS", "ODS",
        "MapInfo File", "GML", "DXF", "DGN", "CAD", "GeoJSONSeq", "GeoJSON", "ESRIJSON", "TopoJSON",
        "GeoRSS", "Parquet", "Arrow", "MapML", "JML", "JSONFG", "S57", "VDV", "Idrisi", "SXF",
    ]

    /// The drivers whose layers are tables with headings among their rows.
    static let sheetReaders: Set = ["XLSX", "XLS", "ODS"]
}
