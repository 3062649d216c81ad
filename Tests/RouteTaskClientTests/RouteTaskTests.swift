// Tests the client with scripted replies.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

/// Answers every call with one reply and keeps the calls.
private final class ScriptedTransport: HTTPTransport {
    private let reply: HTTPReply
    private let recorded = Mutex<[HTTPCall]>([])

    init(status: Int = 200, _ body: String, retryAfter: String? = nil) {
        reply = HTTPReply(status: status, body: Array(body.utf8), retryAfter: retryAfter)
    }

    var calls: [HTTPCall] { recorded.withLock { $0 } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        recorded.withLock { $0.append(call) }
        return reply
    }
}

private struct DeadTransport: HTTPTransport {
    func send(_ call: HTTPCall) async throws -> HTTPReply { throw URLError(.cannotConnectToHost) }
}

@Suite struct RouteTaskTests {
    private let address = "http://example.test/arcgis/rest/services/town/NAServer/Route"

    private func task(
        _ transport: any HTTPTransport, _ suffix: String = "", token: String? = nil
    ) throws -> RouteTask {
        let url = try #require(URL(string: address + suffix))
        return RouteTask(url: url, transport: transport, token: token)
    }

    @Test(arguments: [
        "", "/", "/solve", "/solve?f=html", "?f=pjson", "/solveODCostMatrix",
        "/solveClosestFacility/", "/match", "/locate?f=html", "/refresh", "/better", "/rejoin/",
        "/traffic", "/retrieveTravelModes", "/SOLVE", "/retrievetravelmodes/?f=json",
    ])
    func `any address copied from a browser names the layer`(suffix: String) async throws {
        let transport = ScriptedTransport("{\"messages\":[]}")
        _ = try await task(transport, suffix).solve(fields: [:])
        #expect(transport.calls.map(\.url.absoluteString) == [address + "/solve"])
    }

    @Test func `every operation is cut off a URL`() throws {
        for operation in LayerOperation.all {
            let task = try task(DeadTransport(), "/\(operation.name)")
            #expect(task.url.absoluteString == address)
        }
    }

    @Test(arguments: ["Traffic", "solve", "match/solve"])
    func `a layer may have the name of an operation`(path: String) throws {
        let service = "http://example.test/arcgis/rest/services/town/NAServer"
        let task = RouteTask(
            url: try #require(URL(string: "\(service)/\(path)")), transport: DeadTransport())
        let name = path.prefix { $0 != "/" }
        #expect(task.url.absoluteString == "\(service)/\(name)")
    }

    @Test func `a solve is a posted form`() async throws {
        let transport = ScriptedTransport("{\"messages\":[]}")
        _ = try await task(transport, token: "t&1").solve(fields: ["stops": "1,2;3,4 é"])
        let body = try #require(transport.calls.first?.encodedForm)
        #expect(
            String(decoding: body, as: UTF8.self) == "f=json&stops=1%2C2%3B3%2C4+%C3%A9&token=t%261"
        )
    }

    @Test(
        arguments: [
            ("7", 7), (" 0 ", 0), ("1.5", 1.5), ("99999999", nil), ("-1", nil), ("nan", nil),
            ("Wed, 21 Oct 2026 07:28:00 GMT", nil), (nil, nil),
        ] as [(String?, Double?)])
    func `an error has the seconds that a busy server asks to wait`(
        header: String?, seconds: Double?
    ) async throws {
        let transport = ScriptedTransport(
            status: 503, "{\"error\":{\"code\":503,\"message\":\"No room.\"}}", retryAfter: header)
        let error = await #expect(throws: RouteTaskError.self) {
            try await task(transport).solve(fields: [:])
        }
        #expect(error?.retryAfterSeconds == seconds)
    }

    @Test(
        arguments: [
            ("Mon, 30 Nov 2026 08:00:30 GMT", "Mon, 30 Nov 2026 08:00:00 GMT", 30.0),
            (" Tue, 01 Dec 2026 00:00:05 GMT ", "Mon, 30 Nov 2026 23:59:59 GMT", 6),
            ("Mon, 30 Nov 2026 07:00:00 GMT", "Mon, 30 Nov 2026 08:00:00 GMT", 0),
            ("Mon, 30 Nov 2026 08:00:30 GMT", nil, nil),
            ("soon", "Mon, 30 Nov 2026 08:00:00 GMT", nil),
            ("Wed, 30 Dec 2026 08:00:00 GMT", "Mon, 30 Nov 2026 08:00:00 GMT", nil),
            // Older forms, which a client has to read.
            ("Monday, 30-Nov-26 08:00:30 GMT", "Mon Nov 30 08:00:00 2026", 30),
            ("Sun Nov  6 08:49:37 1994", "Sunday, 06-Nov-94 08:49:07 GMT", 30),
        ] as [(String, String?, Double?)])
    func `a date to retry at counts from the reply's own date`(
        retry: String, date: String?, seconds: Double?
    ) {
        let reply = HTTPReply(status: 503, body: [], retryAfter: retry, date: date)
        #expect(reply.retryAfterSeconds == seconds)
    }

    @Test func `without its date a reply's arrival counts`() {
        func seconds(_ retry: String, date: String?) -> Double? {
            HTTPReply(
                status: 503, body: [], retryAfter: retry, date: date,
                received: Date(timeIntervalSince1970: 1_796_025_600)
            ).retryAfterSeconds
        }
        let retry = "Mon, 30 Nov 2026 08:00:30 GMT"
        #expect(seconds(retry, date: nil) == 30)
        #expect(seconds("Mon, 30 Nov 2026 07:00:00 GMT", date: nil) == 0)
        #expect(seconds(retry, date: "Mon, 30 Nov 2026 08:00:20 GMT") == 10)
        #expect(seconds(retry, date: "yesterday") == nil)
        #expect(seconds("7", date: nil) == 7)
    }

    @Test(
        arguments: [(429, "7", 7), (503, "7", 7), (429, nil, nil)] as [(Int, String?, Double?)])
    func `a proxy's page says that the server is busy`(
        status: Int, header: String?, seconds: Double?
    ) async throws {
        let page = "<html><title>\(status)</title></html>"
        let transport = ScriptedTransport(status: status, page, retryAfter: header)
        let error = await #expect(throws: RouteTaskError.self) {
            try await task(transport).solve(fields: [:])
        }
        #expect(error?.retryAfterSeconds == seconds)
        guard case .service(let envelope)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(envelope.code == status)
    }

    @Test(arguments: [("9", true), ("10", true), ("10.5", false), ("11", false)])
    func `a provider waits ten seconds for a busy server, and no longer`(
        retryAfter: String, waits: Bool
    ) async throws {
        let transport = ScriptedTransport(
            status: 503, "{\"error\":{\"code\":503,\"message\":\"No room.\"}}",
            retryAfter: retryAfter)
        let provider = ServerRouteProvider(try task(transport), attempts: 3)
        let calculation = try provider.calculate(RefreshParameters())
        var isWaiting = false
        for await event in calculation.events {
            guard case .warning(let warning) = event, warning.code == .retried else { continue }
            isWaiting = true
            // The test does not wait as long.
            calculation.cancel()
        }
        #expect(isWaiting == waits)
        #expect(transport.calls.count == 1)
        let error = await #expect(throws: (any Error).self) { try await calculation.answer() }
        #expect(waits ? error is CancellationError : error is RouteTaskError)
    }

    @Test func `requests about a route under way carry its handle`() async throws {
        let transport = ScriptedTransport(
            #"""
            {"messages":[],"blockages":[{"routeId":1,"leg":1,"meters":2,"street":"A",
            "cause":"traffic"}],"replanning":{"reason":null,"searched":true,"blocked":true,
            "gainMinutes":-1.5},"traffic":{"snapshot":"a1","made":1795417200000},
            "following":{"onRoute":true,"meters":120.5,"metersFromRoute":0,
            "remainingMeters":800.25,"remainingSeconds":60.5,"arrival":1795417260000,
            "place":{"x":7.5,"y":43.75,"sourceOID":14,"posAlong":0.25,"bearing":90,
            "distance":3.5,"confidence":0.98},"state":"9f","unchanged":false}}
            """#)
        let task = try task(transport, token: "t")
        var refresh = RefreshParameters()
        refresh.routeHandle = "AbC"
        refresh.startTime = .now
        let refreshed = try await task.refresh(refresh)
        #expect(refreshed.result.blockages?.map(\.cause) == [.traffic])
        #expect(refreshed.result.traffic == TrafficUse(id: "a1", made: 1_795_417_200_000))
        var better = BetterParameters()
        better.routeHandle = "AbC"
        better.progress = 120.5
        better.minGainPercent = 5
        let decision = try await task.better(better).result.replanning
        #expect(decision?.gainMinutes == -1.5)
        #expect(decision?.isBlocked == true)
        var rejoin = RejoinParameters()
        rejoin.routeHandle = "AbC"
        var place = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        place.features = [
            Feature(values: [], geometry: .point(Coordinate(x: 7.5, y: 43.75)))
        ]
        rejoin.position = LocationInput(features: place)
        rejoin.deviations = 2
        _ = try await task.rejoin(rejoin)
        var follow = FollowParameters()
        follow.routeHandle = "AbC"
        follow.fixes = TraceInput([
            Trace(name: "", fixes: [TraceFix(Coordinate(x: 7.5, y: 43.75), accuracyMeters: 6)])
        ])
        follow.since = "9f"
        let vehicle = try await task.follow(follow).result.following
        #expect(vehicle?.meters == 120.5 && vehicle?.isOnRoute == true)
        #expect(vehicle?.place?.sourceOID == 14)
        #expect(vehicle?.arrival == 1_795_417_260_000)
        #expect(
            transport.calls.map(\.url.lastPathComponent)
                == ["refresh", "better", "rejoin", "follow"])
        #expect(transport.calls.allSatisfy { $0.form?["routeHandle"] == "AbC" })
        #expect(transport.calls.allSatisfy { $0.form?["token"] == "t" })
        #expect(transport.calls[0].form?["startTime"] == "now")
        #expect(transport.calls[1].form?["progress"] == "120.5")
        #expect(transport.calls[1].form?["minGainPercent"] == "5")
        #expect(transport.calls[2].form?["deviations"] == "2")
        #expect(transport.calls[2].form?["position"]?.contains("43.75") == true)
        #expect(transport.calls[3].form?["fixes"]?.contains("43.75") == true)
        #expect(transport.calls[3].form?["since"] == "9f")
    }

    @Test func `the parameters decide what is asked`() async throws {
        let transport = ScriptedTransport("{\"messages\":[]}")
        let task = try task(transport)
        var matrix = ODCostMatrixParameters()
        matrix.defaultTargetDestinationCount = 2
        matrix.outputType = .sparseMatrix
        matrix.travelMode = .named("Driving Time")
        _ = try await task.solve(matrix)
        var nearest = ClosestFacilityParameters()
        nearest.travelDirection = .fromFacility
        _ = try await task.solve(nearest)
        _ = try await task.solve(RouteParameters())
        _ = try await task.solve(fields: [:], of: .closestFacility)
        #expect(
            transport.calls.map(\.url.lastPathComponent) == [
                "solveODCostMatrix", "solveClosestFacility", "solve", "solveClosestFacility",
            ])
        let sent = try #require(transport.calls.first?.form)
        #expect(sent["defaultTargetDestinationCount"] == "2")
        #expect(sent["outputType"] == "esriNAODOutputSparseMatrix")
        #expect(sent["travelMode"] == "Driving Time")
        #expect(
            transport.calls[1].form?["travelDirection"] == "esriNATravelDirectionFromFacility")
    }

    @Test(arguments: ["esriNAServerODCostMatrixLayer", "esriNAServerClosestFacilityLayer"])
    func `every kind of layer has a resource`(type: String) async throws {
        let task = try task(ScriptedTransport("{\"layerType\":\"\(type)\"}"))
        #expect(try await task.layerResource()["layerType"] == .string(type))
    }

    @Test func `routes, directions and messages are read into types`() async throws {
        let reply = """
            {"messages":[{"type":50,"description":"look out"}],
             "routes":{"geometryType":"esriGeometryPolyline",
              "spatialReference":{"wkid":102100,"latestWkid":3857},
              "features":[{"attributes":{"ObjectID":1,"Name":"A - B","Total_TravelTime":1.5},
               "geometry":{"paths":[[[0,0],[10,5]]]}}]},
             "directions":[{"routeId":1,"routeName":"A - B",
              "summary":{"totalLength":0.5,"totalTime":1.5,"totalDriveTime":1.25,
               "envelope":{"xmin":0,"ymin":0,"xmax":10,"ymax":5,
                "spatialReference":{"wkid":102100,"latestWkid":3857}}},
              "features":[{"attributes":{"length":0.5,"time":1.5,"text":"Start at A",
                "ETA":-2209161600000,"arriveTimeUTC":1700000000000,
                "maneuverType":"esriDMTDepart"},
               "compressedGeometry":"+hf6e7-1vvvvtn+ij4dus+0+0",
               "strings":[{"string":"A","stringType":"esriDSTStreetName"}]}]}]}
            """
        let answer = try await task(ScriptedTransport(reply)).solve(RouteParameters())
        let result = answer.result
        #expect(result.messages == [Message(.warning, "look out")])
        let routes = try #require(result.routes)
        #expect(routes.spatialReference.isSame(as: .webMercator))
        let route = try #require(routes.features.first)
        #expect(routes.value("Name", of: route) == .string("A - B"))
        #expect(routes.value("Total_TravelTime", of: route) == .double(1.5))
        let directions = try #require(result.directions?.first)
        #expect(directions.totalDriveTimeMinutes == 1.25)
        #expect(directions.envelope == Envelope(minX: 0, minY: 0, maxX: 10, maxY: 5))
        let step = try #require(directions.steps.first)
        #expect(step.eta == nil)
        #expect(step.arriveTimeUTC == 1_700_000_000_000)
        #expect(step.strings == [DirectionString("A", "esriDSTStreetName")])
        #expect(step.line.count == 2)
        #expect(abs((step.line.first?.x ?? 0) + 117.19569992454122) < 1e-9)
    }

    @Test func `an error envelope is thrown with its details`() async throws {
        let reply = """
            {"error":{"code":400,"extendedCode":-2147200995,
             "message":"Unable to complete operation.","details":["Need at least 2 valid stops."]}}
            """
        let task = try task(ScriptedTransport(reply))
        await #expect(
            throws: RouteTaskError.service(
                .init(
                    code: 400, extendedCode: -2_147_200_995,
                    message: "Unable to complete operation.",
                    details: ["Need at least 2 valid stops."]))
        ) { try await task.solve(fields: [:]) }
    }

    @Test func `an endless error is cut to a length that can be read`() async throws {
        let long = String(repeating: "\u{1F697}", count: 100_000)
        let details = (1...10).map { "stop \($0): \(long)" }
        let error = RouteTaskError.service(.init(code: 400, message: long, details: details))
        #expect(error.description.utf8.count < 8_192)
        #expect(error.description.hasSuffix("\n… and 10 more"))
        let short = RouteTaskError.service(.init(code: 400, message: "No.", details: ["a", "b"]))
        #expect(short.description == "No.\na\nb")
    }

    @Test func `an error says why, and what would help`() async throws {
        let reply = """
            {"error":{"code":400,"message":"No.","details":[],"reasons":[
             {"cause":"u-turn-policy","text":"t","stop":{"objectId":2,"name":"B"},
              "change":{"parameter":"restrictUTurns","value":"esriNFSBAllowBacktrack"}}]}}
            """
        let task = try task(ScriptedTransport(reply))
        let error = await #expect(throws: RouteTaskError.self) { try await task.solve(fields: [:]) }
        guard case .service(let envelope)? = error else {
            Issue.record("not an error of the service: \(String(describing: error))")
            return
        }
        #expect(envelope.reasonsJSON.count == 1)
        let changed = try RouteParameters().applying(envelope.reasons.compactMap(\.change))
        #expect(changed.restrictUTurns == .allowBacktrack)
    }

    @Test func `a reply that is no JSON says where it breaks`() async throws {
        let task = try task(ScriptedTransport(status: 502, "<html>Bad gateway</html>"))
        let error = await #expect(throws: RouteTaskError.self) {
            try await task.solve(fields: [:])
        }
        let text = try #require(error?.description)
        #expect(text.contains("502"))
        #expect(text.contains("not JSON"))
    }

    @Test func `a server that does not answer is named`() async throws {
        let task = try task(DeadTransport())
        let error = await #expect(throws: RouteTaskError.self) { try await task.layerResource() }
        #expect(error?.description.hasPrefix("\(address) does not answer") == true)
    }

    @Test func `a resource of another kind is no layer`() async throws {
        let task = try task(ScriptedTransport("{\"folders\":[]}"))
        let error = await #expect(throws: RouteTaskError.self) { try await task.layerResource() }
        #expect(error?.description.contains("/NAServer/<layer>") == true)
    }

    @Test func `defaults are read under the names of a solve`() async throws {
        let reply = """
            {"layerType":"esriNAServerRouteLayer","impedance":"TravelTime",
             "restrictions":["Oneway"],"accumulateAttributeNames":["Kilometers"],
             "attributeParameterValues":[{"attributeName":"Oneway",
              "parameterName":"Restriction Usage","parameterType":"double","value":-1}],
             "restrictUTurns":"esriNFSBNoBacktrack","outputLineType":"esriNAOutputLineTrueShape",
             "outputSpatialReference":{"wkid":4326,"latestWkid":4326},"useStartTime":false,
             "startTime":5,"directionsTimeAttribute":"TravelTime",
             "directionsLengthUnits":"esriNAUMiles"}
            """
        let defaults = try await task(ScriptedTransport(reply)).defaultParameters()
        #expect(defaults.impedanceAttributeName == "TravelTime")
        #expect(defaults.restrictionAttributeNames == ["Oneway"])
        #expect(
            defaults.attributeParameterValues == [
                AttributeParameterValue(
                    attributeName: "Oneway", parameterName: "Restriction Usage", value: "-1")
            ])
        #expect(defaults.restrictUTurns == .noBacktrack)
        #expect(defaults.outputLines == .trueShape)
        #expect(defaults.outSR?.wkid == 4326)
        #expect(defaults.startTime == nil)
        #expect(defaults.directionsTimeAttributeName == "TravelTime")
        #expect(defaults.directionsLengthUnits == .miles)
        #expect(defaults.findBestSequence == nil)
    }
}
