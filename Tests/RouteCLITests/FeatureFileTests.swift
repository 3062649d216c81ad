// Tests stops and barriers from files of every format, and messages about broken files.

import ArgumentParser
import Foundation
import Geo
import Testing

@testable import RouteCLI

@Suite struct FeatureFileTests {
    private func features(_ text: String) throws -> FeaturesByKind {
        try FeatureFile.features(in: Array(text.utf8), file: "in")
    }

    private static let csv = "Name,lon,lat,Attr_TravelTime\nA,7.5,43.5,4\n"
    private static let geoJSON = """
        {"type":"FeatureCollection","features":[{"type":"Feature",
        "properties":{"Name":"A","Attr_TravelTime":4},
        "geometry":{"type":"Point","coordinates":[7.5,43.5]}}]}
        """
    private static let esri = """
        {"spatialReference":{"wkid":4326},"features":[{"geometry":{"x":7.5,"y":43.5},
        "attributes":{"Name":"A","Attr_TravelTime":4}}]}
        """
    private static let gpx = """
        <?xml version="1.0"?><gpx version="1.1"><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
        <wpt lat="43.5" lon="7.5"><name>A</name></wpt></gpx>
        """

    @Test(arguments: [csv, geoJSON, esri, gpx, "\u{FEFF}" + csv, "\n " + geoJSON])
    func `the bytes determine the format`(text: String) throws {
        let found = try features(text)
        let points = try #require(found.points)
        #expect(points.features.map(\.geometry) == [.point(Coordinate(x: 7.5, y: 43.5))])
        #expect(points.features.map { points.value("Name", of: $0) } == [.string("A")])
        #expect(found.polylines == nil)
        #expect(found.polygons == nil)
    }

    @Test func `of a waypoint and a route in GPX, the stops are the route's points`() throws {
        func names(_ kinds: [String], of table: String) throws -> [AttributeValue] {
            let elements = kinds.enumerated().map { place, kind in
                let point = "<\(kind) lat='43' lon='7'><name>\(kind)\(place)</name></\(kind)>"
                return kind == "wpt" ? point : "<rte>\(point)</rte>"
            }
            let text = "<gpx>\(elements.joined())</gpx>"
            let found = try FeatureFile.features(in: Array(text.utf8), file: "in", table: table)
            let points = try #require(found.points)
            return points.features.compactMap { points.value("Name", of: $0) }
        }
        let mixed = ["wpt", "rtept", "rtept"]
        #expect(try names(mixed, of: "stops") == [.string("rtept1"), .string("rtept2")])
        // A place alone may well be a facility.
        #expect(try names(mixed, of: "facilities") == [.string("wpt0")])
        #expect(try names(["wpt", "rtept"], of: "stops") == [.string("wpt0")])
        #expect(
            try names(["wpt", "wpt", "rtept", "rtept"], of: "stops")
                == [.string("wpt0"), .string("wpt1")])
    }

    @Test(arguments: [
        #"[{"Name":"A","lat":43.5,"lon":7.5,"Attr_TravelTime":4}]"#,
        #"[{"lng":7.5,"latitude (deg)":null,"lat":43.5,"Name":"A"}]"#,
        #"[{"Name":"A","x":7.5,"y":43.5},{"x":8,"y":44,"note":"\"no, place\""}]"#,
        #"[{"Name":"A","tags":["x",{"y":1}],"lat":43.5,"lon":7.5}]"#,
        #"[{"Name":"A","place":{"Name":"B","lat":43.5,"lon":7.5},"opens":null}]"#,
        #"[["Name","lon","lat"],["A",7.5,43.5],["B",8,44]]"#,
        #"{"count":2,"results":[{"Name":"A","lat":43.5,"lon":7.5}],"next":null}"#,
        "{\"Name\":\"A\",\"lat\":43.5,\"lon\":7.5}\n{\"lon\":8,\"lat\":44}\n",
        "[\"Name\",\"lon\",\"lat\"]\n[\"A\",7.5,43.5]\n",
    ])
    func `a list of rows is a table`(text: String) throws {
        let points = try #require(try features(text).points)
        #expect(points.features.first?.geometry == .point(Coordinate(x: 7.5, y: 43.5)))
        #expect(points.features.first.map { points.value("Name", of: $0) } == .string("A"))
    }

    @Test(arguments: [#"[{"x":7.5,"y":43.5}]"#, #"[{"geometry":{"x":7.5,"y":43.5}}]"#])
    func `a list of points or features is none`(text: String) throws {
        #expect(JSONRows(try JSONValue.parse(text)) == nil)
        #expect(try features(text).points?.features.count == 1)
        #expect(throws: CommandFailure.self) { try features(#"[{"Name":"A"},{"Name":"B"}]"#) }
    }

    @Test func `of several lists of rows, the one is read that the option names`() throws {
        let text = #"{"depots":[{"lat":1,"lon":2}],"stops":[{"lat":43.5,"lon":7.5}]}"#
        func places(_ table: String) throws -> [Geometry?] {
            try FeatureFile.features(in: Array(text.utf8), file: "in", table: table)
                .points?.features.map(\.geometry) ?? []
        }
        #expect(try places("stops") == [.point(Coordinate(x: 7.5, y: 43.5))])
        #expect(throws: CommandFailure.self) { try places("facilities") }
    }

    @Test(arguments: ["[[7.5,43.5],[8,44]]", "[7.5,43.5]\n[8,44]\n"])
    func `lists of coordinates need no names`(text: String) throws {
        #expect(
            try features(text).points?.features.map(\.geometry)
                == [.point(Coordinate(x: 7.5, y: 43.5)), .point(Coordinate(x: 8, y: 44))])
    }

    @Test func `a list of rows is read by the options of tables`() throws {
        let text = #"[{"Name":"Köln","ost":7.5,"nord":43.5}]"#
        var asked = try hints(["--field", "lon=ost", "--field", "lat=nord"])
        asked.encoding = "windows-1252"
        let bytes = Array(try #require(text.data(using: .windowsCP1252)))
        let points = try #require(
            try FeatureFile.features(in: bytes, file: "a.json", hints: asked).points)
        #expect(points.features.first?.geometry == .point(Coordinate(x: 7.5, y: 43.5)))
        #expect(points.features.first.map { points.value("Name", of: $0) } == .string("Köln"))
    }

    @Test func `columns called nearly as fields get their names`() throws {
        var set = try #require(
            try features(
                "Name,Route Name,curb_approach,Time Window Start,TimeWindowEnd,time_window_end,lon,"
                    + "lat\nA,1,0,08:00,09:00,x,7.5,43.5\n"
            ).points)
        let changes = set.takeKnownNames(FeatureFile.fields(of: "stops"))
        #expect(
            set.fields.map(\.name) == [
                "Name", "RouteName", "CurbApproach", "TimeWindowStart", "TimeWindowEnd",
                "time_window_end",
            ])
        #expect(
            Set(changes.map(\.column)) == ["Route Name", "curb_approach", "Time Window Start"])
    }

    @Test func `a mixed file is split by shape`() throws {
        let found = try features(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"Name":"P"},
             "geometry":{"type":"Point","coordinates":[1,1]}},
            {"type":"Feature","properties":{"Name":"L"},
             "geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]}},
            {"type":"Feature","properties":{"Name":"A"},
             "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]}
            """)
        #expect(found.points?.features.count == 1)
        #expect(found.polylines?.features.count == 1)
        #expect(found.polygons?.features.count == 1)
        #expect(found.kinds == "points and lines and polygons")
    }

    @Test func `a table of mixed shapes gives each kind of barrier, as the sample's README says`()
        throws
    {
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("SampleData")
        func barriers(_ name: String) throws -> FeaturesByKind {
            try FeatureFile(path: sample.appendingPathComponent(name).path).features()
        }
        let (table, geoJSON) = (try barriers("barriers.csv"), try barriers("barriers.geojson"))
        #expect(table.kinds == "points and lines and polygons")
        for (one, other) in [
            (table.points, geoJSON.points), (table.polylines, geoJSON.polylines),
            (table.polygons, geoJSON.polygons),
        ] {
            let (one, other) = (try #require(one), try #require(other))
            #expect(one.features.map(\.geometry) == other.features.map(\.geometry))
            for name in ["Name", "BarrierType"] {
                let pairs = [one, other].map { set in set.features.map { set.value(name, of: $0) } }
                #expect(pairs[0] == pairs[1], "\(name)")
            }
        }
    }

    @Test func `lines of coordinates need no names`() throws {
        let points = try #require(try features("7.5,43.5,A\n7.6,43.6,\n").points)
        #expect(points.features.map { points.value("Name", of: $0) } == [.string("A"), .null])
        #expect(points.features.first?.geometry == .point(Coordinate(x: 7.5, y: 43.5)))
    }

    @Test(arguments: [
        ("Name,lon,lat\nA,7.5,\n", "in: row 2, column 3"),
        ("Name,a,b\nA,7.5,1\n", "in: row 1"),
        ("{\"features\":[}", "in: line 1, column 14"),
        (
            "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{},"
                + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\"a\",1]}}]}", "in: feature 1"
        ),
        ("<gpx><wpt lat=\"x\" lon=\"1\"/></gpx>", "in: GPX line 1"),
    ])
    func `an error names the file and the place in it`(text: String, start: String) {
        let failure = #expect(throws: CommandFailure.self) { try features(text) }
        #expect(failure?.outcome == .invalidInput)
        #expect(failure?.message.hasPrefix(start) == true, "\(failure?.message ?? "")")
    }

    @Test func `a file that is not there is named`() {
        let failure = #expect(throws: CommandFailure.self) {
            try FeatureFile(path: "no/such/file.csv").features()
        }
        #expect(
            failure?.message == "no/such/file.csv cannot be read: there is no folder no/such")
        let near = #expect(throws: CommandFailure.self) {
            try FeatureFile(path: "nosuchfile.csv").features()
        }
        #expect(near?.message == "nosuchfile.csv cannot be read: there is no such file")
        for path in ["x", "x/"] {
            let short = #expect(throws: CommandFailure.self) {
                try FeatureFile(path: path).features()
            }
            #expect(short?.message == "\(path) cannot be read: there is no such file")
        }
    }

    /// As OSRM lists coordinates, as map pages do, and as shells split them.
    @Test(arguments: [
        "-8.62,41.1;-8.61,41.15", "-8.62,41.1|-8.61,41.15", "-8.62,41.1 -8.61,41.15",
        "-8.62, 41.1; -8.61, 41.15", "A=-8.62,41.1;-8.61,41.15", "-8.62,41.1",
    ])
    func `places in place of a file are told where they belong`(text: String) throws {
        func message(_ words: String...) throws -> String? {
            let failure = #expect(throws: CommandFailure.self) {
                let command = try Waypost.parseAsRoot(Waypost.protectCoordinates(words))
                switch command {
                case let command as SolveCommand: _ = try command.draft()
                case let command as MatrixCommand: _ = try command.draft()
                default: Issue.record("\(words)")
                }
            }
            return failure?.message
        }
        let stops = try message("solve", "--network", "town", "--stops", text)
        #expect(
            stops?.contains("as an argument of its own, without --stops: ") == true,
            "\(stops ?? "")")
        // One place is what these options take.
        guard PlaceArgument.listed(in: text).count > 1 else { return }
        let origins = try message(
            "matrix", "--network", "town", "--origins", text, "--destinations", "1,2")
        #expect(origins?.contains("each as an argument of its own: ") == true)
        let barriers = try message(
            "solve", "--network", "town", "1,2", "3,4", "--barriers", text)
        #expect(barriers?.contains("--barriers -8.61,41.15") == true, "\(barriers ?? "")")
        let areas = try message(
            "solve", "--network", "town", "1,2", "3,4", "--polygon-barriers", text)
        #expect(areas?.hasSuffix("coordinates are read from files here, such as GeoJSON") == true)
    }

    @Test func `standard input is read once`() throws {
        let input = StandardInput()
        _ = try input.take()
        let failure = #expect(throws: FeatureReadError.self) { _ = try input.take() }
        #expect(failure?.description.contains("give a file") == true)
    }

    @Test func `sets of different columns and systems are joined without loss`() throws {
        let first = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("Name", .string)],
            features: [
                Feature(values: [.string("A")], geometry: .point(Coordinate(x: 1, y: 2)))
            ])
        let second = FeatureSet(
            geometryType: .point, spatialReference: .webMercator,
            fields: [Field("CurbApproach", .integer), Field("name", .string)],
            features: [
                Feature(
                    values: [.integer(1), .string("B")], geometry: .point(Coordinate(x: 3, y: 4)))
            ])
        let joined = try #require(FeatureSet.joined([first, nil, second]))
        #expect(joined.fields.map(\.name) == ["Name", "CurbApproach"])
        #expect(
            joined.features.map(\.values) == [[.string("A"), .null], [.string("B"), .integer(1)]])
        #expect(joined.features.map(\.spatialReference) == [nil, .webMercator])
        #expect(FeatureSet.joined([]) == nil)
    }

    // MARK: Coordinates of tables

    /// The hints of some options.
    private func hints(_ options: [String]) throws -> FileHints {
        try RowOptions.parse(options).selection().hints
    }

    @Test func `options name the columns of coordinates, and their system`() throws {
        let text = "Name;ost;nord\nA;350000,5;5800000\n"
        let asked = try hints(["--field", "lon=ost", "--field", "LAT=nord", "--in-sr", "25832"])
        let found = try FeatureFile.features(in: Array(text.utf8), file: "a.csv", hints: asked)
        let set = try #require(found.points)
        #expect(set.fields.map(\.name) == ["Name"])
        #expect(set.features[0].geometry == .point(Coordinate(x: 350_000.5, y: 5_800_000)))
        #expect(set.spatialReference.wkid == 25_832)
        let shape = try hints(["--field", "wkt=place"])
        let text2 = "place,Name\nPOINT (7 43),A\n"
        let other = try FeatureFile.features(in: Array(text2.utf8), file: "a.csv", hints: shape)
        #expect(other.points?.features[0].geometry == .point(Coordinate(x: 7, y: 43)))
        #expect(throws: CommandFailure.self) { try hints(["--field", "lon=ost"]) }
        #expect(throws: CommandFailure.self) { try hints(["--in-sr", "nowhere"]) }
    }

    @Test func `projected coordinates without a system are an error with the option`() throws {
        let file = Sample.path("projected.csv")
        try Console.write(bytes: Array("Name,x,y\nA,350000,5800000\n".utf8), toFile: file)
        let failure = #expect(throws: CommandFailure.self) {
            try LocationArguments(noun: "stops").features(ofFile: file)
        }
        #expect(failure?.message.contains("--in-sr 25832") == true, "\(failure?.message ?? "")")
        let rows = RowSelection(hints: try hints(["--in-sr", "25832"]))
        let found = try LocationArguments(noun: "stops", rows: rows).features(ofFile: file)
        #expect(found?.spatialReference.wkid == 25_832)
    }

    @Test func `named coordinates need a table`() throws {
        let selection = try RowOptions.parse(["--in-sr", "25832"]).selection()
        #expect(throws: CommandFailure.self) { try selection.requireSource(among: ["7,43"]) }
        #expect(throws: CommandFailure.self) {
            try selection.requireSource(among: ["layer:Deliveries"])
        }
        try selection.requireSource(among: ["a.csv"])
    }
}
