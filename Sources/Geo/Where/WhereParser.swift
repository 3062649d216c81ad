// Parses a condition's tokens by recursive descent.

/// Parses conditions.
struct WhereParser {
    private let tokens: [WhereToken]
    /// The request's time, in milliseconds since 1970; `nil` if the condition outlives a request.
    let now: Int64?
    /// The fields that hold dates, in lower case; `nil` if fields' types are not known.
    let dates: Set<String>?
    var next = 0
    var depth = 0
    /// What the last operand is.
    var lastKind = WhereKind.plain

    /// The operations and conditions so far. The members of lists do not count.
    private var (operationCount, conditionCount) = (0, 0)

    /// The deepest nesting accepted.
    static let maximumDepth = 64
    /// The most operations: `a + a + …` is as deep as it is long.
    private static let mostOperations = 2_048
    /// The most comparisons and other tests, which are made for every row.
    private static let mostConditions = 1_000
    private static let reserved: Set = [
        "and", "or", "not", "in", "is", "null", "like", "between", "escape", "from", "for", "date",
        "timestamp", "select", "interval",
    ]

    init(tokens: [WhereToken], now: Int64?, dates: Set<String>?) {
        self.tokens = tokens
        self.now = now
        self.dates = dates
    }

    /// Parses all tokens as a condition.
    mutating func whole() throws(WhereError) -> WhereExpression {
        let expression = try condition()
        guard case .end = token.kind else { throw unexpected("the end") }
        return expression
    }

    /// Parses all tokens as a value.
    mutating func wholeValue() throws(WhereError) -> WhereExpression {
        let expression = try value().expression
        guard case .end = token.kind else { throw unexpected("the end") }
        return expression
    }

    var token: WhereToken { tokens[next] }

    func unexpected(_ wanted: String) -> WhereError {
        var remedy = ""
        if case .word(let word) = token.kind { remedy = WhereDialect.remedy(word: word) }
        return WhereError(
            "\(wanted) was expected and \(token.shown) found\(remedy)", position: token.position)
    }

    private func isAt(_ keyword: String) -> Bool {
        if case .word(let word) = token.kind { word.lowercased() == keyword } else { false }
    }

    mutating func take(_ keyword: String) -> Bool {
        guard isAt(keyword) else { return false }
        next += 1
        return true
    }

    mutating func take(sign: String) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        next += 1
        return true
    }

    mutating func expect(sign: String) throws(WhereError) {
        guard take(sign: sign) else { throw unexpected("\"\(sign)\"") }
    }

    mutating func expect(_ keyword: String) throws(WhereError) {
        guard take(keyword) else { throw unexpected(keyword.uppercased()) }
    }

    private mutating func countOperation() throws(WhereError) {
        operationCount += 1
        guard operationCount <= Self.mostOperations else {
            throw WhereError(
                "it has more than \(Self.mostOperations) operations", position: token.position)
        }
    }

    private mutating func countCondition() throws(WhereError) {
        conditionCount += 1
        guard conditionCount <= Self.mostConditions else {
            throw WhereError(
                "it has more than \(Self.mostConditions) conditions; list values by IN",
                position: token.position)
        }
    }

    /// Parses something that may contain itself, and limits the depth.
    private mutating func nested(
        _ read: (inout WhereParser) throws(WhereError) -> WhereExpression
    ) throws(WhereError) -> WhereExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw WhereError(
                "it is nested more than \(Self.maximumDepth) deep", position: token.position)
        }
        return try read(&self)
    }
}

// MARK: - Conditions

extension WhereParser {
    private mutating func condition() throws(WhereError) -> WhereExpression {
        try nested { (parser) throws(WhereError) in
            var parts = [try parser.conjunction()]
            while parser.isAt("or") {
                try parser.check(parts[parts.count - 1])
                parser.next += 1
                parts.append(try parser.conjunction())
            }
            guard parts.count > 1 else { return parts[0] }
            try parser.check(parts[parts.count - 1])
            return .or(parts)
        }
    }

    private mutating func conjunction() throws(WhereError) -> WhereExpression {
        var parts = [try negation()]
        while isAt("and") {
            try check(parts[parts.count - 1])
            next += 1
            parts.append(try negation())
        }
        guard parts.count > 1 else { return parts[0] }
        try check(parts[parts.count - 1])
        return .and(parts)
    }

    /// Throws if a plain value was parsed where a condition is needed.
    private func check(_ expression: WhereExpression) throws(WhereError) {
        guard expression.isCondition else { throw unexpected("a comparison") }
    }

    private mutating func negation() throws(WhereError) -> WhereExpression {
        guard take("not") else { return try comparison() }
        return try nested { (parser) throws(WhereError) in
            let inner = try parser.negation()
            try parser.check(inner)
            return .not(inner)
        }
    }

    private mutating func comparison() throws(WhereError) -> WhereExpression {
        // A parenthesis may hold a condition or a value. It is parsed once, and becomes whatever it
        // holds.
        let start = token
        let expression = try sum()
        if expression.isCondition { return expression }
        let left = operand(expression, from: start)
        try countCondition()
        if case .sign(let sign) = token.kind, let comparison = WhereComparison(rawValue: sign) {
            next += 1
            return try compare(left, comparison, try value())
        }
        if take("is") {
            let isNegated = take("not")
            try expect("null")
            return isNegated ? .not(.isNull(expression)) : .isNull(expression)
        }
        let isNegated = take("not")
        if let test = try test(of: left) { return isNegated ? .not(test) : test }
        // Within parentheses a sum may be alone; the caller reports a missing condition.
        if isNegated || depth <= 1 { throw unexpected("a comparison") }
        lastKind = left.kind
        return expression
    }

    private func compare(
        _ left: WhereOperand, _ comparison: WhereComparison, _ right: WhereOperand
    ) throws(WhereError) -> WhereExpression {
        let isTyped = dates != nil
        return .compare(
            try left.beside(right, isTyped: isTyped).expression, comparison,
            try right.beside(left, isTyped: isTyped).expression)
    }

    /// Parses BETWEEN, IN or LIKE, if present.
    private mutating func test(of left: WhereOperand) throws(WhereError) -> WhereExpression? {
        if take("between") {
            let lower = try value()
            try expect("and")
            return .and([
                try compare(left, .atLeast, lower), try compare(left, .atMost, try value()),
            ])
        }
        if take("in") {
            try expect(sign: "(")
            var choices = [try compare(left, .equal, try value())]
            while take(sign: ",") {
                let choice = try value()
                if !choice.expression.isConstant { try countCondition() }
                choices.append(try compare(left, .equal, choice))
            }
            try expect(sign: ")")
            return .or(choices)
        }
        guard take("like") else { return nil }
        let pattern = try value().expression
        var escape: Unicode.Scalar?
        if take("escape") {
            guard case .text(let text) = token.kind, text.unicodeScalars.count == 1 else {
                throw unexpected("one character in quotes")
            }
            escape = text.unicodeScalars.first
            next += 1
        }
        return .like(left.expression, pattern, escape: escape)
    }
}

// MARK: - Operands

extension WhereParser {
    /// Parses a sum that must be a value.
    mutating func value() throws(WhereError) -> WhereOperand {
        let start = token
        let value = try sum()
        try check(value, at: start)
        return operand(value, from: start)
    }

    /// Describes the last operand.
    private func operand(_ expression: WhereExpression, from start: WhereToken) -> WhereOperand {
        WhereOperand(expression: expression, kind: lastKind, position: start.position)
    }

    /// Throws if a condition was parsed where a value is needed.
    private func check(
        _ expression: WhereExpression, at start: WhereToken
    ) throws(WhereError) {
        guard expression.isCondition else { return }
        throw WhereError(
            "a value or a field was expected and a condition found", position: start.position)
    }

    private mutating func operandOfSum() throws(WhereError) -> WhereOperand {
        let start = token
        let product = try product()
        return operand(product, from: start)
    }

    /// Parses a sum, or a condition in parentheses. A number beside a date counts days.
    private mutating func sum() throws(WhereError) -> WhereExpression {
        let start = token
        var left = try operandOfSum()
        while case .sign(let sign) = token.kind, let operation = WhereOperation(sum: sign) {
            try check(left.expression, at: start)
            try countOperation()
            next += 1
            let second = token
            let right = try operandOfSum()
            try check(right.expression, at: second)
            left = try sum(left, operation, right)
        }
        lastKind = left.kind
        return left.expression
    }

    private func sum(
        _ left: WhereOperand, _ operation: WhereOperation, _ right: WhereOperand
    ) throws(WhereError) -> WhereOperand {
        var (first, second) = (left.expression, right.expression)
        if left.kind == .date, operation != .joined {
            second = try right.besideDate(isTyped: dates != nil, in: operation)
        } else if right.kind == .date, operation == .plus {
            first = try left.besideDate(isTyped: dates != nil, in: operation)
        }
        let sum = WhereExpression.arithmetic(first, operation, second)
        // A date with an interval is a date, which a field of text may not be compared with.
        let isConstant =
            if case .literal(.number) = first, case .literal(.number) = second { true } else {
                false
            }
        return WhereOperand(
            expression: isConstant ? .literal(sum.constantValue) : sum,
            kind: left.kind.result(operation, right.kind), position: left.position)
    }

    private mutating func product() throws(WhereError) -> WhereExpression {
        let start = token
        var left = try operand()
        var kind = lastKind
        while case .sign(let sign) = token.kind, let operation = WhereOperation(product: sign) {
            try check(left, at: start)
            try countOperation()
            next += 1
            let second = token
            let right = try operand()
            try check(right, at: second)
            left = .arithmetic(left, operation, right)
            kind = kind.result(operation, lastKind)
        }
        lastKind = kind
        return left
    }

    private mutating func operand() throws(WhereError) -> WhereExpression {
        let token = token
        switch token.kind {
        case .number(let value):
            next += 1
            lastKind = .number
            return .literal(.number(value))
        case .text(let text):
            next += 1
            lastKind = .text
            return .literal(.text(text))
        case .quoted(let name):
            next += 1
            return field(name)
        case .sign("-"):
            next += 1
            return try nested { (parser) throws(WhereError) in
                let start = parser.token
                let operand = try parser.operand()
                try parser.check(operand, at: start)
                parser.lastKind = parser.lastKind.negated
                return .arithmetic(.literal(.number(0)), .minus, operand)
            }
        case .sign("("):
            next += 1
            let inner = try condition()
            try expect(sign: ")")
            return inner
        case .word(let word): return try name(word)
        case .sign, .end: throw unexpected("a value or a field")
        }
    }

    private mutating func field(_ name: String) -> WhereExpression {
        lastKind = dates.map { $0.contains(name.lowercased()) ? .date : .plain } ?? .unknown
        return .field(name)
    }

    private mutating func name(_ word: String) throws(WhereError) -> WhereExpression {
        let folded = word.lowercased()
        if folded == "null" {
            next += 1
            lastKind = .plain
            return .literal(.null)
        }
        if folded == "date" || folded == "timestamp", next + 1 < tokens.count,
            case .text(let text) = tokens[next + 1].kind
        {
            guard let milliseconds = WhereDate.milliseconds(of: text) else {
                throw WhereError(
                    "'\(text.excerpt())' is not a date such as '2024-06-24' or "
                        + "'2024-06-24 06:00:00'",
                    position: tokens[next + 1].position)
            }
            next += 2
            lastKind = .date
            return .literal(.number(milliseconds))
        }
        if folded == "interval" { return try interval() }
        if let moment = WhereMoment(rawValue: folded) { return try self.moment(moment) }
        guard !Self.reserved.contains(folded) else { throw unexpected("a value or a field") }
        let position = token.position
        next += 1
        guard token.kind == .sign("(") else { return field(word) }
        guard let function = WhereFunction(rawValue: folded) else {
            throw WhereError(
                "\(word.excerpt()) is not a function; the functions are "
                    + WhereFunction.allCases.map { $0.rawValue.uppercased() }
                    .joined(separator: ", "), position: position)
        }
        return try call(function, position)
    }
}
