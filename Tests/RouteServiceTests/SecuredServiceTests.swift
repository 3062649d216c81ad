// Tests secured services as clients meet them: codes, where tokens are sent, pages, limits.

import AccessControl
import Fixtures
import HTTPTypes
import Geo
import Hummingbird
@testable import PublishedServices
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct SecuredServiceTests {
    private let files = TestFiles()
    private let esri = HTTPField.Name.xEsriAuthorization

    @Test func `a service that needs a token answers 499 without one and 498 with a bad one`()
        async throws
    {
        try await makeSecuredServer(files: files).test { client in
            for path in [
                SecuredPath.depot, "\(SecuredPath.depot)/solve",
                "\(SecuredPath.depot)/retrieveTravelModes", "/arcgis/rest/services/Depot/NAServer",
            ] {
                let without = try await client.execute(uri: "\(path)?f=json", method: .get)
                #expect(without.status == .ok)
                #expect(
                    without.text
                        == #"{"error":{"code":499,"message":"Token Required","details":[]}}"#)
                let bad = try await client.execute(uri: "\(path)?f=json&token=abc", method: .get)
                #expect(bad.status == .ok)
                #expect(
                    bad.text == #"{"error":{"code":498,"message":"Invalid Token","details":[]}}"#)
            }
        }
    }

    @Test func `a token is taken from each of its places`() async throws {
        try await makeSecuredServer(files: files).test { client in
            let token = try await client.token()
            let path = "\(SecuredPath.depot)?f=json"
            #expect(
                try await client.execute(uri: "\(path)&token=\(token)", method: .get)
                    .text.contains("esriNAServerRouteLayer"))
            #expect(
                try await client.post(SecuredPath.depot, "f=json&token=\(token)")
                    .text.contains("esriNAServerRouteLayer"))
            let headers: [HTTPFields] = [
                [esri: "Bearer \(token)"], [.authorization: "Bearer \(token)"],
                [.authorization: "bearer \(token)"], [.cookie: "a=b; agstoken=\(token); c=d"],
            ]
            for header in headers {
                let answer = try await client.execute(uri: path, method: .get, headers: header)
                #expect(answer.text.contains("esriNAServerRouteLayer"))
            }
            // The field takes precedence over the header.
            let both = try await client.execute(
                uri: "\(path)&token=abc", method: .get, headers: [esri: "Bearer \(token)"])
            #expect(try both.errorCode() == 498)
        }
    }

    @Test func `a token of another user is good, but opens no service that is not theirs`()
        async throws
    {
        try await makeSecuredServer(files: files).test { client in
            let ben = try await client.token("ben", "battery+staple")
            let path = "\(SecuredPath.vault)?f=json&token="
            #expect(try await client.execute(uri: path + ben, method: .get).errorCode() == 403)
            let ann = try await client.token()
            #expect(try await client.execute(uri: path + ann, method: .get).errorCode() == nil)
        }
    }

    @Test func `listings and the server's description name what is open to the caller`()
        async throws
    {
        try await makeSecuredServer(files: files).test { client in
            let ann = try await client.token()
            for path in ["/arcgis/rest/services", "/openapi.json"] {
                let open = try await client.execute(uri: "\(path)?f=json", method: .get)
                #expect(open.text.contains("Harbor"))
                #expect(!open.text.contains("Depot") && !open.text.contains("Private"))
                let hers = try await client.execute(
                    uri: "\(path)?f=json&token=\(ann)", method: .get)
                #expect(hers.text.contains("Depot") && hers.text.contains("Private"))
            }
            let unknown = try await client.execute(
                uri: "/arcgis/rest/services/Nowhere/NAServer?f=json", method: .get)
            #expect(!unknown.text.contains("Depot"))
            // The refusal's page shows no form of the layer.
            let page = try await client.execute(uri: "\(SecuredPath.depot)/solve", method: .get)
            #expect(page.status.code >= 400)
            #expect(!page.text.contains("TravelTime"))
            // It links to the log-in instead.
            #expect(PageOutline(page.text).values(of: "href").contains("/arcgis/tokens/"))
        }
    }

    @Test func `a token is given by POST alone, with the password in the body`() async throws {
        try await makeSecuredServer(files: files).test { client in
            let query = "f=json&username=ann&password=correct+horse"
            let got = try await client.execute(
                uri: "\(SecuredPath.generateToken)?\(query)", method: .get)
            #expect(got.status == .methodNotAllowed)
            #expect(try got.errorCode() == 405)
            let inURL = try await client.post("\(SecuredPath.generateToken)?\(query)", "client=ip")
            #expect(try inURL.errorCode() == 400)
            for path in [
                SecuredPath.generateToken, "/arcgis/tokens/", "/arcgis/tokens",
                "/arcgis/rest/generateToken", "/arcgis/admin/generateToken", "/ArcGIS/Tokens/",
            ] {
                let answer = try await client.post(path, query)
                #expect(try answer.json()["token"]?.string != nil)
                #expect(try (answer.json()["expires"]?.number ?? 0) > 1.7e12)
                #expect(answer.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test func `a wrong password and an unknown user are answered with the same bytes`()
        async throws
    {
        try await makeSecuredServer(files: files).test { client in
            let wrong = try await client.post(
                SecuredPath.generateToken, "f=json&username=ann&password=x")
            let unknown = try await client.post(
                SecuredPath.generateToken, "f=json&username=zoe&password=x")
            #expect(wrong.text == unknown.text)
            #expect(try wrong.errorCode() == 401)
        }
    }

    /// The sixth guess makes the caller wait a second, and each further one doubles the wait. If a
    /// check takes longer than that, a later guess is the first to wait.
    @Test func `guessing is slowed down`() async throws {
        try await makeSecuredServer(files: files).test { client in
            var codes: [Int?] = []
            while codes.count < 16, codes.last != 429 {
                let answer = try await client.post(
                    SecuredPath.generateToken, "f=json&username=ann&password=x")
                codes.append(try answer.errorCode())
                if try answer.errorCode() == 429 {
                    #expect(answer.status == .tooManyRequests)
                    #expect(answer.headers[.retryAfter] != nil)
                }
            }
            #expect(codes.count >= 7 && codes.last == 429)
            #expect(codes.dropLast().allSatisfy { $0 == 401 })
        }
    }

    @Test func `a user logs in by a form and continues by links`() async throws {
        try await makeSecuredServer(files: files).test { client in
            let form = try await client.execute(uri: "/arcgis/tokens/", method: .get)
            #expect(form.text.contains("type=\"password\""))
            let guest = try await client.execute(uri: "/arcgis/rest/services", method: .get)
            #expect(guest.text.contains("href=\"/arcgis/tokens/\">Sign in</a>"))
            let answer = try await client.post(
                SecuredPath.generateToken, "f=html&username=ann&password=correct+horse")
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            let page = try await client.execute(
                uri: SecuredPath.depot, method: .get,
                headers: [.cookie: String(cookie.prefix { $0 != ";" })])
            #expect(page.status == .ok)
            #expect(page.text.contains("Signed in as ann"))
            #expect(!page.text.contains("Sign in<"))
            #expect(page.text.contains("action=\"/arcgis/tokens/signOut\""))
        }
    }

    @Test func `a user of pages signs out, and a page of another site signs no user out`()
        async throws
    {
        let place = "/arcgis/tokens/signOut"
        try await makeSecuredServer(files: files).test { client in
            let asked = try await client.execute(uri: place, method: .get)
            #expect(asked.text.contains("<button") && asked.headers[.setCookie] == nil)
            let done = try await client.post(place, "")
            #expect(done.status == .ok && done.text.contains("Signed out"))
            let cookie = try #require(done.headers[.setCookie])
            #expect(cookie.hasPrefix("\(PresentedToken.cookieName)=;"))
            #expect(cookie.contains("Max-Age=0") && cookie.contains("Path=/"))
            var foreign = formHeaders
            foreign[.origin] = "https://elsewhere.example"
            let refused = try await client.execute(uri: place, method: .post, headers: foreign)
            #expect(refused.status == .forbidden && refused.headers[.setCookie] == nil)
        }
        try await makeServer().test { client in
            let unknown = try await client.execute(uri: place, method: .get)
            #expect(unknown.status == .badRequest)
        }
    }

    @Test func `a user that was redirected to the log-in returns from there`() async throws {
        try await makeSecuredServer(files: files) { $0.publicURL = "https://Maps.example:443" }
            .test { client in
                let place = "\(SecuredPath.depot)/solve"
                let form = try await client.execute(
                    uri: "/arcgis/tokens/", method: .get,
                    headers: [.referer: "https://maps.example\(place)?stops=1,2&token=old&f=html"])
                func hidden(_ page: String) -> String? {
                    PageOutline(page).all("input").first { $0.attributes["name"] == "returnTo" }?
                        .attributes["value"]
                }
                let path = "\(place)?stops=1,2&amp;f=html"
                #expect(hidden(form.text) == path)
                let sent = "f=html&username=ann&returnTo=\(place)%3Fstops%3D1%2C2%26f%3Dhtml"
                // After a mistyped password the page keeps the target and the name.
                let refused = try await client.post(
                    SecuredPath.generateToken, "\(sent)&password=wrong")
                #expect(refused.status == .unauthorized)
                #expect(hidden(refused.text) == path)
                #expect(PageOutline(refused.text).values(of: "role").contains("alert"))
                #expect(PageOutline(refused.text).values(of: "value").contains("ann"))
                let answer = try await client.post(
                    SecuredPath.generateToken, "\(sent)&password=correct+horse")
                #expect(PageOutline(answer.text).values(of: "href").contains(path))
                for elsewhere in [
                    "//evil.example/arcgis/rest/", "https://evil.example/", "/arcgis/rest\\evil",
                    "javascript:alert(1)", "/elsewhere",
                ] {
                    let answer = try await client.post(
                        SecuredPath.generateToken,
                        "f=html&username=ann&password=correct+horse&returnTo="
                            + ResourcePath.encoded(elsewhere))
                    #expect(!answer.text.contains("Return to the last page"), "\(elsewhere)")
                }
            }
    }

    @Test func `the server says where tokens are to be had, whatever name it was asked by`()
        async throws
    {
        try await makeSecuredServer(files: files).test { client in
            let info = try await client.execute(uri: "/arcgis/rest/info?f=json", method: .get)
                .json()
            #expect(info["authInfo"]?["isTokenBasedSecurity"] == true)
            #expect(
                info["authInfo"]?["tokenServicesUrl"]?.string
                    == "http://127.0.0.1:\(client.port)/arcgis/tokens/generateToken")
            #expect(info["authInfo"]?["shortLivedTokenValidity"] == 60)
            #expect(info["owningSystemUrl"] == nil)
        }
        let fronted = try makeSecuredServer(files: files) { $0.publicURL = "https://maps.example" }
        try await fronted.test { client in
            let info = try await client.execute(uri: "/arcgis/rest/info?f=json", method: .get)
            #expect(info.text.contains("https://maps.example/arcgis/tokens/generateToken"))
        }
    }

    @Test func `a service without users for its tokens does not start`() {
        let error = #expect(throws: InvalidUserFile.self) {
            _ = try makeServer(securedCatalog()) { _ in }
        }
        #expect(error?.description.contains("--users") == true)
    }

    @Test func `limits of use are kept for each caller and named`() async throws {
        var usage = UsageLimits()
        usage.requestsPerMinute = 3
        try await makeSecuredServer(securedCatalog(usage: usage), files: files).test {
            client in
            let token = try await client.token()
            let path = "/arcgis/rest/services/Harbor/NAServer/Route?f=json"
            for _ in 0..<3 {
                #expect(try await client.execute(uri: path, method: .get).status == .ok)
            }
            var refused = try await client.execute(uri: path, method: .get)
            // On a slow machine the caller earns further requests meanwhile, one every 20 seconds.
            for _ in 0..<100 where refused.status == .ok {
                refused = try await client.execute(uri: path, method: .get)
            }
            #expect(refused.status == .tooManyRequests)
            #expect(try refused.errorCode() == 429)
            #expect(refused.text.contains("requestsPerMinute"))
            #expect(refused.headers[.retryAfter] != nil)
            let user = try await client.execute(uri: "\(path)&token=\(token)", method: .get)
            #expect(user.status == .ok)
        }
    }

    @Test func `limits of use and of a request are shown to clients and on pages`() async throws {
        var usage = UsageLimits()
        usage.requestsPerMinute = 3_000
        usage.solveSecondsPerMinute = 2.5
        usage.runningSolves = 7
        var limits = ServiceLimits()
        limits.maximumSolveSeconds = 0.25
        limits.maximumAffectedFeatures.point = 1_234
        let catalog = securedCatalog(FakeLayer(limits: limits), usage: usage)
        try await makeSecuredServer(catalog, files: files).test { client in
            let path = "/arcgis/rest/services/Harbor/NAServer/Route"
            let json = try await client.execute(uri: "\(path)?f=json", method: .get)
            let shown = try JSONValue.parse(Array(json.text.utf8))["usageLimits"]
            #expect(shown?["requestsPerMinute"] == .number(3_000))
            #expect(shown?["solveSecondsPerMinute"] == .number(2.5))
            #expect(shown?["runningSolves"] == .number(7))
            let page = PageOutline(try await client.execute(uri: path, method: .get).text)
            let cells = page.all("td", "th").map(\.text)
            for (limit, value) in [
                ("Requests a minute", "3,000"), ("Seconds of solving a minute", "2.5"),
                ("Solves that run or wait at once", "7"), ("Seconds of solving", "0.25"),
                ("Streets touched by point barriers", "1,234"),
            ] {
                let place = try #require(cells.firstIndex(of: limit), "\(limit)")
                #expect(cells[place + 1] == value, "\(limit)")
            }
        }
    }

    @Test func `so many solves of one caller run at once`() async throws {
        var usage = UsageLimits()
        usage.runningSolves = 1
        let layer = FakeLayer(.busy)
        try await makeSecuredServer(securedCatalog(layer, usage: usage), files: files)
            .test { client in
                let busy = try RawConnection(port: client.port)
                try busy.send(
                    "GET \(FixturePath.solve)?f=json&\(FixturePath.twoStops) HTTP/1.1\r\n"
                        + "Host: localhost\r\n\r\n")
                try await eventually { layer.started == 1 }
                let second = try await client.execute(
                    uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
                #expect(try second.errorCode() == 429)
                #expect(second.text.contains("runningSolves"))
                layer.release()
                _ = try await busy.read(until: "\"messages\"")
                let third = try await client.execute(
                    uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
                #expect(try third.errorCode() == nil)
            }
    }
}
