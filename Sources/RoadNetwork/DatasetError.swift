// Why a network file cannot be used.

/// Why a dataset cannot be opened. The message says what to do.
public struct DatasetError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence naming the file and what to do.
    public let description: String

    /// Makes an error from its sentence.
    public init(_ description: String) { self.description = description }
}
