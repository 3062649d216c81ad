// YAML with positions: every mistake in a definition is reported by file and line.

import Yams

/// A part of a definition file that knows its line.
///
///     let fields = try DefinitionNode(text: text, file: "town.yaml").fields("name", "costs")
///     let name = try fields.required("name").text()
///
/// Its readers throw at the first mistake. Network definitions use it, because they are built
/// bottom-up and anything after a mistake is noise. To collect all mistakes in a file, use
/// ``MappingReader``.
package struct DefinitionNode {
    let node: Node
    package let file: String

    /// Parses a whole file.
    ///
    /// - Throws: ``InvalidDefinitions`` if the file is empty or not YAML.
    package init(text: String, file: String) throws(InvalidDefinitions) {
        guard let node = try Self.parsed(text, file) else {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(file: file, line: 1, text: "the file is empty")
            ])
        }
        self = node
    }

    /// Parses a whole file; returns `nil` if it is empty.
    ///
    /// - Throws: ``InvalidDefinitions`` if the file is not YAML.
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

    /// Whether this is a mapping of keys to values.
    package var isMapping: Bool {
        if case .mapping = node { true } else { false }
    }

    /// The line, counted from 1.
    package var line: Int? { node.mark?.line }

    /// Makes an error that points here.
    package func error(_ message: String) -> InvalidDefinitions {
        InvalidDefinitions(problems: [
            DefinitionProblem(
                file: file, line: node.mark?.line, column: node.mark?.column, text: message)
        ])
    }

    package func text() throws -> String {
        guard case .scalar(let scalar) = node else { throw error("one value is expected here") }
        return scalar.string
    }

    /// Returns the value as a finite number within a range.
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

    /// Returns the choice whose key is the value's text.
    package func word<Value>(of choices: KeyValuePairs<String, Value>) throws -> Value {
        let text = try text()
        if let found = choices.first(where: { $0.key == text }) { return found.value }
        let words = choices.map { $0.key }.joined(separator: ", ")
        throw error("\"\(text)\" is not one of: \(words)")
    }

    /// Returns the list's elements; a single value counts as a list of one.
    package func elements() throws -> [DefinitionNode] {
        switch node {
        case .sequence(let sequence): return sequence.map { DefinitionNode($0, file: file) }
        case .scalar, .mapping: return [self]
        case .alias: throw error("an alias without its anchor")
        }
    }

    /// Returns the list's elements as texts; a single text counts as a list of one.
    package func texts() throws -> [String] { try elements().map { try $0.text() } }

    /// Returns the mapping's entries in file order.
    package func entries() throws -> [(key: String, value: DefinitionNode)] {
        guard case .mapping(let mapping) = node else {
            throw error("keys with values are expected here")
        }
        return try mapping.map { key, value in
            let name = try DefinitionNode(key, file: file).text()
            // An empty value has no position, so messages give its key's.
            return (name, DefinitionNode(value, file: file))
        }
    }

    /// Returns the mapping's fields; any key that is not listed is an error.
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

/// The fields of one mapping, by key.
package struct DefinitionFields {
    package let owner: DefinitionNode
    fileprivate let values: [String: DefinitionNode]

    /// Returns an optional field.
    package subscript(key: String) -> DefinitionNode? { values[key] }

    /// Returns a field, or throws if it is missing.
    package func required(_ key: String) throws -> DefinitionNode {
        guard let value = values[key] else { throw owner.error("\"\(key)\" is missing here") }
        return value
    }

    /// Returns the one field that is present, or throws unless there is exactly one.
    package func exactlyOne(of keys: String...) throws -> (key: String, value: DefinitionNode) {
        let found = keys.compactMap { key in values[key].map { (key: key, value: $0) } }
        guard let first = found.first, found.count == 1 else {
            throw owner.error("exactly one of these is needed: \(keys.joined(separator: ", "))")
        }
        return first
    }
}

extension YamlError {
    /// The line where parsing failed.
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

    /// The error in one sentence, without Yams's source snippet.
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
