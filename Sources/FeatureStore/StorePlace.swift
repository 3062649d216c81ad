// Opens any kind of store from a path or a URL.

import PostgreSQL

/// Where a store lies: a GeoPackage's path, or a PostgreSQL database's URL.
///
/// ```swift
/// let store = try StorePlace("postgres://editor@db.example/town?schema=routing")
///     .open(.readWrite)
/// ```
package struct StorePlace: Hashable, Sendable {
    /// The path or the URL, which may contain a password; use ``description`` in messages.
    package let text: String

    /// Names a place; nothing is opened.
    package init(_ text: String) { self.text = text }

    /// Whether this is a database rather than a file.
    package var isDatabase: Bool { PostgresPool.isURL(text) }

    /// The path or URL for messages, without passwords and settings.
    package var description: String {
        guard isDatabase else { return text }
        do throws(PostgresError) {
            let place = PostGISPlace(text)
            // A pool does not connect before its first use.
            let pool = try PostgresPool(
                url: place.url, maximumConnections: 1, applicationName: "waypost")
            return pool.description + (place.schema.map { "?schema=\($0)" } ?? "")
        } catch {
            return "the database"
        }
    }

    /// Opens the store.
    ///
    /// - Throws: ``FeatureStoreError`` if the file is not a GeoPackage or may not be opened, the
    ///   URL cannot be read, or the database does not answer.
    package func open(_ access: StoreAccess) throws(FeatureStoreError) -> any BulkStore {
        if isDatabase { return try PostGISStore(url: text, access: access) }
        return try GeoPackageStore(path: text, access: access)
    }
}

extension StorePlace: CustomStringConvertible {}
