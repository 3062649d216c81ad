// Barrier nodes that are closed under conditions, such as a gate that is locked at night.

import RoadNetwork

/// What a barrier node bars while a condition holds.
struct TimedBar: Hashable, Sendable {
    /// In the syntax of `TravelCondition`.
    var condition: String
    /// Bits of the restrictions that bar passage then.
    var mask: UInt64
}

extension RoadRules {
    /// Judges a barrier node that has conditional tags, at all times and for all vehicles.
    ///
    /// Conditions can only bar a node: ``DraftedNetwork/turnsOverTimedBars(_:)`` adds turn rules,
    /// and these open nothing. If a condition would open a barrier, the barrier ignores it, and its
    /// clauses are odd tags.
    func ruling(ofBarrier tags: TagSet, conditionals: [ConditionalTag]) -> NodeRuling {
        var clauses = ConditionalClauses(conditionals, self)
        let tags = tags.replacing(clauses.always)
        var ruling = plainRuling(ofNode: tags)
        clauses.number()
        let states = (0..<(1 << clauses.conditions.count)).map { combination in
            let (values, closed) = clauses.changes(combination)
            var state = plainRuling(ofNode: tags.replacing(values))
            state.barred |= closed
            return state
        }
        let bars = clauses.conditions.indices.map { states[1 << $0].barred & ~ruling.barred }
        let isBarredOnly = states.enumerated().allSatisfy { combination, state in
            let holding = bars.indices.filter { combination >> $0 & 1 != 0 }
            return state.barred == holding.reduce(ruling.barred) { $0 | bars[$1] }
                && state.gated == ruling.gated && state.touching == ruling.touching
        }
        if isBarredOnly {
            ruling.timedBars = zip(clauses.conditions, bars).filter { $0.1 != 0 }
                .map { TimedBar(condition: $0, mask: $1) }
        } else {
            clauses.ignoreConditions("a barrier that lets traffic pass under a condition")
        }
        ruling.oddTags += clauses.ignored
        return ruling
    }
}
