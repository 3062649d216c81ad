// Stores opened by a path or a URL, whatever kind they are of.

/// What a store is opened for.
public enum StoreAccess: Hashable, Sendable {
    /// Queries of a store that exists.
    case readOnly
    /// Queries and edits of a store that exists.
    case readWrite
    /// Queries and edits of a store, which is made if there is none.
    case create
}

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
    public var isDatabase: Bool { PostgresAddressText.isURL(text) }

    /// The place for messages: passwords are left out.
    public var description: String {
        isDatabase ? PostgresAddressText(text).shown : text
    }

    /// Opens the store.
    ///
    /// - Throws: ``FeatureStoreError`` for a file that is no GeoPackage or may not be opened, a URL
    ///   that cannot be read, or a database that does not answer.
    public func open(_ access: StoreAccess) throws(FeatureStoreError) -> any BulkStore {
        if isDatabase { return try PostGISStore(url: text, access: access) }
        return try GeoPackageStore(path: text, access: access)
    }
}

extension StorePlace: CustomStringConvertible {}
