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
    /// The columns with a table's coordinates, if they have no usual names.
    package var coordinates: TableCoordinates?
    /// The coordinate system of a table that does not state it; WGS 84 if `nil`.
    package var tableReference: SpatialReference?
    /// How the user could say more, for messages.
    package var advice = FileAdvice()

    /// Collects hints; by default none.
    public init(encoding: String? = nil, dates: DateOrder? = nil) {
        self.encoding = encoding
        self.dates = dates
    }

    /// The hints for a text that was made from the file, which is UTF-8.
    package var ofUTF8: FileHints {
        var hints = self
        (hints.encoding, hints.mayLackShapes) = (nil, false)
        return hints
    }
}

/// The names of the columns that hold a table's coordinates.
package enum TableCoordinates: Hashable, Sendable {
    /// Columns with ordinates, such as `east` and `north`.
    case pair(x: String, y: String)
    /// A column with well-known text.
    case text(String)
}

/// How a user says what a file does not, as clauses for messages.
///
/// A command has options for it. A server's client has only its data, and no advice.
package struct FileAdvice: Hashable, Sendable {
    /// How to name the encoding, such as "name its encoding by --encoding windows-1250".
    package var encoding: String?
    /// How to tell the order of day and month, such as "give --dates dmy".
    package var dates: String?

    /// Collects advice; by default none.
    package init(encoding: String? = nil, dates: String? = nil) {
        self.encoding = encoding
        self.dates = dates
    }
}
