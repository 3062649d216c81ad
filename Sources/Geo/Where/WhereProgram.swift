// Compiles conditions for many rows: numbers the fields, prepares patterns and lists.

/// A condition, compiled once and evaluated on any number of rows.
///
/// ```swift
/// let program = WhereProgram(clause.root)
/// var meter = WhereMeter { control.shouldStop }
/// let holds = try program.truth({ row[columns[$0]] }, &meter)    // true, false or nil
/// ```
package struct WhereProgram: Hashable, Sendable {
    /// The fields the condition uses, spelled as written. Evaluation asks for their values by
    /// position.
    package let fields: [String]
    private let root: WhereNode

    /// Compiles a condition or an operand.
    ///
    /// - Complexity: O(*n*) in its parts.
    package init(_ expression: WhereExpression) {
        var compiler = WhereCompiler()
        root = compiler.node(expression)
        fields = compiler.fields
    }

    /// Returns whether the condition holds; `nil` if null makes it unknown.
    package func truth(
        _ value: (Int) -> WhereValue, _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> Bool? {
        try root.truth(value, &meter)
    }

    /// Returns an operand's value; null for a condition.
    package func value(
        _ value: (Int) -> WhereValue, _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> WhereValue {
        try root.value(value, &meter)
    }
}

/// A node in a compiled condition.
private indirect enum WhereNode: Hashable, Sendable {
    case literal(WhereValue)
    case field(Int)
    case arithmetic(WhereNode, WhereOperation, WhereNode)
    case call(WhereFunction, [WhereNode])
    case compare(WhereNode, WhereComparison, WhereNode)
    case among(WhereNode, WhereChoices)
    case like(WhereNode, WherePattern)
    case likeValue(WhereNode, WhereNode, escape: Unicode.Scalar?)
    case isNull(WhereNode)
    case not(WhereNode)
    case and([WhereNode])
    case or([WhereNode])
}

/// Compiles expressions to nodes.
private struct WhereCompiler {
    private(set) var fields: [String] = []
    private var places: [String: Int] = [:]

    /// The shortest list that is compiled to a set; shorter ones are compared element by element.
    private static let fewestChoices = 4

    mutating func node(_ expression: WhereExpression) -> WhereNode {
        switch expression {
        case .literal(let value): return .literal(value)
        case .field(let name): return .field(place(of: name))
        case .arithmetic(let a, let operation, let b):
            return .arithmetic(node(a), operation, node(b))
        case .call(let function, let arguments): return .call(function, nodes(arguments))
        case .compare(let a, let comparison, let b): return .compare(node(a), comparison, node(b))
        case .like(let text, .literal(.text(let pattern)), let escape):
            return .like(node(text), WherePattern(pattern, escape: escape))
        case .like(let text, let pattern, let escape):
            return .likeValue(node(text), node(pattern), escape: escape)
        case .isNull(let inner): return .isNull(node(inner))
        case .not(let inner): return .not(node(inner))
        case .and(let parts): return .and(nodes(parts))
        case .or(let parts):
            if parts.count >= Self.fewestChoices, let (left, choices) = WhereChoices.of(parts) {
                return .among(node(left), choices)
            }
            return .or(nodes(parts))
        }
    }

    private mutating func nodes(_ parts: [WhereExpression]) -> [WhereNode] {
        var nodes: [WhereNode] = []
        nodes.reserveCapacity(parts.count)
        for part in parts { nodes.append(node(part)) }
        return nodes
    }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = fields.count
        fields.append(name)
        return fields.count - 1
    }
}

// MARK: - Evaluation

extension WhereNode {
    func truth(
        _ value: (Int) -> WhereValue, _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> Bool? {
        try meter.count()
        switch self {
        case .literal, .field, .arithmetic, .call: return nil
        case .compare(let a, let comparison, let b):
            let (a, b) = (try a.value(value, &meter), try b.value(value, &meter))
            try meter.count(bytes: min(a.byteCount, b.byteCount))
            return comparison.holds(a, b)
        case .among(let operand, let choices):
            let operand = try operand.value(value, &meter)
            try meter.count(bytes: operand.byteCount)
            return choices.hold(operand)
        case .like(let text, let pattern):
            guard let text = try text.value(value, &meter).asText else { return nil }
            return try pattern.matches(text, &meter)
        case .likeValue(let text, let pattern, let escape):
            guard let text = try text.value(value, &meter).asText,
                let pattern = try pattern.value(value, &meter).asText
            else { return nil }
            try meter.count(bytes: pattern.utf8.count)
            return try WherePattern(pattern, escape: escape).matches(text, &meter)
        case .isNull(let inner): return try inner.value(value, &meter) == .null
        case .not(let inner): return try inner.truth(value, &meter).map { !$0 }
        case .and(let parts):
            return try Self.truth(of: parts, endingAt: false, value, &meter)
        case .or(let parts):
            return try Self.truth(of: parts, endingAt: true, value, &meter)
        }
    }

    /// Evaluates AND or OR; the first part that has the value `end` decides.
    private static func truth(
        of parts: [WhereNode], endingAt end: Bool, _ value: (Int) -> WhereValue,
        _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> Bool? {
        var isKnown = true
        for part in parts {
            guard let truth = try part.truth(value, &meter) else {
                isKnown = false
                continue
            }
            if truth == end { return end }
        }
        return isKnown ? !end : nil
    }

    func value(
        _ value: (Int) -> WhereValue, _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> WhereValue {
        try meter.count()
        switch self {
        case .literal(let literal): return literal
        case .field(let place): return value(place)
        case .arithmetic(let a, let operation, let b):
            let (a, b) = (try a.value(value, &meter), try b.value(value, &meter))
            if operation == .joined { try meter.count(madeBytes: a.byteCount + b.byteCount) }
            return operation.result(a, b)
        case .call(let function, let arguments):
            var values: [WhereValue] = []
            values.reserveCapacity(arguments.count)
            var bytes = 0
            for argument in arguments {
                let found = try argument.value(value, &meter)
                bytes += found.byteCount
                values.append(found)
            }
            try meter.count(madeBytes: bytes)
            return try function.result(values, &meter)
        case .compare, .among, .like, .likeValue, .isNull, .not, .and, .or: return .null
        }
    }
}

extension WhereValue {
    /// A text's length in bytes; 0 for other values.
    fileprivate var byteCount: Int { asText?.utf8.count ?? 0 }
}

// MARK: - Lists

/// The values in an IN list.
struct WhereChoices: Hashable, Sendable {
    private var numbers: Set<Double> = []
    private var texts: Set<CodePoints> = []
    private var hasNull = false

    /// A text that compares by code points.
    private struct CodePoints: Hashable {
        var text: String

        static func == (a: CodePoints, b: CodePoints) -> Bool {
            a.text.utf8.elementsEqual(b.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    /// Returns the operand and list behind equality comparisons joined by OR; `nil` for others.
    static func of(
        _ parts: [WhereExpression]
    ) -> (operand: WhereExpression, choices: WhereChoices)? {
        guard case .compare(let operand, .equal, .literal)? = parts.first else { return nil }
        var choices = WhereChoices()
        for part in parts {
            guard case .compare(let other, .equal, .literal(let value)) = part, other == operand
            else { return nil }
            switch value {
            case .null: choices.hasNull = true
            case .number(let number): choices.numbers.insert(number)
            case .text(let text): choices.texts.insert(CodePoints(text: text))
            case .coded: return nil
            }
        }
        return (operand, choices)
    }

    /// Returns whether a value is in the list; `nil` if an element it cannot be compared with makes
    /// that unknown.
    ///
    /// - Complexity: O(1) in the list's length.
    func hold(_ value: WhereValue) -> Bool? {
        let (number, text) = (value.asNumber, value.asText)
        if let number, numbers.contains(number) { return true }
        if let text, texts.contains(CodePoints(text: text)) { return true }
        let isUnknown =
            hasNull || number == nil && !numbers.isEmpty || text == nil && !texts.isEmpty
        return isUnknown ? nil : false
    }
}
