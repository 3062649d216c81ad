// What stores are opened for.

/// What a store is opened for.
public enum StoreAccess: Hashable, Sendable {
    /// Queries of a store that exists.
    case readOnly
    /// Queries and edits of a store that exists.
    case readWrite
    /// Queries and edits of a store, which is made if there is none.
    case create
}
