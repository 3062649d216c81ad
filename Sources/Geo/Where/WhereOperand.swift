// Operands beside each other: numbers beside dates are days, texts beside dates are dates.

/// A value in a condition, its kind, and its place in the text.
struct WhereOperand {
    var expression: WhereExpression
    var kind: WhereKind
    /// How many characters precede it.
    var position: Int

    private static let dayMilliseconds = WhereExpression.literal(.number(86_400_000))

    /// Returns the operand as it counts beside a date in a sum: numbers are days.
    ///
    /// - Parameter isTyped: Whether the fields' types are known. If they are not, a field may have
    ///   dates, and stays as it is.
    /// - Throws: ``WhereError`` if it is not plain what the operand counts.
    func besideDate(
        isTyped: Bool, in operation: WhereOperation
    ) throws(WhereError) -> WhereExpression {
        if kind.countsDays {
            // Text is refused where the columns are known.
            let product = WhereExpression.arithmetic(expression, .times, Self.dayMilliseconds)
            return expression.isConstant ? .literal(product.constantValue) : product
        }
        let isTwoDates = kind == .date && operation == .plus
        guard kind == .mixed || isTwoDates, isTyped else { return expression }
        throw WhereError(
            "it is not plain what is added to the date; write a number of days, such as 7, or a "
                + "time, such as INTERVAL '90' MINUTE, and count the days between two dates by "
                + "(a - b) / INTERVAL '1' DAY", position: position)
    }

    /// Returns the operand as it compares with another: a text in quotes beside a date, or beside
    /// the number that an operation or a function gives, is read as one. Texts beside fields are
    /// read where the columns are known.
    ///
    /// - Parameter isTyped: Whether a text that cannot be read is an error.
    func beside(_ other: Self, isTyped: Bool) throws(WhereError) -> Self {
        guard case .literal(.text(let text)) = expression else { return self }
        let (value, kind, example): (Double?, String, String)
        switch (other.kind, other.expression) {
        case (_, .field): return self
        case (.date, _):
            value = WhereDate.milliseconds(of: text)
            (kind, example) = ("date", "'2026-03-02' or a time such as '2026-03-02 08:00'")
        case (.number, .arithmetic), (.number, .call), (.difference, _), (.interval, _),
            (.mixed, .arithmetic):
            value = WhereCastType.number(of: text)
            (kind, example) = ("number", "4")
        default: return self
        }
        if let value {
            return Self(expression: .literal(.number(value)), kind: other.kind, position: position)
        }
        guard isTyped else { return self }
        throw WhereError(
            "'\(text.excerpt(40))' is compared with a \(kind) and is none; write \(example)",
            position: position)
    }
}

extension WhereFunction {
    func kind(of arguments: [WhereOperand]) -> WhereKind {
        let given = arguments.filter { $0.expression != .literal(.null) }
        switch self {
        case .charLength, .position, .extract: return .number
        case .lower, .upper, .substring, .trim, .concat: return .text
        case .coalesce: return .any(of: given.map(\.kind))
        case .nullif: return arguments[0].kind
        case .abs: return arguments[0].kind == .date ? .mixed : arguments[0].kind.negated
        case .ceiling, .floor, .round, .truncate, .mod, .power, .log, .log10:
            return .number(from: given.map(\.kind))
        case .cast:
            guard case .literal(.text(let name)) = arguments[1].expression,
                let type = WhereCastType(rawValue: name)
            else { return .unknown }
            switch type {
            case .date, .timestamp: return .date
            case .varchar: return .text
            case .integer, .float: return .number(from: [arguments[0].kind])
            }
        }
    }
}
