// The words and names that rows may have, the same in every form of a feed.

/// What the words of sources mean.
enum FeedWords {
    /// Whether a word stands for no value.
    static func isNone(_ word: String) -> Bool {
        ["", "null", "none", "n/a", "-", "unknown", "undefined"].contains(word.lowercased())
    }

    /// Returns whether a word means true or false; `nil` if it means neither.
    static func truth(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "true", "1", "yes", "y", "t": true
        case "false", "0", "no", "n", "f", "", "null", "none": false
        default: nil
        }
    }

    /// Returns a direction; `nil` if the word is none.
    static func direction(_ word: String) -> FeedDirection? {
        switch word.lowercased() {
        case "forward", "one_direction": .forward
        case "backward": .backward
        case "both", "both_directions": .both
        default: nil
        }
    }

    /// Returns a name as names are compared: `valid_to`, `validTo` and `VALIDTO` are one.
    static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" }
    }
}

extension FeedMapping.Key {
    /// A source's usual names for a property, as ``FeedWords/plain(_:)`` writes them. They count if
    /// no mapping names the property. A speed with its unit comes first: beside it, Waze's `speed`
    /// is in meters a second.
    var plainNames: [String] {
        self == .speed ? ["speedkmh", "speed"] : [FeedWords.plain(rawValue)]
    }
}

/// A feed that is in no form at all.
enum ForeignFeed {
    /// Returns what a feed is and what to do, by its first bytes; `nil` if it may be a feed.
    static func problem(_ bytes: some RandomAccessCollection<UInt8>) -> String? {
        let known: [(start: [UInt8], problem: String)] = [
            ([0x1F, 0x8B], "is compressed (gzip); unpack it"),
            (Array("PK\u{3}\u{4}".utf8), "is an archive or a workbook; save its table as CSV"),
            ([0xFF, 0xFE], "is UTF-16; save it as UTF-8"),
            ([0xFE, 0xFF], "is UTF-16; save it as UTF-8"),
        ]
        if let found = known.first(where: { bytes.starts(with: $0.start) }) {
            return "the feed " + found.problem
        }
        guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
        return "the feed is XML, such as DATEX II or Waze's incidents, or a web page; make rows by "
            + "OSM way or GeoJSON from it"
    }
}
