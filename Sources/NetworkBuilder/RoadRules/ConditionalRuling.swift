// What the rules make of a way while its conditions hold.

import RoadNetwork

/// The rulings of a way for every combination of its conditions.
struct ConditionalRuling: Hashable, Sendable {
    /// Both directions of a way.
    struct Variant: Hashable, Sendable {
        var forward: DirectionRuling
        var backward: DirectionRuling
    }

    /// The conditions' texts.
    var conditions: [String]
    /// Bit *i* of a variant's position plus one says whether condition *i* holds.
    var variants: [Variant]

    /// The families that may use a direction at some time.
    func families(_ direction: KeyPath<Variant, DirectionRuling>) -> UInt8 {
        variants.reduce(0) { $0 | $1[keyPath: direction].families }
    }
}

extension RoadRules {
    /// Judges a way that has conditional tags, at all times.
    ///
    /// A way that is closed but for some hours belongs to the network.
    ///
    /// - Returns: What it is while no condition holds, its variants if there are any, and why
    ///   clauses were left out.
    func verdict(
        on tags: TagSet, conditionals: [ConditionalTag]
    ) -> (verdict: WayVerdict, variants: ConditionalRuling?, ignored: [String]) {
        let plain = ruling(for: tags)
        guard case .kept(var ruling) = plain else { return (plain, nil, []) }
        var ignored: [String] = []
        var conditions: [String] = []
        var rules: [(key: String, value: String, bit: Int)] = []
        for tag in conditionals {
            guard isRelevant(tag.key) else {
                ignored.append("a key that decides nothing here")
                continue
            }
            for clause in tag.clauses {
                guard TimeCondition(clause.condition) != nil else {
                    ignored.append(
                        "a condition that is not about hours and days, or not understood")
                    continue
                }
                let bit = conditions.firstIndex(of: clause.condition) ?? conditions.count
                guard bit < NetworkConditions.mostConditionsOfEdge else {
                    ignored.append("too many conditions on one way")
                    continue
                }
                if bit == conditions.count { conditions.append(clause.condition) }
                rules.append((tag.key, clause.value, bit))
            }
        }
        var variants: ConditionalRuling?
        if !conditions.isEmpty {
            let all = (1..<(1 << conditions.count)).map {
                combination -> ConditionalRuling.Variant in
                var changed: [String: String] = [:]
                for rule in rules where combination >> rule.bit & 1 != 0 {
                    changed[rule.key] = rule.value
                }
                let both = directionRulings(for: tags.replacing(changed))
                return ConditionalRuling.Variant(
                    forward: both.forward, backward: both.backward)
            }
            let made = ConditionalRuling(conditions: conditions, variants: all)
            ruling.forward.families |= made.families(\.forward)
            ruling.backward.families |= made.families(\.backward)
            variants = made
        }
        guard ruling.forward.families | ruling.backward.families != 0 else {
            return (.dropped(reason: Self.closedToAll), nil, ignored)
        }
        return (.kept(ruling), variants, ignored)
    }
}
