// The tags of one object, read with the suffixes that limit a tag to one direction.

/// A direction along the drawn line of a way.
enum LineDirection: CaseIterable, Sendable {
    /// As the line is drawn.
    case forward
    /// Against the line.
    case backward

    /// What a key ends with that is about this direction only.
    var suffix: String { self == .forward ? ":forward" : ":backward" }
}

/// The tags of one object.
struct TagSet: Sendable, ExpressibleByDictionaryLiteral {
    private let values: [String: String]
    /// Whether some key is about one direction only.
    let hasDirections: Bool

    /// Holds tags; of a key that occurs twice, the last value counts.
    init(_ values: [String: String]) {
        self.values = values
        hasDirections = values.keys.contains { $0.hasSuffix("ward") }
    }

    init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }

    /// The value of a key.
    subscript(key: String) -> String? { values[key] }

    /// The value of a key for one direction: `key:forward` outranks `key` along the line.
    func value(_ key: String, _ direction: LineDirection?) -> String? {
        if hasDirections, let direction, let value = values[key + direction.suffix] {
            return value
        }
        return values[key]
    }

    /// The tags with some of them replaced.
    func replacing(_ changed: [String: String]) -> TagSet {
        TagSet(values.merging(changed) { _, new in new })
    }

    /// The keys and values whose key satisfies a test, ordered by key.
    func pairs(where test: (String) -> Bool) -> [(key: String, value: String)] {
        values.filter { test($0.key) }.sorted { $0.key < $1.key }
    }
}
