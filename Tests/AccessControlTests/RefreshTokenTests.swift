// Tests rotating refresh tokens, and ending a log-in whose token was copied.

import DataStructures
@testable import AccessControl
import Fixtures
import Foundation
import HTTPTypes
import RouteAPI
import Testing

@Suite struct RefreshTokenTests {
    /// Today, since servers compare the file of ended log-ins with the real clock.
    private let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded())
    private let files = TestFiles()

    private func fields(_ pairs: KeyValuePairs<String, String>) -> OAuthFields {
        OAuthFields(FormParameters(pairs.map { (name: $0.key, value: $0.value) }))
    }

    private func service() throws -> AuthorizationService {
        AuthorizationService(tokens: try TestUsers.tokens())
    }

    /// A server that signs with a key in a file.
    private func keyed() throws -> AuthorizationService {
        let users = files.path("users.txt")
        if !FileManager.default.fileExists(atPath: users) {
            _ = try files.write("users.txt", TestUsers.file().text)
        }
        let key = try files.write("key", String(repeating: "k", count: 32))
        return AuthorizationService(
            tokens: try TestUsers.tokens(usersPath: users, keyPath: key))
    }

    private func logIn(_ service: AuthorizationService) async throws -> AuthorizationService.Tokens
    {
        let asked = AuthorizationRequest(clientID: "app", target: .page)
        let code = try await service.signIn(
            "ann", password: "correct horse", for: asked, from: TestUsers.source(), at: start)
        return try service.exchange(
            fields([
                "grant_type": "authorization_code", "client_id": "app",
                "redirect_uri": RedirectTarget.pageName, "code": try #require(code),
            ]), at: start)
    }

    /// Uses a refresh token.
    private func renew(
        _ service: AuthorizationService, _ token: String, after seconds: Double,
        by type: String = "refresh_token"
    ) throws(OAuthError) -> AuthorizationService.Tokens {
        try service.exchange(
            fields(["grant_type": type, "client_id": "app", "refresh_token": token]),
            at: start.addingTimeInterval(seconds))
    }

    /// Exchanges a refresh token by the grant `exchange_refresh_token`.
    private func exchange(
        _ service: AuthorizationService, _ token: String, after seconds: Double
    ) throws(OAuthError) -> AuthorizationService.Tokens {
        try renew(service, token, after: seconds, by: "exchange_refresh_token")
    }

    private func isGood(
        _ service: AuthorizationService, _ tokens: AuthorizationService.Tokens,
        after seconds: Double
    ) -> Bool {
        let fields = FormParameters([(name: "token", value: tokens.access.text)])
        return PresentedToken(fields, [:]).flatMap {
            service.tokens.user(
                of: $0, referer: nil, from: TestUsers.source(),
                at: start.addingTimeInterval(seconds))
        } == "ann"
    }

    @Test func `a token comes back from its text, with every bit of its place`() {
        let key = TokenKey.random()
        let end = NumericDate(minutes: 60, after: start)
        for mark in [0, 1, UInt64(1) << 53 + 1, .max] {
            for generation in [0, UInt32.max] {
                let logIn = LogIn(
                    id: Base64URL.random(), user: String(repeating: "u", count: 64),
                    stamp: [UInt8](repeating: 255, count: 8))
                let token = RefreshToken(
                    logIn: logIn, clientID: String(repeating: "c", count: 128), expires: end,
                    place: RefreshPlace(generation: generation, mark: mark))
                let text = token.text(signedWith: key)
                #expect(text.utf8.count <= RefreshToken.longestTextBytes)
                #expect(RefreshToken(text, signedWith: key) == token)
                #expect(RefreshToken(text, signedWith: TokenKey.random()) == nil)
            }
        }
    }

    @Test func `each use gives a new token, and the one before is over when that is used`()
        async throws
    {
        let service = try service()
        let first = try await logIn(service)
        var latest = first
        var seen: Set = [first.refresh]
        for hour in 1...20 {
            latest = try renew(service, latest.refresh, after: Double(hour) * 3_000)
            #expect(seen.insert(latest.refresh).inserted)
            #expect(latest.refreshSeconds == 20_160 * 60 - hour * 3_000)
            #expect(isGood(service, latest, after: Double(hour) * 3_000 + 1))
        }
        #expect(throws: OAuthError.self) { try renew(service, first.refresh, after: 61_000) }
    }

    @Test func `one that is over and comes again ends the log-in for all holders`()
        async throws
    {
        for type in ["refresh_token", "exchange_refresh_token"] {
            let service = try service()
            let other = try await logIn(service)
            let stolen = try await logIn(service).refresh
            let next = try renew(service, stolen, after: 100)
            let latest = try renew(service, next.refresh, after: 200)
            #expect(isGood(service, latest, after: 300))
            #expect(throws: OAuthError.self) {
                try renew(service, stolen, after: 300, by: type)
            }
            #expect(!isGood(service, latest, after: 301))
            #expect(throws: OAuthError.self) { try renew(service, latest.refresh, after: 301) }
            // The user's other log-ins continue.
            _ = try renew(service, other.refresh, after: 302)
        }
    }

    @Test func `a thief and a program that both use the same token are distinguished by the next`()
        async throws
    {
        let service = try service()
        let stolen = try await logIn(service).refresh
        let thief = try renew(service, stolen, after: 100)
        let program = try renew(service, stolen, after: 200)
        #expect(thief.refresh != program.refresh)
        _ = try renew(service, program.refresh, after: 300)
        #expect(throws: OAuthError.self) { try renew(service, thief.refresh, after: 400) }
        #expect(throws: OAuthError.self) { try renew(service, program.refresh, after: 401) }
    }

    /// As arcgis-rest-js 4.10 and the PKCE log-in of the ArcGIS API for Python 2.4.4 do.
    @Test func `a program that keeps its first token can use it further, and exchange it`()
        async throws
    {
        let service = try service()
        let first = try await logIn(service).refresh
        for hour in 1...300 { _ = try renew(service, first, after: Double(hour) * 3_600) }
        let traded = try exchange(service, first, after: 1_200_000)
        #expect(traded.refresh != first)
        // The log-in's end also limits the exchanged token.
        #expect(traded.refreshSeconds == 20_160 * 60 - 1_200_000)
        for hour in 1...2 {
            _ = try renew(service, traded.refresh, after: 1_200_000 + Double(hour) * 3_600)
        }
        #expect(throws: OAuthError.self) { try renew(service, first, after: 1_209_000) }
        #expect(throws: OAuthError.self) { try renew(service, traded.refresh, after: 1_209_001) }
    }

    @Test func `requests at the same time, and one whose answer is lost, end nothing`()
        async throws
    {
        let service = try service()
        let first = try await logIn(service).refresh
        let lost = try exchange(service, first, after: 100)
        let again = try exchange(service, first, after: 110)
        #expect(again.refresh == lost.refresh)
        let third = try renew(service, first, after: 130)
        #expect(third.refresh == lost.refresh)
        #expect(isGood(service, third, after: 140))
        // If the answer with the new token never arrives, the old one stays valid.
        _ = try renew(service, lost.refresh, after: 5_000)
        let taken = try renew(service, lost.refresh, after: 10_000)
        let latest = try renew(service, taken.refresh, after: 10_001)
        #expect(try renew(service, lost.refresh, after: 10_020).refresh == taken.refresh)
        // A token two generations old was not sent at the same time.
        #expect(throws: OAuthError.self) { try renew(service, first, after: 10_021) }
        #expect(throws: OAuthError.self) { try renew(service, latest.refresh, after: 10_022) }
    }

    @Test func `after a restart an old token passes until a later one comes`() async throws {
        let server = try keyed()
        let old = try await logIn(server).refresh
        let next = try exchange(server, old, after: 100)
        let restarted = try keyed()
        let stolen = try renew(restarted, old, after: 1_000)
        let latest = try renew(restarted, next.refresh, after: 2_000)
        // Until now either token could be the program's; from here on it is known.
        #expect(throws: OAuthError.self) { try renew(restarted, stolen.refresh, after: 3_000) }
        #expect(throws: OAuthError.self) { try renew(restarted, latest.refresh, after: 3_001) }
        // A server started later also knows that the log-in ended.
        #expect(throws: OAuthError.self) { try renew(try keyed(), next.refresh, after: 3_002) }
    }

    @Test func `what is held is bounded, and nothing is held for a first token that is kept`() {
        let rotation = RefreshRotation()
        for number in 0..<1_000 {
            #expect(
                rotation.place(after: .first, of: "\(number)", replacing: false, at: start) != nil)
        }
        #expect(rotation.count == 0)
        for number in 0..<70_000 {
            _ = rotation.place(after: .first, of: "\(number)", replacing: true, at: start)
        }
        #expect(rotation.count <= 65_536)
        let place = rotation.place(after: .first, of: "69999", replacing: true, at: start)
        #expect(place != nil)
        let late = start.addingTimeInterval(RefreshRotation.graceSeconds + 1)
        #expect(rotation.place(after: .first, of: "69999", replacing: true, at: late) == nil)
    }
}
