// Authorizes requests to services.

import AccessControl
import HTTPTypes
import RouteAPI

/// Checks the token, the access rules and the usage limits of a request.
struct AccessGate: Sendable {
    /// The tokens of this server, or `nil` when it has no users.
    let tokens: TokenService?
    /// The OAuth log-ins, or `nil` when the server has no users.
    let authorization: AuthorizationService?
    /// The usage of each caller so far.
    let meter = UsageMeter()

    /// Creates a gate for the users of a server, if it has any.
    init(tokens: TokenService?) {
        self.tokens = tokens
        authorization = tokens.map { AuthorizationService(tokens: $0) }
    }

    /// The caller of a request. On a server without users, tokens are ignored.
    ///
    /// - Throws: ``ServiceError`` with code 498 for an invalid token, with 403 for a valid one in a
    ///   cookie that a page of another origin sent.
    func caller(
        _ fields: FormParameters, _ headers: HTTPFields, _ source: RequestSource,
        by method: HTTPRequest.Method
    ) throws(ServiceError) -> Caller {
        let anonymous = Caller.anonymous(network: source.network)
        guard let tokens, let token = PresentedToken(fields, headers) else { return anonymous }
        // A JSONP answer is for pages of other sites, which must not use the cookie.
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

    /// The caller of a request whose fields have been read.
    ///
    /// - Throws: ``ServiceError`` as ``caller(_:_:_:by:)``.
    func caller(_ request: ServiceRequest) throws(ServiceError) -> Caller {
        try caller(request.fields, request.headers, request.source, by: request.method)
    }

    /// The visitor that a page names; `nil` on a server without users.
    func visitor(_ caller: Caller) -> Visitor? {
        tokens.map { _ in caller.userName.map(Visitor.user) ?? .guest }
    }

    /// Admits a caller to a service, which is open if at least one of its layers is.
    ///
    /// - Returns: The layers that are open to the caller.
    func admit(
        _ caller: Caller, to layers: [PublishedLayer]
    ) throws(ServiceError) -> [PublishedLayer] {
        let open = layers.filter { $0.access.decision(on: caller) == .allowed }
        if open.isEmpty, let first = layers.first { try admit(caller, to: first) }
        return open
    }

    /// Checks the access rules of a layer, without counting the request.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    func checkAccess(of caller: Caller, to layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decision(on: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.forbidden()
        }
    }

    /// Checks that a caller may edit the stored layers of a service.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    func checkEditing(by caller: Caller, of layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decisionOnEditing(by: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.editingForbidden()
        }
    }

    /// Checks that a caller may send traffic to the network of a service.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    func checkTraffic(by caller: Caller, of layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decisionOnTraffic(by: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.trafficForbidden()
        }
    }

    /// Admits a caller to a layer and counts the request.
    ///
    /// - Parameter counted: The caller that the request was counted for before its body was read;
    ///   one that its body names in place of that is counted as well.
    /// - Throws: ``ServiceError`` with code 499, 403 or 429.
    func admit(
        _ caller: Caller, to layer: PublishedLayer, counted: Caller? = nil
    ) throws(ServiceError) {
        try checkAccess(of: caller, to: layer)
        if caller != counted { try count(caller, at: layer) }
    }

    /// Counts a request whose body is not read yet, where its head names the caller: by a token
    /// that is not a cookie, or, on a server without users, by the address.
    ///
    /// - Returns: The caller that it was counted for, or `nil` where only the body can name one.
    /// - Throws: ``ServiceError`` with code 429.
    func countHead(
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
            // Its body may have another token; if not, the refusal comes with its reading.
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
