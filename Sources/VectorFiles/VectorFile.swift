// Start here: files that GDAL reads, such as shapefiles and workbooks.

import Foundation
package import Geo

/// A file for GDAL to read, with the layer to use.
///
/// ```swift
/// if let file = VectorFile("day.xlsx#Monday") {
///     let stops = try file.features(hints: FileHints(), notes: notes)
///     print(stops.points?.features.count ?? 0, "points")
/// }
/// ```
///
/// The same limits apply as for formats Waypost reads itself. Only files in the file system are
/// accepted; names that mean databases, URLs or other GDAL sources are refused. To stream rows
/// instead of holding them, use ``rows(hints:)``.
package struct VectorFile: Hashable, Sendable {
    /// The file's or folder's path.
    package let path: String
    /// The layer's name, or nil if there is only one.
    package let layer: String?
    /// Layers to look for if none is named, best first.
    package var usualLayers: [String] = []
    /// The names columns may have, in their order in files; a shapefile's cut names are restored
    /// from them.
    package var knownFields: [String] = []
    /// The kind of file, judged by its name, with an article.
    package let title: String

    /// Parses an argument, `FILE` or `FILE#LAYER`; nil if it is a format Waypost reads itself.
    ///
    /// The suffix decides; if it is unknown, the first bytes do.
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

    /// The file's name for messages.
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

    /// Returns whether the first bytes belong to no format Waypost reads itself: they are not text,
    /// or XML other than GPX.
    private static func isForeign(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: Array("SQLite format 3".utf8)) { return false }
        // UTF-16 and UTF-32 have zero bytes too.
        if TextEncoding.marked(bytes) != nil { return false }
        if bytes.contains(0) { return true }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).first == "<" else {
            return false
        }
        return ["<kml", "<gml:", "FeatureCollection"].contains { text.contains($0) }
            && !text.contains("<gpx")
    }

    /// What to do if GDAL cannot open the file: give a text its proper suffix, or get another copy.
    var remedy: String {
        let file = FileHandle(forReadingAtPath: path)
        defer { file?.closeFile() }
        let bytes = [UInt8](file?.readData(ofLength: 4_096) ?? Data())
        let found = contents(bytes)
        let parts =
            VectorFormat(path: path)?.suffix == ".shp"
            ? " with the .shx, .dbf and .prj beside it," : ""
        return (found.map { $0 + ", or " } ?? "")
            + "copy it again from where it was made,\(parts) or save it there as a GeoPackage, "
            + "GeoJSON or CSV"
    }

    /// Says what a file's first bytes are; `nil` if they do not show it.
    private func contents(_ bytes: [UInt8]) -> String? {
        let stem = (name as NSString).deletingPathExtension
        if bytes.isEmpty { return "it is empty" }
        if bytes.starts(with: [0x1F, 0x8B]) {
            // gunzip knows files by their suffix.
            return name.lowercased().hasSuffix("gz")
                ? "it is compressed: run gunzip \(name)"
                : "it is compressed: name it \(name).gz, and run gunzip \(name).gz"
        }
        if bytes.starts(with: Array("SQLite format 3".utf8)) {
            return "it holds a GeoPackage or another database: name it \(stem).gpkg"
        }
        guard !bytes.contains(0), bytes.first != UInt8(ascii: "<") else { return nil }
        return "it holds text: name it by its format, such as \(stem).csv or \(stem).geojson"
    }

    private static func hasShapefiles(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.lowercased().hasSuffix(".shp") }
    }

    /// Returns whether a path is a regular file; reading a pipe here would lose its bytes.
    private static func isRegular(_ path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Opens the file and finds the layer.
    ///
    /// - Parameters:
    ///   - encoding: The text encoding, if the user states it.
    ///   - library: GDAL, or the reason why it is missing.
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

    /// Describes the layer.
    ///
    /// - Throws: ``FeatureReadError``, as reading does.
    package func description(hints: FileHints = FileHints()) throws(FeatureReadError)
        -> VectorLayer
    {
        try open(encoding: hints.encoding).layer
    }

    /// Opens the layer and returns its rows.
    package func rows(hints: FileHints = FileHints()) throws(FeatureReadError) -> VectorRows {
        VectorRows(try open(encoding: hints.encoding))
    }
}
