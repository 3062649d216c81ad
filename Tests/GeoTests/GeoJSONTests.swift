// Tests reading and writing GeoJSON, and which rings are holes.

import DataStructures
import Geo
import Testing

struct GeoJSONTests {
    private func read(_ text: String) throws -> FeaturesByKind {
        try GeoJSONReader().features(try JSONValue.parse(text))
    }

    @Test func `splits features by kind of shape`() throws {
        let split = try read(
            """
            {"type":"FeatureCollection","features":[
             {"type":"Feature","id":5,"properties":{"Name":"A"},
              "geometry":{"type":"Point","coordinates":[7,43,12]}},
             {"type":"Feature","properties":{"Name":"B"},
              "geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}},
             {"type":"Feature","properties":null,
              "geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}},
             {"type":"Feature","properties":{"Attr_Time":2},"geometry":{"type":"GeometryCollection",
              "geometries":[{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]},
               {"type":"MultiLineString","coordinates":[[[0,0],[1,1]],[[2,2],[3,3]]]}]}},
             {"type":"Feature","properties":{"Name":"C"},"geometry":null}]}
            """)
        #expect(
            split.points?.features.map(\.geometry) == [
                .point(Coordinate(x: 7, y: 43)), .point(Coordinate(x: 1, y: 2)),
                .point(Coordinate(x: 3, y: 4)), nil,
            ])
        #expect(split.points?.fields.map(\.name) == ["Name", "id"])
        #expect(split.polylines?.features.count == 2)
        #expect(split.polylines?.fields.map(\.name) == ["Attr_Time"])
        #expect(split.polygons?.features.map(\.values) == [[.integer(2)]])
    }

    @Test(arguments: [
        ([179.9, 180.1], [[179.9, 180], [-180, -179.9]]),
        ([-179.9, -180.1], [[-179.9, -180], [180, 179.9]]),
        ([179.9, 180, 180, 180.1], [[179.9, 180], [-180, -179.9]]),
        ([179.9, 180.1, 179.8], [[179.9, 180], [-180, -179.9, -180], [180, 179.8]]),
        ([180.1, 180.2], [[-179.9, -179.8]]), ([180.1, 180.1], [[-179.9, -179.9]]),
        ([179.9, 180, 179.9], [[179.9, 180, 179.9]]), ([-1, 1], [[-1, 1]]),
    ])
    func `a line over the 180th meridian is written in parts`(
        longitudes: [Double], parts: [[Double]]
    ) throws {
        var writer = JSONWriter()
        writer.geoJSONGeometry(
            .polyline(paths: [longitudes.map { Coordinate(x: $0, y: 7) }]), decimals: 6)
        let lists = parts.map { part in
            "[" + part.map { "[\($0),7]".replacing(".0,", with: ",") }.joined(separator: ",") + "]"
        }
        let expected =
            lists.count == 1
            ? #"{"type":"LineString","coordinates":\#(lists[0])}"#
            : #"{"type":"MultiLineString","coordinates":[\#(lists.joined(separator: ","))]}"#
        #expect(writer.text == expected)
    }

    @Test(arguments: [541, 1e6, -1e9, 1.8e50, .greatestFiniteMagnitude])
    func `a line with a number that is no longitude is written as it is`(x: Double) throws {
        var writer = JSONWriter()
        let line = [Coordinate(x: x, y: 0), Coordinate(x: 1, y: 1)]
        writer.geoJSONGeometry(.polyline(paths: [line]))
        let found = try read(writer.text)
        #expect(found.polylines?.features.first?.geometry == .polyline(paths: [line]))
    }

    @Test func `reads a feature, a bare shape and a draft system`() throws {
        #expect(
            try read(#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}"#).polygons?
                .features.first?.geometry?.coordinates.count == 4)
        let split = try read(
            #"{"type":"Feature","crs":{"type":"name","#
                + #""properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"#
                + #""properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#)
        #expect(split.points?.spatialReference == SpatialReference(wkid: 3_857))
        #expect(split.polygons == nil)
    }

    @Test(arguments: [
        "7", "{}", #"{"type":"Nonsense"}"#, #"{"type":"FeatureCollection"}"#,
        #"{"type":"FeatureCollection","features":[{}]}"#, #"{"type":"Point","coordinates":[1]}"#,
        #"{"type":"Point","coordinates":["1",2]}"#, #"{"type":"Point"}"#,
        #"{"type":"LineString","coordinates":[[0,0],7]}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,1],7]]}"#,
        #"{"type":"MultiPolygon","coordinates":[7]}"#,
        #"{"type":"Feature","geometry":{"type":"Circle"}}"#,
        #"{"type":"Feature","properties":[],"geometry":null}"#,
        #"{"type":"Point","coordinates":[1,2],"crs":{"properties":{"name":"local"}}}"#,
        #"{"type":"Point","coordinates":[1,2],"crs":7}"#,
    ])
    func `refuses what is not GeoJSON`(text: String) {
        #expect(throws: FeatureReadError.self) { try read(text) }
    }

    @Test(arguments: [
        #""Point","coordinates":[]"#, #""Point","coordinates":[null,null]"#,
        #""Point","coordinates":null"#, #""MultiPoint","coordinates":[[]]"#,
        #""LineString","coordinates":[[]]"#, #""MultiLineString","coordinates":[[]]"#,
        #""Polygon","coordinates":[[]]"#, #""MultiPolygon","coordinates":[[]]"#,
        #""MultiPolygon","coordinates":[[[]],[]]"#, #""GeometryCollection","geometries":[]"#,
    ])
    func `a shape without positions is empty, and its row stays`(members: String) throws {
        let found = try read(
            #"{"type":"Feature","properties":{"Name":"A"},"geometry":{"type":\#(members)}}"#)
        let set = try #require(found.points ?? found.polylines ?? found.polygons)
        #expect(set.features.map(\.geometry) == [.empty])
        #expect(set.features.map(\.values) == [[.string("A")]])
        #expect((found.polygons != nil) == members.contains("Polygon"))
        #expect((found.polylines != nil) == members.contains("LineString"))
    }

    @Test func `parts without positions are left out`() throws {
        let found = try read(
            #"{"type":"MultiPolygon","coordinates":[[],[[[0,0],[1,0],[1,1],[0,0]],[]]]}"#)
        #expect(
            found.polygons?.features.map(\.geometry)
                == [try Geometry(wellKnownText: "POLYGON ((0 0, 1 0, 1 1, 0 0))")])
        #expect(
            try read(#"{"type":"MultiPoint","coordinates":[[],[1,2]]}"#).points?.features
                .map(\.geometry) == [.point(Coordinate(x: 1, y: 2))])
        #expect(
            try read(#"{"type":"Feature","properties":{},"geometry":{}}"#).points?.features
                .map(\.geometry) == [nil])
    }

    @Test(arguments: [
        #"{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}"#,
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,1]]],[[[0,0]]]]}"#,
        #"{"type":"LineString","coordinates":[[0,0]]}"#,
        #"{"type":"MultiLineString","coordinates":[[[0,0]],[]]}"#,
    ])
    func `a shape that collapsed is empty, and its row stays`(shape: String) throws {
        let found = try read(
            #"{"type":"Feature","properties":{"Name":"A"},"geometry":\#(shape)}"#)
        let set = try #require(found.polygons ?? found.polylines)
        #expect(set.features.map(\.geometry) == [.empty])
        #expect(set.features.map(\.values) == [[.string("A")]])
    }

    @Test(arguments: [
        #"{"type":"EPSG","properties":{"code":3857}}"#,
        #"{"type":"EPSG","properties":{"code":"3857"}}"#,
        #"{"type":"name","properties":{"name":"urn:ogc:def:crs:ESRI::102100"}}"#,
        #"{"type":"name","properties":{"name":"http://www.opengis.net/def/crs/EPSG/0/3857"}}"#,
    ])
    func `a system has many names`(crs: String) throws {
        let found = try read(#"{"type":"Point","coordinates":[1,2],"crs":\#(crs)}"#)
        #expect(found.points?.spatialReference.isSame(as: .webMercator) == true)
    }

    @Test func `an id that is also a column of ids comes once`() throws {
        func names(_ properties: String) throws -> [String]? {
            try read(
                #"{"type":"Feature","id":7,"properties":\#(properties),"geometry":null}"#
            ).points?.fields.map(\.name)
        }
        #expect(try names(#"{"fid":7}"#) == ["fid"])
        #expect(try names(#"{"OBJECTID":7,"Name":"A"}"#) == ["OBJECTID", "Name"])
        #expect(try names(#"{"fid":8}"#) == ["fid", "id"])
    }

    @Test func `names the feature and the position`() {
        let text =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null},"#
            + #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,"#
            + #"null]]}}]}"#
        #expect(
            throws: FeatureReadError(
                feature: 2, "coordinates[1] is [3,null]; [longitude, latitude] is needed")
        ) { try read(text) }
    }

    /// The third ring crosses the second, a hole; the fourth lies in both.
    @Test func `no ring is lost where rings cross`() {
        func ring(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> [Coordinate] {
            [
                Coordinate(x: x.upperBound, y: y.lowerBound),
                Coordinate(x: x.upperBound, y: y.upperBound),
                Coordinate(x: x.lowerBound, y: y.upperBound),
                Coordinate(x: x.lowerBound, y: y.lowerBound),
                Coordinate(x: x.upperBound, y: y.lowerBound),
            ]
        }
        let parts = PolygonParts(rings: [
            ring(0...20, 0...20), ring(2...10, 2...10), ring(6...12, 4...8), ring(7...8, 5...6),
        ]).polygons
        #expect(parts.map(\.count) == [4])
    }

    @Test func `writes rings by the right-hand rule with holes in their outer rings`() throws {
        func ring(_ x: Double, _ size: Double, clockwise: Bool) -> [Coordinate] {
            let square = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
                Coordinate(x: x + $0.0 * size, y: x + $0.1 * size)
            }
            return clockwise ? square.reversed() : square
        }
        let (hole, outer, island, far) = (
            ring(2, 6, clockwise: false), ring(0, 10, clockwise: true),
            ring(4, 2, clockwise: true), ring(20, 5, clockwise: false)
        )
        let parts = PolygonParts(rings: [hole, outer, island, far]).polygons
        #expect(
            parts == [
                [Array(outer.reversed()), Array(hole.reversed())], [Array(island.reversed())],
                [far],
            ])
        var writer = JSONWriter()
        writer.geoJSONGeometry(.polygon(rings: [hole, outer]))
        let value = try JSONValue.parse(writer.text)
        #expect(value["type"] == "Polygon")
        #expect(value["coordinates"]?.array?[0].array?[1] == [10, 0])
        #expect(value["coordinates"]?.array?.count == 2)
    }

    @Test(arguments: UInt64(0)..<60)
    func `written features read back`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var set = FeatureSet.random(using: &random)
        set.spatialReference = .wgs84
        var writer = JSONWriter()
        writer.geoJSONFeatureCollection([set])
        let split = try read(writer.text)
        let found = split.points ?? split.polylines ?? split.polygons
        #expect((found?.features ?? []).map(\.geometry) == set.features.map(\.geometry))
        #expect(
            found?.fields.map(\.name) ?? [] == (set.features.isEmpty ? [] : set.fields.map(\.name)))
    }

    private static let feature =
        #"{"type":"Feature","properties":{"Name":"A"},"#
        + #""geometry":{"type":"Point","coordinates":[7.4,43.7]}}"#

    @Test(arguments: [
        "\(feature)\n\(feature)\n", "\(feature)\r\n\n\(feature)",
        "\u{1E}\(feature)\n\u{1E}\(feature)\n", "\u{1E}\(feature)\u{1E}\(feature)",
        "[\(feature),\(feature)]", #"{"features":[\#(feature),\#(feature)]}"#,
    ])
    func `a list and a line for each feature are read`(text: String) throws {
        let value = try GeoJSONSequence.value(of: Array(text.utf8))
        #expect(value.isGeoJSON)
        let found = try GeoJSONReader().featureSet(value, .point)
        #expect(found.features.map(\.values) == [[.string("A")], [.string("A")]])
        #expect(throws: FeatureReadError.self) { try GeoJSONReader().featureSet(value, .polygon) }
    }

    @Test func `a mistake in a sequence has its line`() {
        let error = #expect(throws: JSONParseError.self) {
            try GeoJSONSequence.value(of: Array("\u{1E}\(Self.feature)\n\u{1E}{\"type\":}".utf8))
        }
        #expect(error?.line == 2)
        let other = #expect(throws: JSONParseError.self) {
            try GeoJSONSequence.value(of: Array("{\n\"a\":1,}".utf8))
        }
        #expect(other?.line == 2 && other?.column == 7)
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity"])
    func `features may have what Python writes for no number`(word: String) throws {
        let text = #"{"type":"Feature","properties":{"a":\#(word),"b":-1},"geometry":null}"#
        let found = try GeoJSONReader().features(GeoJSONSequence.value(of: Array(text.utf8)))
        #expect(found.points?.features.first?.values == [.null, .integer(-1)])
        #expect(throws: JSONParseError.self) { try JSONValue.parse(text) }
    }
}
