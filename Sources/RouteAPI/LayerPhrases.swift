// The languages that an operator adds to a layer.

/// Phrase files of an operator, and what they are read as.
///
/// Configurations are copied for every layer; their phrases are read once.
package struct LayerPhrases: Hashable, Sendable {
    /// The phrase files, by the tag of their language.
    package let files: [String: [UInt8]]
    /// The languages, in the type of the room that writes directions.
    package let languages: any AnyObject & Sendable

    package init(files: [String: [UInt8]], languages: any AnyObject & Sendable) {
        self.files = files
        self.languages = languages
    }

    /// Whether both have the same files.
    package static func == (a: LayerPhrases, b: LayerPhrases) -> Bool { a.files == b.files }

    package func hash(into hasher: inout Hasher) { hasher.combine(files) }
}
