// A condition in the form that SQL is made from: names resolved, negations at the leaves.

import Geo

/// A condition over the columns of a layer that holds for just the rows that the condition of
/// ``WhereClause`` holds for; where that one is unknown, this one does not hold.
///
/// Negations are brought down to the leaves, which is right in the logic of three values: unknown
/// stays unknown under NOT, and AND and OR only grow with their parts. So each leaf only needs to
/// be true where it is surely true.
indirect enum WherePredicate: Hashable {
    /// Holds for all rows or for none.
    case always(Bool)
    /// A comparison, LIKE or IS NULL, or NOT of one of the last two.
    case leaf(WhereExpression)
    case all([WherePredicate])
    case any([WherePredicate])

    /// The predicate of a condition.
    ///
    /// - Parameter isNegated: Whether the condition stands under NOT.
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

    /// The parts that hold together; nested ones are one list.
    var conjuncts: [WherePredicate] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }

    /// The condition that says the same, for the evaluator.
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
    /// The comparison that holds where this one does not, of values that compare at all.
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
    /// The same value, with each part that depends on no field as a literal.
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
