// What is wrong with definition files, and where.

/// One fault in a definition file.
public struct DefinitionProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file, as messages name it.
    public var file: String
    /// The line from 1, or `nil` when the whole file is meant.
    public var line: Int?
    /// The column from 1, where it is known.
    public var column: Int?
    /// What is wrong and what would be accepted.
    public var text: String

    /// The characters of a text that are kept; texts quote what the file has, however long that is.
    private static let mostCharacters = 1000

    /// Describes a fault.
    public init(file: String, line: Int?, column: Int? = nil, text: String) {
        self.file = file
        self.line = line
        self.column = column
        let beginning = text.prefix(Self.mostCharacters)
        self.text = beginning.endIndex == text.endIndex ? text : beginning + "…"
    }

    /// The fault as compilers write theirs: `monaco.service.yaml:12: …`.
    public var description: String {
        let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
        return "\(file)\(place): \(text)"
    }
}

/// Every fault found in one definition file, or in a folder of them.
public struct InvalidDefinitions: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, by file and line.
    public var problems: [DefinitionProblem]

    /// Collects faults.
    public init(problems: [DefinitionProblem]) {
        self.problems = problems
    }

    /// The faults that a description lists; more of them are of no help.
    static let mostListed = 100

    /// One fault a line, and how many more there are.
    public var description: String {
        var lines = problems.prefix(Self.mostListed).map(\.description)
        let more = problems.count - Self.mostListed
        if more > 0 { lines.append("and \(more) more \(more == 1 ? "fault" : "faults")") }
        return lines.joined(separator: "\n")
    }
}

/// Collects what the readers of one file find.
package final class ProblemList {
    package let file: String
    package private(set) var problems: [DefinitionProblem] = []

    package init(file: String) {
        self.file = file
    }

    package func add(line: Int?, _ text: String) {
        problems.append(DefinitionProblem(file: file, line: line, text: text))
    }

    /// Adds what another reader has found.
    package func add(_ found: InvalidDefinitions) { problems += found.problems }
}
