// Signed tokens: claims that only a server with the key can have written.

import DataStructures
package import Cryptography
package import Geo

/// A JSON Web Token (RFC 7519) in the compact form of RFC 7515, signed with HMAC-SHA256.
///
///     base64url of {"alg":"HS256","typ":"JWT"} . base64url of the claims . base64url of the HMAC
///
/// The HMAC (RFC 2104) is that of the first two segments with the dot between them. Every token has
/// the claims `iss`, always ``issuer``, `aud`, its ``Audience``, and `exp`, when it expires.
/// Callers compare `exp` with the clock, not the readers here: an expired token can be revoked.
///
/// Built over ``MessageAuthenticationCode``. Rejected: JWTKit, which does the same for HS256. For
/// other algorithms, none of them used here, it adds X509 with its internals (swift-certificates),
/// swift-crypto and ASN.1 to every first build. The limit for it was 30 s; beside swift-crypto it
/// took 42 s on two cores (83 s of computing, release). Rejected as well: swift-crypto alone, which
/// takes 60 to 73 s and makes the executable larger than its limit (Documentation/Measurements.md).
package struct JSONWebToken: Hashable, Sendable {
    /// What a token is for: the claim `aud`. A reader takes the tokens of one audience only.
    package enum Audience: String, CaseIterable, Sendable {
        /// ``AccessToken``.
        case access
        /// ``RefreshToken``.
        case refresh
        /// ``AuthorizationRequest``, as the sign-in page carries it.
        case oauthState = "oauth_state"
    }

    /// The claim `iss` of every token.
    package static let issuer = "waypost"

    private static let algorithm = "HS256"
    private static let headerType = "JWT"
    private static let signatureBytes = 32
    /// More than any header or list of claims of this server has.
    private static let maximumValues = 32

    /// The claim `exp`.
    package let expires: NumericDate
    /// The claims in the order that they are written in.
    private var claims: JSONObject

    /// Makes a token without claims beside `iss`, `aud` and `exp`.
    package init(for audience: Audience, expires: NumericDate) {
        self.expires = expires
        claims = JSONObject()
        claims["iss"] = .string(Self.issuer)
        claims["aud"] = .string(audience.rawValue)
        claims["exp"] = .number(Double(expires.seconds))
    }

    /// A claim, or `nil` when there is none of the name.
    package subscript(name: String) -> JSONValue? {
        get { claims[name] }
        set { claims[name] = newValue }
    }

    /// A claim that is text, or `nil` for any other.
    package func text(_ name: String) -> String? { claims[name]?.string }

    /// A claim that is a time, or `nil` for any other.
    package func date(_ name: String) -> NumericDate? {
        claims[name]?.integer.flatMap { NumericDate(seconds: $0) }
    }

    // MARK: - Writing

    /// The signed token.
    package func text(signedWith key: SymmetricKey) -> String {
        Self.text(of: Array(JSONValue.object(claims).text.utf8), signedWith: key)
    }

    /// A signed token with any payload: ``text(signedWith:)``, and tests of the readers.
    package static func text(of payload: [UInt8], signedWith key: SymmetricKey) -> String {
        let header = "{\"alg\":\"\(algorithm)\",\"typ\":\"\(headerType)\"}"
        let signed = Base64URL.text(of: header.utf8) + "." + Base64URL.text(of: payload)
        let signature = MessageAuthenticationCode.code(of: Array(signed.utf8), signedWith: key)
        return signed + "." + Base64URL.text(of: signature)
    }

    // MARK: - Reading

    /// Reads a token of an audience, or gives `nil` for any other text. It may have expired.
    ///
    /// - Complexity: O(*n*) in the length of the text, O(1) for one that is too long.
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

    /// The claims of any token that was signed with this key, or `nil` for any other text.
    ///
    /// The length, the number of segments and their letters are checked first, then the signature,
    /// in constant time. JSON is read only of what the key signed. The header must name the one
    /// algorithm and demand no extension (`crit`); keys for other algorithms do not exist here.
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

    /// A JSON object of few values, or `nil` for other bytes; the reason is not reported.
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
