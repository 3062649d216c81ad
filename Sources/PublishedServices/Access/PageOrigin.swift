// Checks which page sent a form (protection against cross-site request forgery).

package import AccessControl
package import HTTPTypes
package import ServiceTransport

/// The origin of the page behind a request, as the browser reports it.
///
/// Log-in forms, and requests authorized only by a cookie, are accepted only from this server's
/// pages. A page elsewhere could otherwise send them in a user's name, or log a browser in as
/// another user. Programs send no origin and are accepted. So are other sites' pages if they send a
/// token.
package struct PageOrigin: Hashable, Sendable {
    /// `Origin`: the page's scheme, host and port, or `null` if the browser hides them.
    private let origin: String?
    /// `Sec-Fetch-Site`: the browser's own classification, sent over https and to localhost.
    private let site: String?

    package init(_ headers: HTTPFields) {
        origin = headers[.origin]
        site = headers[.secFetchSite]
    }

    /// Returns whether the page belongs to another site.
    ///
    /// The browser knows the name under which it reached this server, so `same-origin` is trusted.
    /// Without `Sec-Fetch-Site`, `Origin` must be the origin this server knows; `null` is rejected.
    ///
    /// - Parameter own: This server's scheme, host and port.
    func isForeign(to own: String) -> Bool {
        if let site, !["same-origin", "none"].contains(site.lowercased()) { return true }
        guard let origin else { return false }
        if site?.lowercased() == "same-origin" { return origin == "null" }
        return origin.lowercased() != own
    }

    /// Refuses a form from another site's page.
    ///
    /// - Throws: ``ServiceError`` with code 403, naming both origins.
    package static func requireOwnPage(
        _ headers: HTTPFields, _ source: RequestSource, by method: HTTPRequest.Method
    ) throws(ServiceError) {
        let page = PageOrigin(headers)
        guard method == .post, page.isForeign(to: source.origin) else { return }
        throw ErrorTable.foreignPage(page.origin ?? "another site", own: source.origin)
    }

    /// Refuses a form from another site's page, for a request whose fields have been read.
    ///
    /// - Throws: ``ServiceError``, as ``requireOwnPage(_:_:by:)``.
    package static func requireOwnPage(_ request: ServiceRequest) throws(ServiceError) {
        try requireOwnPage(request.headers, request.source, by: request.method)
    }
}

extension HTTPField.Name {
    /// How the requesting page relates to this server (W3C Fetch Metadata).
    static let secFetchSite = HTTPField.Name(declared: "Sec-Fetch-Site")
}
