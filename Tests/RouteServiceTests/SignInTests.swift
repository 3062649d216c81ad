// Tests the log-in over HTTP, as programs and browsers meet it.

import AccessControl
import Fixtures
import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import ServerTesting
import ServicePages
import Testing

@testable import RouteService

@Suite struct SignInTests {
    private let files = TestFiles()
    private let root = "/arcgis/sharing/rest/oauth2"
    private let page = "urn:ietf:wg:oauth:2.0:oob"
    /// The code verifier of RFC 7636, appendix B.
    private let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private let proof =
        "code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

    /// Runs `body` with a server with users and the portal.
    private func withServer(
        _ body: @escaping @Sendable (TestClient) async throws -> Void
    ) async throws {
        try await makeSecuredServer(files: files) { $0.answersSharing = true }
            .test { try await body($0) }
    }

    private func authorize(_ client: TestClient, _ query: String) async throws
        -> TestResponse
    {
        try await client.execute(uri: "\(root)/authorize?\(query)", method: .get)
    }

    private func state(_ client: TestClient, _ query: String) async throws -> String {
        let answer = try await authorize(client, "f=json&\(query)")
        return try #require(try answer.json()["oauth_state"]?.string)
    }

    private var forPage: String { "client_id=app&redirect_uri=\(page)&response_type=code" }

    /// The code in the title of a success page.
    private func code(_ response: TestResponse) throws -> String {
        let title = try #require(PageOutline(response.text).all("title").first?.text)
        #expect(title.hasPrefix("SUCCESS code="))
        return String(title.dropFirst(13))
    }

    @Test func `a user signs in, and a program continues with the code`() async throws {
        try await withServer { client in
            let asked = try await authorize(client, forPage)
            #expect(asked.status == .ok)
            #expect(asked.headers[.cacheControl] == "no-store")
            // "no-referrer" would hide the origin when this page's form is sent.
            #expect(asked.headers[.referrerPolicy] == "same-origin")
            #expect(
                asked.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            let outline = PageOutline(asked.text)
            let hidden = outline.all("input").first { $0.attributes["type"] == "hidden" }
            let state = try #require(hidden?.attributes["value"])
            #expect(asked.text.contains(#"var oAuthInfo = {"oauth_state":"\#(state)""#))
            let action = try #require(outline.all("form").first?.attributes["action"])
            let answer = try await client.post(
                action, "oauth_state=\(state)&username=ann&password=correct+horse")
            #expect(answer.status == .ok)
            let code = try code(answer)
            let exchange =
                "grant_type=authorization_code&client_id=app&redirect_uri=\(page)&code=\(code)"
            let given = try await client.post("\(root)/token", exchange)
            #expect(given.status == .ok)
            #expect(given.headers[.cacheControl] == "no-store")
            #expect(given.headers[.contentType]?.hasPrefix("application/json") == true)
            let tokens = try given.json()
            #expect(tokens["token_type"] == "bearer" && tokens["username"] == "ann")
            #expect(tokens["expires_in"] == 3_600 || tokens["expires_in"] == 3_599)
            let token = try #require(tokens["access_token"]?.string)
            let depot = try await client.execute(
                uri: "\(SecuredPath.depot)?f=json", method: .get,
                headers: [.xEsriAuthorization: "Bearer \(token)"])
            #expect(depot.text.contains("esriNAServerRouteLayer"))
            let again = try await client.post("\(root)/token", exchange)
            #expect(again.status == .badRequest)
            #expect(try again.json()["error"]?["error"] == "invalid_grant")
            #expect(try again.errorCode() == 400)
            let late = try await client.execute(
                uri: "\(SecuredPath.depot)?f=json&token=\(token)", method: .get)
            #expect(try late.errorCode() == 498)
        }
    }

    @Test func `a browser is sent back with code and state, and may be by the page's policy`()
        async throws
    {
        try await withServer { client in
            let query =
                "client_id=app&response_type=code&state=a%26b&\(proof)"
                + "&redirect_uri=http://127.0.0.1:8765/done?x=y"
            let asked = try await authorize(client, query)
            #expect(
                asked.headers[.contentSecurityPolicy]?
                    .contains("form-action 'self' http://127.0.0.1:8765;") == true)
            let state = try await state(client, query)
            let answer = try await client.post(
                "\(root)/signin", "oauth_state=\(state)&username=ben&password=battery+staple")
            #expect(answer.status == .found)
            let target = try #require(answer.headers[.location])
            #expect(target.hasPrefix("http://127.0.0.1:8765/done?x=y&code="))
            #expect(target.hasSuffix("&state=a%26b"))
            let code = try #require(target.split(separator: "code=").last?.prefix { $0 != "&" })
            let given = try await client.post(
                "\(root)/token",
                "grant_type=authorization_code&client_id=app&code=\(code)"
                    + "&redirect_uri=http://127.0.0.1:8765/done?x%3Dy&code_verifier=\(verifier)")
            let refresh = try #require(try given.json()["refresh_token"]?.string)
            let renewal = "grant_type=refresh_token&client_id=app&refresh_token=\(refresh)"
            let renewed = try await client.post("\(root)/token", renewal)
            #expect(try renewed.json()["access_token"]?.string != nil)
            #expect(try renewed.json()["refresh_token"]?.string != refresh)
            let ended = try await client.post(
                "\(root)/revokeToken", "client_id=app&auth_token=\(refresh)")
            #expect(try ended.json()["success"] == true)
            let late = try await client.post("\(root)/token", renewal)
            #expect(try late.json()["error"]?["error"] == "invalid_grant")
        }
    }

    @Test func `a foreign redirection is reported on a page, and leads nowhere`() async throws {
        try await withServer { client in
            for redirect in ["https://evil.example/", "http://127.0.0.1@evil.example/"] {
                let answer = try await authorize(
                    client, "client_id=app&response_type=code&\(proof)&redirect_uri=\(redirect)")
                #expect(answer.status == .badRequest)
                #expect(answer.headers[.location] == nil)
                #expect(answer.text.contains("Invalid redirect_uri"))
                #expect(!answer.text.contains("<form"))
            }
            let implicit = try await authorize(
                client, "client_id=app&response_type=token&redirect_uri=\(page)&f=json")
            #expect(try implicit.json()["error"]?["error"] == "unsupported_response_type")
        }
    }

    @Test func `a wrong password is said on the page, and guessing is slowed down`() async throws {
        try await withServer { client in
            let state = try await state(client, forPage)
            var statuses: [HTTPResponse.Status] = []
            var end = ContinuousClock.now
            // If a check takes longer than the first wait, a later guess is the first to wait.
            while statuses.count < 16, statuses.last != .tooManyRequests {
                let asked = ContinuousClock.now
                let answer = try await client.post(
                    "\(root)/signin", "oauth_state=\(state)&username=ann&password=x")
                statuses.append(answer.status)
                let wait = answer.headers[.retryAfter].flatMap { Int($0) } ?? 0
                end = asked + .seconds(max(0, wait - 1))
                let outline = PageOutline(answer.text)
                #expect(outline.faults == [])
                #expect(outline.all("form").count == 1)
                #expect(outline.all("input").contains { $0.attributes["value"] == "ann" })
                let data = try #require(outline.all("script").first)
                #expect(data.attributes["type"] == "text/plain")
                let isSlowed = answer.status == .tooManyRequests
                #expect(
                    data.text.contains(
                        isSlowed
                            ? "Too many invalid attempts. Please try again later."
                            : "Invalid username or password"))
                #expect((answer.headers[.retryAfter] != nil) == isSlowed)
            }
            #expect(statuses.count >= 7 && statuses.last == .tooManyRequests)
            #expect(statuses.dropLast().allSatisfy { $0 == .badRequest })
            // While the wait lasts, generateToken is refused by the same count.
            let token = try await client.post(
                SecuredPath.generateToken, "f=json&username=ann&password=correct+horse")
            if ContinuousClock.now < end { #expect(try token.errorCode() == 429) }
        }
    }

    @Test func `passwords, codes and tokens come in bodies alone`() async throws {
        try await withServer { client in
            let state = try await state(client, forPage)
            for step in ["signin", "token", "revokeToken"] {
                let got = try await client.execute(uri: "\(root)/\(step)?f=json", method: .get)
                #expect(got.status == .methodNotAllowed)
            }
            let inURL = try await client.post(
                "\(root)/signin?password=correct+horse&f=json", "oauth_state=\(state)&username=ann")
            #expect(try inURL.errorCode() == 400)
            for (step, query) in [
                ("token", "code=x"), ("token", "refresh_token=x"), ("token", "code_verifier=x"),
                ("revokeToken", "token=x"), ("revokeToken", "auth_token=x"),
            ] {
                let answer = try await client.post("\(root)/\(step)?\(query)", "client_id=app")
                #expect(answer.text.contains("is in the URL"))
            }
        }
    }

    @Test func `what no program sends is refused in words`() async throws {
        let long = String(repeating: "a", count: 60_000)
        try await withServer { client in
            for body in [
                "", "oauth_state=x&username=ann&password=correct+horse", "oauth_state=\(long)",
                "oauth_state=%00&username=%ff", "oauth_state=a&oauth_state=b",
            ] {
                let answer = try await client.post("\(root)/signin", body)
                #expect(answer.status == .badRequest)
                #expect(!answer.text.contains("<form"))
            }
            let state = try await state(client, forPage)
            for body in [
                "username=\(long)&password=x", "username=ann&password=\(long)", "username=ann",
                "username=ann&username=ben&password=x", "password=x", "",
            ] {
                let answer = try await client.post(
                    "\(root)/signin", "oauth_state=\(state)&\(body)")
                #expect(answer.status == .badRequest)
            }
            for body in [
                "", "grant_type=password&username=ann&password=correct+horse",
                "grant_type=client_credentials", "grant_type=authorization_code",
                "grant_type=authorization_code&client_id=app&redirect_uri=x&code=\(long)",
                "grant_type=refresh_token&client_id=app&refresh_token=\(long)",
                "grant_type=refresh_token&client_id=app&refresh_token=x",
            ] {
                let answer = try await client.post("\(root)/token", body)
                #expect(answer.status == .badRequest)
                let error = try answer.json()["error"]
                #expect(error?["error"]?.string != nil)
                #expect(error?["error_description"]?.string?.hasSuffix(".") == true)
                #expect(error?["details"]?.array != nil)
            }
            let odd = try await authorize(client, "client_id=%3Cscript%3E&redirect_uri=\(page)")
            #expect(odd.status == .badRequest && !odd.text.contains("<script"))
        }
    }

    @Test func `the pages name their controls, and one its program and where the browser goes`()
        async throws
    {
        try await withServer { client in
            let answer = try await authorize(
                client,
                "client_id=town.maps&response_type=code&\(proof)"
                    + "&redirect_uri=http://localhost:5000/")
            let outline = PageOutline(answer.text)
            #expect(outline.faults == [])
            let form = try await client.execute(uri: "/arcgis/tokens/", method: .get)
            for outline in [outline, PageOutline(form.text)] {
                #expect(outline.faults == [])
                let labels = Set(outline.all("label").compactMap { $0.attributes["for"] })
                for control in outline.all("input", "select")
                where control.attributes["type"] != "hidden" {
                    #expect(labels.contains(try #require(control.attributes["id"])))
                    #expect(control.parents.contains("fieldset"))
                }
                #expect(outline.all("legend").count == outline.all("fieldset").count)
                #expect(outline.all("h1").count == 1)
                let password = outline.all("input").first { $0.attributes["name"] == "password" }
                #expect(password?.attributes["autocomplete"] == "current-password")
            }
            let strong = outline.all("strong").map(\.text)
            #expect(strong == ["town.maps", "http://localhost:5000"])
        }
    }

    @Test func `without users there is no log-in`() async throws {
        try await makeServer(fixtureCatalog()) { $0.answersSharing = true }.test {
            client in
            for step in ["authorize", "signin", "token", "revokeToken"] {
                let answer = try await client.post("\(root)/\(step)", "f=json")
                #expect(answer.status == .notFound)
            }
        }
    }
}
