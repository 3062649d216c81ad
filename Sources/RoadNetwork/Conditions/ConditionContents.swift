// Conditional restrictions as plain arrays, before they are written to a dataset.

import DataStructures

/// The columns that ``NetworkConditions`` reads, while a builder fills them.
package struct ConditionContents: Sendable {
    /// Each condition's text, as a name row.
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

    /// Returns the number of the condition with a text, given the text's name row. Adds the
    /// condition if it is new.
    package mutating func condition(text row: UInt32) -> UInt32 {
        if let known = rows[row] { return known }
        let fresh = UInt32(texts.count)
        rows[row] = fresh
        texts.append(row)
        return fresh
    }

    /// Adds an edge with its conditions, and a variant for every combination of them in which some
    /// condition holds.
    ///
    /// - Precondition: Edges come in ascending order; *k* conditions have 2^k - 1 variants.
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

    /// Restricts an edge in all its variants, so that the restriction applies whichever conditions
    /// hold.
    ///
    /// - Complexity: O(log *n*) in the edges with conditions.
    package mutating func restrict(edge: UInt32, _ mask: UInt64) {
        for variant in variants(of: edge) { restrictions[variant] |= mask }
    }

    /// Frees an edge from restrictions in all its variants, whichever conditions hold.
    ///
    /// - Complexity: O(log *n*) in the edges with conditions.
    package mutating func free(edge: UInt32, from mask: UInt64) {
        for variant in variants(of: edge) { restrictions[variant] &= ~mask }
    }

    /// The rows of an edge's variants; none if it has no conditions.
    private func variants(of edge: UInt32) -> Range<Int> {
        let row = edges.indices.partitioningIndex { edges[$0] >= edge }
        guard row < edges.count, edges[row] == edge else { return 0..<0 }
        return Int(firstVariant[row])..<Int(firstVariant[row + 1])
    }

    /// Restricts edges while a condition holds, in addition to their own conditions.
    ///
    /// An edge that already has the most conditions allowed stays as it is.
    ///
    /// - Parameters:
    ///   - added: The edges, each with its condition.
    ///   - plain: Returns an edge's attributes while no condition holds.
    /// - Complexity: O(*n*) in the edges with conditions, and O(*k* log *k*) in the added ones.
    package mutating func restrict(
        _ added: [UInt32: UInt32], _ mask: UInt64,
        plain: (UInt32) -> (restrictions: UInt64, speedLimit: UInt8, costs: [UInt32])
    ) {
        let old = self
        edges = []
        (firstCondition, conditionOf) = ([0], [])
        (firstVariant, restrictions, speedLimits, variantCosts) = ([0], [], [], [])
        for edge in Set(old.edges).union(added.keys).sorted() {
            let row = old.edges.indices.partitioningIndex { old.edges[$0] >= edge }
            let isKnown = row < old.edges.count && old.edges[row] == edge
            var conditions =
                isKnown
                ? Array(
                    old.conditionOf[Int(old.firstCondition[row])..<Int(old.firstCondition[row + 1])]
                )
                : []
            let ownCount = conditions.count
            if let fresh = added[edge], !conditions.contains(fresh),
                ownCount < NetworkConditions.mostConditionsOfEdge
            {
                conditions.append(fresh)
            }
            let bit = added[edge].flatMap { conditions.firstIndex(of: $0) }
            let first = isKnown ? Int(old.firstVariant[row]) : 0
            add(
                edge: edge, conditions: conditions,
                variants: (1..<(1 << conditions.count)).map { combination in
                    let own = combination & (1 << ownCount - 1)
                    var variant =
                        own == 0
                        ? plain(edge)
                        : (
                            old.restrictions[first + own - 1], old.speedLimits[first + own - 1],
                            old.variantCosts[first + own - 1]
                        )
                    if let bit, combination >> bit & 1 != 0 { variant.restrictions |= mask }
                    return variant
                })
        }
    }

    /// Closes turn rules for some restrictions while conditions hold, in addition to those already
    /// closed.
    package mutating func add(turnRules added: [(rule: UInt32, condition: UInt32, mask: UInt64)]) {
        let all = zip(zip(turnRules, turnConditions), turnMasks).map { ($0.0, $0.1, $1) } + added
        (turnRules, turnConditions, turnMasks) = ([], [], [])
        for (rule, condition, mask) in all.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) {
            if turnRules.last == rule, turnConditions.last == condition {
                turnMasks[turnMasks.count - 1] |= mask
            } else {
                add(turnRule: rule, condition: condition, mask: mask)
            }
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

    /// Renumbers turn rules without changing their order.
    package mutating func renumberTurnRules(_ number: (UInt32) -> UInt32) {
        turnRules = turnRules.map(number)
    }

    package func costs(_ column: Int) -> [UInt32] { variantCosts.map { $0[column] } }
}
