// Conditions over attributes, in the SQL that GIS servers call standardized queries.

/// A condition on a feature's attributes.
///
/// ```swift
/// let clause = try WhereClause("ROAD_CLASS <> 3 AND Name LIKE 'A%'")
/// let isMet = clause.holds { $0 == "Name" ? .text("A 8") : .number(1) }    // true
/// ```
///
/// It is a single SQL-92 expression: comparisons, BETWEEN, IN, LIKE, IS NULL, AND, OR, NOT,
/// arithmetic, `||` and some functions. Statements, subqueries and comments are refused. A
/// comparison with null is neither true nor false, and does not hold. Texts compare by code points.
///
/// `CURRENT_TIMESTAMP` and its kin are the time that you pass, so that a condition has one meaning
/// however long it is evaluated. Without a time they are refused: the condition may be kept.
///
/// A text is parsed once (`WhereLexer`, `WhereParser`, `WhereExpression`) and compiled once
/// (``WhereProgram``); evaluating it depends only on the values you pass. Length is limited to
/// ``maximumBytes`` and nesting to 64 levels, so any text is safe to parse. Stored layers,
/// conditions on streets and batches use it; stores translate what they can to SQL and evaluate the
/// rest here.
///
/// Source: the standardized queries of ArcGIS Server, as Esri documents them.
public struct WhereClause: Hashable, Sendable {
    /// The condition as written.
    public let text: String
    /// The fields the condition uses, spelled as written; each occurs once, ignoring case.
    public let fields: [String]
    /// The parsed condition.
    package let root: WhereExpression
    private let program: WhereProgram

    /// The longest condition accepted, in bytes: clients list thousands of ids, and a database
    /// takes 32,766 values. What takes time for every row, or depth, has narrower limits
    /// (`WhereParser`).
    public static let maximumBytes = 60_000

    /// Parses a condition.
    ///
    /// - Parameters:
    ///   - now: The request's time, in milliseconds since 1970; `nil` if the condition outlives a
    ///     request.
    ///   - dates: The fields that hold dates, in lower case, as numbers beside them are of days;
    ///     `nil` if the fields' types are not known.
    /// - Throws: ``WhereError`` saying what was found and where.
    /// - Complexity: O(*n*) in the text's length.
    public init(
        _ text: String, now: Int64? = nil, dates: Set<String>? = nil
    ) throws(WhereError) {
        try self.init(text, now, dates) { $0 }
    }

    /// Parses a condition on groups of rows. Each call to a statistic, such as `COUNT(parcels)` or
    /// `avg("weight")`, becomes a field with that name, `AVG(weight)`.
    ///
    /// - Parameters:
    ///   - now: The request's time, as in ``init(_:now:dates:)``.
    ///   - dates: The fields and statistics that are dates, in lower case, such as `max(due)`;
    ///     `nil` if their types are not known.
    /// - Throws: ``WhereError`` saying what was found and where.
    package init(
        having text: String, now: Int64? = nil, dates: Set<String>? = nil
    ) throws(WhereError) {
        try self.init(text, now, dates, WhereLexer.namingStatistics)
    }

    private init(
        _ text: String, _ now: Int64?, _ dates: Set<String>?,
        _ change: ([WhereToken]) -> [WhereToken]
    ) throws(WhereError) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw WhereError(
                "it is longer than \(Self.maximumBytes) bytes", position: Self.maximumBytes)
        }
        var parser = WhereParser(
            tokens: change(try WhereLexer.tokens(of: text)), now: now, dates: dates)
        root = try parser.whole()
        program = WhereProgram(root)
        self.text = text
        var seen: Set<String> = []
        fields = program.fields.filter { seen.insert($0.lowercased()).inserted }
    }

    /// Returns how many characters precede a field's first use, for messages.
    ///
    /// - Parameter field: The field's name as spelled in ``fields``.
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

    /// Returns whether the condition holds.
    ///
    /// - Parameter value: Returns a field's value; the name is spelled as in the condition.
    public func holds(_ value: (String) -> WhereValue) -> Bool {
        var meter = WhereMeter.unlimited
        do throws(WhereInterruption) {
            return try program.truth({ value(program.fields[$0]) }, &meter) ?? false
        } catch {
            // A text too long to build equals nothing.
            return false
        }
    }
}

/// A value in a condition.
public enum WhereValue: Hashable, Sendable {
    /// The value is unknown.
    case null
    /// A number, or a time in milliseconds since 1970.
    case number(Double)
    /// A text.
    case text(String)
    /// A code with its meaning. Compared with a number it is the code, with a text the meaning.
    case coded(Double, String)
}

/// The reason why a condition cannot be parsed.
public struct WhereError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, worded as the end of a sentence.
    public let problem: String
    /// How many characters precede the problem.
    public let position: Int

    init(_ problem: String, position: Int) {
        self.problem = problem
        self.position = position
    }

    /// The problem and its position.
    public var description: String { "\(problem), at character \(position + 1)" }
}
