// Log-in errors, with OAuth 2.0's error codes.

/// The reason why a log-in request is refused (RFC 6749 §4.1.2.1, §5.2).
package struct OAuthError: Error, Hashable, Sendable {
    package enum Word: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidGrant = "invalid_grant"
        case unsupportedResponseType = "unsupported_response_type"
        case unsupportedGrantType = "unsupported_grant_type"
    }

    /// The error code, for programs.
    package var word: Word
    /// The message for users: what is wrong, and what would work.
    package var text: String

    package init(_ word: Word, _ text: String) {
        self.word = word
        self.text = text
    }
}
