// Tests a server below a path of its proxy: links, URLs and redirects have it, requests may.

import AccessControl
import Fixtures
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteTesting
import Preparation
import RouteAnalysis
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct PathPrefixTests {
    private let files = TestFiles()
    private let shown = "https://example.org/routing"

    private func server(
        _ catalog: ServiceCatalog = securedCatalog()
    ) throws -> some ApplicationProtocol {
        try makeSecuredServer(catalog, files: files) {
            $0.publicURL = shown
            $0.answersSharing = true
            $0.jobs = files.path("jobs")
        }
    }

    @Test func `a public URL may have a path that is none of the server's own`() {
        for (text, origin, prefix) in [
            ("https://maps.example", "https://maps.example", ""),
            ("https://maps.example/", "https://maps.example", ""),
            ("https://example.org/routing", "https://example.org", "/routing"),
            ("HTTPS://Example.org:443/Routing/v1/", "https://example.org", "/Routing/v1"),
            ("http://[2001:DB8::1]:8443/a-b.c_d~e", "http://[2001:db8::1]:8443", "/a-b.c_d~e"),
            ("https://example.org/route", "https://example.org", "/route"),
        ] {
            let url = PublicURL(text)
            #expect(url?.origin == origin && url?.prefix.text == prefix, "\(text)")
        }
        for text in [
            "", "example.org/routing", "https:///routing", "https://example.org//",
            "https://example.org/a//b", "https://example.org/..", "https://example.org/a/./b",
            "https://example.org/arcgis", "https://example.org/ArcGIS/x",
            "https://example.org/map", "https://example.org/guide", "https://example.org/metrics",
            "https://example.org/a?b", "https://example.org/a#b", "https://example.org/a%20b",
            "https://example.org/\"", "https://example.org/ä", "https://example.org/a;b",
            "https://example.org/" + String(repeating: "a", count: 255),
        ] {
            #expect(PublicURL(text) == nil, "\(text)")
        }
    }

    @Test func `the prefix is taken off whole words only`() {
        let prefix = PathPrefix("/routing")
        #expect(prefix.ownPath(of: "/routing/arcgis") == "/arcgis")
        #expect(prefix.ownPath(of: "/routing/") == "/")
        #expect(prefix.ownPath(of: "/routing") == "/")
        for path in ["/routings/arcgis", "/Routing/arcgis", "/arcgis", "", "/"] {
            #expect(prefix.ownPath(of: path) == nil, "\(path)")
        }
        #expect(PathPrefix().ownPath(of: "/arcgis") == nil)
        #expect(prefix.path(to: "/arcgis?a=/b") == "/routing/arcgis?a=/b")
        #expect(prefix.path(to: "//evil.example") == "//evil.example")
        #expect(prefix.path(to: "https://app.example/") == "https://app.example/")
    }

    @Test func `requests are answered with the prefix and without it, in the same bytes`()
        async throws
    {
        try await server().test { client in
            for path in [
                "/arcgis/rest/services", "/arcgis/rest/services?f=json", "/openapi.json",
                "/arcgis/rest/info?f=json", "/livez", "/nowhere?f=json",
                "/arcgis/rest/services/Harbor/NAServer/Route?f=json", "/arcgis/nowhere?f=json",
            ] {
                let removed = try await client.execute(uri: path, method: .get)
                let kept = try await client.execute(uri: "/routing\(path)", method: .get)
                #expect(removed.status == kept.status && removed.body == kept.body, "\(path)")
            }
            let other = try await client.execute(
                uri: "/routings/arcgis/rest/services?f=json", method: .get)
            #expect(other.status == .notFound)
        }
    }

    @Test func `every link and form of a page leads below the prefix`() async throws {
        try await server(fixtureCatalog()).test { client in
            for path in [
                "/arcgis/rest/services", FixturePath.service, FixturePath.layer, FixturePath.solve,
                "\(FixturePath.solve)?\(FixturePath.twoStops)", "\(FixturePath.solve)?stops=x",
                "/arcgis/rest/services/Routing", "/arcgis/tokens/", JobPath.solve, JobPath.tools,
                "/arcgis/tokens/signOut", "/nowhere", "/livez?f=html",
            ] {
                let answer = try await client.execute(uri: path, method: .get)
                let page = PageOutline(answer.text)
                #expect(page.faults == [])
                let targets = page.values(of: "href") + page.values(of: "action")
                #expect(targets.count >= 3, "\(path)")
                for target in targets where !target.hasPrefix("#") {
                    #expect(target.hasPrefix("/routing/"), "\(path): \(target)")
                    #expect(!target.dropFirst().contains("/routing"), "\(path): \(target)")
                }
            }
        }
    }

    @Test func `redirects stay below the prefix`() async throws {
        try await server(fixtureCatalog()).test { client in
            for path in ["/", "/routing", "/routing/", "/arcgis", "/routing/arcgis/rest"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.headers[.location] == "/routing/arcgis/rest/services", "\(path)")
            }
            let help = try await client.execute(
                uri: "\(FixturePath.solve)?f=help", method: .get)
            #expect(help.headers[.location] == "/routing\(FixturePath.solve)")
            let job = try await client.post(
                "/routing\(JobPath.solve)/submitJob", "f=html&\(FixturePath.twoStops)")
            #expect(job.headers[.location]?.hasPrefix("/routing\(JobPath.solve)/jobs/") == true)
        }
    }

    @Test func `descriptions have the prefix in their URLs`() async throws {
        try await server().test { client in
            let document = try await client.json("/openapi.json")
            #expect(document["servers"]?.array?.compactMap { $0["url"] } == ["/routing"])
            #expect(document["paths"]?["/arcgis/rest/services"] != nil)
            let flow = document["components"]?["securitySchemes"]?["logIn"]?["flows"]?[
                "authorizationCode"]
            let place = "/routing/arcgis/sharing/rest/oauth2"
            #expect(flow?["authorizationUrl"]?.string == "\(place)/authorize")
            #expect(flow?["tokenUrl"]?.string == "\(place)/token")
            let info = try await client.json("/arcgis/rest/info")
            #expect(info["owningSystemUrl"]?.string == "\(shown)/arcgis")
            #expect(
                info["authInfo"]?["tokenServicesUrl"]?.string
                    == "\(shown)/arcgis/tokens/generateToken")
            let portal = try await client.json("/arcgis/sharing/rest/portals/self")
            #expect(portal["portalHostname"]?.string == "example.org/routing/arcgis")
            #expect(
                portal["helperServices"]?["route"]?["url"]?.string?
                    .hasPrefix("\(shown)/arcgis/rest/services/") == true)
            let sharing = try await client.json("/arcgis/sharing/rest/info")
            #expect(
                sharing["authInfo"]?["tokenServicesUrl"]?.string
                    == "\(shown)/arcgis/sharing/rest/generateToken")
        }
    }

    @Test func `a map, its style and its tiles have the prefix`() async throws {
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10)
        let layer = NetworkLayer(network: try sketch.build(), analyses: .all)
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        try await server(catalog).test { client in
            let path = "/arcgis/rest/services/Harbor/NAServer/Route"
            for map in ["/map", "/routing\(path)/map"] {
                let page = try await client.execute(uri: map, method: .get)
                #expect(page.text.contains("\"/routing/map/map.js\""))
                #expect(page.text.contains("\"/routing\(path)/style.json\""))
                #expect(!page.text.contains("\"\(path)"))
                let policy = page.headers[.contentSecurityPolicy] ?? ""
                #expect(policy.contains("connect-src 'self' https://example.org;"))
            }
            let script = try await client.execute(uri: "/routing/map/map.js", method: .get)
            #expect(script.status == .ok)
            let tiles = try await client.json("\(path)/tiles.json")["tiles"]?.array?.first?.string
            #expect(tiles?.hasPrefix("\(shown)\(path)/tiles/{z}/") == true)
            let style = try await client.json("\(path)/style.json")
            let traffic = style["sources"]?["traffic"]?["tiles"]?.array?.first?.string
            #expect(traffic == "\(shown)\(path)/tiles/traffic/{z}/{x}/{y}.mvt")
        }
    }

    @Test func `a log-in leads back below the prefix, and its cookie stays there`() async throws {
        try await server().test { client in
            let place = "\(SecuredPath.depot)/solve"
            for (referer, isOwn) in [
                ("\(shown)\(place)", true), ("https://example.org\(place)", false),
                ("https://example.org/routings\(place)", false),
            ] {
                let form = try await client.execute(
                    uri: "/arcgis/tokens/", method: .get, headers: [.referer: referer])
                let hidden = PageOutline(form.text).all("input").first {
                    $0.attributes["name"] == "returnTo"
                }
                #expect(hidden?.attributes["value"] == (isOwn ? place : nil), "\(referer)")
            }
            var headers = formHeaders
            headers[.origin] = "https://example.org"
            let answer = try await client.execute(
                uri: "/routing\(SecuredPath.generateToken)", method: .post, headers: headers,
                body: .init(
                    string: "f=html&username=ann&password=correct+horse&returnTo="
                        + ResourcePath.encoded(place)))
            #expect(PageOutline(answer.text).values(of: "href").contains("/routing\(place)"))
            let cookie = answer.headers[.setCookie] ?? ""
            #expect(cookie.contains("; Path=/routing; HttpOnly; SameSite=Strict; Secure"))
            let signedOut = try await client.execute(
                uri: "/arcgis/tokens/signOut", method: .post, headers: headers,
                body: .init(string: "f=html"))
            #expect(signedOut.headers[.setCookie]?.contains("; Path=/routing;") == true)
        }
    }
}
