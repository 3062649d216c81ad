// The file formats that GDAL reads and writes for Waypost.

import Foundation

/// A file format with features, handled by GDAL.
package struct VectorFormat: Hashable, Sendable {
    /// The suffix in lower case, with its dot.
    package let suffix: String
    /// The kind of file, with its article.
    package let title: String
    /// The GDAL driver that writes it; nil if it is only read.
    package let driver: String?
    /// Whether it consists of tables without shapes.
    package let isSheets: Bool

    private init(
        _ suffix: String, _ title: String, writtenBy driver: String? = nil, isSheets: Bool = false
    ) {
        (self.suffix, self.title, self.driver) = (suffix, title, driver)
        self.isSheets = isSheets
    }

    /// All formats. If two suffixes match, the longer one comes first.
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

    /// Finds a format by a file's name; nil if the name does not say.
    package init?(path: String) {
        let name = path.lowercased()
        let trimmed = name.hasSuffix("/") ? String(name.dropLast()) : name
        guard let found = Self.all.first(where: { trimmed.hasSuffix($0.suffix) }) else {
            return nil
        }
        self = found
    }

    /// The GDAL drivers that may read: only formats that lead to no other file or server.
    static let readers = [
        "ESRI Shapefile", "OpenFileGDB", "LIBKML", "KML", "FlatGeobuf", "XLSX", "XLS", "ODS",
        "MapInfo File", "GML", "DXF", "DGN", "CAD", "GeoJSONSeq", "GeoJSON", "ESRIJSON", "TopoJSON",
        "GeoRSS", "Parquet", "Arrow", "MapML", "JML", "JSONFG", "S57", "VDV", "Idrisi", "SXF",
    ]

    /// The drivers whose layers are tables with headings among their rows.
    static let sheetReaders: Set = ["XLSX", "XLS", "ODS"]
}
