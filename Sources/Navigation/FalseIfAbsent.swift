// Flags that states had not from the beginning: older states are read without them.

/// A flag that is false where an encoded value does not have it.
///
/// Add it to a flag that comes to a stored state later. States stored before are then still read.
@propertyWrapper
public struct FalseIfAbsent: Hashable, Codable, Sendable {
    /// The flag.
    public var wrappedValue: Bool

    /// Creates the flag with a value.
    public init(wrappedValue: Bool) { self.wrappedValue = wrappedValue }

    /// Reads the flag.
    public init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Bool.self)
    }

    /// Writes the flag.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Reads a flag; false if the key is absent. What the compiler makes of `Codable` calls this.
    func decode(
        _ type: FalseIfAbsent.Type, forKey key: Key
    ) throws -> FalseIfAbsent {
        try decodeIfPresent(type, forKey: key) ?? FalseIfAbsent(wrappedValue: false)
    }
}
