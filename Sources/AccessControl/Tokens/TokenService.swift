// Gives tokens to users and says whom a token is from. Start here for the folder.
//
//     name, password ── LogInThrottle ── UserDirectory (scrypt) ── AccessToken ── text
//     request ── PresentedToken ── AccessToken ── stamp still the user's? ── Caller
//
// Log-ins whose tokens are renewed come from OAuth/, by the same check of name and password.

package import Crypto
package import Foundation
package import Logging

/// The tokens of one server.
package final class TokenService: Sendable {
    /// How long tokens last.
    package struct Lifetime: Hashable, Sendable {
        /// Minutes without a wish.
        package var standardMinutes = 60.0
        /// Minutes at most.
        package var longestMinutes = 1_440.0
        /// Minutes that a log-in may be renewed for without its password, at most: two weeks.
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

    /// A token that was given.
    package struct Grant: Hashable, Sendable {
        /// The token.
        package var text: String
        /// Milliseconds since 1970.
        package var expires: Int64
        /// Whose it is.
        package var user: String

        package init(text: String, expires: Int64, user: String) {
            self.text = text
            self.expires = expires
            self.user = user
        }
    }

    package let lifetime: Lifetime
    /// What everything that this server hands out and wants to know again is signed with.
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

    /// Gives a token, or `nil` when name or password are wrong.
    ///
    /// - Throws: ``LogInRefusal`` when the password is not even looked at.
    package func issue(
        _ request: TokenRequest, from source: RequestSource, at now: Date = Date()
    ) async throws -> Grant? {
        guard
            let stamp = try await check(
                request.userName, password: request.password, from: source)
        else { return nil }
        let minutes = min(request.minutes ?? lifetime.standardMinutes, lifetime.longestMinutes)
        return grant(request.userName, stamp, minutes, request.binding, at: now)
    }

    /// Logs a user in, for tokens that may be renewed; `nil` when name or password are wrong.
    ///
    /// - Throws: ``LogInRefusal`` when the password is not even looked at.
    package func logIn(
        _ name: String, password: String, from source: RequestSource
    ) async throws -> LogIn? {
        try await check(name, password: password, from: source).map {
            LogIn(id: SignedText.random(), user: name, stamp: $0)
        }
    }

    /// A token on a log-in, for the server's standard time.
    ///
    /// - Parameter end: Milliseconds since 1970 at which the log-in ends, and the token with it.
    package func grant(on logIn: LogIn, until end: Int64, at now: Date = Date()) -> Grant {
        let left = (Double(end) / 1_000 - now.timeIntervalSince1970) / 60
        let minutes = min(lifetime.standardMinutes, left)
        return grant(logIn.user, logIn.stamp, minutes, .logIn(logIn.id), at: now)
    }

    /// Whether a log-in still stands: not ended, and the user's password the same.
    package func isGood(_ logIn: LogIn) -> Bool {
        !ended.contains(logIn.id) && users.stamp(of: logIn.user) == logIn.stamp
    }

    /// Ends a log-in, with every token that was given on it.
    package func end(_ logInID: String, at now: Date = Date()) {
        // When it began is not known; it lasts so long at most.
        let minutes = max(lifetime.refreshMinutes, lifetime.longestMinutes)
        let end = Int64((now.timeIntervalSince1970 + minutes * 60) * 1_000)
        ended.insert(logInID, until: end, at: now)
    }

    /// Ends a token, and with it the log-in that it hangs on, if there is one.
    ///
    /// What is no token of this server, or no longer good, is nothing to end.
    package func end(token text: String) {
        guard let token = AccessToken(text, signedWith: key) else { return }
        if case .logIn(let id) = token.binding { return end(id) }
        ended.insert(endingID(of: token), until: token.expires)
    }

    /// What a token is known by when it is ended.
    private func endingID(of token: AccessToken) -> String {
        if case .logIn(let id) = token.binding { return id }
        // Written anew: base64 has several texts for the same bytes.
        let text = Array(token.text(signedWith: key).utf8)
        return SignedText.base64URL(Array(SHA256.hash(data: text)))
    }

    /// A token that is good, handed out once more, or `nil` for one that is not.
    ///
    /// Clients of a portal trade its token for one of the server that they are going to ask. Here
    /// both are one server, so the token stays what it was: it lasts no longer, is good from no
    /// other place, and is over when it is ended.
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
            found = try await users.check(name, password: password)
        } catch {
            // Nobody is held up for what was not looked at.
            throttle.withdraw(name, from: network)
            throw error
        }
        guard let stamp = found else {
            // The name stays out: people type passwords into the wrong field.
            logger.notice("a log-in failed", metadata: ["address": "\(source.address)"])
            return nil
        }
        throttle.succeed(name, from: network)
        return stamp
    }

    private func grant(
        _ user: String, _ stamp: UserDirectory.Stamp, _ minutes: Double, _ binding: TokenBinding,
        at now: Date
    ) -> Grant {
        let expires = Int64((now.timeIntervalSince1970 + minutes * 60) * 1_000)
        let token = AccessToken(user: user, stamp: stamp, expires: expires, binding: binding)
        return Grant(text: token.text(signedWith: key), expires: expires, user: user)
    }

    /// The user whose token this is, or `nil` when it is not good: forged, expired, used from
    /// elsewhere, or from before the user's password changed.
    package func user(
        of token: PresentedToken, referer: String?, from source: RequestSource,
        at now: Date = Date()
    ) -> String? {
        guard let token = AccessToken(token.text, signedWith: key),
            token.expires > Int64(now.timeIntervalSince1970 * 1_000),
            token.binding.allows(referer: referer, address: source.address),
            users.stamp(of: token.user) == token.stamp
        else { return nil }
        if !ended.isEmpty, ended.contains(endingID(of: token)) { return nil }
        return token.user
    }
}
