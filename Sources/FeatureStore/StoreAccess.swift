// What to open a store for.

/// What to open a store for.
package enum StoreAccess: Hashable, Sendable {
    /// Queries only; the store must exist.
    case readOnly
    /// Queries and edits; the store must exist.
    case readWrite
    /// Queries and edits; the store is made if it does not exist.
    case create
}
