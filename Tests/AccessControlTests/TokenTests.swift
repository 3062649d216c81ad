// Tests access tokens: their text, which users get them, and when they end.

import DataStructures
@testable import AccessControl
import Cryptography
import Fixtures
import Foundation
import Geo
import HTTPTypes
import RouteAPI
import Testing

@Suite struct TokenTests {
    private let key = TokenKey.random()
    private let stamp: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    /// Reads a request for a token.
    private func request(_ fields: KeyValuePairs<String, String>) throws -> TokenRequest {
        try TokenRequest(
            FormParameters(fields.map { (name: $0.key, value: $0.value) }), from: TestUsers.source()
        )
    }

    private func presented(_ text: String) throws -> PresentedToken {
        try #require(PresentedToken(FormParameters([(name: "token", value: text)]), [:]))
    }

    private func token(_ binding: TokenBinding, user: String = "ann") throws -> AccessToken {
        AccessToken(
            user: user, stamp: stamp, issued: try date(1_699_999_940),
            expires: try date(1_700_000_000), binding: binding)
    }

    private func date(_ seconds: Int) throws -> NumericDate {
        try #require(NumericDate(seconds: seconds))
    }

    @Test func `a token comes back from its text`() throws {
        for binding in [
            TokenBinding.referer("https://app.example"), .address("2001:db8::1"), .referer(""),
        ] {
            let token = try token(binding)
            let text = token.text(signedWith: key)
            #expect(AccessToken(text, signedWith: key) == token)
            #expect(text.utf8.allSatisfy { Base64URL.isLetter($0) || $0 == UInt8(ascii: ".") })
        }
    }

    @Test func `a token has the claims of a JSON Web Token, and those of its binding`() throws {
        let text = try token(.referer("https://app.example")).text(signedWith: key)
        let claims = try #require(
            JSONWebToken.claims(
                of: text, signedWith: key, longestTextBytes: AccessToken.longestTextBytes))
        #expect(
            claims.keys == ["iss", "aud", "exp", "iat", "jti", "sub", "stamp", "referer"])
        #expect(claims["iss"]?.string == "waypost" && claims["aud"]?.string == "access")
        #expect(claims["sub"]?.string == "ann")
        #expect(claims["iat"]?.integer == 1_699_999_940)
        #expect(claims["exp"]?.integer == 1_700_000_000)
        #expect(claims["jti"]?.string?.utf8.count == 22)
        #expect(claims["referer"]?.string == "https://app.example")
        // Two tokens issued in the same second differ, so each can be revoked alone.
        #expect(try token(.address("a")) != token(.address("a")))
    }

    @Test func `the longest token fits, however JSON writes what it is bound to`() throws {
        let user = String(repeating: "u", count: 64)
        for letter in ["a", "\u{1}", "\"", "\\", "\u{e9}", "\u{2028}", "\u{1f697}"] {
            let count = TokenBinding.longestValueBytes / letter.utf8.count
            let token = try token(.referer(String(repeating: letter, count: count)), user: user)
            let text = token.text(signedWith: key)
            #expect(text.utf8.count <= AccessToken.longestTextBytes)
            #expect(AccessToken(text, signedWith: key) == token)
        }
    }

    @Test func `no byte of a token can be changed`() throws {
        let token = try token(.address("192.0.2.7"))
        let text = Array(token.text(signedWith: key).utf8)
        for place in text.indices {
            var forged = text
            forged[place] =
                forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(AccessToken(String(decoding: forged, as: UTF8.self), signedWith: key) == nil)
        }
    }

    @Test func `texts that are no tokens are read as none`() throws {
        let long = String(repeating: "A", count: 5_000)
        for text in ["", "x", "....", "%00", "Bearer x", long, "é", "AAAA"] {
            #expect(AccessToken(text, signedWith: key) == nil)
        }
        let other = try token(.referer("x")).text(signedWith: TokenKey.random())
        #expect(AccessToken(other, signedWith: key) == nil)
    }

    @Test func `a token of the versions before JSON Web Tokens is none`() {
        // Kind, expiry, stamp, binding, name and bound value as bytes, followed by their HMAC.
        var bytes: [UInt8] = [1, 0, 0, 1, 0xFF, 0, 0, 0, 0]
        bytes += stamp
        bytes += [1, 3]
        bytes += "ann".utf8
        bytes += [0, 1]
        bytes += "x".utf8
        bytes += MessageAuthenticationCode.code(of: bytes, signedWith: key)
        #expect(AccessToken(Base64URL.text(of: bytes), signedWith: key) == nil)
    }

    @Test func `signed claims that no server of this version writes are no token`() {
        func isTaken(_ name: String, _ value: JSONValue?) -> Bool {
            let usual: JSONValue = [
                "iss": "waypost", "aud": "access", "exp": 1_700_000_000, "iat": 1_699_999_940,
                "jti": "x", "sub": "ann", "stamp": .string(Base64URL.text(of: stamp)),
                "ip": "192.0.2.7",
            ]
            var claims = usual.object ?? JSONObject()
            claims[name] = value
            let payload = Array(JSONValue.object(claims).text.utf8)
            let text = JSONWebToken.text(of: payload, signedWith: key)
            return AccessToken(text, signedWith: key) != nil
        }
        #expect(isTaken("more", .string("of a later version")))
        for name in ["iss", "aud", "exp", "iat", "jti", "sub", "stamp", "ip"] {
            for value: JSONValue? in [.none, .some(.null), .some(.array([]))] {
                #expect(!isTaken(name, value), "\(name)")
            }
        }
        #expect(!isTaken("iss", .string("other")))
        #expect(!isTaken("aud", .string("refresh")))
        for seconds in [-1, 1.5, 1e300] { #expect(!isTaken("exp", .number(seconds))) }
        #expect(!isTaken("sub", .string("no:body")))
        #expect(!isTaken("stamp", .string("AAAA")))
        #expect(!isTaken("referer", .string("a second binding")))
        let broken = Array(#"{"iss":"waypost","sub":""#.utf8) + [0xFF, 0xFF] + Array("\"}".utf8)
        #expect(
            AccessToken(JSONWebToken.text(of: broken, signedWith: key), signedWith: key) == nil)
    }

    @Test func `a referer is compared by its beginning, up to a boundary`() {
        let bound = TokenBinding.referer("https://app.example")
        #expect(bound.allows(referer: "https://app.example", address: ""))
        #expect(bound.allows(referer: "https://APP.example/map?x", address: ""))
        #expect(bound.allows(referer: "https://app.example:8443/", address: ""))
        #expect(!bound.allows(referer: "https://app.example.evil/", address: ""))
        #expect(!bound.allows(referer: "https://other.example", address: ""))
        #expect(!bound.allows(referer: nil, address: ""))
        // The ArcGIS API for Python sends this referer and this header.
        #expect(TokenBinding.referer("http").allows(referer: "http", address: ""))
    }

    @Test func `a referer that is a host alone covers what is on that host`() {
        let bound = TokenBinding.referer("App.example:8080")
        #expect(bound.allows(referer: "https://app.example:8080/", address: ""))
        #expect(bound.allows(referer: "http://app.example:8080/map?x", address: ""))
        #expect(bound.allows(referer: "app.example:8080", address: ""))
        #expect(!bound.allows(referer: "https://app.example:80801/", address: ""))
        #expect(!bound.allows(referer: "https://app.example/", address: ""))
        #expect(!bound.allows(referer: "https://evil.example/?app.example:8080", address: ""))
        #expect(
            !bound.allows(referer: "https://evil.example/https://app.example:8080", address: ""))
        #expect(!bound.allows(referer: "8080", address: ""))
    }

    @Test func `a right password gives a token for its user, from where it is bound to`()
        async throws
    {
        let tokens = try TestUsers.tokens()
        let wanted = try request(["username": "ann", "password": "correct horse"])
        let now = Date(timeIntervalSince1970: 1_000)
        let grant = try #require(try await tokens.issue(wanted, from: TestUsers.source(), at: now))
        #expect(grant.expires.milliseconds == 1_000_000 + 3_600_000)
        let token = try presented(grant.text)
        #expect(tokens.user(of: token, referer: nil, from: TestUsers.source(), at: now) == "ann")
        #expect(
            tokens.user(of: token, referer: nil, from: TestUsers.source("192.0.2.8"), at: now)
                == nil)
        let later = Date(timeIntervalSince1970: 1_000 + 3_601)
        #expect(tokens.user(of: token, referer: nil, from: TestUsers.source(), at: later) == nil)
    }

    @Test func `a token lasts as long as is asked for, within the server's cap`() async throws {
        let tokens = try TestUsers.tokens()
        let now = Date(timeIntervalSince1970: 0)
        for (wish, minutes) in [("5", 5), ("1000000000", 1_440), ("0.5", 0)] {
            let wanted = try request([
                "username": "ben", "password": "battery staple", "expiration": wish,
            ])
            let grant = try #require(
                try await tokens.issue(wanted, from: TestUsers.source(), at: now))
            #expect(grant.expires.milliseconds / 60_000 == minutes)
        }
    }

    @Test func `a wrong password and an unknown user look the same`() async throws {
        let tokens = try TestUsers.tokens()
        for name in ["ann", "nobody", "no:body", String(repeating: "x", count: 256)] {
            let wanted = try request(["username": name, "password": "wrong"])
            #expect(try await tokens.issue(wanted, from: TestUsers.source()) == nil)
        }
    }

    @Test func `what is asked for at generateToken is judged field by field`() throws {
        func fault(_ fields: KeyValuePairs<String, String>) -> String {
            do throws(RouteRequestError) {
                _ = try TokenRequest(
                    FormParameters(fields.map { (name: $0.key, value: $0.value) }),
                    from: TestUsers.source())
            } catch {
                return error.details.joined()
            }
            return "none"
        }
        #expect(fault([:]).contains("username"))
        #expect(fault(["username": "ann"]).contains("password"))
        #expect(fault(["username": "ann", "password": "x", "client": "sms"]).contains("requestip"))
        #expect(
            fault(["username": "ann", "password": "x", "client": "referer"]).contains("referer"))
        #expect(
            fault(["username": "ann", "password": "x", "expiration": "-1"]).contains("above 0"))
        for wish in ["nan", "1e3", "0x10", "1e400", "+5", "60 minutes", "5.", ".5", "1.2.3", "٣"] {
            let said = fault(["username": "ann", "password": "x", "expiration": wish])
            #expect(said.contains("in digits"), "\(wish)")
        }
        let long = String(repeating: "x", count: 2_000)
        #expect(fault(["username": "ann", "password": long]).contains("bytes"))
        #expect(
            fault(["username": "ann", "password": "x", "client": "ip", "ip": long]).contains("512"))
        #expect(
            try request(["username": "ann", "password": "x", "referer": "https://a"]).binding
                == .referer("https://a"))
    }

    @Test(arguments: ["users.txt", "link"])
    func `a new password ends the tokens of the old one, without a restart`(
        name: String
    ) async throws {
        let files = TestFiles()
        var users = try TestUsers.file()
        let target = try files.write("users.txt", users.text)
        let path = files.path(name)
        if path != target {
            try FileManager.default.createSymbolicLink(
                atPath: path, withDestinationPath: "users.txt")
        }
        let tokens = TokenService(
            users: try UserDirectory(path: path, logger: .silent), logger: .silent)
        let wanted = try request(["username": "ann", "password": "correct horse"])
        let grant = try #require(try await tokens.issue(wanted, from: TestUsers.source()))
        let token = try presented(grant.text)
        #expect(tokens.user(of: token, referer: nil, from: TestUsers.source()) == "ann")
        let written = try FileManager.default.attributesOfItem(atPath: target)[.modificationDate]
        users.set("ann", try PasswordHash(of: "something else", cost: TestUsers.cost))
        try users.write(to: path)
        // Within one tick of the file clock: same time, same size.
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(written as? Date)], ofItemAtPath: target)
        #expect(tokens.user(of: token, referer: nil, from: TestUsers.source()) == nil)
        #expect(try await tokens.issue(wanted, from: TestUsers.source()) == nil)
        // If the file becomes invalid, the users read before stay.
        _ = try files.write("users.txt", "ann:nonsense")
        let renewed = try request(["username": "ann", "password": "something else"])
        #expect(try await tokens.issue(renewed, from: TestUsers.source()) != nil)
    }
}
