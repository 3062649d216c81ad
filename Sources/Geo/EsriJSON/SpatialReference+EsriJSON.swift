// Reads and writes spatial references as Esri JSON.

extension SpatialReference {
    /// Reads a spatial reference: a number, digits as text, `EPSG:3857`, `{wkid, latestWkid}`,
    /// `{wkt}` or `{wkt2}`, also wrapped in `{"spatialReference": …}`.
    ///
    /// - Returns: `nil` for `null`, or if the object names nothing.
    /// - Throws: ``FeatureReadError`` saying what was found.
    public init?(esriJSON value: JSONValue) throws(FeatureReadError) {
        switch value {
        case .null: return nil
        case .number, .string:
            guard let wkid = try Self.wkid(value, key: "spatialReference") else { return nil }
            self.init(wkid: wkid)
        case .object(let object):
            if let wrapped = object["spatialReference"], wrapped.object != nil {
                try self.init(esriJSON: wrapped)
            } else {
                try self.init(members: object)
            }
        default:
            throw FeatureReadError(
                "spatialReference is \(value.excerpt); accepted are a number or an object with "
                    + "wkid, wkt or wkt2")
        }
    }

    private init?(members: JSONObject) throws(FeatureReadError) {
        let latest = try Self.wkid(members.value(ignoringCase: "latestWkid"), key: "latestWkid")
        if let wkid = try Self.wkid(members.value(ignoringCase: "wkid"), key: "wkid") {
            self.init(wkid: wkid, latestWKID: latest)
        } else if let latest {
            self.init(wkid: latest)
        } else if let wkt = try Self.wellKnownText(in: members) {
            self.init(wkt: wkt)
        } else {
            return nil
        }
    }

    private static func wkid(_ value: JSONValue?, key: String) throws(FeatureReadError) -> Int? {
        guard let value, !value.isNull else { return nil }
        if value.string?.allSatisfy(\.isWhitespace) == true { return nil }
        let number = value.integer ?? value.string.flatMap(Self.number(in:))
        guard let number, number > 0, number <= Int(Int32.max) else {
            throw FeatureReadError(
                "\(key) is \(value.excerpt); a positive whole number such as 4326 is needed")
        }
        return number
    }

    /// Reads the number in `4326`, `4326.0` as data frames write it, `EPSG:4326`, `ESRI:102100`,
    /// `urn:ogc:def:crs:EPSG::3857` or `http://www.opengis.net/def/crs/EPSG/0/3857`.
    private static func number(in text: String) -> Int? {
        var text = text.filter { !$0.isWhitespace && $0 != "\"" }.uppercased()
        if text.hasSuffix("CRS84") { return 4326 }
        for start in [
            "URN:OGC:DEF:CRS:", "HTTP://WWW.OPENGIS.NET/DEF/CRS/",
            "HTTPS://WWW.OPENGIS.NET/DEF/CRS/",
        ]
        where text.hasPrefix(start) {
            text.removeFirst(start.count)
        }
        let parts = text.split { $0 == ":" || $0 == "/" }
        guard let last = parts.last, parts.count <= 3,
            parts.count == 1 || ["EPSG", "ESRI"].contains(parts[0])
        else { return nil }
        return Int(last.hasSuffix(".0") ? last.dropLast(2) : last)
    }

    private static func wellKnownText(in members: JSONObject) throws(FeatureReadError) -> String? {
        for key in ["wkt2", "wkt"] {
            guard let value = members.value(ignoringCase: key), !value.isNull else { continue }
            guard let text = value.string, text.utf8.count <= 20_000 else {
                throw FeatureReadError(
                    "\(key) is \(value.excerpt); well-known text of at most 20000 bytes is needed")
            }
            if text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return nil
    }
}

extension JSONWriter {
    /// Writes a spatial reference as `{wkid, latestWkid}` or `{wkt}`.
    public mutating func esriSpatialReference(_ reference: SpatialReference) {
        beginObject()
        switch reference.name {
        case .wkid(let wkid):
            member("wkid", wkid)
            member("latestWkid", reference.latestWKID ?? wkid)
        case .wkt(let wkt): member("wkt", wkt)
        }
        endObject()
    }
}
