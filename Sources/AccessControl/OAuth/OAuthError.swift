// What goes wrong with a log-in, in the words of OAuth 2.0.

/// A request that is no good, as RFC 6749 (§4.1.2.1, §5.2) names it.
package struct OAuthError: Error, Hashable, Sendable {
    /// The fixed words.
    package enum Word: String, Sendable {
        case invalidRequest = "invalid_request"
        case invalidGrant = "invalid_grant"
        case unsupportedResponseType = "unsupported_response_type"
        case unsupportedGrantType = "unsupported_grant_type"
    }

    /// The word for machines.
    package var word: Word
    /// The sentence for people: what is wrong, and what would do.
    package var text: String

    package init(_ word: Word, _ text: String) {
        self.word = word
        self.text = text
    }
}
