// What can be wrong with a coordinate system's name or a position in it.

package import Geo

/// The reason why a coordinate system cannot be used or a position cannot be transformed.
///
/// Each description says what was found, gives an example that works, and contains no path.
package enum SpatialReferenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No system in EPSG's or Esri's list has this number.
    case unknownWKID(Int)
    /// The well-known text cannot be parsed; `reason` is PROJ's.
    case unreadableText(excerpt: String, reason: String)
    /// The well-known text has too many bytes.
    case textTooLong(found: Int, allowed: Int)
    /// The well-known text names a file to read, which callers may not do.
    case textNamesFile
    /// The system has neither longitude and latitude nor easting and northing (it has heights, or
    /// is earth-centered).
    case notHorizontal(system: String)
    /// PROJ knows no transformation between the systems.
    case noTransformation(from: String, to: String)
    /// A position has no place in the other system, or is not a position in its own.
    case cannotTransform(Coordinate, from: String, to: String, isGeographic: Bool)
    /// The list of coordinate systems (`proj.db`) is not installed.
    case listMissing

    package var description: String {
        switch self {
        case .unknownWKID(let wkid):
            "No coordinate system has the well-known id \(wkid). Ids of EPSG and of Esri work, "
                + "for example 4326 (longitude and latitude) or 102100 (Web Mercator)."
        case .unreadableText(let excerpt, let reason):
            "The well-known text \"\(excerpt)\" names no coordinate system\(reason.suffixed). "
                + "WKT 1, WKT 2 and Esri's form work, for example "
                + "GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",…"
        case .textTooLong(let found, let allowed):
            "The well-known text of a coordinate system has \(found) bytes; \(allowed) are "
                + "allowed. A well-known id such as 25832 works too."
        case .textNamesFile:
            "The well-known text of a coordinate system names a file or another definition to "
                + "read; only self-contained texts work. A well-known id such as 25832 works too."
        case .notHorizontal(let system):
            "\(system) has no longitude and latitude or easting and northing. A geographic or "
                + "projected system works, for example 4326 or 25832."
        case .noTransformation(let from, let to):
            "No transformation is known from \(from) to \(to). One to 4326 is known for every "
                + "system on Earth."
        case .cannotTransform(let position, let from, let to, let isGeographic):
            "The position (\(position.x), \(position.y)) of \(from) has no place in \(to). "
                + (isGeographic
                    ? "Longitude comes first, then latitude, in degrees: (7.42, 43.74) works."
                    : "Easting comes first, then northing, in the units and the area of \(from).")
        case .listMissing:
            "The list of coordinate systems (proj.db, Debian package proj-data) is not installed; "
                + "only 4326 and 3857 work without it."
        }
    }
}

extension String {
    /// The string in parentheses after a blank, to end a sentence; empty if the string is.
    fileprivate var suffixed: String { isEmpty ? "" : " (\(self))" }
}

extension SpatialReference {
    /// The system's name in messages: its number, or the beginning of its text.
    package var label: String {
        switch name {
        case .wkid(let wkid): "spatial reference \(wkid)"
        case .wkt(let text): "the spatial reference \"\(text.excerpt)\""
        }
    }
}

extension String {
    /// The first characters, on one line.
    var excerpt: String {
        let line = prefix(60).map { $0.isNewline ? " " : $0 }
        return String(line) + (count > 60 ? "…" : "")
    }
}
