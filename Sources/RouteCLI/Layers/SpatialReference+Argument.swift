// Spatial references on the command line.

import Geo

extension SpatialReference {
    /// Reads a system from an argument: `25832`, `EPSG:25832`, or well-known text.
    ///
    /// - Parameter option: The option, for messages.
    /// - Throws: ``CommandFailure`` saying what is accepted.
    static func named(_ text: String, by option: String) throws -> SpatialReference {
        if text.contains("[") { return SpatialReference(wkt: text) }
        let prefix = "EPSG:"
        let digits =
            text.uppercased().hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
        guard let wkid = Int(digits), wkid > 0, wkid <= Int(Int32.max) else {
            throw CommandFailure(
                .usage,
                "\(option): \"\(text)\" is not a spatial reference; write a WKID (25832) or WKT"
            )
        }
        return SpatialReference(wkid: wkid)
    }
}
