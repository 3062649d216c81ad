// A server's tokens: issues them to users, and finds the user of a token. Start here for the
// folder.
//
//     name, password ── LogInThrottle ── UserDirectory (scrypt) ── AccessToken ── text
//     request ── PresentedToken ── AccessToken ── stamp still the user's? ── Caller
//
// The texts are JSON Web Tokens (JSONWebToken). OAuth/ handles log-ins with refresh tokens and
// checks names and passwords here.

import DataStructures
package import Cryptography
package import Foundation
package import Logging

/// Issues a server's tokens, and finds the users behind them.
///
/// Tokens are signed texts and the server stores none of them. A token is valid if its signature
/// and expiry are right, the request meets its binding (``TokenBinding``), nobody has ended it
/// (``EndedTokens``), and the user still has the password from the time it was issued. So a removed
/// user or a changed password invalidates tokens at once, and every server with the same key and
/// user file accepts the same tokens.
///
/// Passwords are checked in one place for both kinds of log-in, here and in
/// ``AuthorizationService``: first ``LogInThrottle`` decides whether the attempt may proceed, then
/// ``UserDirectory`` computes the hash. An attempt that was not checked does not count as a
/// failure. RouteService calls ``user(of:referer:from:at:)`` for every request that carries a
/// token.
///
/// ```swift
/// let grant = try await tokens.issue(request, from: source)    // nil for a wrong password
/// // A later request presents the text of the token:
/// let user = tokens.user(of: presented, referer: nil, from: source)
/// ```
package final class TokenService: Sendable {
    /// How long tokens last.
    package struct Lifetime: Hashable, Sendable {
        /// How many minutes an access token lasts if the client does not say.
        package var standardMinutes = 60.0
        /// How many minutes an access token lasts at most.
        package var longestMinutes = 1_440.0
        /// How many minutes a log-in with refresh tokens lasts at most; two weeks by default.
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

    /// An issued access token.
    package struct Grant: Hashable, Sendable {
        /// The token's text.
        package var text: String
        package var expires: NumericDate
        /// Its user's name.
        package var user: String

        package init(text: String, expires: NumericDate, user: String) {
            self.text = text
            self.expires = expires
            self.user = user
        }
    }

    package let lifetime: Lifetime
    /// The key that signs all of this server's tokens.
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

    /// Issues a token; returns `nil` if the name or the password is wrong.
    ///
    /// - Throws: ``LogInRefusal`` if the password was not checked.
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

    /// Returns whether a user may administer the server now, whenever the token was issued.
    package func isAdministrator(_ user: String) -> Bool { users.isAdministrator(user) }

    /// Logs a user in, for refresh tokens; returns `nil` if the name or the password is wrong.
    ///
    /// - Throws: ``LogInRefusal`` if the password was not checked.
    package func logIn(
        _ name: String, password: String, from source: RequestSource
    ) async throws -> LogIn? {
        try await check(name, password: password, from: source).map {
            LogIn(id: Base64URL.random(), user: name, stamp: $0)
        }
    }

    /// Issues a token on a log-in, for the server's standard time.
    ///
    /// - Parameter end: When the log-in ends; the token ends no later.
    package func grant(on logIn: LogIn, until end: NumericDate, at now: Date = Date()) -> Grant {
        let standard = NumericDate(minutes: lifetime.standardMinutes, after: now)
        return grant(
            logIn.user, logIn.stamp, .logIn(logIn.id), until: min(standard, end), at: now)
    }

    /// Returns whether a log-in has not been ended and the user's password is still the same.
    package func isGood(_ logIn: LogIn) -> Bool {
        !ended.contains(logIn.id) && users.stamp(of: logIn.user) == logIn.stamp
    }

    /// Ends a log-in and every token issued on it.
    package func end(_ logInID: String, at now: Date = Date()) {
        // It is not known when the log-in began, so assume the longest time it can still last.
        let minutes = max(lifetime.refreshMinutes, lifetime.longestMinutes)
        let end = NumericDate(minutes: minutes, after: now)
        ended.insert(logInID, until: end.milliseconds, at: now)
    }

    /// Ends a token, and its log-in if it has one.
    ///
    /// If the text is not an access token from this server, nothing happens.
    package func end(token text: String) {
        guard let token = AccessToken(text, signedWith: key) else { return }
        if case .logIn(let id) = token.binding { return end(id) }
        ended.insert(token.endingID, until: token.expires.milliseconds)
    }

    /// Returns a valid token again; `nil` if it is not valid.
    ///
    /// A portal's clients exchange its token for one from the server they use next. Here both are
    /// the same server, so the token stays the same, with its expiry and its binding.
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
            // Do not log the name: it may be a password typed into the wrong field.
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

    /// Returns a token's user; `nil` if the token is invalid: forged, expired, ended, used from
    /// another place than it is bound to, or issued before the user's password changed.
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
