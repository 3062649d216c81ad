// What a program asks for at `oauth2/authorize`, and how the sign-in page carries it along.

package import Crypto
package import Foundation

/// A program's wish to ask in a person's name (RFC 6749 §4.1.1).
///
/// Nothing is stored for it: the page carries it as ``SignedText`` (`oauth_state`), so that nobody
/// who only looks at pages can fill a table.
package struct AuthorizationRequest: Hashable, Sendable {
    /// The name that the program calls itself.
    package var clientID: String
    /// Where the code is to go.
    package var target: RedirectTarget
    /// What the program wants to see again beside the code.
    package var state: String?
    /// What the program will prove that it is the same with.
    package var challenge: CodeChallenge?
    /// Minutes that the log-in may be renewed for, or `nil` for as long as the server allows.
    package var minutes: Double?

    /// Minutes in which a person has to sign in.
    private static let pageMinutes = 15.0
    private static let kind: UInt8 = 3
    private static let longestState = 2_048
    /// The greatest length of the request as text.
    package static let longestTextBytes = 6_144

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

    /// Reads the fields of `authorize`.
    ///
    /// - Parameter own: Scheme, host and port of this server, as the browser knows it.
    /// - Throws: ``OAuthError`` with the first thing that is wrong.
    package init(_ fields: OAuthFields, own: String) throws(OAuthError) {
        clientID = try fields.clientID()
        target = try RedirectTarget(
            fields.required("redirect_uri", atMost: RedirectTarget.longestBytes), own: own)
        let type = try fields.required("response_type", atMost: 64)
        guard type == "code" else {
            // The implicit grant leaves tokens in histories and logs (RFC 9700 §2.1.2). The ArcGIS
            // API for Python asks for it first and, refused, for a code.
            throw OAuthError(
                .unsupportedResponseType,
                "response_type must be code: a token is given for a code, not in a URL.")
        }
        state = try fields.text("state", atMost: Self.longestState)
        challenge = try CodeChallenge.read(fields)
        if case .url = target, challenge == nil {
            throw OAuthError(
                .invalidRequest,
                "code_challenge is missing: a code that travels in a URL is worth something only "
                    + "to the program that has the secret (RFC 7636).")
        }
        minutes = try Self.minutes(fields)
    }

    /// `expiration` of ArcGIS: minutes, where -1 stands for the longest time.
    private static func minutes(_ fields: OAuthFields) throws(OAuthError) -> Double? {
        guard let text = try fields.text("expiration", atMost: 32), text != "-1" else { return nil }
        guard let minutes = PlainNumber(text)?.value, minutes > 0 else {
            throw OAuthError(
                .invalidRequest,
                "expiration must be a number of minutes above 0 in digits, such as 60, or -1.")
        }
        return minutes
    }

    /// The request as the page carries it.
    package func text(signedWith key: SymmetricKey, at now: Date = Date()) -> String {
        var writer = PayloadWriter(kind: Self.kind)
        let expires = Int64((now.timeIntervalSince1970 + Self.pageMinutes * 60) * 1_000)
        writer.number(UInt64(bitPattern: expires), bytes: 8)
        writer.number((minutes ?? 0).bitPattern, bytes: 8)
        writer.text(clientID, lengthBytes: 1)
        writer.text(target.text, lengthBytes: 2)
        writer.text(challenge?.text ?? "", lengthBytes: 1)
        writer.text(state ?? "", lengthBytes: 2)
        return SignedText.text(of: writer.bytes, signedWith: key)
    }

    /// Reads what a page carried.
    ///
    /// - Throws: ``OAuthError`` for what this server did not write, or too long ago.
    package init(
        _ text: String, own: String, signedWith key: SymmetricKey, at now: Date = Date()
    ) throws(OAuthError) {
        guard
            let payload = SignedText.payload(
                of: text, signedWith: key, longestTextBytes: Self.longestTextBytes),
            var reader = PayloadReader(payload, kind: Self.kind),
            let expires = reader.number(bytes: 8), let minutes = reader.number(bytes: 8),
            let clientID = reader.text(lengthBytes: 1), let target = reader.text(lengthBytes: 2),
            let challenge = reader.text(lengthBytes: 1), let state = reader.text(lengthBytes: 2),
            reader.isAtEnd, Int64(bitPattern: expires) > Int64(now.timeIntervalSince1970 * 1_000)
        else {
            throw OAuthError(
                .invalidRequest,
                "oauth_state was not issued by this server, or is older than "
                    + "\(Int(Self.pageMinutes)) minutes; start the log-in again.")
        }
        self.clientID = clientID
        self.target = try RedirectTarget(target, own: own)
        self.state = state.isEmpty ? nil : state
        self.challenge = CodeChallenge(text: challenge)
        let wish = Double(bitPattern: minutes)
        self.minutes = wish > 0 ? wish : nil
    }
}
