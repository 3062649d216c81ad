// What a reader has to say of a file that it could read.

/// Sentences about how a file was read: its encoding, rows that were left out, what was taken for
/// a number or a date. A reader adds to the notes that a caller gives it.
///
///     let notes = ReadingNotes()
///     let features = try CSVFeatureReader().features(bytes, notes: notes)
///     for text in notes.texts { print(text) }
package final class ReadingNotes {
    /// The sentences, in the order in which they were found, without full stops.
    package private(set) var texts: [String] = []

    /// No notes.
    package init() {}

    /// Adds a sentence.
    package func add(_ text: String) {
        if !texts.contains(text) { texts.append(text) }
    }
}

/// What a user states about files, where the files themselves leave it open.
public struct FileHints: Hashable, Sendable {
    /// The name of their encoding, such as `windows-1250`.
    public var encoding: String?
    /// The order of day and month in dates such as `3/2/2026`.
    public var dates: DateOrder?
    /// Whether a table may have no columns of coordinates; its rows have no shapes then.
    package var mayLackShapes = false

    /// States nothing by default.
    public init(encoding: String? = nil, dates: DateOrder? = nil) {
        self.encoding = encoding
        self.dates = dates
    }
}
