// Refresh tokens, which programs exchange for new access tokens, and the claims that encode them.

import DataStructures
package import Cryptography
import Geo

/// A token that a program exchanges for new access tokens without a password, until it expires, its
/// log-in ends, or the user's password changes.
///
/// Each use issues a new refresh token (``RefreshRotation``). Like access tokens it is a
/// ``JSONWebToken``, and the server stores nothing for it:
///
///     claim      value
///     iss        "waypost"
///     aud        "refresh"
///     exp        when it expires
///     sub        the user's name
///     client_id  the program's name
///     sid        the log-in's id
///     stamp      the stamp of the user's password, base64url
///     gen        how many of the log-in's tokens came before it
///     mark       64 random bits, hexadecimal
///
/// There is no `iat`, so the same place in the rotation gives the same text, even if it is issued
/// twice.
package struct RefreshToken: Hashable, Sendable {
    package static let longestTextBytes = 1_024

    /// The log-in it continues.
    package var logIn: LogIn
    /// The name of the program it was issued to.
    package var clientID: String
    package var expires: NumericDate
    /// Its place among the log-in's refresh tokens.
    package var place: RefreshPlace

    /// Makes a token.
    ///
    /// - Precondition: ``UserFile`` accepts the user's name.
    package init(
        logIn: LogIn, clientID: String, expires: NumericDate, place: RefreshPlace = .first
    ) {
        precondition(
            logIn.stamp.count == UserDirectory.stampBytes && UserFile.accepts(name: logIn.user),
            "a token is that of a user in the file of users")
        self.logIn = logIn
        self.clientID = clientID
        self.expires = expires
        self.place = place
    }

    package func text(signedWith key: SymmetricKey) -> String {
        var token = JSONWebToken(for: .refresh, expires: expires)
        token["sub"] = .string(logIn.user)
        token["client_id"] = .string(clientID)
        token["sid"] = .string(logIn.id)
        token["stamp"] = .string(Base64URL.text(of: logIn.stamp))
        token["gen"] = .number(Double(place.generation))
        token["mark"] = .string(String(place.mark, radix: 16))
        return token.text(signedWith: key)
    }

    /// Reads a token; `nil` if the text is not a refresh token signed with this key. It may have
    /// expired.
    package init?(_ text: String, signedWith key: SymmetricKey) {
        guard
            let token = JSONWebToken(
                text, for: .refresh, signedWith: key, longestTextBytes: Self.longestTextBytes),
            let user = token.text("sub"), UserFile.accepts(name: user),
            let clientID = token.text("client_id"), let logInID = token.text("sid"),
            let stamp = token.stamp,
            let generation = token["gen"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let mark = token.text("mark").flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        self.init(
            logIn: LogIn(id: logInID, user: user, stamp: stamp), clientID: clientID,
            expires: token.expires, place: RefreshPlace(generation: generation, mark: mark))
    }
}
