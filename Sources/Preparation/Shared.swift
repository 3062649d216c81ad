// A large value that many parts of a solve hold and few change.

/// A value stored by reference: copying it copies a pointer, and changing it makes a new value.
///
/// Use it for large values that are passed around, such as a request with its dozens of strings and
/// lists. Reading a property costs no more than reading it from the value: the compiler inlines the
/// subscript and resolves the key path, in other rooms too. For that the type needs
/// `@usableFromInline`; without it, the compiler ignores `@inlinable` at `package` members.
@dynamicMemberLookup
@usableFromInline
package struct Shared<Value: Sendable>: Sendable {
    @usableFromInline
    final class Storage: Sendable {
        @usableFromInline let value: Value

        @usableFromInline
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    package init(_ value: Value) { storage = Storage(value) }

    @inlinable package var value: Value { storage.value }

    /// Reads a property of the value.
    @inlinable
    @inline(__always)
    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
        storage.value[keyPath: path]
    }

    /// Reads or changes a property of the value.
    @inlinable
    @inline(__always)
    package subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
        get { storage.value[keyPath: path] }
        set {
            var value = storage.value
            value[keyPath: path] = newValue
            storage = Storage(value)
        }
    }
}

extension Shared: CustomStringConvertible {
    @usableFromInline package var description: String { String(describing: value) }
}
