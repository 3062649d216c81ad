// Barrier nodes closed or opened under conditions, such as a gate that is open by day.

import RoadNetwork

/// What a barrier node bars while a condition holds.
struct TimedBar: Hashable, Sendable {
    /// The condition, in the syntax of `TravelCondition`.
    var condition: String
    /// The bits of the restrictions barring passage while it holds.
    var mask: UInt64
}

extension RoadRules {
    /// Judges a barrier node with conditional tags, for all times and all vehicles.
    ///
    /// Conditions may close a node, or open a closed one
    /// (`access=no access:conditional=yes @ (06:00-22:00)`). For the times at which it is closed,
    /// ``DraftedNetwork/turnsOverTimedBars(_:)`` adds turn rules. If a condition makes a node
    /// private (`private @ …`), the node is a gate while it holds. If a condition changes what
    /// touches the node, all conditions of the barrier are ignored, and their clauses become odd
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
    /// A product of an expression: conditions that must hold, and conditions that must not.
    private struct Term {
        /// Bit *i* says whether condition *i* counts.
        let relevant: Int
        /// Bit *i* says whether condition *i* must hold, if it counts.
        let holding: Int

        func isTrue(under combination: Int) -> Bool { combination & relevant == holding }

        /// Returns the terms over some conditions: fewest conditions first, then fewest that must
        /// not hold.
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

    /// Finds when each restriction bars a node: at all times, or under the fewest conditions that
    /// say when.
    ///
    /// - Parameter masks: The restrictions that bar the node, by combination of conditions; bit *i*
    ///   of an index says whether condition *i* holds.
    /// - Complexity: O(6ᶜ) per restriction for *c* conditions, at most four.
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
