// A request's token, and where requests can carry it.

package import HTTPTypes
package import RouteAPI

/// A token as a request carries it, not yet checked.
package struct PresentedToken: Hashable, Sendable {
    package let text: String
    /// Whether it is a cookie, which browsers send on their own. It may be an old one, so an open
    /// service ignores it if it is no longer valid.
    package let isCookie: Bool

    /// Finds a request's token.
    ///
    /// The `token` field in the query or body comes first, then the header `X-Esri-Authorization`,
    /// then `Authorization`, then the cookie `agstoken`: a token in a URL is meant for this
    /// request, while headers and cookies are often sent with every request. Headers with a scheme
    /// other than `Bearer` are ignored.
    package init?(_ fields: FormParameters, _ headers: HTTPFields) {
        if let text = fields.text(Self.fieldName) {
            self.init(text: text, isCookie: false)
        } else if let text = Self.bearer(headers[.xEsriAuthorization])
            ?? Self.bearer(headers[.authorization])
        {
            self.init(text: text, isCookie: false)
        } else if let text = Self.cookie(headers[.cookie]) {
            self.init(text: text, isCookie: true)
        } else {
            return nil
        }
    }

    private init(text: String, isCookie: Bool) {
        self.text = text
        self.isCookie = isCookie
    }

    package static let fieldName = "token"
    package static let cookieName = "agstoken"

    private static func bearer(_ header: String?) -> String? {
        guard let header else { return nil }
        let words = header.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let text = words[1].filter { $0 != " " }
        return text.isEmpty ? nil : text
    }

    private static func cookie(_ header: String?) -> String? {
        guard let header else { return nil }
        for item in header.split(separator: ";") {
            let pair = item.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0] == Self.cookieName else { continue }
            let text = pair[1].filter { $0 != "\"" && $0 != " " }
            return text.isEmpty ? nil : text
        }
        return nil
    }
}

extension HTTPField.Name {
    /// The header in which ArcGIS Server clients carry a token.
    package static let xEsriAuthorization = HTTPField.Name(declared: "X-Esri-Authorization")
}
