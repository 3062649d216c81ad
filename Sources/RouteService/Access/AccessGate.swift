// Lets requests through to services, or says why not.

import AccessControl
import HTTPTypes
import RouteAPI

/// What stands between a request and a service: tokens, rules of access, limits of use.
struct AccessGate: Sendable {
    /// The tokens of this server, or `nil` when it has no users.
    let tokens: TokenService?
    /// The log-ins of programs, or `nil` when the server has no users.
    let authorization: AuthorizationService?
    /// What callers asked for so far.
    let meter = UsageMeter()

    /// A gate for the users of a server, if it has any.
    init(tokens: TokenService?) {
        self.tokens = tokens
        authorization = tokens.map { AuthorizationService(tokens: $0) }
    }

    /// Who asks.
    ///
    /// - Throws: ``ServiceError`` with code 498 for a token that is not good, with 403 for a good
    ///   one that is a cookie and was sent by a page of another origin. Without users there are no
    ///   tokens to judge, and what looks like one is left alone.
    func caller(
        _ fields: FormParameters, _ headers: HTTPFields, _ source: RequestSource,
        by method: HTTPRequest.Method
    ) throws(ServiceError) -> Caller {
        let anonymous = Caller.anonymous(network: source.network)
        guard let tokens, let token = PresentedToken(fields, headers) else { return anonymous }
        // What calls a function of a page's is for pages elsewhere, which get nothing by a cookie.
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

    /// Who asks, of a request that is read.
    ///
    /// - Throws: ``ServiceError`` as ``caller(_:_:_:by:)``.
    func caller(_ request: ServiceRequest) throws(ServiceError) -> Caller {
        try caller(request.fields, request.headers, request.source, by: request.method)
    }

    /// Lets a request through to a service of several layers, which is open when one of them is.
    ///
    /// - Returns: The layers that are open to the caller.
    func admit(
        _ caller: Caller, to layers: [PublishedLayer]
    ) throws(ServiceError) -> [PublishedLayer] {
        let open = layers.filter { $0.access.decision(on: caller) == .allowed }
        if open.isEmpty, let first = layers.first { try admit(caller, to: first) }
        return open
    }

    /// Holds a caller against the rules of access of a layer, and counts nothing.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403.
    func checkAccess(of caller: Caller, to layer: PublishedLayer) throws(ServiceError) {
        switch layer.access.decision(on: caller) {
        case .allowed: break
        case .tokenRequired: throw ErrorTable.tokenRequired()
        case .forbidden: throw ErrorTable.forbidden()
        }
    }

    /// Lets a request through to a layer.
    ///
    /// - Throws: ``ServiceError`` with code 499, 403 or 429.
    func admit(_ caller: Caller, to layer: PublishedLayer) throws(ServiceError) {
        try checkAccess(of: caller, to: layer)
        do throws(UsageExceeded) {
            try meter.countRequest(of: caller, to: layer.metered)
        } catch {
            throw ErrorTable.usage(error)
        }
    }
}
