// Access tokens: their user, the binding to a client, and the claims that they are written as.

import DataStructures
package import Cryptography
import Geo

/// The condition that a request must meet for a token to be good.
package enum TokenBinding: Hashable, Sendable {
    /// The `Referer` of the request begins with this.
    case referer(String)
    /// The request comes from this address.
    case address(String)
    /// No condition on the request; the token lasts until the log-in of this id is ended
    /// (``LogIn``).
    case logIn(String)

    /// The longest bound value, in bytes.
    package static let longestValueBytes = 512

    /// Whether a request meets the condition.
    ///
    /// A referer is compared by its beginning, up to a boundary: `https://a.example` covers
    /// `https://a.example/map` but not `https://a.example.evil/`. A bound host without a scheme, as
    /// the ArcGIS Maps SDK for JavaScript sends it, covers every page on that host.
    package func allows(referer: String?, address: String) -> Bool {
        switch self {
        case .address(let bound): return bound == address
        case .logIn: return true
        case .referer(let bound):
            guard let referer = referer?.lowercased() else { return false }
            let bound = bound.lowercased()
            if Self.covers(bound, referer[...]) { return true }
            guard !bound.contains("://"), let scheme = referer.firstRange(of: "://") else {
                return false
            }
            return Self.covers(bound, referer[scheme.upperBound...])
        }
    }

    /// Whether a text begins with another, up to a boundary: `/`, `?`, `#`, `:` or the end.
    private static func covers(_ bound: String, _ text: Substring) -> Bool {
        guard text.hasPrefix(bound) else { return false }
        guard let next = text.utf8.dropFirst(bound.utf8.count).first else { return true }
        return bound.last == "/" || "/?#:".utf8.contains(next)
    }

    /// The claim that the binding is written as.
    fileprivate var claim: (name: String, value: String) {
        switch self {
        case .referer(let value): ("referer", value)
        case .address(let value): ("ip", value)
        case .logIn(let value): ("sid", value)
        }
    }

    /// Reads the one claim that is a binding, or gives `nil` when there is none or several.
    fileprivate init?(_ token: JSONWebToken) {
        switch (token.text("referer"), token.text("ip"), token.text("sid")) {
        case (let value?, nil, nil): self = .referer(value)
        case (nil, let value?, nil): self = .address(value)
        case (nil, nil, let value?): self = .logIn(value)
        default: return nil
        }
    }
}

/// A user's permission to send requests, for a time and from one place.
///
/// Its text is a ``JSONWebToken``, so that the server stores nothing for it:
///
///     claim    value
///     iss      "waypost"
///     aud      "access"
///     exp      when it expires
///     iat      when it was given
///     jti      its id: 16 random bytes, base64url
///     sub      the user's name
///     stamp    of the user's password, base64url; a new password ends old tokens
///
/// and its binding as one of these:
///
///     referer  the beginning of a `Referer`
///     ip       an address
///     sid      the id of a log-in
package struct AccessToken: Hashable, Sendable {
    /// The greatest length of a token's text: that of one bound to a referer of 512 bytes that JSON
    /// has to escape. Most have about 300.
    package static let longestTextBytes = 4_608

    /// The claim `jti`.
    package var id: String
    /// The name of the user: the claim `sub`.
    package var user: String
    /// The stamp of the user's password when the token was given.
    package var stamp: UserDirectory.Stamp
    /// When the token was given: the claim `iat`.
    package var issued: NumericDate
    /// When the token expires: the claim `exp`.
    package var expires: NumericDate
    /// Where the token is good.
    package var binding: TokenBinding

    /// Makes a token.
    ///
    /// - Precondition: The stamp has 8 bytes, the user a name that ``UserFile`` accepts, and the
    ///   binding at most ``TokenBinding/longestValueBytes`` bytes.
    package init(
        id: String = Base64URL.random(byteCount: 16), user: String, stamp: UserDirectory.Stamp,
        issued: NumericDate, expires: NumericDate, binding: TokenBinding
    ) {
        precondition(
            stamp.count == UserDirectory.stampBytes && UserFile.accepts(name: user),
            "a token is that of a user in the file of users")
        precondition(
            binding.claim.value.utf8.count <= TokenBinding.longestValueBytes,
            "a bound value is checked where it comes in")
        self.id = id
        self.user = user
        self.stamp = stamp
        self.issued = issued
        self.expires = expires
        self.binding = binding
    }

    /// The id that the token is ended by: that of its log-in, or else its own.
    package var endingID: String {
        if case .logIn(let logInID) = binding { logInID } else { id }
    }

    /// The token as text.
    package func text(signedWith key: SymmetricKey) -> String {
        var token = JSONWebToken(for: .access, expires: expires)
        token["iat"] = .number(Double(issued.seconds))
        token["jti"] = .string(id)
        token["sub"] = .string(user)
        token["stamp"] = .string(Base64URL.text(of: stamp))
        let (name, value) = binding.claim
        token[name] = .string(value)
        return token.text(signedWith: key)
    }

    /// Reads a token, or gives `nil` for any text that is not an access token signed with this key.
    /// It may have expired.
    package init?(_ text: String, signedWith key: SymmetricKey) {
        guard
            let token = JSONWebToken(
                text, for: .access, signedWith: key, longestTextBytes: Self.longestTextBytes),
            let id = token.text("jti"), let issued = token.date("iat"),
            let user = token.text("sub"), UserFile.accepts(name: user),
            let stamp = token.stamp, let binding = TokenBinding(token),
            binding.claim.value.utf8.count <= TokenBinding.longestValueBytes
        else { return nil }
        self.init(
            id: id, user: user, stamp: stamp, issued: issued, expires: token.expires,
            binding: binding)
    }
}

extension JSONWebToken {
    /// The claim `stamp`, or `nil` for what is not the stamp of a password.
    var stamp: UserDirectory.Stamp? {
        guard let bytes = text("stamp").flatMap({ Base64URL.bytes(of: $0.utf8) }),
            bytes.count == UserDirectory.stampBytes
        else { return nil }
        return bytes
    }
}
