// Signed tokens: claims that only a server with the key can have written.

import DataStructures
package import Cryptography
package import Geo

/// A JSON Web Token (RFC 7519) in the compact form of RFC 7515, signed with HMAC-SHA256.
///
///     base64url of {"alg":"HS256","typ":"JWT"} . base64url of the claims . base64url of the HMAC
///
/// The HMAC (RFC 2104) covers the first two segments and the dot between them. Every token has the
/// claims `iss` (always ``issuer``), `aud` (its ``Audience``) and `exp` (when it expires). Reading
/// a token does not check `exp`, because expired tokens can still be revoked; compare ``expires``
/// with the clock yourself.
///
/// It uses ``MessageAuthenticationCode``. Rejected: JWTKit, which does the same for HS256, but adds
/// X509 with its internals (swift-certificates), swift-crypto and ASN.1 to every first build, for
/// algorithms we do not use. It was allowed 30 s; in addition to swift-crypto it took 42 s on two
/// cores (83 s CPU time, release). Also rejected: swift-crypto alone, which takes 60 to 73 s and
/// makes the executable exceed its size limit (Documentation/Measurements.md).
package struct JSONWebToken: Hashable, Sendable {
    /// The token's purpose, in the claim `aud`. Each reader accepts a single audience.
    package enum Audience: String, CaseIterable, Sendable {
        /// ``AccessToken``.
        case access
        /// ``RefreshToken``.
        case refresh
        /// An ``AuthorizationRequest``, as the sign-in page carries it.
        case oauthState = "oauth_state"
    }

    /// The claim `iss` in every token.
    package static let issuer = "waypost"

    private static let algorithm = "HS256"
    private static let headerType = "JWT"
    private static let signatureBytes = 32
    /// More values than any header or claims this server writes.
    private static let maximumValues = 32

    /// The claim `exp`.
    package let expires: NumericDate
    /// The claims, in written order.
    private var claims: JSONObject

    /// Makes a token with no claims except `iss`, `aud` and `exp`.
    package init(for audience: Audience, expires: NumericDate) {
        self.expires = expires
        claims = JSONObject()
        claims["iss"] = .string(Self.issuer)
        claims["aud"] = .string(audience.rawValue)
        claims["exp"] = .number(Double(expires.seconds))
    }

    /// A claim, or `nil` if the token lacks it.
    package subscript(name: String) -> JSONValue? {
        get { claims[name] }
        set { claims[name] = newValue }
    }

    /// Returns a text claim, or `nil` if it is missing or not a text.
    package func text(_ name: String) -> String? { claims[name]?.string }

    /// Returns a time claim, or `nil` if it is missing or not a time.
    package func date(_ name: String) -> NumericDate? {
        claims[name]?.integer.flatMap { NumericDate(seconds: $0) }
    }

    // MARK: - Writing

    package func text(signedWith key: SymmetricKey) -> String {
        Self.text(of: Array(JSONValue.object(claims).text.utf8), signedWith: key)
    }

    /// Signs any payload, for ``text(signedWith:)`` and for tests of the readers.
    package static func text(of payload: [UInt8], signedWith key: SymmetricKey) -> String {
        let header = "{\"alg\":\"\(algorithm)\",\"typ\":\"\(headerType)\"}"
        let signed = Base64URL.text(of: header.utf8) + "." + Base64URL.text(of: payload)
        let signature = MessageAuthenticationCode.code(of: Array(signed.utf8), signedWith: key)
        return signed + "." + Base64URL.text(of: signature)
    }

    // MARK: - Reading

    /// Reads a token for an audience; `nil` for any other text. It may have expired.
    ///
    /// - Complexity: O(*n*) in the text's length; O(1) if it is too long.
    package init?(
        _ text: String, for audience: Audience, signedWith key: SymmetricKey, longestTextBytes: Int
    ) {
        guard
            let claims = Self.claims(
                of: text, signedWith: key, longestTextBytes: longestTextBytes),
            claims["iss"]?.string == Self.issuer, claims["aud"]?.string == audience.rawValue,
            let expires = claims["exp"]?.integer.flatMap({ NumericDate(seconds: $0) })
        else { return nil }
        self.expires = expires
        self.claims = claims
    }

    /// Returns the claims in any token signed with this key, or `nil` for any other text.
    ///
    /// It first checks the length, the number of segments and their letters, then the signature in
    /// constant time. Only signed JSON is parsed. The header must name our only algorithm and
    /// require no extension (`crit`); there are no keys for other algorithms.
    package static func claims(
        of text: String, signedWith key: SymmetricKey, longestTextBytes: Int
    ) -> JSONObject? {
        guard text.utf8.count <= longestTextBytes else { return nil }
        let segments = text.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3,
            let header = Base64URL.bytes(of: segments[0]),
            let payload = Base64URL.bytes(of: segments[1]),
            let signature = Base64URL.bytes(of: segments[2]), signature.count == signatureBytes
        else { return nil }
        let signed = Array(text.utf8.dropLast(segments[2].count + 1))
        guard
            MessageAuthenticationCode.isValid(signature, of: signed, signedWith: key),
            let parameters = object(header), parameters["alg"]?.string == algorithm,
            parameters["typ"]?.string == headerType, !parameters.keys.contains("crit")
        else { return nil }
        return object(payload)
    }

    /// Parses a JSON object with few values; returns `nil` for other bytes, without a reason.
    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        let limits = JSONLimits(
            maximumBytes: bytes.count, maximumDepth: 2, maximumValues: maximumValues)
        do throws(JSONParseError) {
            return try JSONValue.parse(bytes, limits: limits).object
        } catch {
            return nil
        }
    }
}
