// Tests the solve operation around the solver: input forms, failures, bounds.

import DataStructures
import Fixtures
import Geo
import HTTPTypes
import Hummingbird
import Preparation
import RouteAPI
import RouteAnalysis
import ServerTesting
import Testing

@Suite struct SolveEndpointTests {
    @Test func `fields may be split between query and body`() async throws {
        let layer = FakeLayer()
        try await makeServer(layer).test { client in
            let split = try await client.execute(
                uri: "\(FixturePath.solve)?f=html", method: .post, headers: formHeaders,
                body: ByteBuffer(string: "f=json&\(FixturePath.twoStops)"))
            #expect(try split.json()["error"] == nil)
            #expect(split.headers[.cacheControl] == "no-cache")
            #expect(split.headers[.eTag] == nil)
            #expect(layer.started == 1)
        }
    }

    @Test func `a multipart form is read`() async throws {
        let layer = FakeLayer()
        let body = [
            "--zz", "Content-Disposition: form-data; name=\"f\"", "", "json",
            "--zz", "content-disposition: form-data; name=\"stops\"", "", "7.41,43.73;7.42,43.74",
            "--zz--", "",
        ].joined(separator: "\r\n")
        try await makeServer(layer).test { client in
            let response = try await client.execute(
                uri: FixturePath.solve, method: .post,
                headers: [.contentType: "multipart/form-data; boundary=\"zz\""],
                body: ByteBuffer(string: body))
            #expect(try response.json()["error"] == nil)
            #expect(layer.started == 1)
            let broken = try await client.execute(
                uri: "\(FixturePath.solve)?f=json", method: .post,
                headers: [.contentType: "multipart/form-data; boundary=yy"],
                body: ByteBuffer(string: body))
            #expect(try broken.errorCode() == 400)
        }
    }

    @Test func `a failed solve is an envelope under HTTP 200`() async throws {
        let layer = FakeLayer(
            .fail(
                RouteRequestError(
                    .notLocated, extendedCode: .notLocated,
                    details: ["Location \"B\" in \"Stops\" is unlocated."])))
        try await makeServer(layer).test { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            #expect(response.status == .ok)
            let error = try #require(try response.json()["error"])
            #expect(error["code"] == 400)
            #expect(error["extendedCode"] == -2_147_201_018)
            #expect(error["message"] == "Unable to complete operation.")
            #expect(error["details"] == ["Location \"B\" in \"Stops\" is unlocated."])
        }
    }

    @Test func `a body above the cap is refused, announced or not`() async throws {
        var limits = ServiceLimits()
        limits.maximumRequestBytes = 1_000
        let layer = FakeLayer(limits: limits)
        try await makeServer(layer).test { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json", method: .post, headers: formHeaders,
                body: ByteBuffer(string: "stops=" + String(repeating: "x", count: 2_000)))
            #expect(response.status == .contentTooLarge)
            #expect(try response.errorCode() == 413)
            #expect(response.text.contains("1000 bytes"))
            #expect(layer.started == 0)
        }
    }

    @Test func `a body that is not read is answered in JSON, but to a browser`() async throws {
        var limits = ServiceLimits()
        limits.maximumRequestBytes = 1_000
        try await makeServer(FakeLayer(limits: limits)).test { client in
            for (accept, type) in [
                ("*/*", "application/json"), ("text/html,application/xml;q=0.9", "text/html"),
            ] {
                var headers = formHeaders
                headers[.accept] = accept
                let response = try await client.execute(
                    uri: FixturePath.solve, method: .post, headers: headers,
                    body: ByteBuffer(
                        string: "f=json&stops=" + String(repeating: "x", count: 2_000)))
                #expect(response.status == .contentTooLarge)
                #expect(response.headers[.contentType]?.hasPrefix(type) == true, "\(accept)")
            }
        }
    }

    @Test func `a body that is no form is refused`() async throws {
        try await makeServer().test { client in
            for type in ["application/json", "application/octet-stream"] {
                let response = try await client.execute(
                    uri: "\(FixturePath.solve)?f=json", method: .post,
                    headers: [.contentType: type], body: ByteBuffer(string: "{}"))
                #expect(response.status == .unsupportedMediaType)
                #expect(try response.errorCode() == 415)
            }
        }
    }

    @Test(arguments: [#"{"stops":"1,2;3,4","f":"json"}"#, "\n [1]", #"{"a":"b=c&d"}"#])
    func `a body of JSON that is announced as a form is refused`(body: String) async throws {
        let layer = FakeLayer()
        try await makeServer(layer).test { client in
            for type in ["application/x-www-form-urlencoded", "text/plain", ""] {
                let response = try await client.execute(
                    uri: FixturePath.solve, method: .post,
                    headers: [.contentType: type, .accept: "*/*"], body: ByteBuffer(string: body))
                #expect(response.status == .unsupportedMediaType, "\(type)")
                #expect(try response.errorCode() == 415)
                #expect(response.text.contains("f=json&stops="))
            }
        }
        #expect(layer.started == 0)
    }

    @Test func `a body that is compressed is refused, with what to send`() async throws {
        try await makeServer().test { client in
            var headers = formHeaders
            headers[.contentEncoding] = "gzip"
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json", method: .post, headers: headers,
                body: ByteBuffer(bytes: [0x1F, 0x8B, 8, 0]))
            #expect(response.status == .unsupportedMediaType)
            #expect(try response.errorCode() == 415)
            #expect(response.text.contains("send it without"))
        }
    }

    @Test(arguments: [
        ("/elsewhere", 404), ("/arcgis/rest/services/Nowhere/NAServer/Route/solve", 400),
        ("\(FixturePath.solve)d", 400),
    ])
    func `a path that leads nowhere is told before a body that cannot be read`(
        path: String, code: Int
    ) async throws {
        try await makeServer().test { client in
            for (field, value) in [
                (HTTPField.Name.contentType, "application/json"), (.contentEncoding, "gzip"),
                (.contentType, "application/x-www-form-urlencoded"),
                (.contentType, "multipart/form-data; boundary=none"),
            ] {
                let response = try await client.execute(
                    uri: "\(path)?f=json", method: .post, headers: [field: value],
                    body: ByteBuffer(string: "{}"))
                #expect(try response.errorCode() == code, "\(response.text)")
            }
        }
    }

    @Test func `ten megabytes of nonsense do no harm`() async throws {
        try await makeServer().test { client in
            var random = SeededGenerator(9)
            let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
            var body = ByteBuffer(string: "stops=")
            for _ in 0..<100 { body.writeBytes(noise) }
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json", method: .post, headers: formHeaders,
                body: body)
            #expect(try response.errorCode() == 400)
            // The noise contains ampersands, and so also field names.
            #expect(response.text.contains("has a field name of"))
            let alive = try await client.execute(uri: "/livez?f=json", method: .get)
            #expect(alive.status == .ok)
        }
    }

    @Test func `long URLs are read, endless ones get a hint`() async throws {
        try await makeServer().test { client in
            let filler = String(repeating: "0", count: 8_192)
            let long = try await client.execute(
                uri: "/arcgis/rest/info?f=json&x=\(filler)", method: .get)
            #expect(long.status == .ok)
            let endless = String(repeating: filler, count: 9)
            let refused = try await client.execute(
                uri: "/arcgis/rest/info?f=json&x=\(endless)", method: .get)
            #expect(refused.status == .uriTooLong)
            #expect(refused.text.contains("POST"))
        }
    }

    @Test func `methods beyond GET and POST are refused`() async throws {
        try await makeServer().test { client in
            for method in [HTTPRequest.Method.put, .delete, .patch] {
                let response = try await client.execute(
                    uri: "\(FixturePath.solve)?f=json", method: method)
                #expect(response.status == .methodNotAllowed)
                #expect(response.headers[.allow] == "GET, HEAD, POST, OPTIONS")
            }
        }
    }

    @Test func `a page without stops has a form, with stops the route`() async throws {
        let layer = FakeLayer()
        try await makeServer(layer).test { client in
            let form = try await client.execute(uri: FixturePath.solve, method: .get)
            #expect(form.text.contains("<form action=\"\(FixturePath.solve)\""))
            for name in ["stops", "barriers", "polygonBarriers", "travelMode", "outSR", "f"] {
                #expect(form.text.contains("name=\"\(name)\""), "no control for \(name)")
                #expect(form.text.contains("<label for=\"\(name)\""), "no label for \(name)")
            }
            #expect(layer.started == 0)
            let answer = try await client.execute(
                uri: "\(FixturePath.solve)?\(FixturePath.twoStops)", method: .get)
            #expect(answer.status == .ok)
            #expect(answer.text.contains("<form"))
            #expect(layer.started == 1)
        }
    }

    @Test func `what looks trivial and is not moves on to the queue`() async throws {
        let layer = FakeLayer(.busy, effort: .trivial)
        try await makeServer(layer, running: 1).test { client in
            async let answer = client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            // One on the event loop, one in the light lane, one in the heavy lane.
            try await eventually { layer.started == 3 }
            #expect(layer.stopped == 2)
            layer.release()
            let response = try await answer
            #expect(try response.errorCode() == nil)
        }
    }

    @Test func `geojson is a format of solve`() async throws {
        try await makeServer().test { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=geojson&\(FixturePath.twoStops)", method: .get)
            #expect(response.headers[.contentType] == "application/geo+json")
            #expect(try response.json()["type"] == "FeatureCollection")
        }
    }
}
