// Conditional restrictions as plain arrays, before they are written to a dataset.

import DataStructures

/// The columns that ``NetworkConditions`` reads.
package struct ConditionContents: Sendable {
    /// For each condition the name row of its text.
    package private(set) var texts: [UInt32] = []
    package private(set) var edges: [UInt32] = []
    package private(set) var firstCondition: [UInt32] = [0]
    package private(set) var conditionOf: [UInt32] = []
    package private(set) var firstVariant: [UInt32] = [0]
    package private(set) var restrictions: [UInt64] = []
    package private(set) var speedLimits: [UInt8] = []
    package private(set) var turnRules: [UInt32] = []
    package private(set) var turnConditions: [UInt32] = []
    package private(set) var turnMasks: [UInt64] = []
    private var variantCosts: [[UInt32]] = []
    private var rows: [UInt32: UInt32] = [:]

    package init() {}

    /// The number of a condition with a text, by the text's name row.
    package mutating func condition(text row: UInt32) -> UInt32 {
        if let known = rows[row] { return known }
        let fresh = UInt32(texts.count)
        rows[row] = fresh
        texts.append(row)
        return fresh
    }

    /// Adds an edge with its conditions and, for each combination of them but the first, what it is
    /// then.
    ///
    /// - Precondition: Edges come in ascending order; there are 2^k - 1 variants of k conditions.
    package mutating func add(
        edge: UInt32, conditions: [UInt32],
        variants: [(restrictions: UInt64, speedLimit: UInt8, costs: [UInt32])]
    ) {
        precondition(edges.last.map { $0 < edge } ?? true, "edges ascend")
        precondition(variants.count == 1 << conditions.count - 1, "a variant for each combination")
        edges.append(edge)
        conditionOf += conditions
        firstCondition.append(UInt32(conditionOf.count))
        for variant in variants {
            restrictions.append(variant.restrictions)
            speedLimits.append(variant.speedLimit)
            variantCosts.append(variant.costs)
        }
        firstVariant.append(UInt32(restrictions.count))
    }

    /// Makes a restriction apply to an edge whichever of its conditions hold.
    ///
    /// - Complexity: O(log *n*) in the edges with conditions.
    package mutating func restrict(edge: UInt32, _ mask: UInt64) {
        let row = edges.indices.partitioningIndex { edges[$0] >= edge }
        guard row < edges.count, edges[row] == edge else { return }
        for variant in Int(firstVariant[row])..<Int(firstVariant[row + 1]) {
            restrictions[variant] |= mask
        }
    }

    /// Closes a turn rule for some restrictions while a condition holds.
    ///
    /// - Precondition: Rules come in ascending order.
    package mutating func add(turnRule rule: UInt32, condition: UInt32, mask: UInt64) {
        precondition(turnRules.last.map { $0 <= rule } ?? true, "turn rules ascend")
        turnRules.append(rule)
        turnConditions.append(condition)
        turnMasks.append(mask)
    }

    /// Gives turn rules other numbers, in the same order.
    package mutating func renumberTurnRules(_ number: (UInt32) -> UInt32) {
        turnRules = turnRules.map(number)
    }

    /// The costs of all variants in a column.
    package func costs(_ column: Int) -> [UInt32] { variantCosts.map { $0[column] } }
}
