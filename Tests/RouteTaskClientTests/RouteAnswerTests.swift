// The client reads back what the server writes.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct RouteAnswerTests {
    private var result: AnalysisResult {
        let line = [Coordinate(x: 7.25, y: 43.5), Coordinate(x: 7.5, y: 43.75)]
        func set(_ type: GeometryType, _ shape: Geometry) -> FeatureSet {
            FeatureSet(
                geometryType: type, spatialReference: .webMercator,
                fields: [
                    Field("ObjectID", .objectID), Field("Name", .string),
                    Field("Total_TravelTime", .double), Field("StartTime", .date),
                ],
                features: [
                    Feature(
                        values: [
                            .integer(1), .string("A \"&\" é"), .double(12),
                            .date(1_700_000_000_000),
                        ], geometry: shape),
                    Feature(values: [.integer(2), .null, .null, .null], geometry: shape),
                ])
        }
        var result = AnalysisResult()
        result.messages = [
            Message(.informative, "a"), Message(.warning, "b"), Message(.error, "c"),
        ]
        result.routes = set(.polyline, .polyline(paths: [line, line.reversed()]))
        result.stops = set(.point, .point(line[0]))
        result.barriers.point = set(.point, .point(line[1]))
        result.barriers.line = set(.polyline, .polyline(paths: [line]))
        result.barriers.polygon = set(
            .polygon, .polygon(rings: [line + [Coordinate(x: 7.5, y: 43.5), line[0]]]))
        result.quanta = [
            RouteQuanta(
                routeID: 1, impedance: 1 << 40, costs: [("TravelTime", 5), ("Length", 1 << 33)])
        ]
        result.fingerprint = "0123"
        result.attribution = "© owner"
        result.directions = [
            RouteDirections(
                routeID: 1, routeName: "A", totalLength: 1.5, totalTimeMinutes: 2.5,
                totalDriveTimeMinutes: 2, envelope: Envelope(line),
                spatialReference: .webMercator,
                steps: [
                    DirectionStep(
                        length: 1.5, timeMinutes: 2.5, text: "Go", eta: 1_700_000_000_000,
                        arriveTimeUTC: nil, maneuverType: "esriDMTStraight", line: line,
                        strings: [DirectionString("Go", "esriDSTGeneral")])
                ])
        ]
        return result
    }

    @Test func `a result survives the wire`() throws {
        let sent = result
        var received = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(sent)))
            .result
        // Step shapes are rounded on the wire by design; all else must be equal.
        let lines = received.directions?.flatMap { $0.steps.map(\.line) } ?? []
        let drawn = sent.directions?.flatMap { $0.steps.map(\.line) } ?? []
        #expect(lines.map(\.count) == drawn.map(\.count))
        for (a, b) in zip(lines.joined(), drawn.joined()) {
            #expect(abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6)
        }
        received.directions?[0].steps[0].line = drawn[0]
        #expect(received.messages == sent.messages)
        #expect(received.routes == sent.routes)
        #expect(received.stops == sent.stops)
        #expect(received.barriers.point == sent.barriers.point)
        #expect(received.barriers.line == sent.barriers.line)
        #expect(received.barriers.polygon == sent.barriers.polygon)
        #expect(received.directions == sent.directions)
        #expect(received == sent)
    }

    /// A reason for each kind of change, and one for each cause.
    private var reasons: [Reason] {
        let stop = StopReference(row: 1, objectID: 2, name: "B")
        let barrier = BarrierReference(
            parameter: "polygonBarriers", row: 0, objectID: 1, name: "Works")
        var cut = Reason(.cutOffByBarriers, "B is cut off.", stop: stop)
        cut.from = StopReference(row: 0, objectID: 1, name: "A")
        cut.routeName = "R"
        cut.barriers = [barrier]
        cut.components = [0, 3]
        cut.pocket = [[Coordinate(x: 7.4, y: 43.7), Coordinate(x: 7.5, y: 43.75)]]
        cut.change = .removingBarriers([barrier])
        var far = Reason(.tooFar, "B is far.", stop: stop)
        far.distanceMeters = 120.5
        far.toleranceMeters = 50
        far.restrictions = ["Oneway"]
        far.change = .parameter("locateSettings", ["default": ["tolerance": 121]])
        var attributes = JSONObject()
        attributes["CurbApproach"] = 0
        var late = Reason(.timeWindow, "B is late.", stop: stop)
        late.change = .stop(stop, attributes)
        return [cut, far, late] + Reason.Cause.allCases.map { Reason($0, "Why.", stop: stop) }
    }

    @Test func `reasons and their changes survive the wire, in answers and in errors`() throws {
        var sent = result
        sent.reasons = reasons
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(sent)))
        #expect(answer.result.reasons == reasons)
        var error = RouteRequestError(.noSolution, details: ["No."])
        error.reasons = reasons
        let list = try JSONValue.parse(ErrorEnvelope.json(error))["error"]?["reasons"]?.array
        #expect(list?.compactMap { Reason(json: $0) } == reasons)
        #expect(Reason(json: ["cause": "witchcraft", "stop": ["objectId": 1]]) == nil)
    }

    @Test func `rows that keep their ids are found by them`() throws {
        var parameters = try RouteParameters(fields: [
            "stops":
                #"{"features":[{"attributes":{"ObjectID":70}},{"attributes":{"ObjectID":9}}]}"#,
            "preserveObjectID": "true",
        ])
        let json: JSONValue = ["cause": "too-far", "stop": ["objectId": 9, "name": "B"]]
        #expect(Reason(json: json, asking: parameters)?.stop.row == 1)
        parameters.preserveObjectID = nil
        #expect(Reason(json: json, asking: parameters)?.stop.row == 8)
    }

    @Test(arguments: [
        "[]", "7", "{\"routes\":7}", "{\"routes\":{\"features\":[7]}}",
        "{\"directions\":[{\"features\":[{\"compressedGeometry\":\"+\"}]}]}",
    ])
    func `a reply that breaks the contract is refused`(reply: String) throws {
        let json = try JSONValue.parse(reply)
        #expect(throws: FeatureReadError.self) { try RouteAnswer(json: json) }
    }
}
