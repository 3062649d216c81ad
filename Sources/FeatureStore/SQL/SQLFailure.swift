// An error of SQLite.

/// A SQLite error.
struct SQLFailure: Error, Hashable {
    /// The extended result code.
    var code: Int32
    /// SQLite's message.
    var message: String

    /// The result code without its extension.
    var primaryCode: Int32 { code & 0xFF }
}
