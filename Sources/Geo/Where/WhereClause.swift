// Conditions over attributes in the SQL that GIS servers call standardized queries.

/// A condition over the attributes of a feature.
///
/// ```swift
/// let clause = try WhereClause("ROAD_CLASS <> 3 AND Name LIKE 'A%'")
/// let isMet = clause.holds { $0 == "Name" ? .text("A 8") : .number(1) }    // true
/// ```
///
/// One expression of SQL-92: comparisons, BETWEEN, IN, LIKE, IS NULL, AND, OR, NOT, arithmetic,
/// `||` and some functions; no statements, subqueries or comments, and nothing that depends on the
/// time of evaluation. A comparison with null is neither true nor false, and does not hold.
///
/// Source: the standardized queries of ArcGIS Server, as Esri documents them, with operators
/// and functions.
public struct WhereClause: Hashable, Sendable {
    /// The condition as it was written.
    public let text: String
    /// The fields it asks for, as written, each once in any case of letters.
    public let fields: [String]
    /// What it means.
    package let root: WhereExpression
    private let program: WhereProgram

    /// Longer conditions are refused.
    public static let maximumBytes = 4_096

    /// Reads a condition.
    ///
    /// - Throws: ``WhereError`` saying what was found and where.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(WhereError) {
        try self.init(text) { $0 }
    }

    /// Reads a condition on groups of rows: each call of a statistic, such as `COUNT(parcels)` or
    /// `avg("weight")`, is a field of that name, `AVG(weight)`.
    ///
    /// - Throws: ``WhereError`` saying what was found and where.
    package init(having text: String) throws(WhereError) {
        try self.init(text, WhereLexer.namingStatistics)
    }

    private init(
        _ text: String, _ change: ([WhereToken]) -> [WhereToken]
    ) throws(WhereError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw WhereError(
                "it is longer than \(Self.maximumBytes) bytes", position: Self.maximumBytes)
        }
        var parser = WhereParser(tokens: change(try WhereLexer.tokens(of: text)))
        root = try parser.whole()
        program = WhereProgram(root)
        self.text = text
        var seen: Set<String> = []
        fields = program.fields.filter { seen.insert($0.lowercased()).inserted }
    }

    /// The characters before the first use of a field, for messages.
    ///
    /// - Parameter field: The field's name as ``fields`` has it.
    package func position(of field: String) -> Int? {
        do throws(WhereError) {
            return try WhereLexer.tokens(of: text).first { token in
                switch token.kind {
                case .word(let word): word == field
                case .quoted(let name): name == field
                case .number, .text, .sign, .end: false
                }
            }?.position
        } catch {
            preconditionFailure("a condition that has been read is read again: \(error)")
        }
    }

    /// Whether the condition holds for the values of some fields.
    ///
    /// - Parameter value: The value of a field, by its name as the condition spells it.
    public func holds(_ value: (String) -> WhereValue) -> Bool {
        var meter = WhereMeter.unlimited
        do throws(WhereInterruption) {
            return try program.truth({ value(program.fields[$0]) }, &meter) ?? false
        } catch {
            // A text that is too long to be made is equal to nothing.
            return false
        }
    }
}

/// A value that conditions compare.
public enum WhereValue: Hashable, Sendable {
    /// Nothing is known.
    case null
    /// A number, or a time in milliseconds since 1970.
    case number(Double)
    /// A text.
    case text(String)
    /// A code with its meaning: compared with a number it is the one, with a text the other.
    case coded(Double, String)
}

/// Why a condition cannot be read.
public struct WhereError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as the end of a sentence.
    public let problem: String
    /// Characters before the place.
    public let position: Int

    init(_ problem: String, position: Int) {
        self.problem = problem
        self.position = position
    }

    /// The problem and its place.
    public var description: String { "\(problem), at character \(position + 1)" }
}
