// Proof that the program that exchanges a code is the one that asked for it (PKCE).

import Crypto

/// What a program says of its secret before it may show it.
///
/// Method: RFC 7636 with `S256`. `plain` is not taken: it would say the secret itself, in a URL.
package struct CodeChallenge: Hashable, Sendable {
    /// base64url of the SHA-256 of the secret: always 43 letters.
    package let text: String

    /// Reads `code_challenge` and `code_challenge_method`; `nil` when there are none.
    ///
    /// - Throws: ``OAuthError`` for another method, or a text that no SHA-256 has.
    package static func read(_ fields: OAuthFields) throws(OAuthError) -> CodeChallenge? {
        let method = try fields.text("code_challenge_method", atMost: 32)
        guard let text = try fields.text("code_challenge", atMost: 128) else {
            guard method == nil else {
                throw OAuthError(
                    .invalidRequest, "code_challenge_method is given without a code_challenge.")
            }
            return nil
        }
        guard method == "S256" else {
            throw OAuthError(
                .invalidRequest,
                "code_challenge_method must be S256; plain, which is meant when it is left out, "
                    + "would show the secret.")
        }
        guard let challenge = CodeChallenge(text: text) else {
            throw OAuthError(
                .invalidRequest, "code_challenge must be the 43 letters of a SHA-256 in base64url.")
        }
        return challenge
    }

    /// Takes a challenge that has the form of one.
    package init?(text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isBase64URL) else { return nil }
        self.text = text
    }

    /// Whether this is the secret (RFC 7636 §4.6): 43 to 128 letters, digits and `-._~`.
    package func isMet(by verifier: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count),
            verifier.utf8.allSatisfy({
                Self.isBase64URL($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")
            })
        else { return false }
        // What is compared is public, so the time that it takes tells nothing.
        return SignedText.base64URL(Array(SHA256.hash(data: Array(verifier.utf8)))) == text
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default:
            false
        }
    }
}
