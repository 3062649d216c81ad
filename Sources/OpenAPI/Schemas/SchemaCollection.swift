// The schemas of a document.

import Geo

/// Schemas by name, of which a document takes what its paths lead to.
struct SchemaCollection {
    typealias Entry = (key: String, value: JSONValue)

    private let all: [Entry]
    private let byName: [String: JSONValue]

    /// - Parameter all: The schemas, in the order in which documents list them.
    init(_ all: [Entry]) {
        self.all = all
        byName = Dictionary(all.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the schemas that some values refer to, also by way of other schemas, in O(size).
    func used(by values: [JSONValue]) -> [Entry] {
        var used: Set<String> = []
        var open = values
        while let value = open.popLast() {
            if let name = value["$ref"]?.string.flatMap(Self.schemaName),
                used.insert(name).inserted, let schema = byName[name]
            {
                open.append(schema)
            }
            for member in value.object?.members ?? [] { open.append(member.value) }
            open += value.array ?? []
        }
        return all.filter { used.contains($0.key) }
    }

    private static func schemaName(_ reference: String) -> String? {
        let prefix = Schema.componentPrefix
        return reference.hasPrefix(prefix) ? String(reference.dropFirst(prefix.count)) : nil
    }
}
