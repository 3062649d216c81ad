// Remarks on files that could be read.

/// Sentences about how a file was read: its encoding, skipped rows, and which texts were taken for
/// numbers or dates. Pass an object to a reader, which adds its notes to it.
///
///     let notes = ReadingNotes()
///     let features = try CSVFeatureReader().features(bytes, notes: notes)
///     for text in notes.texts { print(text) }
package final class ReadingNotes {
    /// The sentences without full stops, in the order they were found.
    package private(set) var texts: [String] = []

    /// Begins without notes.
    package init() {}

    /// Adds a sentence, unless it is already there.
    package func add(_ text: String) {
        if !texts.contains(text) { texts.append(text) }
    }
}

/// What a user says about files that do not say it themselves.
public struct FileHints: Hashable, Sendable {
    /// The encoding's name, such as `windows-1250`.
    public var encoding: String?
    /// The order of day and month in dates such as `3/2/2026`.
    public var dates: DateOrder?
    /// Whether a table may lack coordinate columns; its rows then have no shapes.
    package var mayLackShapes = false

    /// Collects hints; by default none.
    public init(encoding: String? = nil, dates: DateOrder? = nil) {
        self.encoding = encoding
        self.dates = dates
    }
}
