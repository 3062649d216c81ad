// Reads features from GeoJSON (RFC 7946), split by kind of shape.

/// Reads GeoJSON: a FeatureCollection, a Feature, a list of Features or a bare geometry.
///
/// A MultiPoint becomes one feature for each point, a GeometryCollection one for each member; other
/// multi-part shapes stay one feature. Elevations are skipped. Shapes and parts without positions,
/// as libraries write empty ones (`[]`, `[[]]`, `[null,null]`, `{}`), are empty and no error. A
/// `crs` member from the 2008 draft is honored.
public struct GeoJSONReader: Sendable {
    /// Limits on what is accepted.
    public var limits: FeatureLimits

    /// Makes a reader.
    public init(limits: FeatureLimits = FeatureLimits()) { self.limits = limits }

    /// Reads a GeoJSON text.
    ///
    /// - Throws: ``FeatureReadError`` naming the feature, what was found and what would be
    /// accepted.
    public func features(_ value: JSONValue) throws(FeatureReadError) -> FeaturesByKind {
        var split = FeatureSplit(limits: limits)
        if let features = value.listOfFeatures {
            for (row, feature) in features.enumerated() {
                try read(feature, row: row + 1, into: &split)
            }
            return split.finished(in: try reference(value["crs"]))
        }
        switch value["type"]?.string {
        case "FeatureCollection":
            guard let features = value["features"]?.array else {
                throw FeatureReadError("a FeatureCollection needs an array \"features\"")
            }
            for (row, feature) in features.enumerated() {
                try read(feature, row: row + 1, into: &split)
            }
        case "Feature": try read(value, row: 1, into: &split)
        case .some(let type) where GeoJSONGeometry.types.contains(type):
            for shape in try GeoJSONGeometry(feature: 1).shapes(value) {
                try split.add([], shape, as: shape.type ?? GeoJSONGeometry.kind(of: value))
            }
        default:
            throw FeatureReadError(
                "type is \(value["type"]?.excerpt ?? "missing"); a GeoJSON FeatureCollection, "
                    + "Feature or geometry is needed")
        }
        return split.finished(in: try reference(value["crs"]))
    }

    /// Reads a GeoJSON text with shapes of one kind.
    ///
    /// - Throws: Like ``features(_:)``, and if there are shapes of another kind.
    package func featureSet(
        _ value: JSONValue, _ type: GeometryType
    ) throws(FeatureReadError) -> FeatureSet {
        let found = try features(value)
        let sets = [
            (GeometryType.point, found.points), (.polyline, found.polylines),
            (.polygon, found.polygons),
        ]
        for (other, set) in sets where other != type {
            // Rows without a shape are filed among points.
            let shape = set?.features.first { $0.geometry != nil && $0.geometry != .empty }
            guard shape == nil else {
                throw FeatureReadError("has a \(other.word); a \(type.word) is needed")
            }
        }
        return sets.first { $0.0 == type }?.1
            ?? FeatureSet(geometryType: type, spatialReference: .wgs84, fields: [])
    }

    private func read(
        _ feature: JSONValue, row: Int, into split: inout FeatureSplit
    ) throws(FeatureReadError) {
        guard feature["type"]?.string == "Feature" else {
            throw FeatureReadError(
                feature: row,
                "type is \(feature["type"]?.excerpt ?? "missing"); "
                    + "\"Feature\" is needed")
        }
        var attributes: [(name: String, value: AttributeValue)] = []
        if let properties = feature["properties"], !properties.isNull {
            guard let object = properties.object else {
                throw FeatureReadError(
                    feature: row, "properties is \(properties.excerpt); an object is needed")
            }
            attributes = object.members.map { ($0.key, AttributeValue(json: $0.value)) }
        }
        if let id = feature["id"].map(AttributeValue.init(json:)) {
            // Feature services write the column of ids as the id, too.
            let isKnown = attributes.contains { attribute in
                switch attribute.name.lowercased() {
                case "id": true
                case "fid", "objectid": attribute.value == id
                default: false
                }
            }
            if !isKnown { attributes.append(("id", id)) }
        }
        guard let geometry = feature["geometry"], !geometry.isNull,
            geometry.object?.count != 0
        else {
            return try split.add(attributes, nil)
        }
        for shape in try GeoJSONGeometry(feature: row).shapes(geometry) {
            try split.add(attributes, shape, as: shape.type ?? GeoJSONGeometry.kind(of: geometry))
        }
    }

    /// Returns the system in a draft `crs` member: `urn:ogc:def:crs:EPSG::3857`, `EPSG:3857`,
    /// `ESRI:102100`, `…CRS84`, or the older `{"type":"EPSG","properties":{"code":3857}}`.
    private func reference(_ crs: JSONValue?) throws(FeatureReadError) -> SpatialReference {
        guard let crs, !crs.isNull else { return .wgs84 }
        let code = crs["properties"]?["code"]
        if crs["type"]?.string?.uppercased() == "EPSG",
            let wkid = code?.integer ?? code?.string.flatMap({ Int($0) }), wkid > 0
        {
            return SpatialReference(wkid: wkid)
        }
        guard let name = crs["properties"]?["name"]?.string else {
            throw FeatureReadError("crs is \(crs.excerpt); leave it out for WGS 84")
        }
        if name.hasSuffix("CRS84") { return .wgs84 }
        let number = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
        let isNumbered = ["EPSG", "ESRI"].contains { name.uppercased().contains($0) }
        guard isNumbered, let wkid = Int(number), wkid > 0 else {
            throw FeatureReadError(
                "crs is \"\(name.excerpt(60))\"; a name such as EPSG:3857 is needed")
        }
        return SpatialReference(wkid: wkid)
    }
}

/// Reads the geometries in a feature.
private struct GeoJSONGeometry {
    static let types: Set<String> = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
        "GeometryCollection",
    ]

    var feature: Int

    /// Returns the kind of shape that a geometry would be if it had positions.
    static func kind(of value: JSONValue) -> GeometryType {
        switch value["type"]?.string {
        case "LineString", "MultiLineString": .polyline
        case "Polygon", "MultiPolygon": .polygon
        default: .point
        }
    }

    func shapes(_ value: JSONValue) throws(FeatureReadError) -> [Geometry] {
        guard let type = value["type"]?.string, Self.types.contains(type) else {
            throw error(
                "geometry type is \(value["type"]?.excerpt ?? "missing"); Point, MultiPoint, "
                    + "LineString, MultiLineString, Polygon, MultiPolygon or GeometryCollection "
                    + "is needed")
        }
        if type == "GeometryCollection" {
            var shapes: [Geometry] = []
            for member in value["geometries"]?.array ?? [] {
                shapes.append(contentsOf: try self.shapes(member))
            }
            // The row of an empty collection stays.
            return shapes.isEmpty ? [.empty] : shapes
        }
        if value["coordinates"]?.isNull == true { return [.empty] }
        guard let list = value["coordinates"]?.array else {
            throw error(
                "coordinates is \(value["coordinates"]?.excerpt ?? "missing"); "
                    + "an array is needed")
        }
        if list.allSatisfy(\.isHollow) || type == "Point" && list.allSatisfy(\.isNull) {
            return [.empty]
        }
        switch type {
        case "Point": return [.point(try position(.array(list), "coordinates"))]
        case "MultiPoint":
            let places = list.filter { !$0.isHollow }
            return try part(.array(places), "coordinates").map { .point($0) }
        case "LineString":
            let path = try part(.array(list), "coordinates")
            return [path.count > 1 ? .polyline(paths: [path]) : .empty]
        case "MultiLineString":
            var paths: [[Coordinate]] = []
            for (row, path) in list.enumerated() where !path.isHollow {
                paths.append(try part(path, "coordinates[\(row)]"))
            }
            paths.removeAll { $0.count < 2 }
            return [paths.isEmpty ? .empty : .polyline(paths: paths)]
        case "Polygon": return [Self.polygon(try rings(list, "coordinates"))]
        default:
            var all: [[Coordinate]] = []
            for (row, polygon) in list.enumerated() {
                guard let parts = polygon.array else {
                    throw error("coordinates[\(row)] is \(polygon.excerpt); an array is needed")
                }
                all.append(contentsOf: try rings(parts, "coordinates[\(row)]"))
            }
            return [Self.polygon(all)]
        }
    }

    private static func polygon(_ rings: [[Coordinate]]) -> Geometry {
        rings.isEmpty ? .empty : .polygon(rings: rings)
    }

    /// Reads an area's rings (``RingList``).
    private func rings(
        _ list: [JSONValue], _ name: String
    ) throws(FeatureReadError) -> [[Coordinate]] {
        var rings = RingList()
        for (row, value) in list.enumerated() {
            _ = rings.add(value.isHollow ? [] : try part(value, "\(name)[\(row)]"))
        }
        return rings.rings
    }

    private func part(_ value: JSONValue, _ name: String) throws(FeatureReadError) -> [Coordinate] {
        guard let list = value.array else {
            throw error("\(name) is \(value.excerpt); an array of positions is needed")
        }
        var coordinates: [Coordinate] = []
        coordinates.reserveCapacity(list.count)
        for (row, value) in list.enumerated() {
            coordinates.append(try position(value, "\(name)[\(row)]"))
        }
        return coordinates
    }

    private func position(
        _ value: JSONValue, _ name: @autoclosure () -> String
    ) throws(FeatureReadError) -> Coordinate {
        guard let list = value.array, list.count >= 2, let x = list[0].number,
            let y = list[1].number
        else { throw error("\(name()) is \(value.excerpt); [longitude, latitude] is needed") }
        return Coordinate(x: x, y: y)
    }

    private func error(_ reason: String) -> FeatureReadError {
        FeatureReadError(feature: feature, reason)
    }
}

extension JSONValue {
    /// Whether this is an array without any value on any level.
    fileprivate var isHollow: Bool { array.map { $0.allSatisfy(\.isHollow) } ?? false }
}

extension JSONValue {
    /// Whether this is GeoJSON: an object with a type of it, or a list of its Features.
    package var isGeoJSON: Bool {
        if listOfFeatures != nil { return true }
        guard let type = self["type"]?.string else { return false }
        return ["FeatureCollection", "Feature"].contains(type)
            || GeoJSONGeometry.types.contains(type)
    }

    /// The Features in an array, or in an object that lacks the type of a FeatureCollection.
    fileprivate var listOfFeatures: [JSONValue]? {
        guard let list = array ?? (self["type"] == nil ? self["features"]?.array : nil),
            list.first?["type"]?.string == "Feature"
        else { return nil }
        return list
    }
}
