// Maps the property names of a source to what a feed can state.

import DataStructures
package import Geo

/// The properties from which to read speeds, closures, times and directions of features.
///
///     closed: core_details.vehicle_impact=all-lanes-closed
///     validFrom: start_date
///
/// A name is a path; use points to reach members of nested objects. For `closed` you may add `=`
/// and a value: it is true if the property has that value.
package struct FeedMapping: Hashable, Sendable {
    /// What a feature can state.
    package enum Key: String, Hashable, Sendable, CaseIterable {
        case speed
        case closed
        case validFrom
        case validTo
        case direction
        case kind
        case text
        case id
        case lanesClosed
    }

    struct Property: Hashable, Sendable {
        /// The members to follow, starting from the feature's properties.
        var path: [String]
        /// The value, in lower case, that means true.
        var value: String?

        init(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1)
            path = (parts.first ?? "").split(separator: ".").map(String.init)
            value = parts.count > 1 ? parts[1].lowercased() : nil
        }
    }

    private var properties: [Key: Property] = [:]

    /// Makes a mapping for a source whose properties have the names in ``Key``.
    package init() {}

    /// Makes a mapping from keys and names. Keys you leave out stand for themselves.
    ///
    /// - Throws: ``FeedError`` if a key is unknown or a name is empty.
    package init(_ names: [(key: String, name: String)]) throws(FeedError) {
        for (text, name) in names {
            guard let key = Key(rawValue: text) else {
                let keys = Key.allCases.map(\.rawValue)
                throw FeedError(
                    "the mapping has the key \"\(text.excerpt())\", "
                        + NearestName.hint(for: text, among: keys))
            }
            let property = Property(name)
            guard !property.path.isEmpty, name.utf8.count <= 500 else {
                throw FeedError(
                    "the mapping of \(text) is \"\(name.excerpt())\"; the name of a property of "
                        + "the source is needed")
            }
            guard property.value == nil || key == .closed else {
                throw FeedError(
                    "the mapping of \(text) has a value behind =; only closed can have one")
            }
            properties[key] = property
        }
    }

    /// Makes a mapping from a JSON object of names.
    ///
    /// - Throws: ``FeedError`` for any other value.
    package init(json value: JSONValue) throws(FeedError) {
        guard let object = value.object else {
            throw FeedError("the mapping is \(value.excerpt); an object of names is needed")
        }
        var names: [(key: String, name: String)] = []
        for member in object.members {
            guard let name = member.value.string else {
                throw FeedError(
                    "the mapping of \(member.key.excerpt()) is \(member.value.excerpt); the name "
                        + "of a property is needed")
            }
            names.append((member.key, name))
        }
        try self.init(names)
    }

    /// The keys with another name, and these names, in the order of ``Key``.
    package var names: [(key: String, name: String)] {
        Key.allCases.compactMap { key in
            properties[key].map { property in
                let path = property.path.joined(separator: ".")
                return (key.rawValue, path + (property.value.map { "=\($0)" } ?? ""))
            }
        }
    }

    /// Returns the path that was given for a key; `nil` if none was.
    func path(_ key: Key) -> [String]? { properties[key]?.path }

    func property(_ key: Key) -> Property { properties[key] ?? Property(key.rawValue) }
}
