// Storage for the parts of a request, shared by copies of the request.

/// A value shared by copies until a copy changes it.
///
/// A request is passed on and kept several times. Its parts have about sixty references, all of
/// which a copy would count.
///
/// Sendable, because the storage changes only while it has a single owner.
@usableFromInline
struct CopyOnWrite<Value: Hashable & Sendable>: Hashable, @unchecked Sendable {
    @usableFromInline
    final class Storage {
        @usableFromInline var value: Value

        @usableFromInline
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    @usableFromInline
    init(_ value: Value) { storage = Storage(value) }

    /// The value.
    ///
    /// - Complexity: O(1) to read. Writing copies the value if it is shared.
    @inlinable var value: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    @usableFromInline
    static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage || a.storage.value == b.storage.value
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(storage.value) }
}
