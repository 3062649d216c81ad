// Tests feature sets and shapes in Esri JSON.

import DataStructures
import Geo
import Testing

struct EsriFeatureTests {
    private func read(
        _ text: String, _ type: GeometryType? = nil, limits: FeatureLimits = FeatureLimits()
    ) throws -> FeatureSet {
        try EsriFeatureReader(expectedType: type, limits: limits).featureSet(
            try JSONValue.parse(text))
    }

    /// The reader's error for a text, or `nil` if it accepts it.
    private func complaint(_ text: String, _ type: GeometryType? = nil) -> String? {
        do {
            _ = try read(text, type)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `reads stops with the union of their attributes`() throws {
        let set = try read(
            """
            {"type":"features","spatialReference":{"wkid":102100},"features":[
             {"geometry":{"x":1,"y":2,"z":3},"attributes":{"Name":"A","Attr_Time":1.5}},
             {"geometry":{"x":3,"y":4},"attributes":{"name":"B","CurbApproach":1,"Open":true}},
             {"geometry":null,"attributes":null}, {}]}
            """)
        #expect(set.geometryType == .point)
        #expect(set.spatialReference == .webMercator)
        #expect(
            set.fields == [
                Field("Name", .string), Field("Attr_Time", .double),
                Field("CurbApproach", .integer), Field("Open", .integer),
            ])
        #expect(set.features.map(\.values.count) == [4, 4, 4, 4])
        #expect(set.value("NAME", of: set.features[1]) == .string("B"))
        #expect(set.features[0].geometry == .point(Coordinate(x: 1, y: 2)))
        #expect(set.features[2].geometry == nil)
        #expect(set.features[3].values == [.null, .null, .null, .null])
    }

    @Test func `takes a bare array of features and shapes with their own system`() throws {
        let set = try read(
            """
            [{"geometry":{"x":1,"y":2,"spatialReference":{"wkid":3857}}},
             {"geometry":{"x":1,"y":2,"spatialReference":4326}}, {"geometry":{"x":1,"y":2}}]
            """)
        #expect(set.spatialReference == .wgs84)
        #expect(set.features.map(\.spatialReference?.effectiveWKID) == [3_857, nil, nil])
    }

    @Test(arguments: [
        #"{"geometry":{"x":1,"y":2,"spatialReference":{"wkid":3857}},"attributes":{"Name":"A"}}"#,
        #"{"x":1,"y":2,"spatialReference":{"wkid":3857}}"#,
        #"[{"x":1,"y":2,"spatialReference":{"wkid":3857}}]"#,
    ])
    func `takes a feature or a shape alone`(text: String) throws {
        let set = try read(text)
        #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 1, y: 2))])
        let system = set.features[0].spatialReference ?? set.spatialReference
        #expect(system.effectiveWKID == 3_857)
        #expect(complaint(#"{"attributes":{"Name":"A"}}"#)?.contains("features") == true)
    }

    @Test func `keeps declared fields of a pasted query result`() throws {
        let set = try read(
            """
            {"displayFieldName":"x","objectIdFieldName":"OBJECTID","exceededTransferLimit":true,
             "fieldAliases":{},"geometryType":"esriGeometryPolygon","hasZ":true,
             "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},
              {"name":"Start","type":"esriFieldTypeDate","length":8},
              {"name":"Len","type":"esriFieldTypeSingle"},{"name":"T","type":"esriFieldTypeXYZ"}],
             "features":[{"attributes":{"OBJECTID":7,"Start":1700000000000,"Len":2,"T":[1]}}]}
            """)
        #expect(set.geometryType == .polygon)
        #expect(set.fields.map(\.type) == [.objectID, .date, .double, .string])
        #expect(
            set.features[0].values == [
                .integer(7), .date(1_700_000_000_000), .double(2), .string("[1]"),
            ])
    }

    @Test func `reads lines with measures, areas and boxes`() throws {
        let lines = try read(
            #"[{"geometry":{"hasZ":true,"hasM":true,"paths":[[[0,0,9,1],[1,0,9,2]],[]]}}]"#)
        #expect(lines.hasMeasures)
        #expect(
            lines.features[0].geometry
                == .polyline(
                    paths: [[Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0)]], measures: [[1, 2]]))
        let areas = try read(
            #"[{"geometry":{"rings":[[[0,0],[0,1],[1,1]]]}},{"geometry":{"xmin":0,"ymin":0,"#
                + #""xmax":2,"ymax":1}}]"#
        )
        #expect(areas.features[0].geometry?.coordinates.count == 4)
        #expect(
            areas.features[1].geometry?.envelope == Envelope(minX: 0, minY: 0, maxX: 2, maxY: 1))
    }

    @Test(arguments: [
        #"{"x":"NaN","y":"NaN"}"#, #"{"x":null,"y":null}"#, #"{"paths":[]}"#, #"{"rings":[]}"#,
        "{}",
        #"{"spatialReference":{"wkid":4326}}"#, #"{"paths":[[]]}"#, #"{"points":[]}"#,
    ])
    func `an empty shape is kept as empty`(geometry: String) throws {
        let set = try read("{\"features\":[{\"geometry\":\(geometry)}]}", .polygon)
        #expect(set.features[0].geometry == .empty)
    }

    @Test(arguments: [
        #"{"rings":[[[0,0],[1,1],[0,0]]]}"#, #"{"paths":[[[0,0]],[]]}"#,
        #"{"rings":[[[0,0],[1,1],[0,0],[1,1],[0,0]]]}"#,
        #"{"curveRings":[[[0,0],[1,1],[0,0],[1,1],[0,0]]]}"#, #"{"curvePaths":[[[0,0]]]}"#,
    ])
    func `a shape that collapsed is empty in rows of other programs`(geometry: String) throws {
        var reader = EsriFeatureReader()
        reader.dropsCollapsed = true
        let value = try JSONValue.parse("[{\"geometry\":\(geometry)}]")
        #expect(try reader.featureSet(value).features.map(\.geometry) == [.empty])
    }

    @Test(arguments: [
        (#"{"x":1}"#, "geometry.y is missing; a finite number is needed"),
        (#"{"x":1,"y":null}"#, "geometry.y is null; a finite number is needed"),
        (#"{"x":"seven","y":1}"#, #"geometry.x is "seven"; a finite number is needed"#),
        (#"{"x":1,"y":"Infinity"}"#, #"geometry.y is "Infinity"; a finite number is needed"#),
        (#"{"paths":[[[0,0]]]}"#, "geometry.paths[0] has one vertex; a line needs two"),
        (
            #"{"paths":[[[0,0],[1,null]]]}"#,
            "geometry.paths[0][1][1] is null; a finite number is needed"
        ),
        (
            #"{"rings":[[[0,0],[1,1],[0,0]]]}"#,
            "geometry.rings[0] has 2 corners; a ring needs three"
        ),
        (#"{"rings":[[0,1]]}"#, "geometry.rings[0][0] is 0; a vertex such as [x, y] is needed"),
        (#"{"rings":7}"#, "geometry.rings is 7; an array of arrays is needed"),
        (
            #"{"curvePaths":[[[0,0],{"b":[[3,3],[1,4],[2,4]]}]]}"#,
            "geometry.curvePaths[0][1][0] is {\"b\":[[3,3],[1,4],[2,4]]}; Bézier curves and "
                + "ellipses are not read, arcs through three points are; send straight segments"
        ),
        (
            #"{"q":1}"#,
            #"geometry has none of x and y, points, paths, rings or xmin; found {"q":1}"#
        ),
        (#"[1,2]"#, "geometry is [1,2]; an object is needed"),
        (
            #"{"x":1,"y":2,"spatialReference":{"wkid":-5}}"#,
            "wkid is -5; a positive whole number such as 4326 is needed"
        ),
    ])
    func `names the feature and what is wrong with its shape`(geometry: String, reason: String) {
        let text = "[{\"attributes\":{\"Name\":\"A\"}},{\"geometry\":\(geometry)}]"
        #expect(complaint(text) == "feature 2: " + reason)
    }

    @Test func `refuses other things than features`() {
        #expect(
            complaint("7") == "found 7; an object with an array \"features\" is needed")
        #expect(
            complaint(#"{"features":{}}"#)
                == "features is {}; an object with an array \"features\" is needed")
        #expect(complaint(#"[1]"#)?.hasPrefix("feature 1: is 1; an object") == true)
        #expect(
            complaint(#"[{"attributes":[]}]"#) == "feature 1: attributes is []; an object is needed"
        )
        #expect(
            complaint(#"[{"geometry":{"x":1,"y":1}}]"#, .polygon)
                == "feature 1: is a point; a polygon is needed")
        #expect(
            complaint(#"[{"geometry":{"x":1,"y":1}},{"geometry":{"paths":[[[0,0],[1,1]]]}}]"#)
                == "feature 2: is a polyline; a point is needed")
    }

    @Test func `bounds features, vertices and columns`() {
        let limits = FeatureLimits(
            maximumFeatures: 2, maximumVertices: 3, maximumFields: 2, maximumValues: 3)
        for text in [
            "[{},{},{}]", #"[{"geometry":{"paths":[[[0,0],[1,1],[2,2],[3,3]]]}}]"#,
            #"[{"attributes":{"a":1,"b":2,"c":3}}]"#, #"[{},{"attributes":{"a":1,"b":2}}]"#,
        ] {
            #expect(throws: FeatureReadError.self) { try read(text, limits: limits) }
        }
    }

    @Test(arguments: [
        ("102100", 102_100, 3_857), ("\"4326\"", 4_326, 4_326),
        ("\"EPSG:4326\"", 4_326, 4_326), (#"{"wkid":"esri:102100"}"#, 102_100, 3_857),
        (#"{"wkid":102100,"latestWkid":3857}"#, 102_100, 3_857),
        (#"{"latestWkid":25832}"#, 25_832, 25_832), ("\"3857.0\"", 3_857, 3_857),
        ("\"urn:ogc:def:crs:EPSG::3857\"", 3_857, 3_857), (#""\"2056\"""#, 2_056, 2_056),
        ("\"http://www.opengis.net/def/crs/EPSG/0/25832\"", 25_832, 25_832),
        ("\"urn:ogc:def:crs:OGC:1.3:CRS84\"", 4_326, 4_326),
        (#"{"wkid":900913}"#, 900_913, 3_857),
        (#"{"spatialReference":{"wkid":"2056"}}"#, 2_056, 2_056),
    ])
    func `reads spatial references by number`(text: String, wkid: Int, latest: Int) throws {
        let reference = try #require(try SpatialReference(esriJSON: try JSONValue.parse(text)))
        #expect(reference.wkid == wkid)
        #expect(reference.latestWKID == latest)
    }

    @Test func `reads and writes spatial references as text`() throws {
        let wkt = #"GEOGCS["GCS",DATUM["D"]]"#
        let value: JSONValue = ["wkid": nil, "wkt": .string(wkt)]
        let reference = try #require(try SpatialReference(esriJSON: value))
        #expect(reference.name == .wkt(wkt))
        var writer = JSONWriter()
        writer.esriSpatialReference(reference)
        #expect(try JSONValue.parse(writer.text) == ["wkt": .string(wkt)])
        #expect(try SpatialReference(esriJSON: ["wkt2": "X[1]", "wkt": "Y"])?.name == .wkt("X[1]"))
        #expect(try SpatialReference(esriJSON: [:]) == nil)
        #expect(throws: FeatureReadError.self) { try SpatialReference(esriJSON: true) }
        #expect(throws: FeatureReadError.self) { try SpatialReference(esriJSON: ["wkid": 1.5]) }
        #expect(throws: FeatureReadError.self) { try SpatialReference(esriJSON: ["wkt": 5]) }
    }

    @Test func `writes what a route service answers`() throws {
        let set = FeatureSet(
            geometryType: .polyline, spatialReference: .webMercator,
            fields: [Field("ObjectID", .objectID), Field("Name", .string, length: 5)],
            features: [
                Feature(
                    values: [.integer(1), .null],
                    geometry: .polyline(
                        paths: [[Coordinate(x: 0.123_4, y: 1), Coordinate(x: 2, y: 3)]],
                        measures: [[0, .nan]])),
                Feature(values: [.double(.nan), .date(-5)], geometry: .empty),
            ], hasMeasures: true)
        var writer = JSONWriter()
        writer.esriFeatureSet(set, decimals: 2)
        #expect(
            writer.text
                == #"{"fieldAliases":{"ObjectID":"ObjectID","Name":"Name"},"#
                + #""fields":[{"name":"ObjectID","#
                + #""type":"esriFieldTypeOID","alias":"ObjectID"},{"name":"Name","#
                + #""type":"esriFieldTypeString","alias":"Name","length":5}],"#
                + #""geometryType":"esriGeometryPolyline","#
                + #""spatialReference":{"wkid":102100,"latestWkid":3857},"hasM":true,"features":["#
                + #"{"attributes":{"ObjectID":1,"Name":null},"#
                + #""geometry":{"paths":[[[0.12,1,0],[2,3,null]]]}},"#
                + #"{"attributes":{"ObjectID":null,"Name":-5},"geometry":{"paths":[]}}]}"#)
    }

    @Test(arguments: UInt64(0)..<60)
    func `written sets read back as themselves`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let set = FeatureSet.random(using: &random)
        var writer = JSONWriter(pretty: Bool.random(using: &random))
        writer.esriFeatureSet(set)
        #expect(try read(writer.text) == set, "seed \(seed)")
    }

    @Test func `a row may be a geometry alone`() throws {
        let value = try JSONValue.parse(
            #"[{"x":1,"y":2},{"x":3,"y":4,"spatialReference":{"wkid":3857}}]"#)
        let set = try EsriFeatureReader(expectedType: .point).featureSet(value)
        #expect(
            set.features.map(\.geometry) == [
                .point(Coordinate(x: 1, y: 2)), .point(Coordinate(x: 3, y: 4)),
            ])
        #expect(set.features[1].spatialReference?.wkid == 3_857)
    }

    @Test func `counts of a grid are not taken for coordinates`() throws {
        let value = try JSONValue.parse(
            #"{"transform":{"scale":[1,1],"translate":[0,0]},"features":[]}"#)
        #expect(throws: FeatureReadError.self) { try EsriFeatureReader().featureSet(value) }
    }
}
