// The tokens of a server: gives them to users, and finds the user of a token. Start here for the
// folder.
//
//     name, password ── LogInThrottle ── UserDirectory (scrypt) ── AccessToken ── text
//     request ── PresentedToken ── AccessToken ── stamp still the user's? ── Caller
//
// The texts are JSON Web Tokens (JSONWebToken). Log-ins with refresh tokens are in OAuth/, which
// checks names and passwords here.

import DataStructures
package import Cryptography
package import Foundation
package import Logging

/// The tokens of one server.
///
/// ```swift
/// let grant = try await tokens.issue(request, from: source)    // nil for a wrong password
/// // A later request presents the text of the token:
/// let user = tokens.user(of: presented, referer: nil, from: source)
/// ```
package final class TokenService: Sendable {
    /// The lifetimes of tokens.
    package struct Lifetime: Hashable, Sendable {
        /// Minutes that an access token lasts when the client asks for no time.
        package var standardMinutes = 60.0
        /// Minutes that an access token lasts at most.
        package var longestMinutes = 1_440.0
        /// Minutes that a log-in with refresh tokens lasts at most: two weeks by default.
        package var refreshMinutes = 20_160.0

        package init(
            standardMinutes: Double = 60.0, longestMinutes: Double = 1_440.0,
            refreshMinutes: Double = 20_160.0
        ) {
            self.standardMinutes = standardMinutes
            self.longestMinutes = longestMinutes
            self.refreshMinutes = refreshMinutes
        }
    }

    /// An access token that was given.
    package struct Grant: Hashable, Sendable {
        /// The token.
        package var text: String
        /// When it expires.
        package var expires: NumericDate
        /// The name of its user.
        package var user: String

        package init(text: String, expires: NumericDate, user: String) {
            self.text = text
            self.expires = expires
            self.user = user
        }
    }

    package let lifetime: Lifetime
    /// The key that every token of this server is signed with.
    package let key: SymmetricKey
    private let users: UserDirectory
    private let ended: EndedTokens
    private let throttle = LogInThrottle()
    private let logger: Logger

    package init(
        users: UserDirectory, key: SymmetricKey = TokenKey.random(),
        ended: EndedTokens = EndedTokens(), lifetime: Lifetime = Lifetime(), logger: Logger
    ) {
        self.ended = ended
        self.users = users
        self.key = key
        self.lifetime = lifetime
        self.logger = logger
    }

    /// Gives a token, or `nil` when the name or the password is wrong.
    ///
    /// - Throws: ``LogInRefusal`` when the password was not checked.
    package func issue(
        _ request: TokenRequest, from source: RequestSource, at now: Date = Date()
    ) async throws -> Grant? {
        guard
            let stamp = try await check(
                request.userName, password: request.password, from: source)
        else { return nil }
        let minutes = min(request.minutes ?? lifetime.standardMinutes, lifetime.longestMinutes)
        let end = NumericDate(minutes: minutes, after: now)
        return grant(request.userName, stamp, request.binding, until: end, at: now)
    }

    /// Whether a user has the right to administer the server now, whenever its token was given.
    package func isAdministrator(_ user: String) -> Bool { users.isAdministrator(user) }

    /// Logs a user in, for refresh tokens; `nil` when the name or the password is wrong.
    ///
    /// - Throws: ``LogInRefusal`` when the password was not checked.
    package func logIn(
        _ name: String, password: String, from source: RequestSource
    ) async throws -> LogIn? {
        try await check(name, password: password, from: source).map {
            LogIn(id: Base64URL.random(), user: name, stamp: $0)
        }
    }

    /// Gives a token on a log-in, for the server's standard time.
    ///
    /// - Parameter end: When the log-in ends, and the token with it at the latest.
    package func grant(on logIn: LogIn, until end: NumericDate, at now: Date = Date()) -> Grant {
        let standard = NumericDate(minutes: lifetime.standardMinutes, after: now)
        return grant(
            logIn.user, logIn.stamp, .logIn(logIn.id), until: min(standard, end), at: now)
    }

    /// Whether a log-in has not been ended, and the user's password is still the same.
    package func isGood(_ logIn: LogIn) -> Bool {
        !ended.contains(logIn.id) && users.stamp(of: logIn.user) == logIn.stamp
    }

    /// Ends a log-in, with every token that was given on it.
    package func end(_ logInID: String, at now: Date = Date()) {
        // When it began is not known here, so the longest time that it can still last is taken.
        let minutes = max(lifetime.refreshMinutes, lifetime.longestMinutes)
        let end = NumericDate(minutes: minutes, after: now)
        ended.insert(logInID, until: end.milliseconds, at: now)
    }

    /// Ends a token, and with it its log-in if it has one.
    ///
    /// Text that is not an access token of this server ends nothing.
    package func end(token text: String) {
        guard let token = AccessToken(text, signedWith: key) else { return }
        if case .logIn(let id) = token.binding { return end(id) }
        ended.insert(token.endingID, until: token.expires.milliseconds)
    }

    /// Gives a good token once more, or `nil` for one that is not good.
    ///
    /// Clients of a portal exchange its token for one of the server that they use next. Here both
    /// are one server, so the token stays the same, with its expiry and its binding.
    package func grant(
        for token: PresentedToken, referer: String?, from source: RequestSource,
        at now: Date = Date()
    ) -> Grant? {
        guard let user = user(of: token, referer: referer, from: source, at: now),
            let known = AccessToken(token.text, signedWith: key)
        else { return nil }
        return Grant(text: token.text, expires: known.expires, user: user)
    }

    private func check(
        _ name: String, password: String, from source: RequestSource
    ) async throws -> UserDirectory.Stamp? {
        let network = source.network
        try throttle.begin(name, from: network)
        let found: UserDirectory.Stamp?
        do {
            found = try await users.check(name, password: password, for: network)
        } catch {
            // A password that was not checked is not a failed attempt.
            throttle.withdraw(name, from: network)
            throw error
        }
        guard let stamp = found else {
            // The name is not logged: it may be a password typed into the wrong field.
            logger.notice("a log-in failed", metadata: ["address": "\(source.address)"])
            return nil
        }
        throttle.succeed(name, from: network)
        return stamp
    }

    private func grant(
        _ user: String, _ stamp: UserDirectory.Stamp, _ binding: TokenBinding,
        until end: NumericDate, at now: Date
    ) -> Grant {
        let token = AccessToken(
            user: user, stamp: stamp, issued: NumericDate(now), expires: end, binding: binding)
        return Grant(text: token.text(signedWith: key), expires: end, user: user)
    }

    /// The user of a token, or `nil` when it is not good: forged, expired, ended, used from another
    /// place than it is bound to, or given before the user's password changed.
    package func user(
        of token: PresentedToken, referer: String?, from source: RequestSource,
        at now: Date = Date()
    ) -> String? {
        guard let token = AccessToken(token.text, signedWith: key),
            !token.expires.isReached(at: now),
            token.binding.allows(referer: referer, address: source.address),
            users.stamp(of: token.user) == token.stamp
        else { return nil }
        if !ended.isEmpty, ended.contains(token.endingID) { return nil }
        return token.user
    }
}
