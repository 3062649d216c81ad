// What a batch was begun with. To continue, it must have the same settings.

/// A batch's settings by name: its rows, its network and its requests' parameters.
///
///     var settings = BatchSettings()
///     settings["group-by"] = "driver"
///     let changes = settings.differences(from: begun)
package struct BatchSettings: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    /// The settings, sorted by name.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// The value of a setting, or `nil` if it is not set.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    package subscript(name: String) -> String? {
        get { entries.first { $0.name == name }?.value }
        set {
            entries.removeAll { $0.name == name }
            guard let newValue else { return }
            let place = entries.firstIndex { $0.name > name } ?? entries.endIndex
            entries.insert(Entry(name: name, value: newValue), at: place)
        }
    }

    /// Returns a sentence for each setting that differs, sorted by name.
    ///
    /// - Parameter begun: The settings that the batch was begun with.
    package func differences(from begun: BatchSettings) -> [String] {
        let names = Set(entries.map(\.name)).union(begun.entries.map(\.name))
        return names.sorted().compactMap { name in
            let (old, new) = (begun[name], self[name])
            guard old != new else { return nil }
            return "\(name) was \(Self.shown(old)) and is \(Self.shown(new)) now"
        }
    }

    private static func shown(_ value: String?) -> String {
        guard let value else { return "not set" }
        let (limit, text) = (60, value.prefix(61))
        return text.count > limit
            ? "\"\(text.prefix(limit))…\" (\(value.utf8.count) bytes)" : "\"\(value)\""
    }
}
