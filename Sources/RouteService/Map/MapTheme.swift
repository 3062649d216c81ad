// Reads which colors to give a style.

import Geo
import RouteAPI
import ServiceTransport

/// A theme for a map's style.
struct MapTheme: Hashable, Sendable {
    /// The field in the query.
    static let field = "theme"

    let isDark: Bool

    /// Reads the field `theme`; light if it is not sent.
    ///
    /// - Throws: ``ServiceError`` if the word is neither `light` nor `dark`.
    init(_ fields: FormParameters) throws(ServiceError) {
        let word = fields.text(Self.field) ?? "light"
        guard ["light", "dark"].contains(word.lowercased()) else {
            throw ServiceError(
                .invalidParameter(
                    Self.field, "\"\(word.excerpt(40))\" is no theme; use light or dark"))
        }
        isDark = word.lowercased() == "dark"
    }
}
