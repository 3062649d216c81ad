// Access tokens: whom they name, where they are valid, and the claims that encode them.

import DataStructures
package import Cryptography
import Geo

/// A condition that requests must meet for a token to be valid.
package enum TokenBinding: Hashable, Sendable {
    /// The request's `Referer` begins with this.
    case referer(String)
    /// The request comes from this address.
    case address(String)
    /// No condition; the token lasts until the log-in with this id ends (``LogIn``).
    case logIn(String)

    /// The longest bound value, in bytes.
    package static let longestValueBytes = 512

    /// Returns whether a request meets the condition.
    ///
    /// A referer is compared from its beginning up to a boundary: `https://a.example` covers
    /// `https://a.example/map` but not `https://a.example.evil/`. If the bound host has no scheme,
    /// as sent by the ArcGIS Maps SDK for JavaScript, it covers every page on that host.
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

    /// Returns whether a text begins with another, up to a boundary: `/`, `?`, `#`, `:` or the end.
    private static func covers(_ bound: String, _ text: Substring) -> Bool {
        guard text.hasPrefix(bound) else { return false }
        guard let next = text.utf8.dropFirst(bound.utf8.count).first else { return true }
        return bound.last == "/" || "/?#:".utf8.contains(next)
    }

    /// The claim that encodes the binding.
    fileprivate var claim: (name: String, value: String) {
        switch self {
        case .referer(let value): ("referer", value)
        case .address(let value): ("ip", value)
        case .logIn(let value): ("sid", value)
        }
    }

    /// Reads the claim that encodes a binding; `nil` if there is none or more than one.
    fileprivate init?(_ token: JSONWebToken) {
        switch (token.text("referer"), token.text("ip"), token.text("sid")) {
        case (let value?, nil, nil): self = .referer(value)
        case (nil, let value?, nil): self = .address(value)
        case (nil, nil, let value?): self = .logIn(value)
        default: return nil
        }
    }
}

/// A user's permission to send requests, for some time and from some place.
///
/// It is a ``JSONWebToken``, so the server stores nothing for it:
///
///     claim    value
///     iss      "waypost"
///     aud      "access"
///     exp      when it expires
///     iat      when it was issued
///     jti      its id: 16 random bytes, base64url
///     sub      the user's name
///     stamp    the stamp of the user's password, base64url; a new password ends old tokens
///
/// and a single binding:
///
///     referer  the beginning of a `Referer`
///     ip       an address
///     sid      a log-in's id
package struct AccessToken: Hashable, Sendable {
    /// The longest text of a token: bound to a referer with 512 bytes that JSON has to escape. Most
    /// have about 300 bytes.
    package static let longestTextBytes = 4_608

    /// The claim `jti`.
    package var id: String
    /// The name of the user: the claim `sub`.
    package var user: String
    /// The stamp of the user's password when the token was issued.
    package var stamp: UserDirectory.Stamp
    /// When the token was issued: the claim `iat`.
    package var issued: NumericDate
    /// When the token expires: the claim `exp`.
    package var expires: NumericDate
    /// Where the token is valid.
    package var binding: TokenBinding

    /// Makes a token.
    ///
    /// - Precondition: The stamp has 8 bytes, ``UserFile`` accepts the user's name, and the binding
    ///   has at most ``TokenBinding/longestValueBytes`` bytes.
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

    /// The id under which the token can be ended: its log-in's, or else its own.
    package var endingID: String {
        if case .logIn(let logInID) = binding { logInID } else { id }
    }

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

    /// Reads a token; `nil` if the text is not an access token signed with this key. It may have
    /// expired.
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
    /// The claim `stamp`, or `nil` if it is not a password stamp.
    var stamp: UserDirectory.Stamp? {
        guard let bytes = text("stamp").flatMap({ Base64URL.bytes(of: $0.utf8) }),
            bytes.count == UserDirectory.stampBytes
        else { return nil }
        return bytes
    }
}
