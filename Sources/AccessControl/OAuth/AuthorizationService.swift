// Logs programs in for a user, without giving them the password. Start here for the folder.
//
//     authorize ── AuthorizationRequest ── SignInPage, with the request signed as oauth_state
//     signin ── name, password ── TokenService (throttle, scrypt) ── LogIn ── code
//                 └ to the page, or to a RedirectTarget
//     token ── code, verifier (PKCE) or refresh token ── access token, next refresh token
//                                        └ RefreshRotation: one used after its end ends the log-in
//     revokeToken, or suspend_session at token ── the log-in ends, with all its tokens
//
// OAuthEndpoint is the HTTP side. Sources: RFC 6749 (authorization code), RFC 7636 (PKCE), RFC 7009
// (revocation), RFC 8252 (programs on users' machines), RFC 9700 (good practice). Paths, extra
// fields and the title `SUCCESS code=…` follow ArcGIS, whose clients read them.

package import Foundation

/// Logs programs in: issues codes to users, and tokens to programs for codes.
///
/// A program never sees the user's password. It sends the browser to the sign-in page; the user
/// signs in there, and the program receives a code at a ``RedirectTarget`` or from the user. It
/// exchanges the code once, with its PKCE secret, for an access token and a refresh token. Later it
/// exchanges refresh tokens for new access tokens, until the log-in ends (``RefreshRotation``). The
/// page's state and all tokens are signed texts; only recent codes, ended log-ins and the rotation
/// are held in memory. The HTTP endpoints call one method each.
package final class AuthorizationService: Sendable {
    /// The tokens a program gets.
    package struct Tokens: Hashable, Sendable {
        package var access: TokenService.Grant
        package var refresh: String
        /// How many seconds until the access token expires.
        package var accessSeconds: Int
        /// How many seconds until the refresh token and its log-in expire.
        package var refreshSeconds: Int

        package init(
            access: TokenService.Grant, refresh: String, accessSeconds: Int, refreshSeconds: Int
        ) {
            self.access = access
            self.refresh = refresh
            self.accessSeconds = accessSeconds
            self.refreshSeconds = refreshSeconds
        }
    }

    package let tokens: TokenService
    private let codes = AuthorizationCodes()
    private let rotation = RefreshRotation()

    package init(tokens: TokenService) { self.tokens = tokens }

    /// Returns a request as signed text, for the sign-in page to carry.
    package func sealed(_ request: AuthorizationRequest, at now: Date = Date()) -> String {
        request.text(signedWith: tokens.key, at: now)
    }

    /// Reads the request that a sign-in page carried.
    ///
    /// - Throws: ``OAuthError`` if this server did not sign the text, or it has expired.
    package func opened(
        _ text: String, own: String, at now: Date = Date()
    ) throws(OAuthError) -> AuthorizationRequest {
        try AuthorizationRequest(text, own: own, signedWith: tokens.key, at: now)
    }

    /// Checks a name and a password and issues a code; returns `nil` if either is wrong.
    ///
    /// - Throws: ``LogInRefusal`` if the password was not checked.
    package func signIn(
        _ name: String, password: String, for request: AuthorizationRequest,
        from source: RequestSource, at now: Date = Date()
    ) async throws -> String? {
        guard let logIn = try await tokens.logIn(name, password: password, from: source) else {
            return nil
        }
        return codes.issue(AuthorizationCodes.Grant(request: request, logIn: logIn), at: now)
    }

    /// Answers a request to `token`: issues tokens for a code or a refresh token.
    ///
    /// - Throws: ``OAuthError``.
    package func exchange(_ fields: OAuthFields, at now: Date = Date()) throws(OAuthError) -> Tokens
    {
        let type = try fields.required("grant_type", atMost: 64)
        switch type {
        case "authorization_code": return try exchangeCode(fields, at: now)
        case "refresh_token": return try renew(fields, replacing: false, at: now)
        case "exchange_refresh_token":
            // ArcGIS issues a refresh token that lasts longer, and programs ask for it on the last
            // day. Here log-ins are not extended: the new token expires when the old one would
            // have.
            return try renew(fields, replacing: true, at: now)
        default:
            throw OAuthError(
                .unsupportedGrantType,
                "grant_type must be authorization_code, refresh_token, exchange_refresh_token or "
                    + "suspend_session.")
        }
    }

    /// Ends a token, and its log-in if it has one. Unknown or already ended tokens are not an error
    /// (RFC 7009 §2.2).
    ///
    /// - Throws: ``OAuthError`` if the field is missing.
    package func revoke(_ fields: OAuthFields) throws(OAuthError) {
        let longest = max(AccessToken.longestTextBytes, RefreshToken.longestTextBytes)
        // ArcGIS calls the field auth_token, RFC 7009 calls it token.
        let ours = try fields.text("auth_token", atMost: longest)
        let theirs = try fields.text("token", atMost: longest)
        guard let text = ours ?? theirs else {
            throw OAuthError(.invalidRequest, "auth_token is missing.")
        }
        if let token = RefreshToken(text, signedWith: tokens.key) {
            tokens.end(token.logIn.id)
        } else {
            tokens.end(token: text)
        }
    }

    /// Ends a refresh token's log-in.
    ///
    /// - Throws: ``OAuthError`` if the token was not issued to this program.
    package func suspend(_ fields: OAuthFields) throws(OAuthError) {
        tokens.end(try refreshToken(in: fields).logIn.id)
    }

    private func exchangeCode(
        _ fields: OAuthFields, at now: Date
    ) throws(OAuthError) -> Tokens {
        let clientID = try fields.clientID()
        let redirect = try fields.required("redirect_uri", atMost: RedirectTarget.longestBytes)
        let verifier = try fields.text("code_verifier", atMost: 128)
        let grant: AuthorizationCodes.Grant
        switch codes.redeem(try fields.required("code", atMost: 128), at: now) {
        case .good(let found): grant = found
        case .repeated(let logIn):
            tokens.end(logIn.id)
            throw OAuthError(
                .invalidGrant,
                "code was used before; the tokens issued for it are revoked. Sign in again.")
        case .unknown:
            throw OAuthError(
                .invalidGrant, "code was not issued by this server, or is too old. Sign in again.")
        }
        guard grant.request.clientID == clientID, grant.request.target.text == redirect else {
            throw OAuthError(
                .invalidGrant, "code was given for another client_id or redirect_uri.")
        }
        switch (grant.request.challenge, verifier) {
        case (nil, nil): break
        case (let challenge?, let verifier?) where challenge.isMet(by: verifier): break
        default:
            // A verifier without a challenge may be an attempt to bypass PKCE (RFC 9700 §4.8.2).
            throw OAuthError(.invalidGrant, "code_verifier does not match the code_challenge.")
        }
        guard tokens.isGood(grant.logIn) else { throw Self.ended }
        let minutes = min(
            grant.request.minutes ?? tokens.lifetime.refreshMinutes, tokens.lifetime.refreshMinutes)
        let token = RefreshToken(
            logIn: grant.logIn, clientID: clientID,
            expires: NumericDate(minutes: minutes, after: now))
        return answer(token, at: now)
    }

    /// Reads the refresh token in the fields; it must have been issued to the program that sends
    /// it, but may have ended.
    private func refreshToken(in fields: OAuthFields) throws(OAuthError) -> RefreshToken {
        let clientID = try fields.clientID()
        let text = try fields.required("refresh_token", atMost: RefreshToken.longestTextBytes)
        guard let token = RefreshToken(text, signedWith: tokens.key) else {
            throw OAuthError(
                .invalidGrant, "refresh_token was not issued by this server. Sign in again.")
        }
        guard token.clientID == clientID else {
            throw OAuthError(.invalidGrant, "refresh_token was given to another client_id.")
        }
        return token
    }

    /// Reads the refresh token in the fields; it must have been issued to the program that sends
    /// it, and neither the token nor its log-in may have ended.
    private func goodToken(in fields: OAuthFields, at now: Date) throws(OAuthError) -> RefreshToken
    {
        let token = try refreshToken(in: fields)
        guard !token.expires.isReached(at: now), tokens.isGood(token.logIn) else {
            throw Self.ended
        }
        return token
    }

    /// Exchanges a refresh token for an access token and a new refresh token.
    ///
    /// - Parameter replacing: Whether the old refresh token ends at once.
    private func renew(
        _ fields: OAuthFields, replacing: Bool, at now: Date
    ) throws(OAuthError) -> Tokens {
        var token = try goodToken(in: fields, at: now)
        guard
            let place = rotation.place(
                after: token.place, of: token.logIn.id, replacing: replacing, at: now)
        else {
            tokens.end(token.logIn.id, at: now)
            throw OAuthError(
                .invalidGrant,
                "refresh_token was replaced by another, which is in use. It may have been copied, "
                    + "so the log-in was ended. Sign in again.")
        }
        token.place = place
        return answer(token, at: now)
    }

    /// Returns this refresh token with a new access token.
    private func answer(_ token: RefreshToken, at now: Date) -> Tokens {
        let access = tokens.grant(on: token.logIn, until: token.expires, at: now)
        return Tokens(
            access: access, refresh: token.text(signedWith: tokens.key),
            accessSeconds: access.expires.secondsLeft(at: now),
            refreshSeconds: token.expires.secondsLeft(at: now))
    }

    private static let ended = OAuthError(
        .invalidGrant,
        "The log-in has ended: it expired, it was revoked, or the password was "
            + "changed. Sign in again.")
}
