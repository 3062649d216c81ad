// Which colors a style is asked for.

import Geo
import RouteAPI

/// The theme of a map's style.
struct MapTheme: Hashable, Sendable {
    /// The query's field.
    static let field = "theme"

    /// Whether the map is dark.
    let isDark: Bool

    /// Reads the field `theme`; light by default.
    ///
    /// - Throws: ``ServiceError`` for any word but `light` and `dark`.
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
