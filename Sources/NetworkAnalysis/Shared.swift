// A large value that many parts of a solve hold and few change.

/// A value that is stored by reference: copying it copies a pointer, and changing it makes a new
/// value.
///
/// A request has dozens of strings and lists, and a solve passes it from part to part.
@dynamicMemberLookup
package struct Shared<Value: Sendable>: Sendable {
    private final class Storage: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    package init(_ value: Value) { storage = Storage(value) }

    /// The value itself.
    package var value: Value { storage.value }

    /// A property of the value.
    @inline(__always)
    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
        storage.value[keyPath: path]
    }

    /// A property of the value, to read or to change.
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
    /// The description of the value.
    package var description: String { String(describing: value) }
}
