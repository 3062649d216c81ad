// Gives tokens to users and says whom a token is from. Start here for the folder.
//
//     name, password ── LogInThrottle ── UserDirectory (scrypt) ── AccessToken ── text
//     request ── PresentedToken ── AccessToken ── stamp still the user's? ── Caller

import Crypto
import Foundation
import Logging

/// The tokens of one server.
final class TokenService: Sendable {
    /// How long tokens last.
    struct Lifetime: Hashable, Sendable {
        /// Minutes without a wish.
        var standardMinutes = 60.0
        /// Minutes at most.
        var longestMinutes = 1_440.0
    }

    /// A token that was given.
    struct Grant: Hashable, Sendable {
        /// The token.
        var text: String
        /// Milliseconds since 1970.
        var expires: Int64
        /// Whose it is.
        var user: String
    }

    let lifetime: Lifetime
    private let users: UserDirectory
    private let key: SymmetricKey
    private let throttle = LogInThrottle()
    private let logger: Logger

    init(
        users: UserDirectory, key: SymmetricKey = TokenKey.random(),
        lifetime: Lifetime = Lifetime(), logger: Logger
    ) {
        self.users = users
        self.key = key
        self.lifetime = lifetime
        self.logger = logger
    }

    /// Gives a token, or `nil` when name or password are wrong.
    ///
    /// - Throws: ``LogInRefusal`` when the password is not even looked at.
    func issue(
        _ request: TokenRequest, from source: RequestSource, at now: Date = Date()
    ) async throws -> Grant? {
        let network = source.network
        try throttle.begin(request.userName, from: network)
        guard let stamp = try await users.check(request.userName, password: request.password)
        else {
            // The name stays out: people type passwords into the wrong field.
            logger.notice("a log-in failed", metadata: ["address": "\(source.address)"])
            return nil
        }
        throttle.succeed(request.userName, from: network)
        let minutes = min(request.minutes ?? lifetime.standardMinutes, lifetime.longestMinutes)
        let expires = Int64((now.timeIntervalSince1970 + minutes * 60) * 1_000)
        let token = AccessToken(
            user: request.userName, stamp: stamp, expires: expires, binding: request.binding)
        return Grant(
            text: token.text(signedWith: key), expires: expires, user: request.userName)
    }

    /// The user whose token this is, or `nil` when it is not good: forged, expired, used from
    /// elsewhere, or from before the user's password changed.
    func user(
        of token: PresentedToken, referer: String?, from source: RequestSource,
        at now: Date = Date()
    ) -> String? {
        guard let token = AccessToken(token.text, signedWith: key),
            token.expires > Int64(now.timeIntervalSince1970 * 1_000),
            token.binding.allows(referer: referer, address: source.address),
            users.stamp(of: token.user) == token.stamp
        else { return nil }
        return token.user
    }
}
