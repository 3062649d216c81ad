// Languages that an operator adds to a layer.

/// An operator's phrase files and the languages read from them.
///
/// Configurations are copied for every layer; their phrases are read only once.
package struct LayerPhrases: Hashable, Sendable {
    /// The phrase files by language tag.
    package let files: [String: [UInt8]]
    /// The languages, in a type that only the room that writes directions knows.
    package let languages: any AnyObject & Sendable

    package init(files: [String: [UInt8]], languages: any AnyObject & Sendable) {
        self.files = files
        self.languages = languages
    }

    /// Whether both have the same files.
    package static func == (a: LayerPhrases, b: LayerPhrases) -> Bool { a.files == b.files }

    package func hash(into hasher: inout Hasher) { hasher.combine(files) }
}
