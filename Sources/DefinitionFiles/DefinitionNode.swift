// YAML with a place: every mistake in a definition is reported by file and line.

import Yams

/// A part of a definition file, with its line.
///
///     let fields = try DefinitionNode(text: text, file: "town.yaml").fields("name", "costs")
///     let name = try fields.required("name").text()
///
/// Its readers throw at the first mistake; ``MappingReader`` notes all of them.
package struct DefinitionNode {
    let node: Node
    package let file: String

    /// Parses a whole file.
    ///
    /// - Throws: ``InvalidDefinitions`` for a file that is empty or no YAML.
    package init(text: String, file: String) throws(InvalidDefinitions) {
        guard let node = try Self.parsed(text, file) else {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(file: file, line: 1, text: "the file is empty")
            ])
        }
        self = node
    }

    /// Parses a whole file; `nil` for an empty one.
    ///
    /// - Throws: ``InvalidDefinitions`` for a file that is not YAML.
    package static func parsed(
        _ text: String, _ file: String
    ) throws(InvalidDefinitions) -> DefinitionNode? {
        let problem: DefinitionProblem
        do {
            return try Yams.compose(yaml: text).map { DefinitionNode($0, file: file) }
        } catch let error as YamlError {
            problem = DefinitionProblem(file: file, line: error.line, text: error.sentence)
        } catch {
            problem = DefinitionProblem(file: file, line: nil, text: "the file is not YAML")
        }
        throw InvalidDefinitions(problems: [problem])
    }

    init(_ node: Node, file: String) {
        self.node = node
        self.file = file
    }

    /// Whether the value has keys.
    package var isMapping: Bool {
        if case .mapping = node { true } else { false }
    }

    /// The line from 1.
    package var line: Int? { node.mark?.line }

    /// An error about this place.
    package func error(_ message: String) -> InvalidDefinitions {
        InvalidDefinitions(problems: [
            DefinitionProblem(
                file: file, line: node.mark?.line, column: node.mark?.column, text: message)
        ])
    }

    /// The value as text.
    package func text() throws -> String {
        guard case .scalar(let scalar) = node else { throw error("one value is expected here") }
        return scalar.string
    }

    /// The value as a finite number in a range.
    package func number(in range: ClosedRange<Double> = -1e9...1e9) throws -> Double {
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
    package func word<Value>(of choices: KeyValuePairs<String, Value>) throws -> Value {
        let text = try text()
        if let found = choices.first(where: { $0.key == text }) { return found.value }
        let words = choices.map { $0.key }.joined(separator: ", ")
        throw error("\"\(text)\" is not one of: \(words)")
    }

    /// The elements of a list; a single value is a list of one.
    package func elements() throws -> [DefinitionNode] {
        switch node {
        case .sequence(let sequence): return sequence.map { DefinitionNode($0, file: file) }
        case .scalar, .mapping: return [self]
        case .alias: throw error("an alias without its anchor")
        }
    }

    /// The elements of a list of texts; a single text is a list of one.
    package func texts() throws -> [String] { try elements().map { try $0.text() } }

    /// The entries of a mapping in the order of the file.
    package func entries() throws -> [(key: String, value: DefinitionNode)] {
        guard case .mapping(let mapping) = node else {
            throw error("keys with values are expected here")
        }
        return try mapping.map { key, value in
            let name = try DefinitionNode(key, file: file).text()
            // An empty value has no position of its own; it has that of its key.
            return (name, DefinitionNode(value, file: file))
        }
    }

    /// The fields of a mapping that may hold the given keys and no others.
    package func fields(_ known: String...) throws -> DefinitionFields {
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
package struct DefinitionFields {
    package let owner: DefinitionNode
    fileprivate let values: [String: DefinitionNode]

    /// A field that may be absent.
    package subscript(key: String) -> DefinitionNode? { values[key] }

    /// A field that must be there.
    package func required(_ key: String) throws -> DefinitionNode {
        guard let value = values[key] else { throw owner.error("\"\(key)\" is missing here") }
        return value
    }

    /// Exactly one of some fields.
    package func exactlyOne(of keys: String...) throws -> (key: String, value: DefinitionNode) {
        let found = keys.compactMap { key in values[key].map { (key: key, value: $0) } }
        guard let first = found.first, found.count == 1 else {
            throw owner.error("exactly one of these is needed: \(keys.joined(separator: ", "))")
        }
        return first
    }
}

extension YamlError {
    /// The line the error is about.
    fileprivate var line: Int? {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
            mark.line
        case .duplicatedKeysInMapping(_, let context):
            context.mark.line
        default:
            nil
        }
    }

    /// The error in one sentence, without the snippet that its description carries.
    fileprivate var sentence: String {
        switch self {
        case .scanner(_, let problem, _, _), .parser(_, let problem, _, _),
            .composer(_, let problem, _, _):
            "this is not YAML: \(problem)"
        case .duplicatedKeysInMapping(let duplicates, _):
            "keys given twice: \(duplicates.joined(separator: ", "))"
        default:
            "this is not YAML"
        }
    }
}
