// YAML with a place: every mistake in a network definition is reported by file and line.

import Yams

/// What is wrong with a network definition, and where.
public struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that starts with file, line and column.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A part of a definition file that knows where it stands.
struct DefinitionNode {
    private let node: Node
    private let file: String

    /// Parses a whole definition.
    init(text: String, file: String) throws {
        self.file = file
        do {
            guard let root = try Yams.compose(yaml: text) else {
                throw DefinitionError("\(file): the definition is empty")
            }
            node = root
        } catch let error as YamlError {
            throw DefinitionError("\(file): \(error)")
        }
    }

    private init(_ node: Node, file: String) {
        self.node = node
        self.file = file
    }

    /// An error about this place.
    func error(_ message: String) -> DefinitionError {
        guard let mark = node.mark else { return DefinitionError("\(file): \(message)") }
        return DefinitionError("\(file):\(mark.line):\(mark.column): \(message)")
    }

    /// The value as text.
    func text() throws -> String {
        guard case .scalar(let scalar) = node else { throw error("one value is expected here") }
        return scalar.string
    }

    /// The value as a finite number in a range.
    func number(in range: ClosedRange<Double> = -1e9...1e9) throws -> Double {
        let text = try text()
        guard let value = Double(text), value.isFinite else {
            throw error("\"\(text)\" is not a number")
        }
        guard range.contains(value) else {
            throw error("\(text) lies outside \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The value as one of some words.
    func word<Value>(of choices: KeyValuePairs<String, Value>) throws -> Value {
        let text = try text()
        if let found = choices.first(where: { $0.key == text }) { return found.value }
        let words = choices.map { $0.key }.joined(separator: ", ")
        throw error("\"\(text)\" is not one of: \(words)")
    }

    /// The elements of a list; a single value is a list of one.
    func elements() throws -> [DefinitionNode] {
        switch node {
        case .sequence(let sequence): return sequence.map { DefinitionNode($0, file: file) }
        case .scalar, .mapping: return [self]
        case .alias: throw error("an alias without its anchor")
        }
    }

    /// The elements of a list of texts; a single text is a list of one.
    func texts() throws -> [String] { try elements().map { try $0.text() } }

    /// The entries of a mapping in the order of the file.
    func entries() throws -> [(key: String, value: DefinitionNode)] {
        guard case .mapping(let mapping) = node else {
            throw error("keys with values are expected here")
        }
        return try mapping.map { key, value in
            let name = try DefinitionNode(key, file: file).text()
            // A value that is left out has no place of its own; it stands where its key stands.
            return (name, DefinitionNode(value, file: file))
        }
    }

    /// The fields of a mapping that may hold the given keys and no others.
    func fields(_ known: String...) throws -> DefinitionFields {
        var values: [String: DefinitionNode] = [:]
        for (key, value) in try entries() {
            guard known.contains(key) else {
                let choices = known.joined(separator: ", ")
                throw value.error("\"\(key)\" is not known here; known are: \(choices)")
            }
            values[key] = value
        }
        return DefinitionFields(owner: self, values: values)
    }
}

/// The fields of one mapping.
struct DefinitionFields {
    let owner: DefinitionNode
    fileprivate let values: [String: DefinitionNode]

    /// A field that may be absent.
    subscript(key: String) -> DefinitionNode? { values[key] }

    /// A field that must be there.
    func required(_ key: String) throws -> DefinitionNode {
        guard let value = values[key] else { throw owner.error("\"\(key)\" is missing here") }
        return value
    }

    /// Exactly one of some fields.
    func exactlyOne(of keys: String...) throws -> (key: String, value: DefinitionNode) {
        let found = keys.compactMap { key in values[key].map { (key: key, value: $0) } }
        guard let first = found.first, found.count == 1 else {
            throw owner.error("exactly one of these is needed: \(keys.joined(separator: ", "))")
        }
        return first
    }
}
