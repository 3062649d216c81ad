// Tests shapes as well-known binary.

import DataStructures
import Geo
import Testing

@Suite struct WellKnownBinaryTests {
    private static let samples: [Geometry] = [
        .point(Coordinate(x: 1.5, y: -2)), .multipoint([Coordinate(x: 1, y: 2)]),
        .multipoint([Coordinate(x: 1, y: 2), Coordinate(x: 3, y: 4)]),
        .polyline(paths: [[Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 1)]]),
        .polyline(
            paths: [
                [Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 1)],
                [Coordinate(x: 5, y: 0), Coordinate(x: 6, y: 1), Coordinate(x: 7, y: 1)],
            ]), .empty,
    ]

    private static func square(_ x: Double, _ y: Double, _ size: Double) -> [Coordinate] {
        [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
            Coordinate(x: x + $0.0 * size, y: y + $0.1 * size)
        }
    }

    @Test(arguments: samples)
    func `what is written is read`(shape: Geometry) throws {
        #expect(try Geometry(wellKnownBinary: shape.wellKnownBinary()) == shape)
        #expect(try Geometry(wellKnownBinary: shape.wellKnownBinary(hasZ: true)) == shape)
    }

    @Test func `measures of lines are kept`() throws {
        let line = Geometry.polyline(
            paths: [[Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 1)]], measures: [[3, 4.5]])
        #expect(try Geometry(wellKnownBinary: line.wellKnownBinary(hasM: true)) == line)
        #expect(
            try Geometry(wellKnownBinary: line.wellKnownBinary(hasZ: true, hasM: true)) == line)
        guard
            case .polyline(let paths, nil) = try Geometry(
                wellKnownBinary: line.wellKnownBinary())
        else {
            Issue.record("measures that were not written")
            return
        }
        #expect(paths.count == 1)
    }

    @Test func `rings become areas with their holes`() throws {
        let rings = [Self.square(1, 1, 1), Self.square(0, 0, 4), Self.square(9, 9, 1)]
        let shape = Geometry.polygon(rings: rings)
        let bytes = try shape.wellKnownBinary()
        #expect(bytes[1] == 6)
        guard case .polygon(let read) = try Geometry(wellKnownBinary: bytes) else {
            Issue.record("no polygon")
            return
        }
        #expect(PolygonParts(rings: read) == PolygonParts(rings: rings))
        #expect(read.count == 3)
        #expect(throws: FeatureReadError.self) { try shape.wellKnownBinary(as: .polygon) }
        let one = Geometry.polygon(rings: [Self.square(0, 0, 1)])
        #expect(try one.wellKnownBinary()[1] == 3)
        #expect(try one.wellKnownBinary(as: .multiPolygon)[1] == 6)
    }

    @Test(arguments: [
        (Geometry.point(Coordinate(x: 1, y: 1)), WellKnownType.lineString),
        (.multipoint([Coordinate(x: 1, y: 1), Coordinate(x: 2, y: 1)]), .point),
        (samples[4], .lineString), (samples[3], .polygon), (samples[3], .multiPoint),
        (.polygon(rings: [square(0, 0, 1)]), .multiLineString),
    ])
    func `a shape of another kind is refused`(shape: Geometry, type: WellKnownType) {
        #expect(throws: FeatureReadError.self) { try shape.wellKnownBinary(as: type) }
    }

    @Test(arguments: WellKnownType.allCases)
    func `an empty shape of each kind is empty`(type: WellKnownType) throws {
        let bytes = try Geometry.empty.wellKnownBinary(as: type)
        #expect(try Geometry(wellKnownBinary: bytes) == .empty)
    }

    @Test(
        arguments: [
            ([], "the end"), ([2, 1, 0, 0, 0], "byte order 2"), ([1, 1, 0, 0], "the end"),
            ([1, 8, 0, 0, 0], "the end"),
            ([1, 15, 0, 0, 0], "surfaces"), ([1, 0, 0, 0, 0], "type 0"),
            ([1, 0xA1, 0x0F, 0, 0], "type 4001"),
            ([1, 2, 0, 0, 0, 255, 255, 255, 255], "a count of 4294967295"),
            ([1, 7, 0, 0, 0, 255, 255, 255, 127], "a count of"),
            ([1, 2, 0, 0, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 16), "one vertex"),
            ([1, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 17), "1 bytes after"),
            (
                [1, 1, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0xF0, 0x7F] + [UInt8](repeating: 0, count: 8),
                "finite"
            ),
        ] as [([UInt8], String)])
    func `bytes that are no shape say why`(bytes: [UInt8], words: String) {
        let error = #expect(throws: FeatureReadError.self) { try Geometry(wellKnownBinary: bytes) }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test func `lines and rings that collapsed are left out of rows`() throws {
        // A line of one vertex, and a ring of two corners.
        let place = [UInt8](repeating: 0, count: 16)
        let line: [UInt8] = [1, 2, 0, 0, 0, 1, 0, 0, 0] + place
        #expect(try Geometry(wellKnownBinary: line, dropsCollapsed: true) == .empty)
        let ring = Geometry.polygon(rings: [Self.square(0, 0, 1)])
        let corner: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        let collapsed: [UInt8] = [3, 0, 0, 0] + place + corner + corner + place
        let polygon = [1, 3, 0, 0, 0, 1, 0, 0, 0] + collapsed
        #expect(try Geometry(wellKnownBinary: polygon, dropsCollapsed: true) == .empty)
        #expect(throws: FeatureReadError.self) { try Geometry(wellKnownBinary: polygon) }
        var both = try ring.wellKnownBinary()
        both[5] = 2
        #expect(try Geometry(wellKnownBinary: both + collapsed, dropsCollapsed: true) == ring)
    }

    @Test(
        arguments: [
            ("LINESTRING (1 2)", .empty), ("POLYGON ((1 2, 3 4, 1 2))", .empty),
            (
                "MULTILINESTRING ((1 2), (0 0, 1 0))",
                .polyline(paths: [[Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0)]])
            ),
            ("POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0), (0 0, 1 1))", .polygon(rings: [square(0, 0, 1)])),
        ] as [(String, Geometry)])
    func `collapsed text likewise`(text: String, shape: Geometry) throws {
        #expect(try Geometry(wellKnownText: text, dropsCollapsed: true) == shape)
        #expect(throws: FeatureReadError.self) { try Geometry(wellKnownText: text) }
    }

    /// Areas whose outer ring has fewer than three different corners, and a hole of three.
    @Test(arguments: [
        "(0 0, 9 9, 0 0)", "(0 0, 9 9, 9 9, 0 0)", "(0 0, 0 0, 0 0, 0 0, 0 0)",
        "(0 0, 9 9, 0 0, 9 9, 0 0)",
    ])
    func `with its outer ring an area loses the holes, and no other area's`(ring: String) throws {
        let hole = "(1 1, 2 1, 2 2, 1 1)"
        let whole = "(0 0, 5 0, 5 5, 0 0)"
        for (text, rest) in [
            ("POLYGON (\(ring), \(hole))", "POLYGON EMPTY"),
            (
                "MULTIPOLYGON ((\(ring), \(hole)), (\(whole), \(hole)))",
                "POLYGON (\(whole), \(hole))"
            ),
            ("POLYGON (\(whole), \(ring), \(hole))", "POLYGON (\(whole), \(hole))"),
        ] {
            let expected = try Geometry(wellKnownText: rest)
            #expect(try Geometry(wellKnownText: text, dropsCollapsed: true) == expected)
            #expect(throws: FeatureReadError.self) { try Geometry(wellKnownText: text) }
            let bytes = Self.binary(text)
            #expect(try Geometry(wellKnownBinary: bytes, dropsCollapsed: true) == expected)
            #expect(throws: FeatureReadError.self) { try Geometry(wellKnownBinary: bytes) }
            let json = try JSONValue.parse(Self.geoJSON(text))
            #expect(
                (try GeoJSONReader().features(json)).polygons?.features.map(\.geometry) == [
                    expected
                ])
        }
    }

    /// The polygons in a text: each is a list of rings.
    private static func polygons(_ text: String) -> [[[[Double]]]] {
        let isMany = text.hasPrefix("M")
        let body = text.drop { $0 != "(" }
        let parts = isMany ? body.dropFirst(2).dropLast(2).split(separator: ")), ((") : [body]
        return parts.map { polygon in
            polygon.matches(of: /\(?([0-9][0-9 ,]*)\)?/).map { ring in
                ring.1.split(separator: ",").map { place in
                    place.split(separator: " ").compactMap { Double($0) }
                }
            }
        }
    }

    private static func binary(_ text: String) -> [UInt8] {
        func number(_ count: Int) -> [UInt8] {
            withUnsafeBytes(of: UInt32(count).littleEndian) { Array($0) }
        }
        let polygons = polygons(text).map { rings in
            [1] + number(3) + number(rings.count)
                + rings.flatMap { ring in
                    number(ring.count)
                        + ring.joined().flatMap { ordinate in
                            withUnsafeBytes(of: ordinate.bitPattern.littleEndian) { Array($0) }
                        }
                }
        }
        return [1] + number(6) + number(polygons.count) + polygons.flatMap(\.self)
    }

    private static func geoJSON(_ text: String) -> String {
        #"{"type":"MultiPolygon","coordinates":\#(polygons(text))}"#
    }

    @Test(
        arguments: [
            ("GEOMETRYCOLLECTION(POINT(7 43))", .point(Coordinate(x: 7, y: 43))),
            ("GEOMETRYCOLLECTION Z (POINT Z (7 43 9))", .point(Coordinate(x: 7, y: 43))),
            (
                "SRID=4326;geometrycollection (POINT EMPTY, POINT (7 43))",
                .point(Coordinate(x: 7, y: 43))
            ),
            ("GEOMETRYCOLLECTION (MULTIPOINT (7 43))", .multipoint([Coordinate(x: 7, y: 43)])),
            (
                "GEOMETRYCOLLECTION (POINT (7 43), MULTIPOINT (8 44))",
                .multipoint([Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 44)])
            ),
            (
                "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 0), GEOMETRYCOLLECTION (LINESTRING "
                    + "(2 0, 3 0)))",
                .polyline(paths: [
                    [Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0)],
                    [Coordinate(x: 2, y: 0), Coordinate(x: 3, y: 0)],
                ])
            ),
            (
                "GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0)))",
                .polygon(rings: [square(0, 0, 1)])
            ),
            ("GEOMETRYCOLLECTION EMPTY", .empty), ("GEOMETRYCOLLECTION (POINT EMPTY)", .empty),
        ] as [(String, Geometry)])
    func `a collection of one kind is one shape`(text: String, shape: Geometry) throws {
        #expect(try Geometry(wellKnownText: text) == shape)
        if case .point(let place) = shape {
            let bytes = try [1, 7, 0, 0, 0, 1, 0, 0, 0] + Geometry.point(place).wellKnownBinary()
            #expect(try Geometry(wellKnownBinary: bytes) == shape)
        }
    }

    @Test(arguments: [
        ("GEOMETRYCOLLECTION (POINT (7 43), LINESTRING (0 0, 1 0))", "shapes of one kind"),
        ("GEOMETRYCOLLECTION (CIRCLE (7 43))", "one of POINT"),
        ("GEOMETRYCOLLECTION (POINT (7 43)", "\",\" or \")\""),
        (
            String(repeating: "GEOMETRYCOLLECTION (", count: 10_000) + "POINT (7 43)",
            "at most 8 collections"
        ),
    ])
    func `a text of other collections says why`(text: String, words: String) {
        let error = #expect(throws: FeatureReadError.self) { try Geometry(wellKnownText: text) }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test func `arcs are read as straight segments`() throws {
        func position(_ x: Double, _ y: Double) -> [UInt8] {
            [x, y].flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } }
        }
        let half = position(0, 0) + position(1, 1) + position(2, 0)
        let arc: [UInt8] = [1, 8, 0, 0, 0, 3, 0, 0, 0] + half
        guard case .polyline(let paths, _) = try Geometry(wellKnownBinary: arc) else {
            Issue.record("no line")
            return
        }
        let vertices = try #require(paths.first)
        #expect(vertices.first == Coordinate(x: 0, y: 0) && vertices.last == Coordinate(x: 2, y: 0))
        #expect(vertices.count > 60)
        #expect(vertices.allSatisfy { abs(($0.x - 1) * ($0.x - 1) + $0.y * $0.y - 1) < 1e-9 })
        #expect(vertices.allSatisfy { $0.y > -1e-9 })
        let base: [UInt8] = [1, 2, 0, 0, 0, 2, 0, 0, 0] + position(2, 0) + position(0, 0)
        let ring: [UInt8] = [1, 9, 0, 0, 0, 2, 0, 0, 0] + arc + base
        let surface: [UInt8] =
            [1, 12, 0, 0, 0, 1, 0, 0, 0] + [1, 10, 0, 0, 0, 1, 0, 0, 0] + ring
        guard case .polygon(let rings) = try Geometry(wellKnownBinary: surface) else {
            Issue.record("no polygon")
            return
        }
        #expect(rings.count == 1 && rings[0].first == rings[0].last)
        #expect(rings[0].count == vertices.count + 1)
    }

    @Test func `an arc of one vertex is refused or left out, as a line is`() throws {
        let place = [7.0, 43.0].flatMap {
            withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) }
        }
        let lines: [[UInt8]] = [2, 8].map { [1, $0, 0, 0, 0, 1, 0, 0, 0] + place }
        let compound: [UInt8] = [1, 9, 0, 0, 0, 1, 0, 0, 0] + lines[0]
        for bytes in lines + [compound] {
            #expect(throws: FeatureReadError.self) { try Geometry(wellKnownBinary: bytes) }
            #expect(try Geometry(wellKnownBinary: bytes, dropsCollapsed: true) == .empty)
        }
    }

    @Test func `collections nest only so deep`() throws {
        let head: [UInt8] = [1, 7, 0, 0, 0, 1, 0, 0, 0]
        let point = try Geometry.point(Coordinate(x: 1, y: 2)).wellKnownBinary()
        let shallow = head + head + point
        #expect(try Geometry(wellKnownBinary: shallow) == .point(Coordinate(x: 1, y: 2)))
        let deep = (0..<100_000).flatMap { _ in head } + point
        #expect(throws: FeatureReadError.self) { try Geometry(wellKnownBinary: deep) }
    }

    @Test func `a collection of several kinds is refused`() throws {
        let point = try Self.samples[0].wellKnownBinary()
        let line = try Self.samples[3].wellKnownBinary()
        let bytes = [1, 7, 0, 0, 0, 2, 0, 0, 0] + point + line
        #expect(throws: FeatureReadError.self) { try Geometry(wellKnownBinary: bytes) }
    }

    @Test(arguments: UInt64(0)..<30)
    func `changed bytes are a shape or an error`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<300 {
            let shape = Self.samples[Int.random(in: 0..<Self.samples.count, using: &random)]
            var bytes = try shape.wellKnownBinary(
                hasZ: Bool.random(using: &random), hasM: Bool.random(using: &random))
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(FeatureReadError) {
                let read = try Geometry(wellKnownBinary: bytes)
                #expect(read.coordinates.count <= bytes.count / 16)
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
    }
}
