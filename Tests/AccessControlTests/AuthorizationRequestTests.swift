// Tests requests to `authorize` field by field, and the token embedded in its page.

@testable import AccessControl
import Foundation
import RouteAPI
import Testing

@Suite struct AuthorizationRequestTests {
    private let own = "https://maps.example"
    private let challenge = String(repeating: "c", count: 43)

    /// The fields of a valid request with some changes; `nil` removes a field.
    private func fields(_ change: KeyValuePairs<String, String?>) -> OAuthFields {
        var values = [
            "client_id": "app", "redirect_uri": RedirectTarget.pageName, "response_type": "code",
        ]
        for (name, value) in change { values[name] = value }
        return OAuthFields(FormParameters(values.map { (name: $0.key, value: $0.value) }))
    }

    /// The error of a request with some changes, `nil` if it is accepted.
    private func fault(_ change: KeyValuePairs<String, String?>) -> OAuthError? {
        do throws(OAuthError) {
            _ = try AuthorizationRequest(fields(change), own: own)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a page, this server and this machine may have a code`() throws {
        for redirect in [
            RedirectTarget.pageName, "https://maps.example", "https://MAPS.example/arcgis/x?y=z",
            "http://127.0.0.1", "http://127.0.0.1:8765/done?a=b", "http://[::1]:1/", "http://[::1]",
            "http://localhost:65535",
        ] {
            #expect(try RedirectTarget(redirect, own: own).text == redirect)
        }
    }

    @Test func `no other place may`() {
        for redirect in [
            "https://evil.example", "https://maps.example.evil.example/", "http://maps.example/",
            "https://maps.example:8443/", "https://maps.example@evil.example/",
            "https://evil.example\\@maps.example/", "//maps.example/", "maps.example",
            "http://127.0.0.1@evil.example/", "http://127.0.0.1:80@evil.example/",
            "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "http://127.0.0.1:",
            "http://127.0.0.1:1a/", "http://127.0.0.1:123456/", "http://127.0.0.1:65536/",
            "http://127.0.0.1:0/", "https://127.0.0.1/",
            "http://localhost:1/#a", "http://localhost/ a", "http://localhost/\r\nX: y",
            "http://localhost/\u{e9}", "javascript:alert(1)", "data:text/html,x", "http:127.0.0.1",
            "http:///127.0.0.1", "http://", "urn:ietf:wg:oauth:2.0:oob:auto", "", "null",
            "http://127.0.0.1/" + String(repeating: "a", count: 2_000),
        ] {
            #expect(throws: OAuthError.self, "\(redirect)") {
                _ = try RedirectTarget(redirect, own: own)
            }
        }
    }

    @Test func `each field is judged, with a word and a sentence`() {
        #expect(fault([:]) == nil)
        #expect(fault(["client_id": nil])?.text == "client_id is missing.")
        #expect(fault(["client_id": "a<b"])?.word == .invalidRequest)
        #expect(
            fault(["client_id": String(repeating: "a", count: 129)])?.text.contains("128") == true)
        #expect(fault(["redirect_uri": "https://x"])?.text.contains("Invalid redirect_uri") == true)
        #expect(fault(["response_type": "token"])?.word == .unsupportedResponseType)
        #expect(fault(["response_type": nil])?.word == .invalidRequest)
        #expect(fault(["state": String(repeating: "s", count: 2_049)])?.word == .invalidRequest)
        #expect(fault(["code_challenge_method": "S256"])?.word == .invalidRequest)
        #expect(fault(["code_challenge": challenge])?.text.contains("S256") == true)
        for text in ["short", challenge + "c", String(challenge.dropLast()) + "+"] {
            #expect(
                fault(["code_challenge": text, "code_challenge_method": "S256"])?.text
                    .contains("43") == true)
        }
        for wish in ["0", "-2", "nan", "inf", "x", "1e3", "0x10", "1e400", "+5", "-1.0"] {
            #expect(fault(["expiration": wish])?.text.contains("minutes") == true)
        }
        #expect(fault(["expiration": "-1"]) == nil)
        #expect(fault(["expiration": "5"]) == nil)
    }

    @Test func `a code that travels in a URL needs a challenge`() {
        #expect(
            fault(["redirect_uri": "http://127.0.0.1:1/"])?.text.contains("code_challenge") == true)
        #expect(
            fault([
                "redirect_uri": "http://127.0.0.1:1/", "code_challenge": challenge,
                "code_challenge_method": "S256",
            ]) == nil)
    }

    @Test func `no field comes twice`() throws {
        let twice = OAuthFields(
            FormParameters([
                (name: "client_id", value: "a"), (name: "client_id", value: "b"),
            ]))
        #expect(throws: OAuthError(.invalidRequest, "client_id is given more than once.")) {
            _ = try twice.clientID()
        }
    }

    @Test func `a request comes back from the page, for a quarter of an hour, as it was`() throws {
        let key = TokenKey.random()
        let now = Date(timeIntervalSince1970: 1_000)
        let requests = [
            AuthorizationRequest(clientID: "app", target: .page),
            AuthorizationRequest(
                clientID: "app", target: try RedirectTarget("http://localhost:1/?a=b", own: own),
                state: "\u{e9} &=", challenge: CodeChallenge(text: challenge), minutes: 1.5),
            AuthorizationRequest(
                clientID: String(repeating: "a", count: 128),
                target: try RedirectTarget(
                    "\(own)/" + String(repeating: "a", count: 1_000), own: own),
                state: String(repeating: "s", count: 2_048),
                challenge: CodeChallenge(text: challenge), minutes: 20_160),
            AuthorizationRequest(
                clientID: "app", target: .page, state: String(repeating: "\u{1}", count: 2_048)),
        ]
        for request in requests {
            let text = request.text(signedWith: key, at: now)
            #expect(text.utf8.count <= AuthorizationRequest.longestTextBytes)
            let again = try AuthorizationRequest(text, own: own, signedWith: key, at: now)
            #expect(again == request)
            #expect(throws: OAuthError.self) {
                _ = try AuthorizationRequest(
                    text, own: own, signedWith: key, at: now.addingTimeInterval(901))
            }
            #expect(throws: OAuthError.self) {
                _ = try AuthorizationRequest(
                    text, own: own, signedWith: TokenKey.random(), at: now)
            }
        }
    }

    @Test func `tokens of the same key are each taken by one reader`() throws {
        let key = TokenKey.random()
        let now = Date(timeIntervalSince1970: 1_000)
        let end = NumericDate(minutes: 60, after: now)
        let stamp: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let access = AccessToken(
            user: "ann", stamp: stamp, issued: NumericDate(now), expires: end, binding: .logIn("x"))
        let refresh = RefreshToken(
            logIn: LogIn(id: "x", user: "ann", stamp: stamp), clientID: "app", expires: end)
        let request = AuthorizationRequest(clientID: "app", target: .page)
        let texts = [
            access.text(signedWith: key), refresh.text(signedWith: key),
            request.text(signedWith: key, at: now),
        ]
        #expect(texts.map { AccessToken($0, signedWith: key) != nil } == [true, false, false])
        #expect(texts.map { RefreshToken($0, signedWith: key) != nil } == [false, true, false])
        func isRequest(_ text: String) -> Bool {
            do throws(OAuthError) {
                _ = try AuthorizationRequest(text, own: own, signedWith: key, at: now)
                return true
            } catch {
                return false
            }
        }
        #expect(texts.map(isRequest) == [false, false, true])
    }

    @Test func `the secret of RFC 7636 meets its challenge`() throws {
        // RFC 7636, appendix B.
        let challenge = try #require(
            CodeChallenge(text: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
        #expect(challenge.isMet(by: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(!challenge.isMet(by: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXj"))
        #expect(!challenge.isMet(by: ""))
        #expect(!challenge.isMet(by: String(repeating: "a", count: 129)))
        #expect(!challenge.isMet(by: String(repeating: "\u{e9}", count: 43)))
    }
}
