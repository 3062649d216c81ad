// Names of coordinate systems. PROJ, in SpatialOperations, knows what they mean.

/// A coordinate system's name: a well-known id or well-known text.
///
/// Geo only compares names, so that clients need not link PROJ. To project shapes, use
/// SpatialOperations.
public struct SpatialReference: Hashable, Sendable {
    /// How the system is named.
    public enum Name: Hashable, Sendable {
        /// An EPSG or Esri number.
        case wkid(Int)
        /// Well-known text, version 1 or 2.
        case wkt(String)
    }

    /// The system as the caller named it.
    public var name: Name
    /// The system's current number (3857 for 102100), given by the caller or looked up.
    public var latestWKID: Int?

    /// Names a system by number. 102100, 102113, 900913 and 3785 all mean Web Mercator, 3857.
    public init(wkid: Int, latestWKID: Int? = nil) {
        name = .wkid(wkid)
        self.latestWKID = latestWKID ?? Self.current(of: wkid)
    }

    /// Names a system by well-known text.
    public init(wkt: String) {
        name = .wkt(wkt)
        latestWKID = nil
    }

    /// The caller's number, or `nil` if the system was named by text.
    public var wkid: Int? {
        if case .wkid(let wkid) = name { wkid } else { nil }
    }

    /// The number to look the system up by, or `nil` if it was named by text.
    public var effectiveWKID: Int? { latestWKID ?? wkid }

    /// WGS 84 longitude and latitude in degrees.
    public static let wgs84 = SpatialReference(wkid: 4326, latestWKID: 4326)

    /// Web Mercator, under Esri's number.
    public static let webMercator = SpatialReference(wkid: 102100, latestWKID: 3857)

    /// Whether the number is 0 or negative, by which a GeoPackage says that the system is
    /// undefined.
    package var isUndefined: Bool { wkid.map { $0 <= 0 } ?? false }

    /// Returns whether two names certainly mean the same system.
    public func isSame(as other: SpatialReference) -> Bool {
        if let mine = effectiveWKID, let theirs = other.effectiveWKID { return mine == theirs }
        return name == other.name
    }

    /// The distance once around the world in the system's units, which separates the two sides of
    /// the 180th meridian; `nil` for systems other than WGS 84 and Web Mercator.
    public var worldWidth: Double? {
        if isSame(as: .wgs84) { return 360 }
        return isSame(as: .webMercator) ? 2 * .pi * 6_378_137 : nil
    }

    private static func current(of wkid: Int) -> Int {
        switch wkid {
        case 102100, 102113, 900913, 3785: 3857
        default: wkid
        }
    }
}
