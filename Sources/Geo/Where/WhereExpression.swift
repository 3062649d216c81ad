// What a condition means: true, false, or neither if something is null.

/// A node in a condition's syntax tree.
package indirect enum WhereExpression: Hashable, Sendable {
    case literal(WhereValue)
    case field(String)
    case arithmetic(WhereExpression, WhereOperation, WhereExpression)
    case call(WhereFunction, [WhereExpression])
    case compare(WhereExpression, WhereComparison, WhereExpression)
    case like(WhereExpression, WhereExpression, escape: Unicode.Scalar?)
    case isNull(WhereExpression)
    case not(WhereExpression)
    case and([WhereExpression])
    case or([WhereExpression])

    /// Whether this is a condition rather than a value.
    package var isCondition: Bool {
        switch self {
        case .literal, .field, .arithmetic, .call: false
        case .compare, .like, .isNull, .not, .and, .or: true
        }
    }

    /// Calls `visit` with every field name.
    package func forEachField(_ visit: (String) -> Void) {
        switch self {
        case .literal: return
        case .field(let name): visit(name)
        case .arithmetic(let a, _, let b), .compare(let a, _, let b), .like(let a, let b, _):
            a.forEachField(visit)
            b.forEachField(visit)
        case .isNull(let inner), .not(let inner): inner.forEachField(visit)
        case .call(_, let parts), .and(let parts), .or(let parts):
            for part in parts { part.forEachField(visit) }
        }
    }

    /// Whether the expression uses no field.
    var isConstant: Bool {
        var hasField = false
        forEachField { _ in hasField = true }
        return !hasField
    }

    /// Calls `visit` with every field that is compared with a number or a date.
    package func forEachFieldBesideNumber(_ visit: (String) -> Void) {
        switch self {
        case .compare(.field(let name), _, .literal(.number)),
            .compare(.literal(.number), _, .field(let name)):
            visit(name)
        case .not(let inner): inner.forEachFieldBesideNumber(visit)
        case .and(let parts), .or(let parts):
            for part in parts { part.forEachFieldBesideNumber(visit) }
        case .literal, .field, .arithmetic, .call, .compare, .like, .isNull: return
        }
    }

    /// Whether a condition without fields holds; `nil` if null makes it unknown.
    package var constantTruth: Bool? {
        var meter = WhereMeter.unlimited
        do throws(WhereInterruption) {
            return try WhereProgram(self).truth({ _ in .null }, &meter)
        } catch {
            return nil
        }
    }

    /// The value of an operand without fields; null for a condition.
    package var constantValue: WhereValue {
        var meter = WhereMeter.unlimited
        do throws(WhereInterruption) {
            return try WhereProgram(self).value({ _ in .null }, &meter)
        } catch {
            return .null
        }
    }
}

/// A comparison between two values.
///
/// Texts compare by code points, as in databases with the collation `C` or `BINARY`, so that a
/// stored layer returns the same rows. Two spellings of the same letter are therefore different
/// texts.
package enum WhereComparison: String, Hashable, Sendable, CaseIterable {
    case equal = "="
    case other = "<>"
    case below = "<"
    case atMost = "<="
    case above = ">"
    case atLeast = ">="

    /// Returns whether the comparison holds; `nil` if a value is null or a number is compared with
    /// a text.
    package func holds(_ a: WhereValue, _ b: WhereValue) -> Bool? {
        if let a = a.asNumber, let b = b.asNumber { return holds(a, b) }
        guard let a = a.asText, let b = b.asText else { return nil }
        // UTF-8 bytes sort like code points.
        switch self {
        case .equal: return a.utf8.elementsEqual(b.utf8)
        case .other: return !a.utf8.elementsEqual(b.utf8)
        case .below: return a.utf8.lexicographicallyPrecedes(b.utf8)
        case .atMost: return !b.utf8.lexicographicallyPrecedes(a.utf8)
        case .above: return b.utf8.lexicographicallyPrecedes(a.utf8)
        case .atLeast: return !a.utf8.lexicographicallyPrecedes(b.utf8)
        }
    }

    private func holds(_ a: Double, _ b: Double) -> Bool {
        switch self {
        case .equal: a == b
        case .other: a != b
        case .below: a < b
        case .atMost: a <= b
        case .above: a > b
        case .atLeast: a >= b
        }
    }
}

/// An operation on two values.
package enum WhereOperation: Hashable, Sendable {
    case plus, minus, times, divided, joined

    init?(sum sign: String) {
        switch sign {
        case "+": self = .plus
        case "-": self = .minus
        case "||": self = .joined
        default: return nil
        }
    }

    init?(product sign: String) {
        switch sign {
        case "*": self = .times
        case "/": self = .divided
        default: return nil
        }
    }

    func result(_ a: WhereValue, _ b: WhereValue) -> WhereValue {
        if self == .joined {
            guard let a = a.written, let b = b.written else { return .null }
            return .text(a + b)
        }
        guard let a = a.asNumber, let b = b.asNumber else { return .null }
        let number =
            switch self {
            case .plus: a + b
            case .minus: a - b
            case .times: a * b
            case .divided, .joined: a / b
            }
        return number.isFinite ? .number(number) : .null
    }
}

extension WhereValue {
    /// The number, or `nil` if this is not a number.
    package var asNumber: Double? {
        switch self {
        case .number(let value), .coded(let value, _): value
        case .null, .text: nil
        }
    }

    /// The text, or a number as text, as `||` joins them; `nil` for null.
    var written: String? { asText ?? asNumber.map { JSONValue.number($0).text } }

    /// The text, or `nil` if this is not a text.
    package var asText: String? {
        switch self {
        case .text(let text), .coded(_, let text): text
        case .null, .number: nil
        }
    }
}
