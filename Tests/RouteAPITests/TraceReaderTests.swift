// Traces in every format that they are sent in.

import Geo
import RouteAPI
import Testing

struct TraceReaderTests {
    private func read(_ text: String) throws -> TraceInput {
        try TraceReader().traces(Array(text.utf8))
    }

    /// Two positions with everything that a row can say.
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
        "attributes":{"TIME":1772443807500}}]}
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
            <time>2026-03-02T09:30:00Z</time></trkpt></trkseg><trkseg><trkpt lat="2" lon="3"/>
            </trkseg></trk></gpx>
            """)
        #expect(input.traces.map(\.name) == ["Drive", "Drive (2)"])
        #expect(input.traces[0].fixes[0].milliseconds == 1_772_443_800_000)
    }

    @Test(arguments: [
        ("lon,lat,time\n1,2,noon\n", "row 2: Time is \"noon\""),
        ("lon,lat,accuracy\n1,2,good\n", "row 2: Accuracy is \"good\""),
        ("lon,lat,accuracy\n1,2,20000\n", "from 0 to 10,000"),
        ("lon,lat,bearing\n1,2,400\n", "row 2: Bearing is 400"),
        ("lon,lat\n1,x\n", "row 2, column 2 (lat)"), ("lon,lat\n", "has no positions"),
        ("{\"features\":[]}", "has no positions"), ("{\"features\":", "is not valid JSON"),
        (#"{"type":"Point","coordinates":[1]}"#, "feature 1"), ("<gpx/>", "has no track"),
    ])
    func `what cannot be read is an error that names the row`(text: String, part: String) {
        let error = #expect(throws: FeatureReadError.self) { try read(text) }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
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
        (#"[{"supportingPoints":[[1,2],[300,4]]}]"#, "leg 1, point 2"),
        (#"[{"supportingPoints":"?","precision":7}]"#, "precision 7"),
        (#"[{"supportingPoints":"_p~"}]"#, "leg 1: the encoded polyline ends within a number"),
    ])
    func `legs that cannot be read are an error that names the leg`(text: String, part: String) {
        let error = #expect(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["legs": text])
        }
        #expect(error?.details.first?.contains(part) == true, "\(error?.details ?? [])")
    }
}
