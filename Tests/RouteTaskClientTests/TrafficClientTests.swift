// Tests sending traffic feeds from the client, with scripted replies.

import Foundation
import Geo
import RouteTaskClient
import Synchronization
import Testing

/// Answers every call with one reply and keeps the calls.
private final class OneReply: HTTPTransport {
    private let body: String
    private let recorded = Mutex<[HTTPCall]>([])

    init(_ body: String) { self.body = body }

    var calls: [HTTPCall] { recorded.withLock { $0 } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        recorded.withLock { $0.append(call) }
        return HTTPReply(status: 200, body: Array(body.utf8))
    }
}

@Suite struct TrafficClientTests {
    private static let reply = """
        {"trafficSnapshot":"a1","form":"ways","updateMode":"changes","unchanged":false,
        "rowsUsed":1,"rowsRefused":2,"rowsCapped":1,"capped":"Check the unit",
        "refused":[{"row":3,"reason":"OSM way 9 is not there"}],
        "edgesWithSpeed":2,"closedEdges":0,"made":1795417200000,"lapses":1795418100000}
        """

    private func task(_ transport: any HTTPTransport) throws -> RouteTask {
        let address = "http://example.test/arcgis/rest/services/town/NAServer/Route"
        return RouteTask(
            url: try #require(URL(string: address)), transport: transport, token: "t")
    }

    @Test func `rows are posted, and the receipt is read`() async throws {
        let transport = OneReply(Self.reply)
        let receipt = try await task(transport).postTraffic(
            rows: "way,speed_kmh\n1,20\n", as: .changes)
        #expect(receipt.snapshot == "a1")
        #expect(receipt.usedRows == 1)
        #expect(receipt.refusedRows == 2)
        #expect(receipt.cappedRows == 1)
        #expect(receipt.cappedReason == "Check the unit")
        #expect(receipt.refused.map(\.row) == [3])
        #expect(receipt.made == Date(timeIntervalSince1970: 1_795_417_200))
        #expect(receipt.lapses == Date(timeIntervalSince1970: 1_795_418_100))
        let call = try #require(transport.calls.first)
        #expect(call.url.path.hasSuffix("/NAServer/Route/traffic"))
        #expect(call.form?["rows"] == "way,speed_kmh\n1,20\n")
        #expect(call.form?["updateMode"] == "changes")
        #expect(call.form?["token"] == "t")
    }

    @Test func `features have their mapping beside them`() async throws {
        let transport = OneReply(Self.reply)
        _ = try await task(transport).postTraffic(
            features: ["type": "FeatureCollection", "features": []],
            mapping: ["speed": "kmh", "closed": "status=closed"])
        let call = try #require(transport.calls.first)
        #expect(call.form?["mapping"] == #"{"closed":"status=closed","speed":"kmh"}"#)
        #expect(call.form?["features"] == #"{"type":"FeatureCollection","features":[]}"#)
        #expect(call.form?["updateMode"] == "whole")
    }

    @Test func `an address is posted for the server to fetch`() async throws {
        let transport = OneReply(Self.reply)
        let address = try #require(URL(string: "https://feeds.example/town.geojson?v=1"))
        _ = try await task(transport).postTraffic(
            url: address, mapping: ["speed": "kmh"], as: .changes)
        let call = try #require(transport.calls.first)
        #expect(call.form?["url"] == "https://feeds.example/town.geojson?v=1")
        #expect(call.form?["mapping"] == #"{"speed":"kmh"}"#)
        #expect(call.form?["updateMode"] == "changes")
    }

    @Test func `what is in force is read without a form, which would be a feed`() async throws {
        let transport = OneReply(
            #"""
            {"hasTraffic":true,"acceptsTraffic":true,"lapseSeconds":900,"trafficSnapshot":"b2",
            "made":1795417200000,"ageSeconds":3,"lapses":1795418100000,"hasLapsed":false,"rows":7,
            "edgesWithSpeed":12,"closedEdges":2,"updateMode":"whole","source":"speeds.csv",
            "snapshots":[{"trafficSnapshot":"a1","made":1795417100000},
            {"trafficSnapshot":"b2","made":1795417200000}],
            "lastFailure":{"time":1795417201000,"source":"speeds.csv","reason":"no row"}}
            """#)
        let status = try await task(transport).trafficStatus()
        #expect(status.current?.id == "b2")
        #expect(status.snapshots.map(\.id) == ["a1", "b2"])
        #expect(status.current == status.snapshots.last)
        #expect(status.lapses == Date(timeIntervalSince1970: 1_795_418_100))
        #expect(status.rows == 7 && status.edgesWithSpeed == 12 && status.closedEdges == 2)
        #expect(status.lastFailure?.reason == "no row")
        #expect(status.acceptsTraffic && !status.hasLapsed)
        let call = try #require(transport.calls.first)
        #expect(call.form == nil)
        #expect(call.url.path.hasSuffix("/NAServer/Route/traffic"))
        #expect(call.url.query == "f=json")
        #expect(call.headers["X-Esri-Authorization"] == "Bearer t")
        let empty = OneReply(
            #"{"hasTraffic":false,"acceptsTraffic":false,"lapseSeconds":900,"snapshots":[]}"#)
        let none = try await task(empty).trafficStatus()
        #expect(none.current == nil && none.snapshots.isEmpty && !none.acceptsTraffic)
        await #expect(throws: RouteTaskError.self) {
            _ = try await task(OneReply("{}")).trafficStatus()
        }
    }

    @Test func `a reply of another kind is an error`() async throws {
        await #expect(throws: RouteTaskError.self) {
            _ = try await task(OneReply("{\"messages\":[]}")).postTraffic(rows: "1,2,3")
        }
        await #expect(throws: RouteTaskError.self) {
            _ = try await task(OneReply("{\"error\":{\"code\":499,\"message\":\"Token\"}}"))
                .postTraffic(rows: "1,2,3")
        }
    }
}
