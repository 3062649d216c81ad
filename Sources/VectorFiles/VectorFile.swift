// Start here: files that GDAL reads, such as shapefiles and workbooks.

import Foundation
package import Geo

/// A file that GDAL reads, and which of its layers is wanted.
///
/// ```swift
/// if let file = VectorFile("day.xlsx#Monday") {
///     let stops = try file.features(hints: FileHints(), notes: notes)
///     print(stops.points?.features.count ?? 0, "points")
/// }
/// ```
///
/// Everything that a file says is bounded as in files of our own formats. Files lie in the file
/// system: names that mean databases, URLs or other sources of GDAL are refused.
package struct VectorFile: Hashable, Sendable {
    /// The path of the file or folder.
    package let path: String
    /// The layer's name, or nil for the only one.
    package let layer: String?
    /// The layers of which one is taken where none is named, the best first.
    package var usualLayers: [String] = []
    /// The names that columns may have, in their order in files: those that a shapefile has cut to
    /// ten letters get them back.
    package var knownFields: [String] = []
    /// What the file is by its name, with an article.
    package let title: String

    /// The file that an argument names, `FILE` or `FILE#LAYER`; nil for a format of Waypost's own.
    ///
    /// The suffix decides; where it says nothing, the first bytes do.
    package init?(_ argument: String) {
        if let title = Self.title(of: argument) {
            (path, layer, self.title) = (argument, nil, title)
            return
        }
        guard let cut = argument.lastIndex(of: "#"), cut > argument.startIndex else { return nil }
        let file = String(argument[..<cut])
        let name = argument[argument.index(after: cut)...]
        guard let title = Self.title(of: file) else { return nil }
        (path, layer, self.title) = (file, name.isEmpty ? nil : String(name), title)
    }

    /// The name for messages.
    package var name: String { (path as NSString).lastPathComponent }

    private static func title(of path: String) -> String? {
        if let format = VectorFormat(path: path) { return format.title }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return nil
        }
        if isFolder.boolValue { return hasShapefiles(path) ? "a folder of shapefiles" : nil }
        guard isRegular(path), let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { file.closeFile() }
        return isForeign([UInt8](file.readData(ofLength: 4_096))) ? "a file of this kind" : nil
    }

    /// Whether the first bytes are of no format of Waypost's own: bytes that are no text, or XML
    /// other than GPX.
    private static func isForeign(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: Array("SQLite format 3".utf8)) { return false }
        // UTF-16 and UTF-32 have bytes of zero, too.
        if TextEncoding.marked(bytes) != nil { return false }
        if bytes.contains(0) { return true }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first == "<" else {
            return false
        }
        return ["<kml", "<gml:", "FeatureCollection"].contains { text.contains($0) }
            && !text.contains("<gpx")
    }

    /// What would work in place of a file that GDAL cannot open: its own suffix for a text, or
    /// another copy.
    var remedy: String {
        let file = FileHandle(forReadingAtPath: path)
        defer { file?.closeFile() }
        let bytes = [UInt8](file?.readData(ofLength: 4_096) ?? Data())
        let stem = (name as NSString).deletingPathExtension
        let found =
            bytes.isEmpty
            ? "it is empty"
            : bytes.starts(with: Array("SQLite format 3".utf8))
                ? "it holds a GeoPackage or another database: name it \(stem).gpkg"
                : !bytes.contains(0) && bytes.first != UInt8(ascii: "<")
                    ? "it holds text: name it by its format, such as \(stem).csv or "
                        + "\(stem).geojson"
                    : nil
        let parts =
            VectorFormat(path: path)?.suffix == ".shp"
            ? " with the .shx, .dbf and .prj beside it," : ""
        return (found.map { $0 + ", or " } ?? "")
            + "copy it again from where it was made,\(parts) or save it there as a GeoPackage, "
            + "GeoJSON or CSV"
    }

    private static func hasShapefiles(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.lowercased().hasSuffix(".shp") }
    }

    /// A pipe would lose what is read here.
    private static func isRegular(_ path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Opens the file and finds the layer.
    ///
    /// - Parameters:
    ///   - encoding: The encoding of texts, where the user states it.
    ///   - library: GDAL.
    /// - Throws: ``FeatureReadError`` saying what was found and what would work.
    func open(
        encoding: String? = nil,
        _ library: Result<GDALLibrary, GDALMissing> = GDALLibrary.found
    ) throws(FeatureReadError) -> OpenVectorLayer {
        guard FileManager.default.fileExists(atPath: path) else {
            throw FeatureReadError("cannot be read: there is no such file")
        }
        switch library {
        case .failure(let missing): throw missing.error(of: path, title, "read")
        case .success(let gdal):
            return try OpenVectorLayer(self, encoding: encoding, gdal)
        }
    }

    /// What the layer is like.
    ///
    /// - Throws: ``FeatureReadError`` as reading does.
    package func description(hints: FileHints = FileHints()) throws(FeatureReadError)
        -> VectorLayer
    {
        try open(encoding: hints.encoding).layer
    }

    /// The rows of the layer, from the first one.
    package func rows(hints: FileHints = FileHints()) throws(FeatureReadError) -> VectorRows {
        VectorRows(try open(encoding: hints.encoding))
    }
}
