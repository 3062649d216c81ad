// What is wrong in definition files, and where.

/// One fault in a definition file.
public struct DefinitionProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file, as messages name it.
    public var file: String
    /// The line, counted from 1; `nil` if the problem concerns the whole file.
    public var line: Int?
    /// The column, counted from 1, if known.
    public var column: Int?
    /// What is wrong and what would be accepted.
    public var text: String

    /// How many characters of a text to keep; texts quote the file, however long the quoted part
    /// is.
    private static let mostCharacters = 1000

    /// Describes a fault.
    public init(file: String, line: Int?, column: Int? = nil, text: String) {
        self.file = file
        self.line = line
        self.column = column
        let beginning = text.prefix(Self.mostCharacters)
        self.text = beginning.endIndex == text.endIndex ? text : beginning + "…"
    }

    /// The fault as compilers print it: `monaco.service.yaml:12: …`.
    public var description: String {
        let place = [line, column].compactMap(\.self).map { ":\($0)" }.joined()
        return "\(file)\(place): \(text)"
    }
}

/// Every fault found in a definition file, or in a folder of them.
public struct InvalidDefinitions: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, sorted by file and line.
    public var problems: [DefinitionProblem]

    /// Collects faults.
    public init(problems: [DefinitionProblem]) {
        self.problems = problems
    }

    /// How many faults a description lists; longer lists help no one.
    static let mostListed = 100

    /// One line for each fault, then how many more there are.
    public var description: String {
        var lines = problems.prefix(Self.mostListed).map(\.description)
        let more = problems.count - Self.mostListed
        if more > 0 { lines.append("and \(more) more \(more == 1 ? "fault" : "faults")") }
        return lines.joined(separator: "\n")
    }
}

/// Collects the faults that readers find in one file.
package final class ProblemList {
    package let file: String
    package private(set) var problems: [DefinitionProblem] = []

    package init(file: String) {
        self.file = file
    }

    package func add(line: Int?, _ text: String) {
        problems.append(DefinitionProblem(file: file, line: line, text: text))
    }

    /// Adds faults that another reader found.
    package func add(_ found: InvalidDefinitions) { problems += found.problems }
}
