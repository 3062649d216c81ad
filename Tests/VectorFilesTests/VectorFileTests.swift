// Tests files that GDAL writes and reads: the same rows come back.

import Foundation
import Geo
import Testing

@testable import VectorFiles

/// Whether this machine has GDAL.
private let hasGDAL = if case .success = GDALLibrary.found { true } else { false }

@Suite(.enabled(if: hasGDAL, "GDAL is not installed")) struct VectorFileTests {
    private let folder: VectorFolder

    init() throws { folder = try VectorFolder() }

    private static let fields = [
        Field("fid", .objectID), Field("customer", .string, length: 40), Field("parcels", .integer),
        Field("weight", .double), Field("day", .date), Field("due", .date), Field("seen", .date),
    ]

    /// 2 March 2026, midnight and 8:30.
    private static let midnight: Int64 = 1_772_409_600_000
    private static let morning: Int64 = 1_772_440_200_000

    private static let deliveries = FeatureSet(
        geometryType: .point, spatialReference: .wgs84, fields: fields,
        features: [
            Feature(
                values: [
                    .integer(7), .string("Café \"Ana\", Σ"), .integer(3_000_000_000),
                    .double(2.5),
                    .date(midnight), .date(morning), .date(morning + 250),
                ], geometry: .point(Coordinate(x: 7.4188621, y: 43.7330002))),
            Feature(
                values: [.integer(9), .null, .null, .null, .null, .null, .null],
                geometry: .point(Coordinate(x: -7.5, y: -43.25))),
        ])

    private func write(_ set: FeatureSet, _ name: String, table: String = "deliveries") throws
        -> VectorFile
    {
        let path = folder.path(name)
        let format = try #require(VectorFormat(path: path))
        let writer = try VectorWriter(path: path, as: format)
        let open = try writer.begin(
            table, like: set, dates: DateTexts(localFields: ["due"]), dayFields: ["day"])
        try writer.append(set.features, to: open)
        try writer.close()
        return try #require(VectorFile(path))
    }

    private func rows(_ file: VectorFile) throws -> [VectorRows.Row] {
        let rows = try file.rows()
        var all: [VectorRows.Row] = []
        while let row = try rows.next() { all.append(row) }
        return all
    }

    @Test func `a FlatGeobuf file has names, types, values, zones and shapes`() throws {
        let file = try write(Self.deliveries, "day.fgb")
        let layer = try file.description()
        #expect(layer.shapes == .kind(.point))
        #expect(layer.spatialReference?.isSame(as: .wgs84) == true)
        #expect(layer.columns.map(\.field.name) == Self.fields.map(\.name))
        #expect(
            layer.columns.map(\.field.type)
                == [.integer, .string, .integer, .double, .date, .date, .date])
        // The format orders rows by its index.
        let found = try rows(file).sorted { row, _ in row.values[0] == .integer(7) }
        #expect(found.count == 2)
        for (row, wanted) in zip(found, Self.deliveries.features) {
            #expect(row.geometry == wanted.geometry)
            #expect(row.values == wanted.values)
        }
    }

    @Test(arguments: [
        ("Name,lon,lat\nA,7,43\n", "it holds text: name it by its format, such as bad.csv"),
        ("", "it is empty"), ("\u{0}\u{1}\u{2}", "copy it again from where it was made, with the"),
    ])
    func `a file that cannot be opened says what would work`(text: String, words: String) throws {
        let path = try folder.write("bad.shp", text)
        let file = try #require(VectorFile(path))
        #expect {
            _ = try file.description()
        } throws: { error in
            "\(error)".contains(words) && "\(error)".contains("save it there as a GeoPackage")
        }
    }

    @Test func `a compressed file is to be unpacked`() throws {
        let path = folder.path("day.csv.gz")
        let bytes: [UInt8] = [0x1F, 0x8B, 8, 8, 90, 107, 44, 105, 0, 3, 97, 0]
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let file = try #require(VectorFile(path))
        #expect(file.remedy.contains("it is compressed: run gunzip day.csv.gz, or "))
        let other = folder.path("day.shp")
        try Data(bytes).write(to: URL(fileURLWithPath: other))
        let misnamed = try #require(VectorFile(other))
        #expect(misnamed.remedy.contains("name it day.shp.gz, and run gunzip day.shp.gz, or "))
    }

    @Test func `rows of a FlatGeobuf file keep their order where that is wanted`() throws {
        let places = [(30.0, 1), (-20.0, 2), (10.0, 3), (25.0, 4)]
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("n", .integer)],
            features: places.map {
                Feature(values: [.integer($0.1)], geometry: .point(Coordinate(x: $0.0, y: -$0.0)))
            })
        let writer = try VectorWriter(
            path: folder.path("order.fgb"), as: try #require(VectorFormat(path: "order.fgb")))
        writer.keepsOrder = true
        try writer.append(set.features, to: try writer.begin("order", like: set))
        try writer.close()
        let found = try rows(try #require(VectorFile(folder.path("order.fgb"))))
        #expect(found.map { $0.values[0] } == [.integer(1), .integer(2), .integer(3), .integer(4)])
    }

    @Test func `dates of inputs are texts, with a zone only where the file has one`() throws {
        let file = try write(Self.deliveries, "day.fgb")
        let points = try #require(
            try file.features(hints: FileHints(), notes: nil).points)
        let row = try #require(points.features.first { $0.values[0] == .integer(7) })
        // The format has no dates without a time; a shapefile has.
        #expect(points.value("day", of: row) == .string("2026-03-02T00:00:00"))
        let table = try write(Self.deliveries, "day.shp").features(hints: FileHints(), notes: nil)
        let first = try #require(table.points?.features.first)
        #expect(table.points?.value("day", of: first) == .string("2026-03-02"))
        #expect(points.value("due", of: row) == .string("2026-03-02T08:30:00"))
        #expect(points.value("seen", of: row) == .string("2026-03-02T08:30:00.250Z"))
        let other = try #require(points.features.first { $0.values[0] == .integer(9) })
        #expect(points.value("customer", of: other) == .null)
    }

    @Test func `a shapefile keeps rows, days and letters; names are cut to ten`() throws {
        var set = Self.deliveries
        set.fields[1].name = "customer_name"
        let path = folder.path("day.shp")
        let writer = try VectorWriter(path: path, as: try #require(VectorFormat(path: path)))
        let table = try writer.begin("day", like: set, dayFields: ["day"])
        try writer.append(set.features, to: table)
        try writer.close()
        #expect(writer.notes.texts.contains { $0.contains("customer_name is customer_n") })
        let file = try #require(VectorFile(path))
        #expect(try file.description().spatialReference?.effectiveWKID == 4326)
        let found = try rows(file)
        #expect(found.map(\.geometry) == set.features.map(\.geometry))
        #expect(Array(found[0].values[0...4]) == Array(set.features[0].values[0...4]))
        #expect(found[0].values[5] == .string("2026-03-02T08:30:00Z"))
        #expect(found[1].values[1...] == [.null, .null, .null, .null, .null, .null])
    }

    @Test(arguments: ["lines.shp", "lines.fgb"])
    func `lines of several parts and areas with holes come back`(name: String) throws {
        let square = [(0, 0), (0, 9), (9, 9), (9, 0), (0, 0)].map { Coordinate(x: $0.0, y: $0.1) }
        let hole = [(2, 2), (4, 2), (4, 4), (2, 4), (2, 2)].map { Coordinate(x: $0.0, y: $0.1) }
        let lines = Geometry.polyline(paths: [Array(square[0...2]), Array(hole[0...1])])
        let areas = Geometry.polygon(rings: [square, hole])
        for (place, (type, shape)) in [(GeometryType.polyline, lines), (.polygon, areas)]
            .enumerated()
        {
            let set = FeatureSet(
                geometryType: type, spatialReference: SpatialReference(wkid: 25832),
                fields: [Field("n", .integer)],
                features: [Feature(values: [.integer(1)], geometry: shape)])
            let file = try write(set, "\(place)\(name)")
            #expect(try file.description().spatialReference?.effectiveWKID == 25832)
            let found = try #require(try rows(file).first?.geometry)
            #expect(found.vertexCount == shape.vertexCount)
            #expect(found.envelope == shape.envelope)
            #expect(found.type == type)
        }
    }

    @Test func `a sheet is read by the rules of tables`() throws {
        let file = try write(Self.deliveries, "day.xlsx")
        let points = try #require(
            try file.features(hints: FileHints(), notes: nil).points)
        #expect(points.features.count == 2)
        #expect(points.features[0].geometry == Self.deliveries.features[0].geometry)
        #expect(points.string("customer", of: points.features[0]) == "Café \"Ana\", Σ")
        #expect(points.value("weight", of: points.features[0]) == .double(2.5))
        // Not a date in 1970: the workbook already stores a serial number as a date.
        let due = points.string("due", of: points.features[0])
        #expect(due.flatMap { TimeText($0)?.time(nil) } == .wallClock(Self.morning))
        let day = points.string("day", of: points.features[0])
        #expect(day.flatMap { TimeText($0)?.time(nil) } == .wallClock(Self.midnight))
    }

    @Test func `a sheet may have decimal commas, times of day and no dates at all`() throws {
        let set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: ["Name", "lon", "lat", "TimeWindowStart"].map { Field($0, .string) },
            features: [
                Feature(
                    values: [.string("A"), .string("7,41"), .string("43,73"), .string("09:30")],
                    geometry: nil)
            ])
        let points = try write(set, "texts.xlsx").features(hints: FileHints(), notes: nil).points
        #expect(points?.features.first?.geometry == .point(Coordinate(x: 7.41, y: 43.73)))
        let first = try #require(points?.features.first)
        #expect(points?.string("TimeWindowStart", of: first) == "09:30")
    }

    @Test func `of several sheets one is chosen, or the message lists them`() throws {
        let path = folder.path("week.xlsx")
        let writer = try VectorWriter(path: path, as: try #require(VectorFormat(path: path)))
        for day in ["Monday", "Tuesday"] {
            try writer.append(
                Self.deliveries.features, to: try writer.begin(day, like: Self.deliveries))
        }
        try writer.close()
        let open = try #require(VectorFile(path))
        let error = #expect(throws: FeatureReadError.self) { try open.description() }
        #expect(error?.reason.contains("week.xlsx#LAYER; the layers are: Monday, Tuesday") == true)
        let chosen = try #require(VectorFile(path + "#tuesday"))
        #expect(try chosen.description().name == "Tuesday")
        let wrong = try #require(VectorFile(path + "#Friday"))
        let other = #expect(throws: FeatureReadError.self) { try wrong.description() }
        #expect(other?.reason.contains("no layer \"Friday\"") == true)
    }

    @Test func `KML has kinds apart, clocks and instants`() throws {
        let path = try folder.write(
            "places.kml",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>places</name>
            <Placemark><name>Ana</name><TimeStamp><when>2026-03-02T08:30:00+02:00</when></TimeStamp>
            <Point><coordinates>7.41,43.73,12</coordinates></Point></Placemark>
            <Placemark><name>Quay</name><LineString><coordinates>7.41,43.73 7.42,43.74</coordinates>
            </LineString></Placemark></Document></kml>
            """)
        let found = try #require(VectorFile(path)).features(hints: FileHints(), notes: nil)
        let point = try #require(found.points?.features.first)
        #expect(point.geometry == .point(Coordinate(x: 7.41, y: 43.73)))
        #expect(found.points?.string("Name", of: point) == "Ana")
        let seen = found.points?.string("timestamp", of: point)
        #expect(seen == "2026-03-02T06:30:00Z")
        #expect(found.polylines?.features.count == 1)
        #expect(found.polygons == nil)
    }

    @Test func `letters of a table that states no encoding are found from its bytes`() throws {
        var set = Self.deliveries
        set.features[0].values[1] = .string("Café")
        let file = try write(set, "day.shp")
        try FileManager.default.removeItem(atPath: folder.path("day.cpg"))
        #expect(try rows(file)[0].values[1] == .string("Café"))
        let table = folder.path("day.dbf")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: table)))
        let place = try #require(
            bytes.indices.first { bytes[$0...].starts(with: [0xC3, 0xA9]) })
        (bytes[place], bytes[place + 1]) = (0xE9, 0x20)
        try Data(bytes).write(to: URL(fileURLWithPath: table))
        let notes = ReadingNotes()
        let points = try file.features(hints: FileHints(), notes: notes).points
        #expect(points?.string("customer", of: try #require(points?.features.first)) == "Café")
        #expect(notes.texts.contains { $0.contains("Windows-1252") })
    }

    @Test func `meters without a system are refused, with what would work`() throws {
        var set = Self.deliveries
        set.features[0].geometry = .point(Coordinate(x: 691_000, y: 5_335_000))
        set.spatialReference = SpatialReference(wkid: 25832)
        let file = try write(set, "day.shp")
        #expect(try file.features(hints: FileHints(), notes: nil).points?.features.count == 2)
        try FileManager.default.removeItem(atPath: folder.path("day.prj"))
        let error = #expect(throws: FeatureReadError.self) {
            try file.features(hints: FileHints(), notes: nil)
        }
        #expect(error?.description.contains("--sr 25832") == true)
        #expect(error?.feature == 1)
    }

    @Test(arguments: ["day.shp", "day.dbf", "day.shx", "day.fgb", "day.xlsx"])
    func `a file that ends early is an error or has fewer rows`(name: String) throws {
        for count in stride(from: 0, through: 2_000, by: 37) {
            let own = try VectorFolder()
            let isAlone = name.hasSuffix("fgb") || name.hasSuffix("xlsx")
            let path = own.path(isAlone ? name : "day.shp")
            let writer = try VectorWriter(path: path, as: try #require(VectorFormat(path: path)))
            try writer.append(
                Self.deliveries.features, to: try writer.begin("day", like: Self.deliveries))
            try writer.close()
            let damaged = own.path(name)
            let whole = try Data(contentsOf: URL(fileURLWithPath: damaged))
            guard count < whole.count else { break }
            try whole.prefix(count).write(to: URL(fileURLWithPath: damaged))
            let file = try #require(VectorFile(path))
            do throws(FeatureReadError) {
                let found = try file.features(hints: FileHints(), notes: nil)
                #expect((found.points?.features.count ?? 0) <= 2)
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
    }

    @Test func `files that lead to other files or servers are not followed`() throws {
        let secret = try folder.write("secret.csv", "lon,lat\n7.41,43.73\n")
        let path = try folder.write(
            "link.kml",
            """
            <OGRVRTDataSource><OGRVRTLayer name="secret"><SrcDataSource>\(secret)</SrcDataSource>
            </OGRVRTLayer></OGRVRTDataSource>
            """)
        let file = try #require(VectorFile(path))
        #expect(throws: FeatureReadError.self) { try file.description() }
        #expect(VectorFile("/vsicurl/http://127.0.0.1/day") == nil)
        #expect(VectorFile("PG:host=127.0.0.1") == nil)
        let remote = try #require(VectorFile("/vsicurl/http://127.0.0.1/day.fgb"))
        let error = #expect(throws: FeatureReadError.self) { try remote.description() }
        #expect(error?.reason.contains("there is no such file") == true)
    }
}

/// What holds with and without GDAL.
@Suite struct VectorFormatTests {
    @Test func `a machine without GDAL says what the file is and what would work`() throws {
        let folder = try VectorFolder()
        let path = try folder.write("stops.shp", "")
        let missing = GDALLibrary.find(folder.path("libgdal.so"))
        let file = try #require(VectorFile(path))
        let error = #expect(throws: FeatureReadError.self) { try file.open(missing) }
        let reason = try #require(error?.reason)
        #expect(reason.hasPrefix("a shapefile is read by GDAL, and the library "))
        #expect(reason.contains("WAYPOST_GDAL"))
        #expect(reason.contains("apt-get install gdal-bin"))
        #expect(reason.hasSuffix("ogr2ogr stops.gpkg stops.shp"))
        let format = try #require(VectorFormat(path: path))
        let other = #expect(throws: FeatureReadError.self) {
            try VectorWriter(path: path, as: format, missing)
        }
        #expect(other?.reason.contains("a shapefile is written by GDAL") == true)
        // Another library does not count as GDAL.
        guard case .failure = GDALLibrary.find("libc.so.6") else {
            Issue.record("the C library is not GDAL")
            return
        }
    }

    @Test func `files of Waypost's own formats are not GDAL's`() throws {
        let folder = try VectorFolder()
        for (name, text) in [
            ("a.csv", "lon,lat\n1,2\n"), ("a.txt", "x;y\n1;2\n"), ("a", "lon,lat\n1,2\n"),
            ("a.gpx", "<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>"), ("a.json", "{}"),
            ("a.gpkg", "SQLite format 3\0"),
        ] {
            #expect(VectorFile(try folder.write(name, text)) == nil, "\(name)")
        }
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let bytes = try #require("lon,lat\n1,2\n".data(using: encoding))
            try bytes.write(to: URL(fileURLWithPath: folder.path("wide.txt")))
            #expect(VectorFile(folder.path("wide.txt")) == nil, "\(encoding)")
        }
        #expect(VectorFile("-") == nil)
        #expect(VectorFile(folder.path) == nil)
        #expect(VectorFile(try folder.write("a.xml", "<?xml?><kml></kml>")) != nil)
        #expect(VectorFile(try folder.write("b.dat", "\u{1}\0\0")) != nil)
        #expect(VectorFile("week.xlsx#Monday")?.layer == "Monday")
        #expect(VectorFile("week.csv#Monday") == nil)
    }

    @Test func `days and clocks are whole within a millisecond`() {
        let all: [Int64] = [0, -1, 1_772_440_200_250, 951_782_399_999, -62_000_000_000_000]
        for milliseconds in all {
            let date = VectorDate(milliseconds: milliseconds, zone: 0)
            #expect(date.milliseconds == milliseconds)
        }
        var date = VectorDate(milliseconds: 0, zone: 104)
        #expect(date.milliseconds == -3_600_000)
        date.month = 13
        #expect(date.milliseconds == nil)
    }
}

/// A folder removed with its last reference.
private final class VectorFolder {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-vector-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Issue.record("the folder stays behind: \(error)")
        }
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}
