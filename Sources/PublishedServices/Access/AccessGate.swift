// Authorizes requests to services.

package import AccessControl
package import HTTPTypes
package import RouteAPI
package import ServiceTransport

/// Decides whether a request may use a service: checks its token, the access rules and usage
/// limits.
///
/// The token comes first: ``caller(_:_:_:by:)`` turns it into a user, or into an anonymous caller
/// known by its network. A bad token is refused with 498, so that clients renew it, but a bad
/// cookie counts as none. A cookie is accepted only from this server's own pages.
///
/// Then the layer's rules: `checkAccess` refuses with 499 if a token would help, and with 403 if it
/// would not. Editing and posting traffic are rights of their own. `admit` also charges the request
/// to the caller's usage, and refuses with 429 beyond the limit.
///
/// ``countHead(_:_:_:to:)`` charges a request before its body is read, if the head already names
/// the caller: a caller beyond its limit then costs no more than a head. All methods are quick and
/// may run on an event loop; only issuing a token checks a password, elsewhere.
package struct AccessGate: Sendable {
    /// This server's tokens, or `nil` if it has no users.
    package let tokens: TokenService?
    /// The OAuth log-ins, or `nil` if the server has no users.
    package let authorization: AuthorizationService?
    /// Each caller's usage so far.
    package let meter = UsageMeter()

    /// Creates a gate for a server's users, if it has any.
    package init(tokens: TokenService?) {
        self.tokens = tokens
        authorization = tokens.map { AuthorizationService(tokens: $0) }
    }

    /// Returns a request's caller. On a server without users, tokens are ignored.
    ///
    /// - Throws: ``ServiceError`` with code 498 if the token is invalid, with 403 if another
    ///   origin's page sent a valid cookie.
    package func caller(
        _ fields: FormParameters, _ headers: HTTPFields, _ source: RequestSource,
        by method: HTTPRequest.Method
    ) throws(ServiceError) -> Caller {
        let anonymous = Caller.anonymous(network: source.network)
        guard let tokens, let token = PresentedToken(fields, headers) else { return anonymous }
        // JSONP is for other sites' pages, which must not use the cookie.
        let isScript =
            fields.text("callback") != nil && ServiceRequest.fallbackFormat(fields) != .html
        guard !token.isCookie || !isScript else { return anonymous }
        if let user = tokens.user(of: token, referer: headers[.referer], from: source) {
            if token.isCookie { try PageOrigin.requireOwnPage(headers, source, by: method) }
            return .user(user)
        }
        guard token.isCookie else { throw ErrorTable.invalidToken() }
        return anonymous
    }

    /// Returns the caller, for a request whose fields have been read.
    ///
    /// - Throws: ``ServiceError``, as ``caller(_:_:_:by:)``.
    package func caller(_ request: ServiceRequest) throws(ServiceError) -> Caller {
        try caller(request.fields, request.headers, request.source, by: request.method)
    }

    /// Returns the visitor whom a page names; `nil` on a server without users.
    package func visitor(_ caller: Caller) -> Visitor? {
        tokens.map { _ in caller.userName.map(Visitor.user) ?? .guest }
    }

    /// Admits a caller to a service if it may use at least one layer.
    ///
    /// - Returns: The layers the caller may use.
    package func admit(
        _ caller: Caller, to layers: [PublishedLayer]
    ) throws(ServiceError) -> [PublishedLayer] {
        let open = layers.filter { $0.access.decision(on: caller) == .allowed }
        if open.isEmpty, let first = layers.first { try admit(caller, to: first) }
        return open
    }

    /// Checks a layer's access rules, without counting the request.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    package func checkAccess(of caller: Caller, to layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decision(on: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.forbidden()
        }
    }

    /// Checks that a caller may edit a service's stored layers.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    package func checkEditing(by caller: Caller, of layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decisionOnEditing(by: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.editingForbidden()
        }
    }

    /// Checks that a caller may post traffic to a service's network.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    package func checkTraffic(by caller: Caller, of layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decisionOnTraffic(by: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.trafficForbidden()
        }
    }

    /// Admits a caller to a layer and counts the request.
    ///
    /// - Parameter counted: The caller charged before the body was read. If the body names another
    ///   caller, that one is charged as well.
    /// - Throws: ``ServiceError`` with code 499, 403 or 429.
    package func admit(
        _ caller: Caller, to layer: PublishedLayer, counted: Caller? = nil
    ) throws(ServiceError) {
        try checkAccess(of: caller, to: layer)
        if caller != counted { try count(caller, at: layer) }
    }

    /// Counts a request before its body is read, if its head names the caller: by a token outside
    /// the cookie or, on a server without users, by the address.
    ///
    /// - Returns: The caller that was charged, or `nil` if only the body can name one.
    /// - Throws: ``ServiceError`` with code 429.
    package func countHead(
        _ query: FormParameters, _ headers: HTTPFields, _ source: RequestSource,
        to layer: PublishedLayer
    ) throws(ServiceError) -> Caller? {
        guard layer.usage.requestsPerMinute != nil else { return nil }
        if tokens != nil {
            guard let token = PresentedToken(query, headers), !token.isCookie else { return nil }
        }
        let found: Caller
        do throws(ServiceError) {
            found = try caller(query, headers, source, by: .post)
            try checkAccess(of: found, to: layer)
        } catch {
            // Its body may have another token; if not, reading it leads to the refusal.
            return nil
        }
        try count(found, at: layer)
        return found
    }

    private func count(_ caller: Caller, at layer: PublishedLayer) throws(ServiceError) {
        do throws(UsageExceeded) {
            try meter.countRequest(of: caller, to: layer.metered)
        } catch {
            throw ErrorTable.usage(error)
        }
    }
}
