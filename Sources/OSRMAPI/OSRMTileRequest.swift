// Reads a request for a tile from its URL.

import Geo
package import RouteAPI

/// A request for a vector tile in OSRM's form.
///
///     /tile/{version}/{profile}/tile({x},{y},{zoom}).mvt
package struct OSRMTileRequest: Hashable, Sendable {
    /// The profile whose speeds to show.
    package var profile: String
    /// The tile's zoom, column and row.
    package var zoom: Int
    package var column: Int
    package var row: Int

    /// The least zoom with a tile, as in OSRM.
    package static let leastZoom = 12

    /// Reads a request from the decoded parts of its URL.
    ///
    /// - Parameters:
    ///   - segments: The URL's segments behind the service: version, profile, tile.
    ///   - fields: The options; there is none besides the server's own.
    ///   - deepestZoom: The greatest zoom with tiles.
    /// - Throws: ``OSRMError`` if anything is wrong, with OSRM's code for it.
    package init(
        _ segments: some Collection<String>,
        _ fields: some Sequence<(name: String, value: String)>, deepestZoom: Int
    ) throws(OSRMError) {
        let parts = try OSRMRequest.parts(
            segments, of: "tile", as: "tile({x},{y},{zoom}).mvt", such: "tile(8530,5974,14).mvt")
        for (name, _) in fields where !OptionReader.ofServer.contains(name) {
            throw OSRMError(
                .invalidQuery, "tile has no option \"\(name.excerpt(40))\"; it has none at all.")
        }
        profile = parts[1]
        guard let numbers = Self.numbers(parts[2]) else {
            throw OSRMError(
                .invalidQuery,
                "The tile is \"\(parts[2].excerpt(60))\"; tile(x,y,zoom).mvt with whole numbers is "
                    + "needed.")
        }
        (column, row, zoom) = (numbers[0], numbers[1], numbers[2])
        guard (Self.leastZoom...deepestZoom).contains(zoom) else {
            throw OSRMError(
                .invalidOptions,
                "The zoom is \(zoom); zooms from \(Self.leastZoom) to \(deepestZoom) have tiles. "
                    + "Enlarge tiles of zoom \(deepestZoom) beyond.")
        }
        let side = 0..<(1 << zoom)
        guard side.contains(column), side.contains(row) else {
            throw OSRMError(
                .invalidOptions,
                "Zoom \(zoom) has no tile in column \(column) and row \(row); they are below "
                    + "\(1 << zoom).")
        }
    }

    /// Reads the numbers in `tile(x,y,zoom).mvt`; `nil` if the text has another form.
    private static func numbers(_ text: String) -> [Int]? {
        let (head, tail) = ("tile(", ").mvt")
        guard text.utf8.count <= 40, text.hasPrefix(head), text.hasSuffix(tail) else { return nil }
        let parts = text.dropFirst(head.count).dropLast(tail.count)
            .split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        return parts.count == 3 && numbers.count == 3 ? numbers : nil
    }

    /// Returns the travel mode for the profile; `nil` if the layer has no travel modes.
    ///
    /// - Throws: ``OSRMError`` if no mode has this name; the message lists the modes.
    package func mode(on layer: OSRMLayer) throws(OSRMError) -> TravelMode? {
        try layer.mode(named: profile)
    }
}
