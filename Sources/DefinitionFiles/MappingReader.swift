// Reads a YAML mapping key by key and notes the line of every mistake.

import DataStructures
import Yams

/// A value and its line.
package struct Located<Value> {
    package var value: Value
    package var line: Int?

    package init(value: Value, line: Int?) {
        self.value = value
        self.line = line
    }
}

/// Reads typed values from a YAML mapping.
///
/// If a value is missing or empty, the result is `nil`. If it is wrong, the result is `nil` and a
/// fault is noted, and reading continues: a service definition is a list of settings that have
/// little to do with each other. Call ``finish()`` at the end to report unknown keys, that is keys
/// you never asked for.
package struct MappingReader {
    /// The mapping's name in messages, such as `defaults`; empty for the whole file.
    package let path: String
    package let problems: ProblemList
    /// The line where the mapping begins.
    package let line: Int?
    private let values: [String: Node]
    private let keyLines: [String: Int]
    private var askedFor: [String] = []

    /// Reads a whole file. Notes a fault and returns `nil` if it is not a mapping.
    ///
    /// - Parameter needed: What an empty file should contain, for the message.
    package init?(text: String, needing needed: String, problems: ProblemList) {
        do throws(InvalidDefinitions) {
            guard let root = try DefinitionNode.parsed(text, problems.file) else {
                problems.add(line: 1, "the file is empty; \(needed)")
                return nil
            }
            self.init(root.node, path: "", problems: problems)
        } catch {
            problems.add(error)
            return nil
        }
    }

    /// Reads `node`. Notes a fault and returns `nil` if it is not a mapping.
    private init?(_ node: Node, path: String, problems: ProblemList) {
        guard case .mapping(let mapping) = node else {
            let name = path.isEmpty ? "the file" : "\"\(path)\""
            problems.add(
                line: node.mark?.line, "\(name) must be a list of \"key: value\" lines")
            return nil
        }
        self.path = path
        self.problems = problems
        line = node.mark?.line
        var values: [String: Node] = [:]
        var keyLines: [String: Int] = [:]
        for (key, value) in mapping {
            let name = key.scalar?.string ?? ""
            values[name] = value
            keyLines[name] = key.mark?.line
        }
        self.values = values
        self.keyLines = keyLines
    }

    /// Returns a key's line, or the mapping's if the key is missing.
    package func line(of key: String) -> Int? { keyLines[key] ?? line }

    /// Returns the key with its path, for messages.
    package func name(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Notes a fault at a key.
    package func fault(_ key: String, _ text: String) {
        problems.add(line: line(of: key), "\"\(name(of: key))\" \(text)")
    }

    /// Marks a key as known because another reader reads it.
    package mutating func pass(_ key: String) { askedFor.append(key) }

    /// Returns a key's node, or `nil` if it is missing or empty.
    private mutating func node(_ key: String) -> Node? {
        askedFor.append(key)
        guard let node = values[key] else { return nil }
        if let scalar = node.scalar, scalar.style == .plain,
            ["", "~", "null"].contains(scalar.string)
        {
            return nil
        }
        return node
    }

    package mutating func text(_ key: String) -> String? {
        guard let node = node(key) else { return nil }
        guard let scalar = node.scalar else {
            fault(key, "must be text")
            return nil
        }
        return scalar.string
    }

    package mutating func required(_ key: String) -> String? {
        if let text = text(key), !text.isEmpty { return text }
        if values[key] == nil {
            problems.add(line: line, "\"\(name(of: key))\" is missing")
        } else {
            fault(key, "must not be empty")
        }
        return nil
    }

    package mutating func flag(_ key: String) -> Bool? {
        guard let node = node(key) else { return nil }
        guard let value = node.bool else {
            fault(key, "must be true or false, not \(shown(node))")
            return nil
        }
        return value
    }

    package mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        guard let node = node(key) else { return nil }
        guard let value = node.float, value.isFinite, range.contains(value) else {
            fault(
                key,
                "must be a number from \(shown(range.lowerBound)) to \(shown(range.upperBound)), "
                    + "not \(shown(node))")
            return nil
        }
        return value
    }

    package mutating func count(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let node = node(key) else { return nil }
        guard let value = node.int, range.contains(value) else {
            fault(
                key,
                "must be a whole number from \(range.lowerBound) to \(range.upperBound), "
                    + "not \(shown(node))")
            return nil
        }
        return value
    }

    /// Reads a word from a closed list.
    package mutating func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, of: Word.Type = Word.self
    ) -> Word? where Word.RawValue == String {
        word(key, of: Word.self, by: { $0.rawValue })
    }

    /// Reads a value from a closed list by its name.
    package mutating func word<Word: CaseIterable>(
        _ key: String, of: Word.Type, by name: (Word) -> String
    ) -> Word? {
        let words = Word.allCases.map(name)
        guard let text = word(key, among: words) else { return nil }
        return Word.allCases.first { name($0) == text }
    }

    /// Reads a word from a closed list.
    package mutating func word(_ key: String, among words: [String]) -> String? {
        guard let text = text(key) else { return nil }
        if words.contains(text) { return text }
        fault(key, "is \"\(text)\", \(NearestName.hint(for: text, among: words))")
        return nil
    }

    /// Reads a list of words, written as a YAML list or as one text with commas.
    package mutating func names(_ key: String) -> [Located<String>]? {
        guard let node = node(key) else { return nil }
        switch node {
        case .scalar(let scalar):
            return scalar.string.split(separator: ",").map { piece in
                let name = String(piece.drop { $0 == " " })
                return Located(value: name.trimmingEnd(), line: scalar.mark?.line)
            }
        case .sequence(let sequence):
            return sequence.compactMap { item in
                guard let scalar = item.scalar else {
                    problems.add(
                        line: item.mark?.line, "\"\(name(of: key))\" must be a list of names")
                    return nil
                }
                return Located(value: scalar.string, line: item.mark?.line)
            }
        case .mapping, .alias:
            fault(key, "must be a list of names")
            return nil
        }
    }

    /// Reads the mapping under a key.
    package mutating func mapping(_ key: String) -> MappingReader? {
        node(key).flatMap { MappingReader($0, path: name(of: key), problems: problems) }
    }

    /// Reads a mapping with arbitrary keys, in file order; returns `nil` if the key is missing.
    package mutating func texts(_ key: String) -> [(key: String, value: Located<String>)]? {
        guard let node = node(key) else { return nil }
        guard case .mapping(let mapping) = node else {
            fault(key, "must be a list of \"key: value\" lines")
            return nil
        }
        return mapping.compactMap { name, value in
            guard let text = value.scalar, let field = name.scalar?.string else {
                let shown = name.scalar?.string ?? "a key"
                problems.add(
                    line: name.mark?.line,
                    "\"\(self.name(of: key)).\(shown)\" is a list or a mapping; write one text")
                return nil
            }
            return (field, Located(value: text.string, line: name.mark?.line))
        }
    }

    /// Reads a list of mappings; returns `nil` if the key is missing.
    package mutating func mappings(_ key: String) -> [MappingReader]? {
        guard let node = node(key) else { return nil }
        guard case .sequence(let sequence) = node else {
            fault(key, "must be a list, each item beginning with \"- \"")
            return nil
        }
        return sequence.enumerated().compactMap { place, item in
            MappingReader(item, path: "\(name(of: key))[\(place + 1)]", problems: problems)
        }
    }

    /// Reports every key you have not asked for.
    package func finish() {
        let unknown = values.keys.filter { !askedFor.contains($0) }
        for key in unknown.sorted(by: { (line(of: $0) ?? 0) < (line(of: $1) ?? 0) }) {
            problems.add(
                line: line(of: key),
                "unknown key \"\(name(of: key))\", \(NearestName.hint(for: key, among: askedFor))")
        }
    }

    private func shown(_ node: Node) -> String {
        node.scalar.map { "\"\($0.string)\"" } ?? "a list"
    }

    private func shown(_ bound: Double) -> String {
        bound == bound.rounded() && abs(bound) < 1e15 ? String(Int64(bound)) : String(bound)
    }
}

extension String {
    /// Returns the text without trailing spaces.
    fileprivate func trimmingEnd() -> String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
