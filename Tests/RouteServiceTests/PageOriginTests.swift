// Tests forms on foreign pages, and what must keep working for programs and embedded maps.

import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
@testable import PublishedServices
import ServerTesting
import ServicePages
import Testing

@testable import RouteService

@Suite struct PageOriginTests {
    private let files = TestFiles()
    private let own = "https://maps.example"

    /// The origin headers of a browser, and whether the page belongs to another server.
    static let pages: [(origin: String?, site: String?, isForeign: Bool)] = [
        // Programs, and browsers without these headers.
        (nil, nil, false),
        ("https://maps.example", nil, false), ("https://maps.example", "same-origin", false),
        (nil, "same-origin", false), (nil, "none", false),
        // Reached by a name only the browser knows.
        ("https://maps.office:6080", "same-origin", false),
        ("https://evil.example", nil, true), ("https://evil.example", "cross-site", true),
        ("http://maps.example", nil, true), ("https://maps.example:8443", "same-site", true),
        ("https://maps.example.evil.example", nil, true), ("null", nil, true),
        ("null", "same-origin", true), ("", nil, true),
        ("https://maps.example", "cross-site", true),
        (nil, "cross-site", true), (nil, "same-site", true), (nil, "new-word", true),
        ("https://maps.example https://evil.example", nil, true),
    ]

    private func headers(_ origin: String?, _ site: String?, _ more: HTTPFields = [:]) -> HTTPFields
    {
        var headers = formHeaders
        headers[.origin] = origin
        headers[.secFetchSite] = site
        for field in more { headers[field.name] = field.value }
        return headers
    }

    @Test func `a page is foreign when its browser says so`() {
        for page in Self.pages {
            let found = PageOrigin(headers(page.origin, page.site)).isForeign(to: own)
            #expect(found == page.isForeign, "\(page)")
        }
    }

    private func withServer(
        _ body: @escaping @Sendable (TestClient) async throws -> Void
    ) async throws {
        let own = own
        try await makeSecuredServer(files: files) {
            $0.answersSharing = true
            $0.publicURL = own
        }.test { try await body($0) }
    }

    @Test func `a browser is logged in by a page of this server alone`() async throws {
        let account = "username=ann&password=correct+horse"
        try await withServer { client in
            for page in Self.pages {
                for path in [SecuredPath.generateToken, "/arcgis/sharing/rest/generateToken"] {
                    // Without a format the answer is a page.
                    for form in ["f=html&\(account)", account] {
                        let answer = try await client.execute(
                            uri: path, method: .post, headers: headers(page.origin, page.site),
                            body: ByteBuffer(string: form))
                        #expect((answer.status == .forbidden) == page.isForeign, "\(page)")
                        #expect((answer.headers[.setCookie] == nil) == page.isForeign, "\(page)")
                        guard page.isForeign else { continue }
                        #expect(answer.text.contains("pages of https://maps.example only"))
                        #expect(!answer.text.contains("correct horse"))
                    }
                }
            }
        }
    }

    @Test func `a page elsewhere that asks for a token of its own gets one, and no cookie`()
        async throws
    {
        try await withServer { client in
            for page in Self.pages {
                for path in [SecuredPath.generateToken, "/arcgis/sharing/rest/generateToken"] {
                    let answer = try await client.execute(
                        uri: path, method: .post, headers: headers(page.origin, page.site),
                        body: ByteBuffer(
                            string: "f=json&username=ann&password=correct+horse&client=requestip"))
                    let token = try #require(try answer.json()["token"]?.string)
                    #expect(answer.headers[.setCookie] == nil)
                    for more in [[:], [HTTPField.Name.cookie: "agstoken=\(token)"]] as [HTTPFields]
                    {
                        let solved = try await client.execute(
                            uri: SecuredPath.depot, method: .post,
                            headers: headers(page.origin, page.site, more),
                            body: ByteBuffer(string: "f=json&token=\(token)"))
                        #expect(solved.text.contains("esriNAServerRouteLayer"), "\(page)")
                    }
                }
            }
        }
    }

    @Test func `the cookie opens nothing to forms of other pages`() async throws {
        try await withServer { client in
            let token = try await client.token()
            let cookie: HTTPFields = [.cookie: "agstoken=\(token)"]
            for page in Self.pages {
                for operation in ["", "/solve", "/locate"] {
                    let path = "\(SecuredPath.depot)\(operation)"
                    let form = ByteBuffer(string: "f=json&\(FixturePath.twoStops)")
                    let answer = try await client.execute(
                        uri: path, method: .post, headers: headers(page.origin, page.site, cookie),
                        body: form)
                    #expect((answer.status == .forbidden) == page.isForeign, "\(page) \(path)")
                    #expect((try answer.errorCode() == 403) == page.isForeign, "\(page) \(path)")
                    // The browser decides whether the page may read the answer; it sends no cookie
                    // along.
                    let read = try await client.execute(
                        uri: "\(path)?f=json&\(FixturePath.twoStops)", method: .get,
                        headers: headers(page.origin, page.site, cookie))
                    #expect(read.status == .ok)
                }
                // An expired cookie is ignored, as elsewhere.
                let stale = try await client.execute(
                    uri: FixturePath.layer, method: .post,
                    headers: headers(page.origin, page.site, [.cookie: "agstoken=old"]),
                    body: ByteBuffer(string: "f=json"))
                #expect(stale.status == .ok)
            }
        }
    }

    @Test func `the cookie opens nothing to scripts that pages elsewhere run`() async throws {
        try await withServer { client in
            let token = try await client.token()
            let path = "\(SecuredPath.depot)?f=json&callback=cb"
            let script = try await client.execute(
                uri: path, method: .get, headers: [.cookie: "agstoken=\(token)"])
            #expect(script.text.contains(#""code":499"#))
            let own = try await client.execute(uri: "\(path)&token=\(token)", method: .get)
            #expect(own.text.contains("esriNAServerRouteLayer"))
        }
    }

    @Test func `the sign-in page is the one that is signed in by`() async throws {
        let root = "/arcgis/sharing/rest/oauth2"
        try await withServer { client in
            let query =
                "f=json&client_id=app&redirect_uri=\(RedirectTarget.pageName)&response_type=code"
            for page in Self.pages {
                // Links to it may stand on any page.
                let asked = try await client.execute(
                    uri: "\(root)/authorize?\(query)", method: .get,
                    headers: headers(page.origin, page.site))
                let state = try #require(try asked.json()["oauth_state"]?.string)
                for format in ["", "f=json&"] {
                    let form = "\(format)oauth_state=\(state)&username=ann&password=correct+horse"
                    let answer = try await client.execute(
                        uri: "\(root)/signin", method: .post,
                        headers: headers(page.origin, page.site), body: ByteBuffer(string: form))
                    #expect(answer.status == (page.isForeign ? .forbidden : .ok), "\(page)")
                }
            }
        }
    }

    @Test func `no page may be framed, or gives other servers its address`() async throws {
        try await withServer { client in
            for uri in [
                "/arcgis/rest/services", FixturePath.layer, FixturePath.solve, "/arcgis/tokens/",
                "/nowhere", "\(FixturePath.solve)?\(FixturePath.twoStops)&f=html", "/arcgis/rest/x",
                "/arcgis/sharing/rest/oauth2/authorize?client_id=x",
                "/arcgis/sharing/rest/oauth2/authorize?client_id=app&response_type=code"
                    + "&redirect_uri=\(RedirectTarget.pageName)",
            ] {
                let page = try await client.execute(uri: uri, method: .get)
                #expect(page.headers[.contentType]?.hasPrefix("text/html") == true, "\(uri)")
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.contains("frame-ancestors 'none'"), "\(uri)")
                #expect(page.headers[.xFrameOptions] == "DENY", "\(uri)")
                #expect(page.headers[.referrerPolicy] == "same-origin", "\(uri)")
            }
        }
    }
}
