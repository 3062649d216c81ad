// What is wrong with a service definition, and where.

/// One fault in a definition file.
public struct DefinitionProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file's name, without its folder.
    public var file: String
    /// The line from 1, or `nil` when the whole file is meant.
    public var line: Int?
    /// What is wrong and what would be accepted.
    public var text: String

    /// Describes a fault.
    public init(file: String, line: Int?, text: String) {
        self.file = file
        self.line = line
        self.text = text
    }

    /// The fault as compilers write theirs: `monaco.service.yaml:12: …`.
    public var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(text)"
    }
}

/// Every fault found in a folder of service definitions.
public struct InvalidDefinitions: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, by file and line.
    public var problems: [DefinitionProblem]

    /// Collects faults.
    public init(problems: [DefinitionProblem]) {
        self.problems = problems
    }

    /// One fault a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

/// Where the readers of one file put what they find.
final class ProblemList {
    let file: String
    private(set) var problems: [DefinitionProblem] = []

    init(file: String) {
        self.file = file
    }

    func add(line: Int?, _ text: String) {
        problems.append(DefinitionProblem(file: file, line: line, text: text))
    }
}
