// What the OpenAPI document says of the URLs of a row.

package import PublishedServices

/// Describes the URLs of a ``ResourceRow`` for the OpenAPI document.
///
/// A row cannot be declared without one. So the document has every URL of the server, unless the
/// row says why not.
package struct RowDescription<Named: Sendable>: Sendable {
    package typealias Path = OpenAPIOperations.Path

    /// Returns the path items for a row with a pattern.
    package let paths: @Sendable (PathPattern<Named>, DescribedServer) -> [Path]

    /// Describes a URL for each object the row's pattern names, in the order of the catalog.
    ///
    /// - Parameter path: Describes the URL at a path; returns `nil` if the object has none.
    package static func each(
        _ path: @escaping @Sendable (String, Named, DescribedServer) -> Path?
    ) -> RowDescription {
        RowDescription { pattern, server in
            pattern.all(server.catalog).compactMap { path(pattern.path(of: $0), $0, server) }
        }
    }

    /// Describes URLs with parameters among their parts, which the row's pattern does not list.
    package static func paths(_ paths: @escaping @Sendable (DescribedServer) -> [Path])
        -> RowDescription
    {
        RowDescription { _, server in paths(server) }
    }

    /// Leaves the row's URLs out of the document.
    package static func omitted(because reason: String) -> RowDescription {
        RowDescription { _, _ in [] }
    }
}
