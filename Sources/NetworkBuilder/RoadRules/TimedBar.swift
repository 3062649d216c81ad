// Barrier nodes that are closed or opened under conditions, such as a gate that is open by day.

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
    /// Conditions close a node, and open one that is closed without them
    /// (`access=no access:conditional=yes @ (06:00-22:00)`):
    /// ``DraftedNetwork/turnsOverTimedBars(_:)`` adds turn rules for the times at which it is
    /// closed. A condition that makes a node private (`private @ …`) makes it a gate then. If a
    /// condition changes what touches the node, the barrier ignores it, and its clauses are odd
    /// tags.
    func ruling(ofBarrier tags: TagSet, conditionals: [ConditionalTag]) -> NodeRuling {
        var clauses = ConditionalClauses(conditionals, of: tags, self)
        let tags = tags.replacing(clauses.always)
        var ruling = plainRuling(ofNode: tags)
        clauses.number()
        let states = (0..<(1 << clauses.conditions.count)).map { combination in
            let changes = clauses.changes(combination)
            var state = plainRuling(ofNode: tags.replacing(changes.values))
            let closed = changes.forward | changes.backward
            state.barred |= closed & ~throughTraffic
            state.gated |= closed & throughTraffic
            return state
        }
        if states.allSatisfy({ $0.touching == ruling.touching }) {
            let bars = TimedBar.bars(of: states.map(\.barred), under: clauses.conditions)
            (ruling.barred, ruling.timedBars) = (bars.always, bars.timed)
            let gates = TimedBar.bars(of: states.map(\.gated), under: clauses.conditions)
            (ruling.gated, ruling.timedGates) = (gates.always, gates.timed)
        } else {
            clauses.ignoreConditions("a barrier that touches streets under a condition")
        }
        ruling.oddTags += clauses.ignored
        return ruling
    }
}

extension TimedBar {
    /// Conditions that must hold, and conditions that must not: a product of an expression.
    private struct Term {
        /// Bit *i* says whether condition *i* counts.
        let relevant: Int
        /// Bit *i* says whether condition *i* must hold, where it counts.
        let holding: Int

        func isTrue(under combination: Int) -> Bool { combination & relevant == holding }

        /// The terms over some conditions, those with the fewest and then the fewest that must not
        /// hold first.
        static func all(over count: Int) -> [Term] {
            (0..<(1 << count)).flatMap { relevant in
                (0..<(1 << count)).filter { $0 & ~relevant == 0 }
                    .map { Term(relevant: relevant, holding: $0) }
            }.sorted { one, other in
                let (a, b) = (one.rank, other.rank)
                return (a.0, a.1, one.relevant) < (b.0, b.1, other.relevant)
            }
        }

        private var rank: (Int, Int) {
            (relevant.nonzeroBitCount, (relevant & ~holding).nonzeroBitCount)
        }

        func text(_ conditions: [String]) -> String {
            conditions.indices.filter { relevant >> $0 & 1 != 0 }.map { index in
                holding >> index & 1 != 0
                    ? conditions[index] : TravelCondition.except(conditions[index])
            }.joined(separator: " AND ")
        }
    }

    /// The bars of a node by the conditions under which each restriction bars it: those that hold
    /// at all times, and for the others the fewest conditions that say when.
    ///
    /// - Parameter masks: The restrictions that bar it for each combination of conditions; bit *i*
    ///   of the position says whether condition *i* holds.
    /// - Complexity: O(6ᶜ) for each restriction in the *c* conditions, four at most.
    static func bars(
        of masks: [UInt64], under conditions: [String]
    ) -> (always: UInt64, timed: [TimedBar]) {
        let always = masks.reduce(~0) { $0 & $1 }
        var timed: [TimedBar] = []
        let terms = Term.all(over: conditions.count)
        for bit in 0..<64 {
            let mask = UInt64(1) << UInt64(bit)
            guard always & mask == 0 else { continue }
            var rest = Set(masks.indices.filter { masks[$0] & mask != 0 })
            for term in terms where !rest.isEmpty {
                let covered = masks.indices.filter { term.isTrue(under: $0) }
                guard covered.allSatisfy({ masks[$0] & mask != 0 }),
                    !rest.isDisjoint(with: covered)
                else { continue }
                rest.subtract(covered)
                let text = term.text(conditions)
                if let known = timed.firstIndex(where: { $0.condition == text }) {
                    timed[known].mask |= mask
                } else {
                    timed.append(TimedBar(condition: text, mask: mask))
                }
            }
        }
        return (always, timed)
    }
}
