// Tests the forms an answer can take: formats, JSONP, CORS, compression, copies.

import DataStructures
import CZlib
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServicePages
import Testing

@testable import RouteService

@Suite struct AnswerFormTests {
    @Test func `f chooses the format in any case and is a page by default`() async throws {
        try await makeServer().test { client in
            let compact = try await client.execute(uri: "/arcgis/rest/info?f=JSON", method: .get)
            #expect(!compact.text.contains("\n"))
            let pretty = try await client.execute(uri: "/arcgis/rest/info?f=pjson", method: .get)
            #expect(pretty.text.contains("\n"))
            #expect(try pretty.json() == compact.json())
            for query in ["", "?f=html", "?f="] {
                let page = try await client.execute(uri: "/arcgis/rest/info\(query)", method: .get)
                #expect(page.headers[.contentType] == "text/html;charset=utf-8")
                #expect(page.text.hasPrefix("<!DOCTYPE html>"))
            }
            for word in ["kmz", "geojson", "gpkg"] {
                let refusal = try await client.execute(
                    uri: "/arcgis/rest/info?f=\(word)", method: .get)
                #expect(try refusal.errorCode() == 400)
            }
        }
    }

    @Test func `help leads to the page that explains, and never away from the server`()
        async throws
    {
        try await makeServer().test { client in
            for (asked, page) in [
                ("\(FixturePath.solve)?f=help&stops=1,2", FixturePath.solve),
                ("//arcgis/rest/info?f=Help", ResourcePath.services),
            ] {
                let response = try await client.execute(uri: asked, method: .get)
                #expect(response.status == .found)
                #expect(response.headers[.location] == page)
            }
            let refusal = try await client.execute(uri: "\(FixturePath.solve)?f=kml", method: .get)
            for word in ["json", "pjson", "html", "geojson", "gpkg", "help"] {
                #expect(refusal.text.contains(word))
            }
        }
    }

    @Test func `a callback wraps answers and failures`() async throws {
        try await makeServer().test { client in
            let info = try await client.execute(
                uri: "/arcgis/rest/info?f=json&callback=dojo.io.script.jsonp_1._jsonp%5B0%5D",
                method: .get)
            #expect(info.headers[.contentType] == "application/javascript;charset=utf-8")
            #expect(info.text.hasPrefix("dojo.io.script.jsonp_1._jsonp[0]({"))
            #expect(info.text.hasSuffix("});"))
            let failure = try await client.execute(
                uri: "/arcgis/rest/services/x?f=json&callback=cb", method: .get)
            #expect(failure.text.hasPrefix("cb({\"error\""))
        }
    }

    @Test(arguments: ["alert(1)//", "a%0Ab", "%3Cscript%3E", "a%20b", "%C3%A4"])
    func `a callback that is no plain name is refused`(name: String) async throws {
        try await makeServer().test { client in
            let response = try await client.execute(
                uri: "/arcgis/rest/info?f=json&callback=\(name)", method: .get)
            #expect(try response.errorCode() == 400)
            #expect(response.headers[.contentType] == "application/json;charset=utf-8")
        }
    }

    @Test func `other origins may read, and a preflight says how`() async throws {
        try await makeServer().test { client in
            let plain = try await client.execute(
                uri: "/arcgis/rest/info?f=json", method: .get,
                headers: [.origin: "https://maps.example"])
            #expect(plain.headers[.accessControlAllowOrigin] == "*")
            let preflight = try await client.execute(
                uri: FixturePath.solve, method: .options,
                headers: [
                    .origin: "https://maps.example", .accessControlRequestMethod: "POST",
                ])
            #expect(preflight.status == .noContent)
            #expect(preflight.headers[.accessControlAllowOrigin] == "*")
            let methods = try #require(preflight.headers[.accessControlAllowMethods])
            #expect(methods.contains("POST"))
            let names = try #require(preflight.headers[.accessControlAllowHeaders])
            #expect(names.contains("X-Esri-Authorization"))
            #expect(preflight.headers[.accessControlMaxAge] != nil)
        }
    }

    @Test func `an answer is compressed on request, and is the same inside`() async throws {
        try await makeServer().test { client in
            let plain = try await client.execute(uri: FixturePath.layer, method: .get)
            #expect(plain.headers[.contentEncoding] == nil)
            let packed = try await client.execute(
                uri: FixturePath.layer, method: .get,
                headers: [.acceptEncoding: "deflate, gzip;q=0.8"])
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.headers[.vary] == "Accept-Encoding")
            #expect(packed.body.readableBytes < plain.body.readableBytes)
            #expect(
                gunzip(Array(packed.body.readableBytesView))
                    == Array(plain.body.readableBytesView))
            let refused = try await client.execute(
                uri: FixturePath.layer, method: .get, headers: [.acceptEncoding: "gzip;q=0"])
            #expect(refused.headers[.contentEncoding] == nil)
        }
    }

    @Test(arguments: [0, 1, 1_024, 100_000, 3_000_000])
    func `any body survives compression`(count: Int) {
        var random = SeededGenerator(UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0..<16, using: &random) }
        #expect(Gzip.compress(bytes).map(gunzip) == bytes)
    }

    @Test func `a copy that is still good is not sent again`() async throws {
        try await makeServer().test { client in
            let first = try await client.execute(
                uri: "\(FixturePath.layer)?f=json", method: .get)
            let tag = try #require(first.headers[.eTag])
            let second = try await client.execute(
                uri: "\(FixturePath.layer)?f=json", method: .get, headers: [.ifNoneMatch: tag])
            #expect(second.status == .notModified)
            #expect(second.body.readableBytes == 0)
            let other = try await client.execute(
                uri: "\(FixturePath.layer)?f=pjson", method: .get, headers: [.ifNoneMatch: tag])
            #expect(other.status == .ok)
        }
    }

    @Test func `every answer carries the id of its request`() async throws {
        try await makeServer().test { client in
            let name = try #require(HTTPField.Name("X-Request-ID"))
            let first = try await client.execute(uri: "/livez", method: .get)
            let second = try await client.execute(uri: "/livez", method: .get)
            #expect(first.headers[name]?.isEmpty == false)
            #expect(first.headers[name] != second.headers[name])
        }
    }

    @Test func `pages escape what they show and let nothing run`() async throws {
        try await makeServer().test { client in
            let page = try await client.execute(uri: FixturePath.layer, method: .get)
            #expect(page.text.contains("The old &lt;harbor&gt;"))
            #expect(!page.text.contains("<harbor>"))
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'"))
            let listing = try await client.execute(
                uri: "/arcgis/rest/services/Routing/Harbor/NAServer", method: .get)
            #expect(listing.text.contains("href=\"/arcgis/rest/services/Routing/Harbor/NAServer/"))
            #expect(listing.text.contains("Trucks%20%26%20Vans"))
            #expect(listing.text.contains("Trucks &amp; Vans"))
        }
    }

    @Test func `a failed page has the status of its failure`() async throws {
        try await makeServer().test { client in
            let missing = try await client.execute(
                uri: "/arcgis/rest/services/x", method: .get)
            #expect(missing.status == .badRequest)
            #expect(missing.text.contains("Invalid URL"))
        }
    }
}

/// Inflates with zlib, independently of the code under test.
private func gunzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, 31, ZLIB_VERSION, size) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = uInt(source.count)
        var status = Z_OK
        while status == Z_OK {
            output += [UInt8](unsafeUninitializedCapacity: 65_536) { target, count in
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(target.count)
                status = inflate(&stream, Z_NO_FLUSH)
                count = target.count - Int(stream.avail_out)
            }
        }
    }
    return output
}
