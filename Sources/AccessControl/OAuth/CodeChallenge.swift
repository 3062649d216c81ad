// Proof that the program that asked for a code also exchanges it (PKCE).

import DataStructures
import Cryptography

/// The hash of a secret. A program sends it first, and the secret later, with the code.
///
/// Method: RFC 7636 with `S256`. `plain` is refused, because it would send the secret itself in a
/// URL.
package struct CodeChallenge: Hashable, Sendable {
    /// The secret's SHA-256 in base64url: always 43 letters.
    package let text: String

    /// Reads `code_challenge` and `code_challenge_method`; returns `nil` if neither is there.
    ///
    /// - Throws: ``OAuthError`` for another method, or if the text does not have the form of a
    ///   SHA-256.
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
                "code_challenge_method must be S256; plain, its default, would send the secret "
                    + "in a URL.")
        }
        guard let challenge = CodeChallenge(text: text) else {
            throw OAuthError(
                .invalidRequest,
                "code_challenge must be a SHA-256 in base64url: 43 letters, digits, - and _.")
        }
        return challenge
    }

    /// Takes a challenge; `nil` if the text has another form.
    package init?(text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Base64URL.isLetter) else { return nil }
        self.text = text
    }

    /// Returns whether a text is the secret (RFC 7636 §4.6): 43 to 128 letters, digits and `-._~`.
    package func isMet(by verifier: String) -> Bool {
        guard (43...128).contains(verifier.utf8.count),
            verifier.utf8.allSatisfy({
                Base64URL.isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~")
            })
        else { return false }
        // The challenge is public, so the comparison's duration reveals nothing.
        return Base64URL.text(of: SHA256.hash(Array(verifier.utf8))) == text
    }
}
