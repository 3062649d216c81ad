// Programs that log in in a person's name, without ever holding on to the password. Start here for
// the folder.
//
//     authorize ── AuthorizationRequest ── SignInPage, with the request signed as oauth_state
//     signin ── name, password ── TokenService (throttle, scrypt) ── LogIn ── code
//                 └ to the page, or to a RedirectTarget
//     token ── code, verifier (PKCE) or refresh token ── access token, next refresh token
//                                        └ RefreshRotation: one that is over ends the log-in
//     revokeToken, or suspend_session at token ── the log-in is over, with all its tokens
//
// OAuthEndpoint speaks HTTP about it. Sources: RFC 6749 (authorization code), RFC 7636 (PKCE),
// RFC 7009 (revocation), RFC 8252 (programs on people's machines), RFC 9700 (good practice); paths,
// extra fields and the title `SUCCESS code=…` are those of ArcGIS, whose clients read them.

package import Foundation

/// Gives codes, and tokens for codes.
package final class AuthorizationService: Sendable {
    /// Tokens of a log-in, as they are handed to a program.
    package struct Tokens: Hashable, Sendable {
        /// The token to ask with.
        package var access: TokenService.Grant
        /// The token to renew it with.
        package var refresh: String
        /// Seconds that the token lasts.
        package var accessSeconds: Int
        /// Seconds that the log-in lasts.
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

    /// A request as a page may carry it.
    package func sealed(_ request: AuthorizationRequest, at now: Date = Date()) -> String {
        request.text(signedWith: tokens.key, at: now)
    }

    /// What a page carried.
    ///
    /// - Throws: ``OAuthError`` for what this server did not write, or too long ago.
    package func opened(
        _ text: String, own: String, at now: Date = Date()
    ) throws(OAuthError) -> AuthorizationRequest {
        try AuthorizationRequest(text, own: own, signedWith: tokens.key, at: now)
    }

    /// Gives a code for a request, or `nil` when name or password are wrong.
    ///
    /// - Throws: ``LogInRefusal`` when the password is not even looked at.
    package func signIn(
        _ name: String, password: String, for request: AuthorizationRequest,
        from source: RequestSource, at now: Date = Date()
    ) async throws -> String? {
        guard let logIn = try await tokens.logIn(name, password: password, from: source) else {
            return nil
        }
        return codes.issue(AuthorizationCodes.Grant(request: request, logIn: logIn), at: now)
    }

    /// Gives tokens for what `token` is asked with.
    ///
    /// - Throws: ``OAuthError``.
    package func exchange(_ fields: OAuthFields, at now: Date = Date()) throws(OAuthError) -> Tokens
    {
        let type = try fields.required("grant_type", atMost: 64)
        switch type {
        case "authorization_code": return try exchangeCode(fields, at: now)
        case "refresh_token": return try renew(fields, replacing: false, at: now)
        case "exchange_refresh_token":
            // ArcGIS gives a refresh token that lasts longer, and programs ask for it in the last
            // day of one. A log-in has its end here: the new token ends when the old one would.
            return try renew(fields, replacing: true, at: now)
        default:
            throw OAuthError(
                .unsupportedGrantType,
                "grant_type must be authorization_code, refresh_token, exchange_refresh_token or "
                    + "suspend_session.")
        }
    }

    /// Ends a token, and the log-in that it hangs on. A token that is none, or over already, is
    /// nothing to complain about (RFC 7009 §2.2).
    ///
    /// - Throws: ``OAuthError`` when there is no token.
    package func revoke(_ fields: OAuthFields) throws(OAuthError) {
        let longest = RefreshToken.longestTextBytes
        // ArcGIS calls the field auth_token, RFC 7009 token.
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

    /// Ends the log-in of a refresh token.
    ///
    /// - Throws: ``OAuthError`` for a token that is not the program's.
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
            // One where there was no challenge may be an attempt to do without (RFC 9700 §4.8.2).
            throw OAuthError(.invalidGrant, "code_verifier does not fit the code_challenge.")
        }
        guard tokens.isGood(grant.logIn) else { throw Self.ended }
        let minutes = min(
            grant.request.minutes ?? tokens.lifetime.refreshMinutes, tokens.lifetime.refreshMinutes)
        let token = RefreshToken(
            logIn: grant.logIn, clientID: clientID,
            expires: Int64((now.timeIntervalSince1970 + minutes * 60) * 1_000))
        return answer(token, at: now)
    }

    /// The refresh token of the program that sends it. It may be over.
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

    /// The refresh token of the program that sends it, on a log-in that stands.
    private func goodToken(in fields: OAuthFields, at now: Date) throws(OAuthError) -> RefreshToken
    {
        let token = try refreshToken(in: fields)
        guard token.expires > Int64(now.timeIntervalSince1970 * 1_000), tokens.isGood(token.logIn)
        else { throw Self.ended }
        return token
    }

    /// Gives tokens for a refresh token, a new one of its kind among them.
    ///
    /// - Parameter replacing: Whether the program asks for the new one, which ends the old one.
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

    /// Tokens on a log-in, with a refresh token.
    private func answer(_ token: RefreshToken, at now: Date) -> Tokens {
        let access = tokens.grant(on: token.logIn, until: token.expires, at: now)
        func seconds(until end: Int64) -> Int {
            max(0, Int((Double(end) / 1_000 - now.timeIntervalSince1970).rounded(.down)))
        }
        return Tokens(
            access: access, refresh: token.text(signedWith: tokens.key),
            accessSeconds: seconds(until: access.expires),
            refreshSeconds: seconds(until: token.expires))
    }

    private static let ended = OAuthError(
        .invalidGrant,
        "The log-in has ended: it expired, it was revoked, or the password was "
            + "changed. Sign in again.")
}
