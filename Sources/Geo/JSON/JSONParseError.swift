// Where JSON text breaks the rules.

/// Where JSON text breaks the rules.
public struct JSONParseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    public var line: Int
    /// The character in the line, counted from 1.
    public var column: Int
    /// The text or kind of value that would have been accepted there.
    public var expected: String
    /// The text that is there.
    public var found: String

    /// The position, what was expected and what was found, in one sentence.
    public var description: String {
        "line \(line), column \(column): expected \(expected), found \(found)"
    }
}
