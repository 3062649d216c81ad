// Conditions in the form used to make SQL: names resolved, negations at the leaves.

import Geo

/// A condition on a layer's columns that is either true or false for each row.
///
/// It holds for exactly the rows for which the ``WhereClause`` condition holds. If the clause is
/// unknown for a row, the predicate is false.
///
/// Conditions have three values (true, false, unknown), but a query only needs to know where they
/// are true. Negations are therefore pushed down to the leaves by De Morgan's laws, which stay
/// valid with three values: unknown remains unknown under NOT, and AND and OR are monotonic. After
/// that, each leaf only has to be true where it surely is, so SQL that is false instead of unknown
/// does no harm. Parts without fields are computed once.
///
/// ``LayerCondition`` makes a predicate, ``WhereSQLWriter`` writes it as SQL, and whatever SQL
/// cannot express exactly becomes an ``expression`` for the evaluator.
indirect enum WherePredicate: Hashable {
    /// True for all rows or for none.
    case always(Bool)
    /// A comparison, LIKE or IS NULL; the last two may be under NOT.
    case leaf(WhereExpression)
    case all([WherePredicate])
    case any([WherePredicate])

    /// Makes the predicate for a condition.
    ///
    /// - Parameter isNegated: Whether the condition is under NOT.
    init(_ expression: WhereExpression, isNegated: Bool = false) {
        switch expression {
        case .not(let inner): self = WherePredicate(inner, isNegated: !isNegated)
        case .and(let parts):
            let inner = parts.map { WherePredicate($0, isNegated: isNegated) }
            self = isNegated ? .any(inner) : .all(inner)
        case .or(let parts):
            let inner = parts.map { WherePredicate($0, isNegated: isNegated) }
            self = isNegated ? .all(inner) : .any(inner)
        case .compare(let left, let comparison, let right):
            let sign = isNegated ? comparison.opposite : comparison
            self = Self.folded(.compare(left.folded, sign, right.folded))
        case .like(let text, let pattern, let escape):
            let leaf = WhereExpression.like(text.folded, pattern.folded, escape: escape)
            self = Self.folded(isNegated ? .not(leaf) : leaf)
        case .isNull(let inner):
            let leaf = WhereExpression.isNull(inner.folded)
            self = Self.folded(isNegated ? .not(leaf) : leaf)
        case .literal, .field, .arithmetic, .call:
            // A value is not a condition; the evaluator finds it unknown.
            self = .always(false)
        }
    }

    private static func folded(_ leaf: WhereExpression) -> WherePredicate {
        var hasField = false
        leaf.forEachField { _ in hasField = true }
        return hasField ? .leaf(leaf) : .always(leaf.constantTruth == true)
    }

    /// The parts that must all hold, with nested lists flattened.
    var conjuncts: [WherePredicate] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The same condition, for the evaluator.
    var expression: WhereExpression {
        switch self {
        case .always(let holds):
            .compare(.literal(.number(holds ? 1 : 0)), .equal, .literal(.number(1)))
        case .leaf(let leaf): leaf
        case .all(let parts): .and(parts.map(\.expression))
        case .any(let parts): .or(parts.map(\.expression))
        }
    }
}

extension WhereComparison {
    /// The comparison that holds when this one does not, provided the values compare at all.
    fileprivate var opposite: WhereComparison {
        switch self {
        case .equal: .other
        case .other: .equal
        case .below: .atLeast
        case .atMost: .above
        case .above: .atMost
        case .atLeast: .below
        }
    }

    /// The comparison with its sides exchanged.
    var flipped: WhereComparison {
        switch self {
        case .equal, .other: self
        case .below: .above
        case .atMost: .atLeast
        case .above: .below
        case .atLeast: .atMost
        }
    }
}

extension WhereExpression {
    /// The same value, with each part that uses no field replaced by a literal.
    ///
    /// - Complexity: O(*n*) in its parts.
    fileprivate var folded: WhereExpression {
        switch self {
        case .arithmetic(let left, let operation, let right):
            let (left, right) = (left.folded, right.folded)
            let folded = WhereExpression.arithmetic(left, operation, right)
            return left.isLiteral && right.isLiteral ? .literal(folded.constantValue) : folded
        case .call(let function, let arguments):
            let arguments = arguments.map(\.folded)
            let folded = WhereExpression.call(function, arguments)
            return arguments.allSatisfy(\.isLiteral) ? .literal(folded.constantValue) : folded
        case .literal, .field, .compare, .like, .isNull, .not, .and, .or: return self
        }
    }

    private var isLiteral: Bool { if case .literal = self { true } else { false } }
}
