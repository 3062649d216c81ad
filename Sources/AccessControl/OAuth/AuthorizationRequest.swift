// Programs' requests to `oauth2/authorize`, and the token that carries a request through the
// sign-in page.

package import Cryptography
package import Foundation
import Geo

/// A program's request for a user's log-in (RFC 6749 §4.1.1).
///
/// The server stores nothing for it, so showing sign-in pages fills no table. The page carries the
/// request in its field `oauth_state`, as a ``JSONWebToken``:
///
///     claim           value
///     iss             "waypost"
///     aud             "oauth_state"
///     exp             15 minutes after the page was made
///     client_id       the program's name
///     redirect_uri    where to send the code
///     state           text to return to the program, if it sent any
///     code_challenge  the challenge for its secret, if it sent one
///     minutes         how long the log-in should last, if it says so
package struct AuthorizationRequest: Hashable, Sendable {
    /// The name the program gives itself.
    package var clientID: String
    /// Where to send the code.
    package var target: RedirectTarget
    /// Text to return to the program with the code.
    package var state: String?
    /// The challenge; when it exchanges the code, the program must show the matching secret.
    package var challenge: CodeChallenge?
    /// How long the log-in should last, in minutes; `nil` for as long as the server allows.
    package var minutes: Double?

    /// How many minutes the user has to sign in.
    private static let pageMinutes = 15.0
    /// The longest `state` accepted, in bytes.
    private static let longestState = 2_048
    /// The longest text of a request: every field at its greatest length, and a `state` that JSON
    /// has to escape. Most requests have about 400 bytes.
    package static let longestTextBytes = 20_480

    package init(
        clientID: String, target: RedirectTarget, state: String? = nil,
        challenge: CodeChallenge? = nil, minutes: Double? = nil
    ) {
        self.clientID = clientID
        self.target = target
        self.state = state
        self.challenge = challenge
        self.minutes = minutes
    }

    /// Reads the fields sent to `authorize`.
    ///
    /// - Parameter own: This server's scheme, host and port, as the browser knows it.
    /// - Throws: ``OAuthError`` for the first field that is wrong.
    package init(_ fields: OAuthFields, own: String) throws(OAuthError) {
        clientID = try fields.clientID()
        target = try RedirectTarget(
            fields.required("redirect_uri", atMost: RedirectTarget.longestBytes), own: own)
        let type = try fields.required("response_type", atMost: 64)
        guard type == "code" else {
            // The implicit grant leaves tokens in histories and logs (RFC 9700 §2.1.2). The ArcGIS
            // API for Python tries it first, and asks for a code after a refusal.
            throw OAuthError(
                .unsupportedResponseType,
                "response_type must be code: a token is given in exchange for a code, not in a URL."
            )
        }
        state = try fields.text("state", atMost: Self.longestState)
        challenge = try CodeChallenge.read(fields)
        if case .url = target, challenge == nil {
            throw OAuthError(
                .invalidRequest,
                "code_challenge is missing: a code that is sent to a URL needs one, with "
                    + "code_challenge_method=S256 (RFC 7636).")
        }
        minutes = try Self.minutes(fields)
    }

    /// Reads ArcGIS's field `expiration`: minutes, or -1 for the longest time.
    private static func minutes(_ fields: OAuthFields) throws(OAuthError) -> Double? {
        guard let text = try fields.text("expiration", atMost: 32), text != "-1" else { return nil }
        guard let minutes = PlainNumber(text)?.value, minutes > 0 else {
            throw OAuthError(
                .invalidRequest,
                "expiration must be a number of minutes above 0 in digits, such as 60, or -1.")
        }
        return minutes
    }

    /// Returns the request as the sign-in page carries it.
    package func text(signedWith key: SymmetricKey, at now: Date = Date()) -> String {
        var token = JSONWebToken(
            for: .oauthState, expires: NumericDate(minutes: Self.pageMinutes, after: now))
        token["client_id"] = .string(clientID)
        token["redirect_uri"] = .string(target.text)
        if let state { token["state"] = .string(state) }
        if let challenge { token["code_challenge"] = .string(challenge.text) }
        if let minutes { token["minutes"] = .number(minutes) }
        return token.text(signedWith: key)
    }

    /// Reads a request that a sign-in page carried.
    ///
    /// - Throws: ``OAuthError`` if this server did not sign the text, or it has expired.
    package init(
        _ text: String, own: String, signedWith key: SymmetricKey, at now: Date = Date()
    ) throws(OAuthError) {
        guard
            let token = JSONWebToken(
                text, for: .oauthState, signedWith: key, longestTextBytes: Self.longestTextBytes),
            !token.expires.isReached(at: now),
            let clientID = token.text("client_id"), let target = token.text("redirect_uri")
        else {
            throw OAuthError(
                .invalidRequest,
                "oauth_state was not issued by this server, or is older than "
                    + "\(Int(Self.pageMinutes)) minutes; start the log-in again.")
        }
        self.clientID = clientID
        self.target = try RedirectTarget(target, own: own)
        state = token.text("state")
        challenge = token.text("code_challenge").flatMap { CodeChallenge(text: $0) }
        minutes = token["minutes"]?.number
    }
}
