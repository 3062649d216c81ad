// Tests traces in every accepted format.

import Geo
import RouteAPI
import Testing

struct TraceReaderTests {
    private func read(_ text: String) throws -> TraceInput {
        try TraceReader().traces(Array(text.utf8))
    }

    /// Two positions with every attribute that a row may have.
    private let wanted = [
        TraceFix(
            Coordinate(x: 7.41, y: 43.73), milliseconds: 1_772_443_800_000, accuracyMeters: 8,
            bearing: 90, isStop: true, name: "Depot"),
        TraceFix(Coordinate(x: 7.42, y: 43.74), milliseconds: 1_772_443_807_500),
    ]

    @Test(arguments: [
        """
        lon,lat,Time,accuracy,heading,IsStop,Name
        7.41,43.73,2026-03-02T09:30:00Z,8,90,1,Depot
        7.42,43.74,1772443807500,-1,-1,,
        """,
        """
        {"features":[{"geometry":{"x":7.41,"y":43.73},"attributes":{"TIME":1772443800000,
        "Accuracy":8,"Bearing":"90","IsStop":1,"Name":"Depot"}},{"geometry":{"x":7.42,"y":43.74},
        "attributes":{"TIME":1772443807500,"Accuracy":0}}]}
        """,
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{
        "timestamp":"2026-03-02T10:30:00+01:00","accuracy":8,"course":90,"isstop":true,
        "name":"Depot"},"geometry":{"type":"Point","coordinates":[7.41,43.73]}},{"type":"Feature",
        "properties":{"timestamp":"2026-03-02T09:30:07.5Z"},
        "geometry":{"type":"Point","coordinates":[7.42,43.74]}}]}
        """,
    ])
    func `rows of every format are the same trace`(text: String) throws {
        let input = try read(text)
        #expect(input.traces.map(\.name) == ["Trace 1"])
        #expect(input.traces[0].fixes.map(\.coordinate) == wanted.map(\.coordinate))
        #expect(input.traces[0].fixes.map(\.milliseconds) == wanted.map(\.milliseconds))
        #expect(input.traces[0].fixes.map(\.accuracyMeters) == wanted.map(\.accuracyMeters))
        #expect(input.traces[0].fixes.map(\.bearing) == wanted.map(\.bearing))
    }

    @Test func `several traces are distinguished by name, and lines are one each`() throws {
        let rows = try read("TraceName,lon,lat\nB,1,2\nA,3,4\nB,5,6\n")
        #expect(rows.traces.map(\.name) == ["B", "A"])
        #expect(rows.traces.map(\.fixes.count) == [2, 1])
        let lines = try read(
            #"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8],[9,9]]]}"#)
        #expect(lines.traces.map(\.isLine) == [true, true])
        #expect(lines.traces.map(\.fixes.count) == [2, 3])
        #expect(try read("[[1,2],[3,4]]").traces[0].fixes.count == 2)
        #expect(try read("7.41,43.73,0\n7.42,43.74,1000\n").fixCount == 2)
        #expect(try read("Name,wkt\nA,\"LINESTRING (1 2, 3 4)\"\n").traces[0].name == "A")
    }

    @Test func `GPX has a trace for each segment of a track`() throws {
        let input = try read(
            """
            <gpx><trk><name>Drive</name><trkseg><trkpt lat="2" lon="1">
            <time>2026-03-02T09:30:00Z</time></trkpt><trkpt lat="2" lon="2"/></trkseg>
            <trkseg><trkpt lat="2" lon="3"/><trkpt lat="2" lon="4"/></trkseg></trk></gpx>
            """)
        #expect(input.traces.map(\.name) == ["Drive", "Drive (2)"])
        #expect(input.traces.map(\.fixes.count) == [2, 2])
        #expect(input.traces[0].fixes[0].milliseconds == 1_772_443_800_000)
    }

    @Test(arguments: [
        ("lon,lat,accuracy\n1,2,good\n", "row 2: Accuracy is \"good\""),
        ("lon,lat,accuracy\n1,2,20000\n", "at most 10,000 meters"),
        ("lon,lat,bearing\n1,2,400\n", "row 2: Bearing is 400"),
        ("lon,lat,isstop\n1,2,maybe\n", "row 2: IsStop is \"maybe\"; 1 (yes) or 0 (no)"),
        ("lon,lat\n1,x\n", "row 2, column 2 (lat)"), ("lon,lat\n", "has no positions"),
        ("{\"features\":[]}", "has no positions"), ("{\"features\":", "is not valid JSON"),
        (#"{"type":"Point","coordinates":[1]}"#, "feature 1"), ("<gpx/>", "has no track"),
    ])
    func `what cannot be read is an error that names the row`(text: String, part: String) {
        let error = #expect(throws: FeatureReadError.self) { try read(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test func `a title may stand above the column names of a trace`() throws {
        let input = try read("Drive of Monday,,\n1,2,\nlon,lat,time\n1,2,1772443800000\n")
        #expect(try input.traces == read("lon,lat,time\n1,2,1772443800000\n").traces)
        #expect(input.notes.contains { $0.contains("above the column names in row 3") })
        #expect(throws: FeatureReadError.self) { try read("Drive\nnorth,east\n1,2\n") }
    }

    @Test func `a time that cannot be read leaves a position without one, and a note`() throws {
        let table = "lon,lat,time\n1,2,noon\n1,3,2026-03-02T09:30Z\n1,4,later\n"
        let input = try read(table)
        #expect(input.traces[0].fixes.map(\.milliseconds) == [nil, 1_772_443_800_000, nil])
        let note = "2 positions count as without a time. First, in row 2: Time is "
        #expect(input.notes.count == 1 && input.notes[0].hasPrefix(note + "\"noon\""))
    }

    @Test func `words for no value are none, in a column of nothing else too`() throws {
        let input = try read(
            "lon,lat,time,accuracy,bearing,isstop\n1,2,NaT,NaN,nan,yes\n1,3,-,N/A,NULL,no\n")
        let fixes = input.traces[0].fixes
        #expect(fixes.allSatisfy { $0.milliseconds == nil && $0.bearing == nil })
        #expect(fixes.allSatisfy { $0.accuracyMeters == nil })
        #expect(fixes.map(\.isStop) == [true, false])
        #expect(input.notes.isEmpty)
    }

    @Test(arguments: ["1772443800", "1772443800000", "1772443800000000", "1772443800000000000"])
    func `a time is in the unit that its size shows`(time: String) throws {
        let input = try read("lon,lat,time\n1,2,\(time)\n")
        #expect(input.traces[0].fixes.map(\.milliseconds) == [1_772_443_800_000])
    }

    @Test func `a request is sent as it is read`() throws {
        var parameters = MatchParameters()
        parameters.traces = TraceInput([
            Trace(name: "A", fixes: wanted), Trace(name: "B", isLine: true, fixes: [wanted[1]]),
        ])
        parameters.encodedPolylines = ["_p~iF~ps|U_ulLnnqC", "[\\?"]
        parameters.polylinePrecision = 6
        parameters.gpsAccuracy = 7.5
        parameters.matchDistanceLimit = -1
        #expect(try MatchParameters(fields: parameters.formFields) == parameters)
        var route = RouteParameters()
        route.legs = [LegOptions(supportingPoints: [wanted[0].coordinate, wanted[1].coordinate])]
        #expect(try RouteParameters(fields: route.formFields) == route)
    }

    @Test func `traces of a form are pairs, and polylines a list`() throws {
        let parameters = try MatchParameters(fields: [
            "trace": "7.41,43.73;7.42,43.74", "encodedPolylines": "_p~iF~ps|U\n_ulLnnqC",
        ])
        #expect(parameters.traces?.fixCount == 2)
        #expect(parameters.encodedPolylines == ["_p~iF~ps|U", "_ulLnnqC"])
        for fields in [
            ["traces": "7.41"], ["polylinePrecision": "7"], ["matchDistanceLimit": "-2"],
            ["gpsAccuracy": "-1"], ["encodedPolylines": "[\"a\",1]"],
        ] {
            #expect(throws: RouteRequestError.self) { try MatchParameters(fields: fields) }
        }
    }

    @Test(arguments: [
        ("{}", "a list such as"), ("[1]", "leg 1 is 1"), ("[{}]", "leg 1 is {}"),
        (#"[{"supportingPoints":[[1,2],[3]]}]"#, "leg 1, point 2"),
        (#"[{"supportingPoints":[[1,2],[800,4]]}]"#, "leg 1, point 2"),
        (#"[{"supportingPoints":"?","precision":7}]"#, "precision 7"),
        (#"[{"supportingPoints":"_p~"}]"#, "leg 1: the encoded polyline ends within a number"),
    ])
    func `legs that cannot be read are an error that names the leg`(text: String, part: String) {
        let error = #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["legs": text])
        }
        #expect(error?.details.first?.contains(part) == true, "\(error?.details ?? [])")
    }

    // MARK: - In pieces

    /// Rows from three alternating drives, in several batches for any reader.
    private var rows: [(trace: Int, fix: TraceFix)] {
        (0..<700).map { row in
            let fix = TraceFix(
                Coordinate(x: 7 + Double(row) / 4_096, y: 43 + Double(row % 64) / 512),
                milliseconds: Int64(row) * 1_000, accuracyMeters: row % 5 == 0 ? 8 : nil,
                isStop: row % 100 == 99, name: row % 50 == 0 ? "Ümläut \(row)" : nil)
            return (row * 7 / 11 % 3, fix)
        }
    }

    private func json(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return writer.text
    }

    private var texts: [String] {
        let table =
            "\u{FEFF}TraceName;lon;lat;Time;Accuracy;IsStop;Name\r\n"
            + rows.map { trace, fix in
                "T\(trace);\(fix.coordinate.x);\(fix.coordinate.y);\(fix.milliseconds ?? 0);"
                    + "\(fix.accuracyMeters ?? -1);\(fix.isStop ? 1 : 0);\"\(fix.name ?? "")\"\r\n"
            }.joined()
        let points = rows.map { _, fix in
            "<trkpt lat=\"\(fix.coordinate.y)\" lon='\(fix.coordinate.x)'><!-- > -->"
                + "<time>\(fix.milliseconds ?? 0)</time><name><![CDATA[<\(fix.name ?? "")>]]>&amp;"
                + "</name></trkpt>\n"
        }.joined()
        let gpx =
            "\u{FEFF}<?xml version=\"1.0\"?><gpx><trk><name>A &lt; B\u{FEFF}</name>"
            + "<trkseg>\(points)</trkseg><trkseg/>"
            + "<trkseg>\(points)</trkseg></trk><rte><rtept lat=\"1\" lon=\"2\"/><name>Late</name>"
            + "</rte></gpx>"
        var set = TraceInput([
            Trace(name: "A", fixes: rows.map(\.fix)), Trace(name: "B", fixes: rows.map(\.fix)),
        ]).featureSet
        let esri = json { $0.esriFeatureSet(set) }
        let late =
            "{\"features\":"
            + (esri.split(separator: "\"features\":").last.map { $0.dropLast() } ?? "")
            + ",\"spatialReference\":{\"wkid\":3857}}"
        let geo = json { $0.geoJSONFeatureCollection([set]) }
        let named =
            geo.dropLast() + ",\"crs\":{\"properties\":{\"name\":\"EPSG:3857\"}}}"
        set.features = rows.map(\.fix).indices.dropFirst().map { row in
            Feature(
                values: set.features[row].values,
                geometry: .polyline(
                    paths: [[rows[row - 1].fix.coordinate, rows[row].fix.coordinate]]))
        }
        set.geometryType = .polyline
        let lines = json { $0.geoJSONFeatureCollection([set]) }
        let pairs =
            "[" + rows.map { "[\($1.coordinate.x),\($1.coordinate.y)]" }.joined(separator: ",\n")
            + "]"
        return [table, gpx, esri, late, geo, String(named), lines, pairs]
    }

    private func readPieces(
        _ bytes: [UInt8], of size: Int
    ) throws(FeatureReadError) -> TraceInput {
        var held = HeldTraces()
        try TraceReader().read(
            {
                var start = 0
                return BytePieces { () throws(FeatureReadError) in
                    guard start < bytes.count else { return nil }
                    defer { start += size }
                    return Array(bytes[start..<min(bytes.count, start + size)])
                }
            }, into: &held)
        return held.input
    }

    @Test(arguments: 0..<8)
    func `a text in pieces of any size has the traces of the whole`(format: Int) throws {
        let bytes = Array(texts[format].utf8)
        let reader = TraceReader()
        let whole =
            switch format {
            case 0: try reader.table(bytes)
            case 1: try reader.gpx(bytes)
            default: try reader.json(try JSONValue.parse(bytes))
            }
        #expect(whole.fixCount >= 700)
        // The first piece contains a table's first line.
        for size in [format == 0 ? 64 : 1, 67, 4_096, 1 << 20] {
            #expect(try readPieces(bytes, of: size) == whole, "\(size) bytes")
        }
        #expect(try reader.traces(bytes) == whole)
    }

    @Test func `an error far behind names its row`() {
        let good = "{\"attributes\":{},\"geometry\":{\"x\":1,\"y\":2}}"
        let features = [String](repeating: good, count: 600)
        for (bad, part) in [
            (#"{"attributes":{"Accuracy":"good"},"geometry":{"x":1,"y":2}}"#, "feature 601"),
            ("{\"attributes\":", "is not valid JSON at line 601"),
        ] {
            let text = "{\"features\":[" + (features + [bad]).joined(separator: ",\n") + "]}"
            let error = #expect(throws: FeatureReadError.self) { try read(text) }
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
        }
        let track = String(repeating: "<trkpt lat='1' lon='2'/>\n", count: 5_000)
        let text = Array("<gpx><trk><trkseg>\(track)<trkpt lat='x'/></trkseg></trk></gpx>".utf8)
        let error = #expect(throws: FeatureReadError.self) { try readPieces(text, of: 100) }
        #expect(error?.reason.hasPrefix("GPX line 5001: ") == true)
    }

    @Test func `more features than allowed are an error, in however many batches they come`() {
        let list = "[" + [String](repeating: "[1,2]", count: 600).joined(separator: ",") + "]"
        let error = #expect(throws: FeatureReadError.self) {
            try TraceReader(limits: FeatureLimits(maximumFeatures: 500)).traces(Array(list.utf8))
        }
        #expect(error?.reason.contains("500") == true)
    }
}
