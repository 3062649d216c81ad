// Storage for the parts of a request, which copies of the request share.

/// A value that copies share until one of them changes it.
///
/// A request is passed on and kept several times, and has some sixty references in its parts: a
/// copy would count them all.
///
/// Sendable, because its storage changes only while it has a single owner.
@usableFromInline
struct CopyOnWrite<Value: Hashable & Sendable>: Hashable, @unchecked Sendable {
    @usableFromInline
    final class Storage {
        @usableFromInline var value: Value

        @usableFromInline
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    /// Takes a value.
    @usableFromInline
    init(_ value: Value) { storage = Storage(value) }

    /// The value.
    ///
    /// - Complexity: O(1) to read; to write, the size of the value where copies share it.
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
