// Fuzz targets for features: JSON, Esri JSON, GeoJSON, tables, GPX and well-known text.

import Geo
import RouteAPI
import SpatialOperations

extension FuzzTarget {
    static let json = FuzzTarget(
        name: "json", words: ["\"\\u", "\\uDC00\"", "e+", "[]", "{}", "//", "/*"],
        readsTrees: true
    ) { _ in
        { bytes in
            try isTaken {
                let value = try JSONValue.parse(bytes)
                for pretty in [false, true] {
                    var writer = JSONWriter(pretty: pretty)
                    writer.value(value)
                    try expectSame(try JSONValue.parse(writer.bytes), value, "JSON")
                }
            }
        }
    }

    static let features = FuzzTarget(
        name: "features",
        words: [
            "\"features\":", "\"geometry\":", "\"rings\":", "\"paths\":", "\"points\":", "\"x\":",
            "\"curveRings\":", "\"hasZ\":true", "\"hasM\":true", "\"wkid\":102100", "\"wkt\":",
            "\"compressedGeometry\":", "\"fields\":", "esriFieldTypeDate", "+1m91-66os4+1poms+1+91",
        ], readsTrees: true
    ) { _ in
        { bytes in
            try isTaken {
                let set = try EsriFeatureReader().featureSet(try JSONValue.parse(bytes))
                func written(_ set: FeatureSet) -> [UInt8] {
                    var writer = JSONWriter()
                    writer.esriFeatureSet(set)
                    return writer.bytes
                }
                let first = written(set)
                let again = try same("a feature set") {
                    try EsriFeatureReader().featureSet(try JSONValue.parse(first))
                }
                try expectSame(written(again), first, "a feature set")
            }
        }
    }

    static let geoJSON = FuzzTarget(
        name: "geojson",
        words: [
            "\"FeatureCollection\"", "\"Feature\"", "\"coordinates\":", "\"MultiPolygon\"",
            "\"GeometryCollection\"", "\"LineString\"", "\"geometries\":", "\"properties\":null",
            "\"crs\":", "\"bbox\":",
        ], readsTrees: true
    ) { _ in
        { bytes in
            try isTaken {
                var read = try GeoJSONReader().features(try JSONValue.parse(bytes)).sets
                func written() throws -> [FeatureSet] {
                    try same("a collection") {
                        try GeoJSONReader().features(try JSONValue.parse(collection(read))).sets
                    }
                }
                // Lines beyond the 180th meridian are written in parts, which stay unchanged
                // afterwards.
                if read.contains(where: leavesWorld) { read = try written() }
                try expectSame(counts(try written()), counts(read), "a collection")
            }
        }
    }

    static let csv = FuzzTarget(
        name: "csv",
        words: [
            "lon;lat", "sep=;", "7,5", "1.234,5", ",,", "\u{A0}",
            "lon,lat", "WKT", "\"\"", "\"", "\n\"", "\r", "POINT (", "POLYGON ((", "EMPTY", "\t",
            "2026-11-21T09:30",
        ]
    ) { _ in
        { bytes in
            try isTaken {
                for set in try CSVFeatureReader().features(bytes).sets {
                    let text = CSVFeatureWriter().text(set)
                    // An attribute named like a coordinate is read as one.
                    let names = ["longitude", "latitude", "lon", "lat", "lng", "long", "x", "y"]
                    let more = ["wkt", "geometry", "the_geom", "geom", "point_x", "point_y"]
                    guard
                        !set.fields.contains(where: {
                            (names + more).contains($0.name.lowercased())
                        })
                    else { continue }
                    let again = try same("a table") {
                        try CSVFeatureReader().features(Array(text.utf8))
                    }
                    // A row that has text under no name alone is written as a row of separators,
                    // which is skipped.
                    let count = set.features.count { feature in
                        feature.geometry != nil || feature.values.contains { $0 != .null }
                    }
                    try expectSame(again.sets.map(\.features.count).reduce(0, +), count, "a table")
                }
            }
        }
    }

    static let gpx = FuzzTarget(
        name: "gpx",
        words: [
            "<wpt lat=\"", "<rtept", "<trkpt", "</", "/>", "<![CDATA[", "]]>", "<!--", "-->", "<?",
            "?>", "<!DOCTYPE a [<!ENTITY b \"", "&b;", "&#x110000;", "&#55296;", "&amp;", "xmlns:",
            "<extensions>",
        ]
    ) { _ in
        { bytes in try isTaken { _ = try GPXReader().featureSet(bytes) } }
    }

    static let wellKnownText = FuzzTarget(
        name: "wkt",
        words: [
            "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON",
            "GEOMETRYCOLLECTION", "EMPTY", " Z ", " ZM ", " M ", "SRID=4326;", "((", "))", ", ",
        ]
    ) { _ in
        { bytes in
            try isTaken {
                let text = String(decoding: bytes, as: UTF8.self)
                let shape = try Geometry(wellKnownText: text)
                let again = try same("a shape") {
                    try Geometry(wellKnownText: shape.wellKnownText())
                }
                // If rings cross, not all are written.
                if case .polygon = shape { return }
                try expectSame(again, shape, "a shape")
            }
        }
    }

    static let reference = FuzzTarget(
        name: "reference",
        words: [
            "GEOGCS[", "PROJCS[", "PROJCRS[", "COMPD_CS[", "BOUNDCRS[", "GEOGCRS[", "DATUM[",
            "SPHEROID[", "UNIT[", "PRIMEM[", "AXIS[", "PARAMETER[", "PROJECTION[",
            "EXTENSION[\"PROJ4\",\"", "+proj=longlat +datum=WGS84", "AUTHORITY[\"EPSG\",\"",
            "LOCAL_CS[", "TOWGS84[", "Transverse_Mercator", "VERTCS[", "ENGCRS[",
        ]
    ) { _ in
        let pool = TransformationPool(capacity: 8)
        return { bytes in
            try isTaken {
                let reference = SpatialReference(wkt: String(decoding: bytes, as: UTF8.self))
                let transformer = try CoordinateTransformer(
                    from: reference, to: .wgs84, pool: pool)
                _ = try transformer.transform(Coordinate(x: 7.4, y: 43.7))
            }
        }
    }

    /// Reads written text, which must not be refused.
    static func same<Value>(_ what: String, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            throw Violation("\(what) is refused when it is written and read again: \(error)")
        }
    }

    /// The numbers of features and positions.
    private static func counts(_ sets: [FeatureSet]) -> [Int] {
        let shapes = sets.flatMap(\.features).map { feature in
            // If rings cross, not all are written.
            if case .polygon = feature.geometry { return 0 }
            return feature.geometry?.coordinates.count ?? 0
        }
        return [shapes.count, shapes.reduce(0, +)]
    }

    /// Whether a line has a longitude beyond the 180th meridian.
    private static func leavesWorld(_ set: FeatureSet) -> Bool {
        set.features.contains { feature in
            guard case .polyline = feature.geometry else { return false }
            return feature.geometry?.coordinates.contains { abs($0.x) > 180 } ?? false
        }
    }

    private static func collection(_ sets: [FeatureSet]) -> [UInt8] {
        var writer = JSONWriter()
        writer.geoJSONFeatureCollection(sets)
        return writer.bytes
    }
}

extension FeaturesByKind {
    fileprivate var sets: [FeatureSet] { [points, polylines, polygons].compactMap { $0 } }
}
