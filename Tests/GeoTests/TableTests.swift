// Tests features as comma-separated values, and what cells contain.

import DataStructures
import Geo
import Testing

struct TableTests {
    private func split(_ text: String) throws -> FeaturesByKind {
        try CSVFeatureReader().features(Array(text.utf8))
    }

    /// A table whose shapes are all of one kind.
    private func read(_ text: String) throws -> FeatureSet {
        let found = try split(text)
        let sets = [found.points, found.polylines, found.polygons].compactMap(\.self)
        #expect(sets.count <= 1)
        return try #require(sets.first)
    }

    private func complaint(_ text: String) -> String? {
        do {
            _ = try split(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `reads points, types and quotes`() throws {
        let set = try read(
            "\u{FEFF}Name,LONGITUDE,Latitude,Count,Size,Zip,Start,Empty\r\n"
                + "\"Smith, \"\"J\"\"\nand sons\",7.4,43.7,1,2,00123,2026-11-21T09:30,\r\n"
                + "\r\nB, 7.5 ,43.8,-2,.5,98000,2026-11-21,\r\n")
        #expect(set.geometryType == .point)
        #expect(set.fields.map(\.name) == ["Name", "Count", "Size", "Zip", "Start", "Empty"])
        #expect(
            set.fields.map(\.type) == [.string, .integer, .double, .string, .string, .string])
        #expect(
            set.features[0].values == [
                .string("Smith, \"J\"\nand sons"), .integer(1), .double(2), .string("00123"),
                .string("2026-11-21T09:30"), .null,
            ])
        #expect(set.features[1].geometry == .point(Coordinate(x: 7.5, y: 43.8)))
    }

    @Test func `reads other separators, x and y, and rows without a place`() throws {
        #expect(try read("x;y;n\n1;2;a,b").features[0].values == [.string("a,b")])
        #expect(
            try read("y\tx\tn\n2\t1\ta\n\t\tb").features.map(\.geometry) == [
                .point(Coordinate(x: 1, y: 2)), nil,
            ])
    }

    @Test func `names of coordinates that belong together win over an attribute's`() throws {
        let set = try read("Name,Latitude,lon,lat\nA,,7.4,43.7\n")
        #expect(set.fields.map(\.name) == ["Name", "Latitude"])
        #expect(set.features[0].geometry == .point(Coordinate(x: 7.4, y: 43.7)))
        #expect(set.features[0].values == [.string("A"), .null])
    }

    @Test(arguments: ["NULL", "NA", "NaN", "nan", "None", "\\N", "#N/A", "n/a", "-"])
    func `words for no value are empty cells among numbers, times and coordinates`(
        word: String
    ) throws {
        let set = try read(
            "Name,Sequence,Load,Start,lon,lat\nA,1,2.5,08:30,7.4,43.7\n"
                + "B,\(word),\(word),\(word),7.5,43.8\nC,2,1,09:00,\(word),\(word)\n")
        let second = try #require(set.features.dropFirst().first)
        #expect(second.values == [.string("B"), .null, .null, .null])
        #expect(set.features.first?.values[1] == .integer(1))
        #expect(set.features.last?.geometry == nil)
    }

    @Test func `names stay as they are, unless a database wrote that there is none`() throws {
        let set = try read("RouteName,lon,lat\nNA,1,2\n-,1,2\nNone,1,2\nNULL,1,2\n\\N,1,2\n")
        #expect(
            set.features.map(\.values) == [
                [.string("NA")], [.string("-")], [.string("None")], [.null], [.null],
            ])
    }

    @Test(arguments: [
        ("stop_lon", "stop_lat"), ("@lon", "@lat"), ("decimalLongitude", "decimalLatitude"),
        ("INTPTLON", "INTPTLAT"), ("Easting", "Northing"),
    ])
    func `columns of coordinates have the names of other programs`(x: String, y: String) throws {
        let set = try read("Name,\(y),\(x)\nA,43.7,7.4\n")
        #expect(set.features.first?.geometry == .point(Coordinate(x: 7.4, y: 43.7)))
        let text = try read("\(x),\(y),wkt\n1,2,POINT (7.4 43.7)\n")
        #expect(text.features.first?.geometry == .point(Coordinate(x: 7.4, y: 43.7)))
    }

    @Test(arguments: [
        ("SRID=3857;POINT (1 2)", 3857),
        ("srid=3763; POINT (1 2)", 3763), ("SRID=4326;POINT (1 2)", 4326),
        ("SRID=0;POINT (1 2)", 4326), ("POINT (1 2)", 4326),
        ("0101000020110F0000000000000000F03F0000000000000040", 3857),
        ("0101000000000000000000F03F0000000000000040", 4326),
    ])
    func `shapes state their coordinate system`(text: String, wkid: Int) throws {
        let set = try read("Name,wkt\nA,\(text)\nB,POINT (3 4)\n")
        #expect(set.spatialReference.isSame(as: SpatialReference(wkid: wkid)))
        #expect(set.features.first?.geometry == .point(Coordinate(x: 1, y: 2)))
    }

    @Test func `a table has one coordinate system`() throws {
        let found = try #require(
            complaint("Name,wkt\nA,SRID=3857;POINT (1 2)\nB,SRID=3763;POINT (3 4)\n"))
        #expect(found.contains("row 3, column 2 (wkt): SRID 3763 is not that of row 2, 3857"))
    }

    @Test func `a complaint quotes the beginning of a long column name`() throws {
        let long = String(repeating: "n", count: 60_000)
        #expect(try #require(complaint("a,\(long)\n1,2\n")).utf8.count < 300)
        let nameless = "x,y,\(long)\n1,2,3,4\n"
        #expect(try #require(complaint(nameless)).utf8.count < 300)
        #expect(try #require(complaint("lon,lat\n1,\(long)\n")).utf8.count < 300)
    }

    @Test func `reads well-known text`() throws {
        let set = try read(
            "Name,WKT\nA,\"POLYGON ((0 0, 1 0, 1 1, 0 0))\"\nB,\"MULTIPOLYGON (((0 0,1 0,1 1,0 "
                + "0)))\"\n"
        )
        #expect(set.geometryType == .polygon)
        #expect(set.features[0].geometry == set.features[1].geometry)
    }

    @Test(arguments: [
        ("", "the file is empty; a line of column names is needed"),
        (
            "a,b\n1,2",
            "row 1: no columns for coordinates among \"a, b\"; name them lon and lat, x and y, "
                + "or wkt; lines \"lon,lat\" and \"lon,lat,name\" need no names"
        ),
        (
            "Name,Address\na,b",
            "row 1: no columns for coordinates among \"Name, Address\"; name them lon and lat, "
                + "x and y, or wkt; waypost geocode makes stops of addresses"
        ),
        ("lon,lat\n1,2\n\nseven,3", "row 4, column 1 (lon): \"seven\" is not a finite number"),
        ("lon,lat\n1,", "row 2, column 2 (lat): \"\" is not a finite number"),
        ("lon,lat\n1,nan", "row 2, column 2 (lat): \"nan\" is not a finite number"),
        ("lon,lat\n1,2,3", "row 2: 3 cells under 2 columns"),
        ("lon,lat\n\"1,2", "row 2, column 1: the opening quote is never closed"),
        (
            "lon,lat\n\"1\"x,2",
            "row 2, column 1: text after the closing quote; double the quotes within a cell"
        ),
        (
            "wkt\nPOINT (1)",
            "row 2, column 1 (wkt): well-known text: expected a finite number at character 9, "
                + "found \")\""
        ),
        ("1,2\n3,four", "row 2, column 2 (lat): \"four\" is not a finite number"),
        ("1,2\n3,4,E,5", "row 2: 4 cells under 2 columns"),
    ])
    func `names row and column of what is wrong`(text: String, reason: String) {
        #expect(complaint(text) == reason)
    }

    @Test func `sorts rows by shape`() throws {
        let found = try split(
            "Name,Type,wkt\nN,9,\nA,0,\"POLYGON ((0 0, 1 0, 1 1, 0 0))\"\n"
                + "P,2,POINT (1 1)\nL,,\"LINESTRING (0 0, 1 1)\"\nQ,3,POINT (2 2)\n")
        func rows(_ set: FeatureSet?) -> [[AttributeValue]]? { set?.features.map(\.values) }
        // A row without a shape joins the first row that has one.
        #expect(
            rows(found.polygons)
                == [[.string("N"), .integer(9)], [.string("A"), .integer(0)]])
        #expect(
            rows(found.points) == [[.string("P"), .integer(2)], [.string("Q"), .integer(3)]])
        #expect(rows(found.polylines) == [[.string("L"), .null]])
        for set in [found.points, found.polylines, found.polygons] {
            #expect(set?.fields.map(\.name) == ["Name", "Type"])
        }
    }

    @Test func `reads lines of coordinates without names of columns`() throws {
        let places = [Coordinate(x: 7.4, y: 43.7), Coordinate(x: -7.5, y: 43)]
        for (text, names) in [
            ("7.4,43.7\n-7.5,43\n", [String?]()), ("7.4;43.7\n-7.5;43", []),
            ("7.4 , 43.7 , A\n-7.5,43,\n", ["A", nil]), ("A,7.4,43.7\n1,-7.5,43", ["A", "1"]),
        ] {
            let set = try read(text)
            #expect(set.features.map(\.geometry) == places.map { .point($0) })
            let found = set.features.map { set.value("Name", of: $0) }
            #expect(
                found
                    == (names.isEmpty
                        ? [nil, nil] : names.map { $0.map(AttributeValue.string) ?? .null }))
        }
    }

    @Test func `refuses bytes that are no text`() {
        #expect(throws: FeatureReadError.self) {
            try CSVFeatureReader().features(Array("lon,lat\n".utf8) + [0xFF, 0x2C, 0x31])
        }
    }

    @Test func `writes points and lines`() {
        let points = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field("Name", .string), Field("At", .date)],
            features: [
                Feature(
                    values: [.string("a \"b\""), .date(1_795_253_400_000)],
                    geometry: .point(Coordinate(x: 7.123_456_7, y: 43))),
                Feature(values: [.null, .null], geometry: nil),
            ])
        #expect(
            CSVFeatureWriter(decimals: 3).text(points)
                == "Name,At,lon,lat\n\"a \"\"b\"\"\",2026-11-21T09:30:00Z,7.123,43\n,,,\n")
    }

    @Test func `a quote with an accent behind it is a quote`() throws {
        // One Swift character, but two signs in the file.
        let name = "the \"\u{301}end\", \"\""
        let table = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field(name, .string)],
            features: [
                Feature(values: [.string(name)], geometry: .point(Coordinate(x: 7, y: 43)))
            ])
        let found = try read(CSVFeatureWriter().text(table))
        #expect(found.fields.map(\.name) == [name])
        #expect(found.features.map(\.values) == [[.string(name)]])
    }

    @Test(arguments: [";", "a;b;c", "a\tb\tc", ";;,\t-"])
    func `other separators within names and texts are not taken for the separator`(
        name: String
    ) throws {
        let table = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field(name, .string)],
            features: [
                Feature(values: [.string(name)], geometry: .point(Coordinate(x: 7, y: 43)))
            ])
        let found = try read(CSVFeatureWriter().text(table))
        #expect(found.fields.map(\.name) == [name])
        #expect(found.features.map(\.values) == [[.string(name)]])
    }

    @Test(arguments: [
        "=1+1", "+49 89 1234", "-Bar", "@home", "'=1", "''-x", "-", "+", "=\"a\",b", "'plain", "'",
        "-1+cmd|' /C calc'!A0",
    ])
    func `texts that a spreadsheet would run are marked, and read back the same`(
        name: String
    ) throws {
        let table = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field(name, .string)],
            features: [
                Feature(values: [.string(name)], geometry: .point(Coordinate(x: -7, y: 43)))
            ])
        let text = CSVFeatureWriter().text(table)
        for line in text.split(separator: "\n") {
            let first = line.first { $0 != "\"" }
            #expect(first.map { !"=+-@".contains($0) } == true, "\(line)")
        }
        // Numbers are not formulas.
        #expect(text.contains(",-7,43"))
        let found = try read(text)
        #expect(found.fields.map(\.name) == [name])
        #expect(found.features.map(\.values) == [[.string(name)]])
        let plain = CSVFeatureWriter(hasFormulas: true).rows(of: table)
        #expect(plain.hasPrefix(name) || plain.hasPrefix(CSVFeatureWriter.quoted(name)))
    }

    @Test func `local times are written without a zone, instants with one`() {
        let table = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [Field("ArriveTime", .date), Field("ArriveTimeUTC", .date)],
            features: [
                Feature(
                    values: [.date(1_795_253_400_000), .date(1_795_249_800_500)], geometry: nil)
            ])
        let writer = CSVFeatureWriter(dates: DateTexts(localFields: ["ArriveTime"]))
        #expect(
            writer.rows(of: table) == "2026-11-21T09:30:00,2026-11-21T08:30:00.500Z\n")
    }

    @Test(arguments: UInt64(0)..<40)
    func `written tables read back`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var set = FeatureSet.random(using: &random)
        set.spatialReference = .wgs84
        guard !set.features.isEmpty else { return }
        let found = try read(CSVFeatureWriter().text(set))
        #expect(found.features.map(\.geometry) == set.features.map(\.geometry), "seed \(seed)")
        let values = set.features.map { $0.values.map(Self.written) }
        #expect(found.features.map(\.values) == values, "seed \(seed)")
    }

    /// A value as a table returns it: times remain text.
    private static func written(_ value: AttributeValue) -> AttributeValue {
        if case .date(let time) = value { .string(ISODateTime.text(time)) } else { value }
    }

    @Test func `reads and writes every form of well-known text`() throws {
        for text in [
            "POINT (1.5 -2)", "LINESTRING (0 0, 1 1)", "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))",
            "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))",
            "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
            "MULTIPOINT ((1 2), (3 4))",
        ] {
            #expect(try Geometry(wellKnownText: text).wellKnownText() == text)
        }
        #expect(
            try Geometry(wellKnownText: " srid=4326; point zm(1 2 3 4) ")
                == .point(Coordinate(x: 1, y: 2)))
        #expect(try Geometry(wellKnownText: "POLYGON EMPTY") == .empty)
        for text in [
            "", "POINT", "POINT (1 2", "POINT (1 2) x", "CIRCLE (1 2)", "LINESTRING (1 2)",
            "POLYGON ((0 0, 1 1))", "POINT (1 nan)", "MULTIPOINT ((1 2, 3 4)", "SRID=4326",
        ] {
            #expect(throws: FeatureReadError.self) { try Geometry(wellKnownText: text) }
        }
    }

    @Test(arguments: [
        "POINTZ (1 2 3)", "PointZ(1 2 3)", "POINTM (1 2 3)", "POINTZM (1 2 3 4)",
        "Point25D (1 2 3)", "SRID=3857;POINTZ(1 2 3)", "POINT Z (1 2 3)",
    ])
    func `a kind may announce its third ordinate without a blank`(text: String) throws {
        #expect(try Geometry(wellKnownText: text) == .point(Coordinate(x: 1, y: 2)))
    }

    @Test(arguments: [
        "POINT (NaN NaN)", "POINT Z (nan nan nan)", "POINTZ EMPTY", "MULTIPOINT (EMPTY)",
        "MULTILINESTRING (EMPTY, EMPTY)", "MULTIPOLYGON (EMPTY)", "LineString25D EMPTY",
    ])
    func `a shape without positions is empty`(text: String) throws {
        #expect(try Geometry(wellKnownText: text) == .empty)
    }

    @Test func `an empty part is left out of its shape`() throws {
        #expect(
            try Geometry(wellKnownText: "MULTIPOINT (EMPTY, (1 2))")
                == .multipoint([Coordinate(x: 1, y: 2)]))
        #expect(
            try Geometry(wellKnownText: "MULTIPOLYGON (EMPTY, ((0 0, 1 0, 1 1, 0 0)))")
                == Geometry(wellKnownText: "POLYGON ((0 0, 1 0, 1 1, 0 0))"))
        for text in ["POINT (nan 1)", "POINT (NAN)", "POINTX (1 2)", "POINT 25 (1 2)"] {
            #expect(throws: FeatureReadError.self) { try Geometry(wellKnownText: text) }
        }
    }
}
