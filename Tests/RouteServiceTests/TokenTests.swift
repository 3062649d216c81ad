// What tokens are made of, whom they are given to, and when they are good no more.

@testable import AccessControl
import Crypto
import Foundation
import HTTPTypes
import RouteAPI
import Testing

@testable import RouteService

@Suite struct TokenTests {
    private let key = TokenKey.random()
    private let stamp: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private func request(_ fields: KeyValuePairs<String, String>) throws -> TokenRequest {
        try TokenRequest(
            FormParameters(fields.map { (name: $0.key, value: $0.value) }), from: source())
    }

    private func presented(_ text: String) throws -> PresentedToken {
        try #require(PresentedToken(FormParameters([(name: "token", value: text)]), [:]))
    }

    @Test func `a token comes back from its text`() {
        for binding in [
            TokenBinding.referer("https://app.example"), .address("2001:db8::1"), .referer(""),
        ] {
            let token = AccessToken(
                user: "ann", stamp: stamp, expires: 1_700_000_000_000, binding: binding)
            let text = token.text(signedWith: key)
            #expect(AccessToken(text, signedWith: key) == token)
            #expect(text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
        }
    }

    @Test func `no byte of a token can be changed`() {
        let token = AccessToken(
            user: "ann", stamp: stamp, expires: 1_700_000_000_000, binding: .address("192.0.2.7"))
        let text = Array(token.text(signedWith: key).utf8)
        for place in text.indices {
            var forged = text
            forged[place] =
                forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let read = AccessToken(String(decoding: forged, as: UTF8.self), signedWith: key)
            // The last letter of base64 has bits that say nothing.
            #expect(read == nil || place == text.count - 1 && read == token)
        }
    }

    @Test func `texts that are no tokens are read as none`() {
        let long = String(repeating: "A", count: 5_000)
        for text in ["", "x", "....", "%00", "Bearer x", long, "é", "AAAA"] {
            #expect(AccessToken(text, signedWith: key) == nil)
        }
        let other = AccessToken(user: "ann", stamp: stamp, expires: 1, binding: .referer("x"))
        #expect(AccessToken(other.text(signedWith: TokenKey.random()), signedWith: key) == nil)
    }

    @Test func `a signed name that is no UTF-8 is no token`() {
        var writer = PayloadWriter(kind: 1)
        writer.number(1_700_000_000_000, bytes: 8)
        writer.raw(stamp)
        // Each of these bytes would become three of the sign for what cannot be read.
        writer.raw([1, 200] + [UInt8](repeating: 0xFF, count: 200) + [0, 0])
        let text = SignedText.text(of: writer.bytes, signedWith: key)
        #expect(AccessToken(text, signedWith: key) == nil)
    }

    @Test func `a referer is compared by its beginning, up to a boundary`() {
        let bound = TokenBinding.referer("https://app.example")
        #expect(bound.allows(referer: "https://app.example", address: ""))
        #expect(bound.allows(referer: "https://APP.example/map?x", address: ""))
        #expect(bound.allows(referer: "https://app.example:8443/", address: ""))
        #expect(!bound.allows(referer: "https://app.example.evil/", address: ""))
        #expect(!bound.allows(referer: "https://other.example", address: ""))
        #expect(!bound.allows(referer: nil, address: ""))
        // The ArcGIS API for Python names itself so, and sends this header.
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
        let grant = try #require(try await tokens.issue(wanted, from: source(), at: now))
        #expect(grant.expires == 1_000_000 + 3_600_000)
        let token = try presented(grant.text)
        #expect(tokens.user(of: token, referer: nil, from: source(), at: now) == "ann")
        #expect(tokens.user(of: token, referer: nil, from: source("192.0.2.8"), at: now) == nil)
        let later = Date(timeIntervalSince1970: 1_000 + 3_601)
        #expect(tokens.user(of: token, referer: nil, from: source(), at: later) == nil)
    }

    @Test func `a token lasts as long as is asked for, within the server's cap`() async throws {
        let tokens = try TestUsers.tokens()
        let now = Date(timeIntervalSince1970: 0)
        for (wish, minutes) in [("5", 5), ("1000000000", 1_440), ("0.5", 0)] {
            let wanted = try request([
                "username": "ben", "password": "battery staple", "expiration": wish,
            ])
            let grant = try #require(try await tokens.issue(wanted, from: source(), at: now))
            #expect(grant.expires / 60_000 == minutes)
        }
    }

    @Test func `a wrong password and an unknown user look the same`() async throws {
        let tokens = try TestUsers.tokens()
        for name in ["ann", "nobody", "no:body", String(repeating: "x", count: 256)] {
            let wanted = try request(["username": name, "password": "wrong"])
            #expect(try await tokens.issue(wanted, from: source()) == nil)
        }
    }

    @Test func `what is asked for at generateToken is judged field by field`() throws {
        func fault(_ fields: KeyValuePairs<String, String>) -> String {
            do throws(RouteRequestError) {
                _ = try TokenRequest(
                    FormParameters(fields.map { (name: $0.key, value: $0.value) }), from: source())
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
        let grant = try #require(try await tokens.issue(wanted, from: source()))
        let token = try presented(grant.text)
        #expect(tokens.user(of: token, referer: nil, from: source()) == "ann")
        let written = try FileManager.default.attributesOfItem(atPath: target)[.modificationDate]
        users.set("ann", try PasswordHash(of: "something else", cost: TestUsers.cost))
        try users.write(to: path)
        // Within one tick of the clock of files: same time and same size.
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(written as? Date)], ofItemAtPath: target)
        #expect(tokens.user(of: token, referer: nil, from: source()) == nil)
        #expect(try await tokens.issue(wanted, from: source()) == nil)
        // A file that breaks keeps the users that were read before.
        _ = try files.write("users.txt", "ann:nonsense")
        let renewed = try request(["username": "ann", "password": "something else"])
        #expect(try await tokens.issue(renewed, from: source()) != nil)
    }
}
