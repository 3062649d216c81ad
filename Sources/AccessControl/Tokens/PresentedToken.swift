// Where a request carries its token.

package import HTTPTypes
package import RouteAPI

/// A token as it came.
package struct PresentedToken: Hashable, Sendable {
    /// Its text.
    package let text: String
    /// Whether a browser sent it along by itself. Such a token may be left over from another day,
    /// so an open service overlooks it when it is no longer good.
    package let isCookie: Bool

    /// Finds the token of a request.
    ///
    /// The `token` field of the query or body comes first, then the header `X-Esri-Authorization`,
    /// then `Authorization`, then the cookie `agstoken`: what a person wrote into a URL counts
    /// before what a program sends along. Headers of other schemes than `Bearer` are for others.
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

    /// The name of the field.
    package static let fieldName = "token"
    /// The name of the cookie.
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
    /// The header in which clients of ArcGIS Server carry a token.
    package static let xEsriAuthorization: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Esri-Authorization") else {
            preconditionFailure("X-Esri-Authorization is a header's name")
        }
        return name
    }()
}
