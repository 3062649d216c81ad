// Tests tables as spreadsheets and databases in many countries write them.

import Testing

@testable import Geo

struct OfficeTableTests {
    private func points(_ text: String, _ notes: ReadingNotes? = nil) throws -> FeatureSet {
        try #require(
            try CSVFeatureReader().features(Array(text.utf8), hints: FileHints(), notes: notes)
                .points)
    }

    private func places(_ text: String) throws -> [Geometry?] {
        try points(text).features.map(\.geometry)
    }

    private static let place = Geometry.point(Coordinate(x: 7.4188621, y: 43.7330002))

    @Test(arguments: [
        "Name,lon,lat\nA,7.4188621,43.7330002\n",
        "Name;lon;lat\nA;7,4188621;43,7330002\n",
        "Name;lon;lat\r\n\"A\";\"7,4188621\";\"43,7330002\"\r\n",
        "Name\tlon\tlat\nA\t7,4188621\t43,7330002\n",
        "Name|lon|lat\nA|7.4188621|43.7330002\n",
        "Name,lon,lat\nA,\"7,4188621\",\"43,7330002\"\n",
        "sep=;\r\nName;lon;lat\r\nA;7,4188621;43,7330002\r\n",
        "Name;lon;lat\rA;7,4188621;43,7330002\r",
        "7,4188621;43,7330002\n", "A;7,4188621;43,7330002", "7,4188621\t43,7330002\tA",
        ";;\nName;lon;lat\n;;\nA;7,4188621;43,7330002\n;;\n",
        "Name;Längengrad;Breitengrad\nA;7,4188621;43,7330002\n",
        "Name;Широта;Долгота\nA;43,7330002;7,4188621\n",
        "Name;Enlem;Boylam\nA;43,7330002;7,4188621\n",
        "Name;Szerokość;Długość\nA;43,7330002;7,4188621\n",
        "Name,緯度,経度\nA,43.7330002,7.4188621\n",
        "Name;Note, long;lon;lat\nA;x, y, z, t;7,4188621;43,7330002\n",
        "wkt;Name\nPOINT (7.4188621 43.7330002);A\n",
        "name,geom\nA,0101000020E6100000B222B42FEAAC1D40117B57F3D2DD4540\n",
    ])
    func `separators and decimal signs follow from the file`(text: String) throws {
        let found = try places(text)
        #expect(found.count == 1)
        guard case .point(let place)? = found.first else {
            Issue.record("no point in \(text)")
            return
        }
        #expect(abs(place.x - 7.4188621) < 1e-6 && abs(place.y - 43.7330002) < 1e-6, "\(text)")
    }

    @Test(arguments: [
        // Degrees cannot be in thousands.
        ("lon;lat\n7,418;43,733\n", 7.418, 43.733), ("lon;lat\n7.418;43.733\n", 7.418, 43.733),
        // Another column shows the sign.
        ("lon;lat;kg\n7;43;1,5\n", 7, 43), ("lon;lat;kg\n-7,5;43;1.234,5\n", -7.5, 43),
        ("lon;lat\n7,5;43\n8,123;44\n", 7.5, 43),
    ])
    func `three decimals are no thousands where something shows it`(
        text: String, x: Double, y: Double
    ) throws {
        #expect(try places(text).first == .point(Coordinate(x: x, y: y)))
    }

    @Test(arguments: [
        ("kg;lon;lat\n1.234,5;7,5;43,5\n", AttributeValue.double(1_234.5)),
        ("kg;lon;lat\n1 234,5;7,5;43,5\n", .double(1_234.5)),
        ("kg;lon;lat\n1\u{202F}234;7,5;43,5\n", .double(1_234)),
        ("kg;lon;lat\n1,234;7,5;43,5\n", .double(1.234)),
        ("kg;lon;lat\n1.234;7,5;43,5\n", .double(1_234)),
        ("kg;lon;lat\n1'234.5;7.5;43.5\n", .double(1_234.5)),
        ("kg,lon,lat\n\"1,234.5\",7.5,43.5\n", .double(1_234.5)),
        ("kg,lon,lat\n1.234,7.5,43.5\n", .double(1.234)),
        // Nothing shows the format, so the texts stay as written.
        ("kg;lon;lat\n1,234;7;43\n", .string("1,234")),
        ("kg;lon;lat\n007;7,5;43,5\n", .string("007")),
        ("kg;lon;lat\n555 123 456;7,5;43,5\n", .string("555 123 456")),
        ("kg;lon;lat\n02.03.2026;7,5;43,5\n", .string("02.03.2026")),
    ])
    func `a number has the sign of its file`(text: String, value: AttributeValue) throws {
        let set = try points(text)
        #expect(set.value("kg", of: try #require(set.features.first)) == value)
    }

    @Test func `coordinates in doubt are an error with both values`() {
        let error = #expect(throws: FeatureReadError.self) {
            var reader = CSVFeatureReader()
            reader.spatialReference = SpatialReference(wkid: 25832)
            return try reader.features(Array("x;y\n512,345;481,345\n".utf8))
        }
        #expect(error?.reason.contains("512345 or 512.345") == true, "\(String(describing: error))")
        #expect(error?.reason.contains("row 2, column 1 (x)") == true)
    }

    @Test func `rows without text are no rows, and cells without text beyond the names none`()
        throws
    {
        #expect(try places("Name,lon,lat\nA,7,43\n,,\n , ,\u{A0}\n,,,,,\nB,8,44,,,\n\n").count == 2)
        #expect(throws: FeatureReadError.self) { try places("Name,lon,lat\nA,7,43,x\n") }
    }

    @Test func `the names may come again where files were joined`() throws {
        #expect(try places("Name,lon,lat\nA,7,43\nName,lon,lat\nB,8,44\n").count == 2)
    }

    @Test func `columns of one name are one where they do not differ`() throws {
        let set = try points("Name,lon,lat,NAME\nA,7,43,A\nB,8,44,\n")
        #expect(set.fields.map(\.name) == ["Name"])
        let error = #expect(throws: FeatureReadError.self) {
            try points("Name,lon,lat,Name\nA,7,43,A\nB,8,44,C\n")
        }
        #expect(
            error?.reason.contains(
                "columns 1 and 4 are both named \"Name\", and row 3 has \"B\" and \"C\"") == true)
    }

    @Test func `several points of a row are a row each`() throws {
        let set = try points("Name,wkt\nA,\"MULTIPOINT ((7 43), (8 44))\"\nB,MULTIPOINT (9 45)\n")
        #expect(set.geometryType == .point && set.features.count == 3)
    }

    @Test func `numbers are read under either sign`() {
        #expect(WrittenNumber("1,234")?.isInDoubt == true)
        #expect(WrittenNumber("1.234.567")?.value(nil) == 1_234_567)
        #expect(WrittenNumber("0,123")?.value(nil) == 0.123)
        #expect(WrittenNumber("-1,5e3")?.value(nil) == -1_500)
        for text in ["", "-", ",", ".", "1,2,3", "1.2.3", "1,23.4.5", "nan", "inf", "0x10", "12-3"]
        {
            #expect(WrittenNumber(text) == nil, "\(text)")
        }
    }

    @Test(arguments: ["12E3", "+390551234", "12345678901234567890", "9007199254740993", "007"])
    func `a code stays as it is written`(code: String) throws {
        let set = try points("Tour,lon,lat\n\(code),7.4,43.7\n1,7.5,43.8\n")
        #expect(set.features.map { $0.values[0] } == [.string(code), .string("1")])
    }

    @Test(arguments: ["1.5E+3", "+2.5", "-7", "1e-3", "9007199254740992", "0.50"])
    func `a number is no code`(number: String) throws {
        let set = try points("Load,lon,lat\n\(number),7.4,43.7\n")
        if case .string = set.features[0].values[0] { Issue.record("\(number) is a text") }
    }

    @Test func `names that numbers would change stay texts`() throws {
        for column in ["Name", "RouteName", "after"] {
            let set = try points("\(column),lon,lat\n1.10,7.4,43.7\n1.1,7.5,43.8\n")
            #expect(set.features.map { $0.values[0] } == [.string("1.10"), .string("1.1")])
        }
        let whole = try points("RouteName,lon,lat\n2,7.4,43.7\n10,7.5,43.8\n")
        #expect(whole.features.map { $0.values[0] } == [.integer(2), .integer(10)])
        // Data frames write ids so where some are missing.
        let frame = try points("Name,lon,lat\n12.0,7.4,43.7\n,7.5,43.8\n")
        #expect(frame.features.map { $0.values[0] } == [.double(12), .null])
    }

    @Test(arguments: [
        ("gps_lng", "gps_lat"), ("Longitude (deg)", "Latitude (deg)"), ("X_coord", "Y_coord"),
        ("xcoord", "ycoord"), ("CoordX", "CoordY"), ("startLon", "startLat"), ("Long.", "Lat."),
        ("LON_WGS84", "LAT_WGS84"), ("_longitude", "_latitude"), ("lon ", "\u{200B}lat"),
    ])
    func `columns may be called nearly as usual`(x: String, y: String) throws {
        let set = try points("Name,\(y),\(x)\nA,43.7,7.4\n")
        #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7))])
        #expect(set.fields.map(\.name) == ["Name"])
    }

    @Test(arguments: [
        "start_lat,start_lon,end_lat,end_lon", "size_x,size_y", "StartX,StartY", "latest,longest",
        "lat,note", "lat_a,lon_b",
    ])
    func `columns in doubt are an error`(header: String) {
        let cells = header.split(separator: ",").map { _ in "7" }.joined(separator: ",")
        #expect(throws: FeatureReadError.self) { try points("Name,\(header)\nA,\(cells)\n") }
    }

    @Test(arguments: [
        ("Geo Point", "43.7, 7.4"), ("geo_point_2d", "43.7,7.4"), ("LatLng", "(43.7 7.4)"),
        ("lat/lon", "43.7; 7.4"), ("lonlat", "[7.4, 43.7]"), ("wkt_geom", "Point (7.4 43.7)"),
        ("geometry", #"{"type":"Point","coordinates":[7.4,43.7]}"#),
        ("Geo Shape", #"{"type":"MultiPoint","coordinates":[[7.4,43.7]]}"#),
    ])
    func `a column may have both ordinates, or a shape`(name: String, cell: String) throws {
        let quoted = "\"" + cell.replacing("\"", with: "\"\"") + "\""
        let set = try points("Name,\(name)\nA,\(quoted)\nB,\n")
        #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7)), nil])
    }

    @Test(arguments: [
        "NaT", "<NA>", "<Null>", "(null)", "[NULL]", "#VALUE!", "undefined", "--", "#NV",
    ])
    func `programs have many words for no value`(word: String) throws {
        let set = try points("Name,Load,lon,lat\nA,2,7.4,43.7\nB,\(word),\(word),\(word)\n")
        #expect(set.features[1].values[1] == .null && set.features[1].geometry == nil)
        #expect(try TimeReader(order: nil).time(.string(word), of: "TimeWindowStart") == nil)
    }

    @Test func `marks that nobody sees count for nothing`() throws {
        let set = try points(
            "\u{202A}Name\u{202C},lon,\u{200E}lat\nA\u{A0},\u{202D}7.4,43.7\u{200B}\n\u{1A}")
        #expect(set.features.map(\.values) == [[.string("A")]])
        #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7))])
        let time = "\u{200E}3\u{200E}.\u{200E}2\u{200E}.\u{200E}2026 9:30"
        #expect(TimeText(time)?.time(nil) == TimeText("3.2.2026 9:30")?.time(nil))
        #expect(TimeText(time) != nil)
    }

    @Test func `a formula of nothing but a text is that text`() throws {
        let set = try points("Name,lon,lat\n\"=\"\"007\"\"\",7.4,43.7\n=1+1,7.5,43.8\n")
        #expect(set.features.map { $0.values[0] } == [.string("007"), .string("=1+1")])
    }

    @Test func `backslashes escape quotes where the table shows it`() throws {
        let set = try points(
            "Name,Note,lon,lat\n\"A \\\"x\\\"\",\"C:\\\\new, \\n\",7.4,43.7\n"
                + "\"\\\"B\\\"\",\"\"\"q\"\"\",7.5,43.8\n")
        #expect(
            set.features.map(\.values) == [
                [.string("A \"x\""), .string("C:\\new, \\n")],
                [.string("\"B\""), .string("\"q\"")],
            ])
        let plain = try points("Name,lon,lat\n\"C:\\new\\\",7.4,43.7\n\"a\\\"\"b\",7.5,43.8\n")
        #expect(
            plain.features.map { $0.values[0] } == [
                .string("C:\\new\\"), .string("a\\\"b"),
            ])
    }

    @Test(arguments: [
        "Deliveries of Monday\n\nName;lon;lat\nA;7,4;43,7\n",
        "# made by hand\nName,lon,lat\nA,7.4,43.7\n",
        "Depot A, tour 2,,\n,,\nName,lon,lat\nA,7.4,43.7\n",
    ])
    func `a title may stand above the column names`(text: String) throws {
        let notes = ReadingNotes()
        let set = try points(text, notes)
        #expect(set.fields.map(\.name) == ["Name"])
        #expect(set.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7))])
        #expect(notes.texts.contains { $0.contains("above the column names in row") })
    }

    @Test func `a name of very many words is no coordinate`() {
        let words = String(repeating: "coord ", count: 9_000)
        #expect(throws: FeatureReadError.self) {
            try points("Name,x \(words),y \(words)\nA,7.4,43.7\n")
        }
    }

    @Test func `names that are not understood are no title`() {
        #expect(throws: FeatureReadError.self) { try points("Name,north,east\nA,43.7,7.4\n") }
    }
}
