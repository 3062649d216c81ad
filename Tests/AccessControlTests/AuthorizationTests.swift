// Tests authorization codes and refresh tokens without HTTP, on a simulated clock.

import DataStructures
@testable import AccessControl
import Cryptography
import Fixtures
import Foundation
import HTTPTypes
import RouteAPI
import Testing

@Suite struct AuthorizationTests {
    private let own = "https://maps.example"
    private let verifier = String(repeating: "v", count: 43)
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func fields(_ pairs: [(String, String)]) -> OAuthFields {
        OAuthFields(FormParameters(pairs.map { (name: $0.0, value: $0.1) }))
    }

    private var challenge: String {
        Base64URL.text(of: SHA256.hash(Array(verifier.utf8)))
    }

    /// A request at `authorize` with PKCE.
    private func asked(
        _ redirect: String = "http://127.0.0.1:8765/done"
    ) throws -> AuthorizationRequest {
        try AuthorizationRequest(
            fields([
                ("client_id", "app"), ("redirect_uri", redirect), ("response_type", "code"),
                ("code_challenge", challenge), ("code_challenge_method", "S256"),
            ]), own: own)
    }

    /// Signs ann in, and returns the code.
    private func code(
        _ service: AuthorizationService, for request: AuthorizationRequest? = nil
    ) async throws -> String {
        let code = try await service.signIn(
            "ann", password: "correct horse", for: request ?? asked(), from: TestUsers.source(),
            at: start)
        return try #require(code)
    }

    /// Exchanges a code for tokens.
    private func exchange(
        _ service: AuthorizationService, _ code: String, client: String = "app",
        redirect: String = "http://127.0.0.1:8765/done", verifier: String?,
        after seconds: Double = 1
    ) throws(OAuthError) -> AuthorizationService.Tokens {
        var pairs = [
            ("grant_type", "authorization_code"), ("client_id", client), ("code", code),
            ("redirect_uri", redirect),
        ]
        if let verifier { pairs.append(("code_verifier", verifier)) }
        return try service.exchange(fields(pairs), at: start.addingTimeInterval(seconds))
    }

    /// Exchanges a refresh token for new tokens.
    private func refresh(
        _ service: AuthorizationService, _ token: String, client: String = "app",
        after seconds: Double = 1
    ) throws(OAuthError) -> AuthorizationService.Tokens {
        try service.exchange(
            fields([
                ("grant_type", "refresh_token"), ("client_id", client), ("refresh_token", token),
            ]), at: start.addingTimeInterval(seconds))
    }

    /// The user of an access token, `nil` if it is not valid.
    private func user(_ tokens: TokenService, _ text: String, after seconds: Double = 1) -> String?
    {
        PresentedToken(FormParameters([(name: "token", value: text)]), [:]).flatMap {
            tokens.user(
                of: $0, referer: nil, from: TestUsers.source("198.51.100.9"),
                at: start.addingTimeInterval(seconds))
        }
    }

    private func service() throws -> AuthorizationService {
        AuthorizationService(tokens: try TestUsers.tokens())
    }

    @Test func `a code gives a token that is good from anywhere, and one to renew it with`()
        async throws
    {
        let service = try service()
        let given = try exchange(service, await code(service), verifier: verifier)
        #expect(given.accessSeconds == 3_600)
        #expect(given.refreshSeconds == 20_160 * 60)
        #expect(user(service.tokens, given.access.text) == "ann")
        #expect(user(service.tokens, given.access.text, after: 3_700) == nil)
        let renewed = try refresh(service, given.refresh, after: 3_600)
        #expect(user(service.tokens, renewed.access.text, after: 3_700) == "ann")
        #expect(renewed.refresh != given.refresh)
        // A refresh token alone gives no access.
        #expect(user(service.tokens, given.refresh) == nil)
    }

    @Test func `a code that is used twice ends what it gave`() async throws {
        let service = try service()
        let code = try await code(service)
        let given = try exchange(service, code, verifier: verifier)
        #expect(throws: OAuthError.self) {
            _ = try exchange(service, code, verifier: verifier)
        }
        #expect(user(service.tokens, given.access.text) == nil)
        #expect(throws: OAuthError.self) {
            _ = try refresh(service, given.refresh)
        }
    }

    @Test func `a code is spent by a wrong secret, a wrong program or a wrong place`()
        async throws
    {
        let service = try service()
        let wrong: [(client: String, redirect: String, verifier: String?)] = [
            ("app", "http://127.0.0.1:8765/done", String(repeating: "w", count: 43)),
            ("app", "http://127.0.0.1:8765/done", nil),
            ("app", "http://127.0.0.1:8765/done", "v"),
            ("other", "http://127.0.0.1:8765/done", verifier),
            ("app", "http://127.0.0.1:8765/", verifier),
        ]
        for attempt in wrong {
            let code = try await code(service)
            for (client, redirect, verifier) in [
                attempt, ("app", "http://127.0.0.1:8765/done", verifier),
            ] {
                #expect(throws: OAuthError.self) {
                    _ = try exchange(
                        service, code, client: client, redirect: redirect, verifier: verifier)
                }
            }
        }
    }

    @Test func `a secret where none was announced is refused`() async throws {
        let service = try service()
        let request = AuthorizationRequest(clientID: "app", target: .page)
        let code = try await code(service, for: request)
        #expect(throws: OAuthError.self) {
            _ = try exchange(
                service, code, redirect: RedirectTarget.pageName, verifier: verifier)
        }
        let other = try await self.code(service, for: request)
        _ = try exchange(service, other, redirect: RedirectTarget.pageName, verifier: nil)
    }

    @Test func `a code is good for five minutes`() async throws {
        let service = try service()
        _ = try exchange(service, await code(service), verifier: verifier, after: 299)
        let late = try await code(service)
        #expect(throws: OAuthError.self) {
            _ = try exchange(service, late, verifier: verifier, after: 301)
        }
    }

    @Test func `a log-in lasts as long as was asked for, and its tokens no longer`() async throws {
        let service = try service()
        var request = try asked()
        request.minutes = 30
        let given = try exchange(service, await code(service, for: request), verifier: verifier)
        #expect(given.refreshSeconds == 1_800 && given.accessSeconds == 1_800)
        let token = given.refresh
        let renewed = try refresh(service, token, after: 1_200)
        #expect((599...601).contains(renewed.accessSeconds))
        #expect(throws: OAuthError.self) { _ = try refresh(service, token, after: 1_900) }
        request.minutes = 1e12
        let long = try exchange(service, await code(service, for: request), verifier: verifier)
        #expect(long.refreshSeconds == 20_160 * 60)
    }

    @Test func `a refresh token is good for the program that it was given to`() async throws {
        let service = try service()
        let given = try exchange(service, await code(service), verifier: verifier)
        let token = given.refresh
        #expect(throws: OAuthError.self) { _ = try refresh(service, token, client: "other") }
        for text in ["x", String(repeating: "A", count: 1_000), given.access.text] {
            #expect(throws: OAuthError.self) { _ = try refresh(service, text) }
        }
        _ = try refresh(service, token)
    }

    @Test func `a new password ends codes, tokens and refresh tokens`() async throws {
        let files = TestFiles()
        var users = try TestUsers.file()
        let path = try files.write("users.txt", users.text)
        let service = AuthorizationService(
            tokens: TokenService(
                users: try UserDirectory(path: path, logger: .silent), logger: .silent))
        let given = try exchange(service, await code(service), verifier: verifier)
        let waiting = try await code(service)
        users.set("ann", try PasswordHash(of: "something else", cost: TestUsers.cost))
        try users.write(to: path)
        #expect(user(service.tokens, given.access.text) == nil)
        #expect(throws: OAuthError.self) {
            _ = try refresh(service, given.refresh)
        }
        #expect(throws: OAuthError.self) {
            _ = try exchange(service, waiting, verifier: verifier)
        }
    }

    @Test func `what was ended is over after a restart with the same key`() async throws {
        let files = TestFiles()
        let key = try files.write("key", String(repeating: "k", count: 32))
        let users = try files.write("users.txt", TestUsers.file().text)
        func start() throws -> AuthorizationService {
            AuthorizationService(tokens: try TestUsers.tokens(usersPath: users, keyPath: key))
        }
        let first = try start()
        let kept = try exchange(first, await code(first), verifier: verifier)
        let ended = try exchange(first, await code(first), verifier: verifier)
        let direct = try #require(
            try await first.tokens.issue(
                TokenRequest(
                    FormParameters([
                        (name: "username", value: "ann"),
                        (name: "password", value: "correct horse"),
                    ]),
                    from: TestUsers.source()), from: TestUsers.source()))
        try first.revoke(fields([("token", ended.access.text)]))
        try first.revoke(fields([("token", direct.text)]))

        let second = try start()
        #expect(user(second.tokens, ended.access.text) == nil)
        #expect(user(second.tokens, direct.text) == nil)
        #expect(throws: OAuthError.self) {
            _ = try refresh(second, ended.refresh)
        }
        #expect(user(second.tokens, kept.access.text) == "ann")
        _ = try refresh(second, kept.refresh)
    }

    @Test func `the file of what was ended is private, bounded in time, and shared`() throws {
        let files = TestFiles()
        let path = try files.write("key.ended", "# nothing yet\n")
        let now = Date(timeIntervalSince1970: 1_000)
        let one = try EndedTokens(path: path, logger: .silent, at: now)
        let other = try EndedTokens(path: path, logger: .silent, at: now)
        one.insert("a", until: 1_500_000, at: now)
        other.insert("b", until: 3_000_000, at: now)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(other.contains("a") && other.contains("b") && !other.contains("c"))
        let later = Date(timeIntervalSince1970: 2_000)
        one.insert("c", until: 3_000_000, at: later)
        let text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        #expect(
            Set(text.split(separator: "\n").dropFirst()) == ["b 3000000", "c 3000000"])
        let next = try EndedTokens(path: path, logger: .silent, at: later)
        #expect(!next.contains("a") && next.contains("b") && next.contains("c"))
        _ = try files.write("key.ended", "c tomorrow\n")
        let error = #expect(throws: InvalidUserFile.self) {
            _ = try EndedTokens(path: path, logger: .silent)
        }
        #expect(error?.line == 1)
    }

    @Test func `revoking either token ends the log-in, and no other of the same user`()
        async throws
    {
        let service = try service()
        let other = try exchange(service, await code(service), verifier: verifier)
        for kind in ["access", "refresh"] {
            let given = try exchange(service, await code(service), verifier: verifier)
            let refreshToken = given.refresh
            let text = kind == "access" ? given.access.text : refreshToken
            try service.revoke(fields([("auth_token", text), ("client_id", "app")]))
            #expect(user(service.tokens, given.access.text) == nil)
            #expect(throws: OAuthError.self) { _ = try refresh(service, refreshToken) }
            try service.revoke(fields([("token", text)]))
        }
        #expect(user(service.tokens, other.access.text) == "ann")
        try service.revoke(fields([("token", "nonsense")]))
        #expect(throws: OAuthError.self) { try service.revoke(fields([])) }
    }

    @Test func `a token of generateToken can be ended too, however it is written`() async throws {
        let service = try service()
        let wanted = try TokenRequest(
            FormParameters([
                (name: "username", value: "ann"), (name: "password", value: "correct horse"),
                (name: "client", value: "ip"), (name: "ip", value: "198.51.100.9"),
            ]), from: TestUsers.source())
        let ended = try #require(
            try await service.tokens.issue(wanted, from: TestUsers.source(), at: start)
        ).text
        let later = start.addingTimeInterval(1)
        let other = try #require(
            try await service.tokens.issue(wanted, from: TestUsers.source(), at: later)
        ).text
        #expect(user(service.tokens, ended, after: 2) == "ann")
        try service.revoke(fields([("auth_token", ended)]))
        // The last letter of base64 has unused bits, which must be 0.
        for last in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
            #expect(user(service.tokens, ended.dropLast() + String(last), after: 2) == nil)
        }
        #expect(user(service.tokens, other, after: 2) == "ann")
    }

    @Test func `a program logs out as the Python client does`() async throws {
        let service = try service()
        let given = try exchange(service, await code(service), verifier: verifier)
        let token = given.refresh
        #expect(throws: OAuthError.self) {
            try service.suspend(fields([("client_id", "other"), ("refresh_token", token)]))
        }
        #expect(user(service.tokens, given.access.text) == "ann")
        try service.suspend(fields([("client_id", "app"), ("refresh_token", token)]))
        #expect(user(service.tokens, given.access.text) == nil)
        #expect(throws: OAuthError.self) { _ = try refresh(service, token) }
    }

    @Test func `codes are kept up to a number, the latest of them`() throws {
        let codes = AuthorizationCodes()
        let logIn = LogIn(id: "x", user: "ann", stamp: [1, 2, 3, 4, 5, 6, 7, 8])
        let request = try asked()
        let grant = AuthorizationCodes.Grant(request: request, logIn: logIn)
        let issued = (0..<5_000).map { _ in codes.issue(grant, at: start) }
        #expect(Set(issued).count == issued.count)
        #expect(codes.redeem(try #require(issued.first), at: start) == .unknown)
        let last = try #require(issued.last)
        #expect(codes.redeem(last, at: start) == .good(grant))
        #expect(codes.redeem(last, at: start) == .repeated(logIn))
    }

    @Test func `a wrong password gives no code`() async throws {
        let service = try service()
        for name in ["ann", "nobody"] {
            let code = try await service.signIn(
                name, password: "wrong", for: asked(), from: TestUsers.source())
            #expect(code == nil)
        }
    }
}
