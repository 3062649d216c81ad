// Which page a form was sent from.

import AccessControl
import HTTPTypes

/// What a browser says of the page that a request came from.
///
/// Forms that log a person in, and requests that are let through by nothing but a cookie, are
/// answered to pages of this server alone: a page elsewhere could send either in a person's name,
/// or log a browser in under a name of its own. Programs say nothing of this kind and are answered,
/// as are pages elsewhere that send a token of their own, which a foreign page does not have.
struct PageOrigin: Hashable, Sendable {
    /// `Origin`: scheme, host and port of the page, or `null` where the browser hides them.
    private let origin: String?
    /// `Sec-Fetch-Site`: what the browser itself finds, on https and on this machine.
    private let site: String?

    init(_ headers: HTTPFields) {
        origin = headers[.origin]
        site = headers[.secFetchSite]
    }

    /// Whether the page is not one of this server's.
    ///
    /// The browser knows better than this server by which name it was reached: what it calls
    /// `same-origin` is. Where it says nothing of that, its `Origin` has to be the one that this
    /// server knows; `null` is a page that hides where it is from.
    ///
    /// - Parameter own: Scheme, host and port of this server.
    func isForeign(to own: String) -> Bool {
        if let site, !["same-origin", "none"].contains(site.lowercased()) { return true }
        guard let origin else { return false }
        if site?.lowercased() == "same-origin" { return origin == "null" }
        return origin.lowercased() != own
    }

    /// Refuses a form from a foreign page.
    ///
    /// - Throws: ``ServiceError`` with code 403 that names both origins.
    static func requireOwnPage(
        _ headers: HTTPFields, _ source: RequestSource, by method: HTTPRequest.Method
    ) throws(ServiceError) {
        let page = PageOrigin(headers)
        guard method == .post, page.isForeign(to: source.origin) else { return }
        throw ErrorTable.foreignPage(page.origin ?? "another site", own: source.origin)
    }

    /// Refuses a form from a foreign page, of a request that is read.
    ///
    /// - Throws: ``ServiceError`` as ``requireOwnPage(_:_:by:)``.
    static func requireOwnPage(_ request: ServiceRequest) throws(ServiceError) {
        try requireOwnPage(request.headers, request.source, by: request.method)
    }
}

extension HTTPField.Name {
    /// Where a browser finds that a request came from (the W3C's Fetch Metadata).
    static let secFetchSite: HTTPField.Name = {
        guard let name = HTTPField.Name("Sec-Fetch-Site") else {
            preconditionFailure("Sec-Fetch-Site is a header's name")
        }
        return name
    }()
}
