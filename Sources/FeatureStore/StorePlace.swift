// Stores opened by a path or a URL, whatever kind they are of.

import PostgreSQL

/// The place of a store: the path of a GeoPackage, or the URL of a PostgreSQL database.
///
/// ```swift
/// let store = try StorePlace("postgres://editor@db.example/town?schema=routing")
///     .open(.readWrite)
/// ```
public struct StorePlace: Hashable, Sendable {
    /// The path or the URL, which may contain a password.
    public let text: String

    /// Names a place; nothing is opened.
    public init(_ text: String) { self.text = text }

    /// Whether the place is a database rather than a file.
    public var isDatabase: Bool { PostgresPool.isURL(text) }

    /// The place for messages: passwords and settings are left out.
    public var description: String {
        guard isDatabase else { return text }
        do throws(PostgresError) {
            let place = PostGISPlace(text)
            // A pool makes no connection before its first use.
            let pool = try PostgresPool(
                url: place.url, maximumConnections: 1, applicationName: "waypost")
            return pool.description + (place.schema.map { "?schema=\($0)" } ?? "")
        } catch {
            return "the database"
        }
    }

    /// Opens the store.
    ///
    /// - Throws: ``FeatureStoreError`` for a file that is not a GeoPackage or may not be opened, a
    ///   URL that cannot be read, or a database that does not answer.
    public func open(_ access: StoreAccess) throws(FeatureStoreError) -> any BulkStore {
        if isDatabase { return try PostGISStore(url: text, access: access) }
        return try GeoPackageStore(path: text, access: access)
    }
}

extension StorePlace: CustomStringConvertible {}
