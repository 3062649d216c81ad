// Says what a file holds if it is not OpenStreetMap data, or not of the kind in its name.

import Foundation

/// Finds by a file's first bytes why it cannot be read: a page of a server that was saved as a map,
/// JSON from Overpass, a compressed file under another name.
enum OtherContent {
    /// The bytes looked at.
    private static let lookedAt = 512
    /// What the parsers say of a file that was cut off.
    private static let cutOff = ["unexpected EOF", "no element found", "unclosed token"]

    /// Returns what to say of a file; `reason` itself if its bytes tell nothing more.
    ///
    /// - Parameter reason: Why the parser stopped.
    static func reason(_ reason: String, path: String) -> String {
        guard let start = start(of: path) else { return reason }
        if let found = mismatch(start, name: path.lowercased()) { return found }
        return cutOff.contains(where: { reason.contains($0) })
            ? "\(reason); the file ends too early, so download it again" : reason
    }

    /// Says what bytes are if a file of this name, in small letters, should not begin so.
    private static func mismatch(_ start: [UInt8], name: String) -> String? {
        func begins(_ text: String) -> Bool { start.starts(with: text.utf8) }
        func isNamed(_ endings: String...) -> Bool { endings.contains(where: name.hasSuffix) }
        if start.isEmpty { return "it is empty; download it again" }
        if let streets = streetLayer(name) { return streets }
        if begins("PK\u{3}\u{4}") { return "it is a ZIP archive; unpack it" }
        if start.starts(with: [0x1F, 0x8B]) {
            return isNamed(".gz") ? nil : "it is compressed by gzip; its name must end in .osm.gz"
        }
        if begins("BZh") {
            return isNamed(".bz2")
                ? nil : "it is compressed by bzip2; its name must end in .osm.bz2"
        }
        if start.starts(with: [0xFF, 0xE0]) {
            return "it is o5m; convert it: osmium cat map.o5m -o map.osm.pbf"
        }
        if start.dropFirst(4).starts(with: [0x0A, 9]), start.dropFirst(6).starts(with: "OSM".utf8) {
            return isNamed(".pbf") ? nil : "it is PBF; its name must end in .osm.pbf"
        }
        let text = String(decoding: start, as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if text.hasPrefix("{") || text.hasPrefix("[") {
            if text.contains("\"featurecollection\"") { return streetLayer(".geojson") }
            return "it is JSON; ask Overpass for [out:xml] instead of [out:json]"
        }
        if text.hasPrefix("<!doctype html") || text.contains("<html") {
            return "it is a web page, such as what a server says of a mistake; read it in a "
                + "browser, and download the map again"
        }
        let isXML = text.hasPrefix("<?xml") || text.hasPrefix("<osm")
        return isXML && !isNamed(".osm", ".osc", ".xml")
            ? "it is XML; its name must end in .osm" : nil
    }

    /// Kinds of files with streets of other sources, by the ends of their names.
    private static let streetLayers = [
        ".shp": "a shapefile", ".dbf": "a table", ".csv": "a table", ".gpkg": "a GeoPackage",
        ".gdb": "a file geodatabase", ".fgb": "FlatGeobuf", ".gml": "GML", ".kml": "KML",
        ".geojson": "GeoJSON", ".tab": "a MapInfo file",
    ]

    /// Says how to use streets that are not in OpenStreetMap's form; `nil` for other names.
    static func streetLayer(_ name: String) -> String? {
        guard let kind = streetLayers.first(where: { name.hasSuffix($0.key) })?.value else {
            return nil
        }
        return "it is \(kind), not OpenStreetMap data; `waypost network build` reads its streets "
            + "if you give street layers alone, with --fields where columns have names of their own"
    }

    /// Reads the first bytes of a file; `nil` if it is missing, or no file that can be read again.
    private static func start(of path: String) -> [UInt8]? {
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let handle = FileHandle(forReadingAtPath: path)
        else { return nil }
        defer { try? handle.close() }
        return Array((try? handle.read(upToCount: lookedAt)) ?? Data())
    }
}
