// Tests search by name from the client, with scripted replies.

import Foundation
import Geo
import RouteTaskClient
import Synchronization
import Testing

/// Answers every call with one reply and keeps the calls.
private final class ScriptedReply: HTTPTransport {
    private let body: String
    private let recorded = Mutex<[HTTPCall]>([])

    init(_ body: String) { self.body = body }

    var calls: [HTTPCall] { recorded.withLock { $0 } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        recorded.withLock { $0.append(call) }
        return HTTPReply(status: 200, body: Array(body.utf8))
    }
}

@Suite struct GeocodeClientTests {
    private func task(
        _ transport: any HTTPTransport, at path: String = "NAServer/Route"
    ) throws -> RouteTask {
        let address = "http://example.test/arcgis/rest/services/town/\(path)"
        return RouteTask(
            url: try #require(URL(string: address)), transport: transport, token: "t")
    }

    @Test func `asks the geocode service beside the layer`() async throws {
        let transport = ScriptedReply(
            """
            {"candidates":[{"address":"Quay 1","location":{"x":7.5,"y":43.5},"score":98.5,
            "attributes":{"Addr_type":"PointAddress"}},{"address":"no place"}]}
            """)
        let found = try await task(transport).geocode(
            "quay 1", near: Coordinate(x: 7, y: 43), most: 3)
        #expect(found.map(\.address) == ["Quay 1"])
        #expect(found.first?.location == Coordinate(x: 7.5, y: 43.5))
        #expect(found.first?.score == 98.5)
        #expect(found.first?.type == "PointAddress")
        let call = try #require(transport.calls.first)
        #expect(
            call.url.path
                == "/arcgis/rest/services/town/GeocodeServer/findAddressCandidates")
        #expect(call.form?["SingleLine"] == "quay 1")
        #expect(call.form?["location"] == "7.0,43.0")
        #expect(call.form?["maxLocations"] == "3")
    }

    @Test(arguments: ["GeocodeServer", "GeocodeServer/"])
    func `asks the geocode service by its own address too`(path: String) async throws {
        let transport = ScriptedReply("{\"candidates\":[]}")
        _ = try await task(transport, at: path).geocode("quay")
        #expect(
            transport.calls.first?.url.path
                == "/arcgis/rest/services/town/GeocodeServer/findAddressCandidates")
    }

    @Test func `a reply without candidates is an error`() async throws {
        let transport = ScriptedReply("{}")
        await #expect(throws: RouteTaskError.self) {
            try await task(transport).geocode("quay")
        }
    }
}
