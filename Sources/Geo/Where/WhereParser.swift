// Parses a condition's tokens by recursive descent.

/// Parses conditions.
struct WhereParser {
    private let tokens: [WhereToken]
    /// The request's time, in milliseconds since 1970; `nil` if the condition outlives a request.
    private let now: Int64?
    /// The fields that hold dates, in lower case; `nil` if fields' types are not known.
    private let dates: Set<String>?
    private var next = 0
    private var depth = 0
    /// What the last operand is, as far as its words and fields say.
    private var lastKind = OperandKind.other

    private enum OperandKind {
        /// A date: `DATE '…'`, `CURRENT_DATE`, or a field of dates.
        case date
        case interval
        case other
    }

    /// The operations and conditions so far. The members of lists do not count.
    private var (operationCount, conditionCount) = (0, 0)

    /// The deepest nesting accepted.
    private static let maximumDepth = 64
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
        let expression = try value()
        guard case .end = token.kind else { throw unexpected("the end") }
        return expression
    }

    private var token: WhereToken { tokens[next] }

    private func unexpected(_ wanted: String) -> WhereError {
        WhereError(
            "\(wanted) was expected and \(token.shown) found", position: token.position)
    }

    private func isAt(_ keyword: String) -> Bool {
        if case .word(let word) = token.kind { word.lowercased() == keyword } else { false }
    }

    private mutating func take(_ keyword: String) -> Bool {
        guard isAt(keyword) else { return false }
        next += 1
        return true
    }

    private mutating func take(sign: String) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        next += 1
        return true
    }

    private mutating func expect(sign: String) throws(WhereError) {
        guard take(sign: sign) else { throw unexpected("\"\(sign)\"") }
    }

    private mutating func expect(_ keyword: String) throws(WhereError) {
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
        let left = try sum()
        if left.isCondition { return left }
        try countCondition()
        if case .sign(let sign) = token.kind, let comparison = WhereComparison(rawValue: sign) {
            next += 1
            return .compare(left, comparison, try value())
        }
        if take("is") {
            let isNegated = take("not")
            try expect("null")
            return isNegated ? .not(.isNull(left)) : .isNull(left)
        }
        let isNegated = take("not")
        if let test = try test(of: left) { return isNegated ? .not(test) : test }
        // Within parentheses a sum may be alone; the caller reports a missing condition.
        if isNegated || depth <= 1 { throw unexpected("a comparison") }
        return left
    }

    /// Parses BETWEEN, IN or LIKE, if present.
    private mutating func test(
        of left: WhereExpression
    ) throws(WhereError) -> WhereExpression? {
        if take("between") {
            let lower = try value()
            try expect("and")
            return .and([
                .compare(left, .atLeast, lower), .compare(left, .atMost, try value()),
            ])
        }
        if take("in") {
            try expect(sign: "(")
            var choices = [WhereExpression.compare(left, .equal, try value())]
            while take(sign: ",") {
                let choice = try value()
                if !choice.isConstant { try countCondition() }
                choices.append(.compare(left, .equal, choice))
            }
            try expect(sign: ")")
            return .or(choices)
        }
        guard take("like") else { return nil }
        let pattern = try value()
        var escape: Unicode.Scalar?
        if take("escape") {
            guard case .text(let text) = token.kind, text.unicodeScalars.count == 1 else {
                throw unexpected("one character in quotes")
            }
            escape = text.unicodeScalars.first
            next += 1
        }
        return .like(left, pattern, escape: escape)
    }
}

// MARK: - Operands

extension WhereParser {
    /// Parses a sum that must be a value.
    private mutating func value() throws(WhereError) -> WhereExpression {
        let start = token
        let value = try sum()
        try check(value, at: start)
        return value
    }

    /// Throws if a condition was parsed where a value is needed.
    private func check(
        _ expression: WhereExpression, at start: WhereToken
    ) throws(WhereError) {
        guard expression.isCondition else { return }
        throw WhereError(
            "a value or a field was expected and a condition found", position: start.position)
    }

    /// Parses a sum, or a condition in parentheses. A number beside a date counts days.
    private mutating func sum() throws(WhereError) -> WhereExpression {
        let start = token
        var left = try product()
        var kind = lastKind
        while case .sign(let sign) = token.kind, let operation = WhereOperation(sum: sign) {
            try check(left, at: start)
            try countOperation()
            next += 1
            let second = token
            var right = try product()
            try check(right, at: second)
            if kind == .date, lastKind == .other, operation != .joined {
                right = days(right)
            } else if kind == .other, lastKind == .date, operation == .plus {
                left = days(left)
            }
            // Between two dates lies a time.
            if lastKind == .date { kind = kind == .date ? .interval : .date }
            let sum = WhereExpression.arithmetic(left, operation, right)
            // A date with an interval is a date, which a field of text may not be compared with.
            left =
                if case .literal(.number) = left, case .literal(.number) = right {
                    .literal(sum.constantValue)
                } else { sum }
        }
        lastKind = kind
        return left
    }

    /// Turns a number of days into milliseconds, unless it may be a date.
    private func days(_ number: WhereExpression) -> WhereExpression {
        // Text is refused where the columns are known.
        if case .literal(.text) = number { return number }
        let product = WhereExpression.arithmetic(number, .times, .literal(.number(86_400_000)))
        if number.isConstant { return .literal(product.constantValue) }
        if dates != nil, case .field = number { return product }
        return number
    }

    private mutating func product() throws(WhereError) -> WhereExpression {
        let start = token
        var left = try operand()
        while case .sign(let sign) = token.kind, let operation = WhereOperation(product: sign) {
            try check(left, at: start)
            try countOperation()
            next += 1
            let second = token
            let right = try operand()
            try check(right, at: second)
            left = .arithmetic(left, operation, right)
            lastKind = .other
        }
        return left
    }

    private mutating func operand() throws(WhereError) -> WhereExpression {
        let token = token
        lastKind = .other
        switch token.kind {
        case .number(let value):
            next += 1
            return .literal(.number(value))
        case .text(let text):
            next += 1
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
                if parser.lastKind == .date { parser.lastKind = .other }
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
        if dates?.contains(name.lowercased()) == true { lastKind = .date }
        return .field(name)
    }

    private mutating func name(_ word: String) throws(WhereError) -> WhereExpression {
        let folded = word.lowercased()
        if folded == "null" {
            next += 1
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

    private mutating func moment(_ moment: WhereMoment) throws(WhereError) -> WhereExpression {
        guard let now else {
            throw WhereError(
                "\(moment.rawValue.uppercased()) is the time of a request, and this condition is "
                    + "kept for others; write a date such as DATE '2026-03-02'",
                position: token.position)
        }
        next += 1
        if moment != .time { lastKind = .date }
        return .literal(moment.value(at: now))
    }

    /// Parses `INTERVAL '7' DAY` or `INTERVAL '1 06:30:00' DAY TO SECOND` as milliseconds.
    private mutating func interval() throws(WhereError) -> WhereExpression {
        next += 1
        guard case .text(let text) = token.kind else { throw unexpected("a text such as '7'") }
        let position = token.position
        next += 1
        let first = try intervalUnit()
        let last = take("to") ? try intervalUnit() : first
        guard let value = WhereIntervalUnit.milliseconds(of: text, from: first, to: last) else {
            throw WhereError(
                "'\(text.excerpt(40))' is not an interval such as '7' DAY or "
                    + "'1 06:30:00' DAY TO SECOND", position: position)
        }
        lastKind = .interval
        return .literal(.number(value))
    }

    private mutating func intervalUnit() throws(WhereError) -> WhereIntervalUnit {
        if case .word(let word) = token.kind,
            let unit = WhereIntervalUnit(rawValue: word.lowercased())
        {
            next += 1
            return unit
        }
        throw unexpected(
            "one of "
                + WhereIntervalUnit.allCases.map { $0.rawValue.uppercased() }
                .joined(separator: ", "))
    }

    private mutating func call(
        _ function: WhereFunction, _ position: Int
    ) throws(WhereError) -> WhereExpression {
        try expect(sign: "(")
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw WhereError("it is nested more than \(Self.maximumDepth) deep", position: position)
        }
        var arguments: [WhereExpression]
        switch function {
        case .extract: arguments = try extraction()
        case .cast: arguments = try conversion()
        default:
            arguments = [try value()]
            // SUBSTRING(s FROM i FOR n) means SUBSTRING(s, i, n); POSITION(a IN b) means
            // POSITION(a, b).
            while take(sign: ",") || function == .substring && (take("from") || take("for"))
                || function == .position && take("in")
            {
                arguments.append(try value())
            }
        }
        try expect(sign: ")")
        let dates = [WhereCastType.date, .timestamp].map {
            WhereExpression.literal(.text($0.rawValue))
        }
        lastKind = function == .cast && dates.contains(arguments[1]) ? .date : .other
        guard function.argumentCounts.contains(arguments.count) else {
            throw WhereError(
                "\(function.rawValue.uppercased()) does not take \(arguments.count) values",
                position: position)
        }
        return .call(function, arguments)
    }

    /// Parses `YEAR FROM date` as the part's name and the date.
    private mutating func extraction() throws(WhereError) -> [WhereExpression] {
        guard case .word(let word) = token.kind,
            let part = WhereDatePart(rawValue: word.lowercased())
        else {
            throw unexpected(
                "one of "
                    + WhereDatePart.allCases.map { $0.rawValue.uppercased() }
                    .joined(separator: ", "))
        }
        next += 1
        try expect("from")
        return [.literal(.text(part.rawValue)), try value()]
    }

    /// Parses `value AS VARCHAR(10)` as the value, the type's name and the length.
    private mutating func conversion() throws(WhereError) -> [WhereExpression] {
        let operand = try value()
        try expect("as")
        guard case .word(let word) = token.kind, let type = WhereCastType(name: word.lowercased())
        else {
            throw unexpected(
                "one of "
                    + WhereCastType.allCases.map { $0.rawValue.uppercased() }
                    .joined(separator: ", "))
        }
        next += 1
        if word.lowercased() == "double" { _ = take("precision") }
        var arguments = [operand, .literal(.text(type.rawValue))]
        guard take(sign: "(") else { return arguments }
        arguments.append(try value())
        // The scale in DECIMAL(10, 2).
        if take(sign: ",") { _ = try value() }
        try expect(sign: ")")
        return arguments
    }
}
