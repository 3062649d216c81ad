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
    /// Judges a way that has conditional tags, at all times and for all vehicles.
    ///
    /// A way that is closed but for some hours belongs to the network.
    ///
    /// - Returns: What it is while no condition holds, with the clauses that were left out among
    ///   its odd tags, and its variants if there are any.
    func verdict(
        on tags: TagSet, conditionals: [ConditionalTag]
    ) -> (verdict: WayVerdict, variants: ConditionalRuling?) {
        var clauses = ConditionalClauses(conditionals, of: tags, self)
        let tags = tags.replacing(clauses.always)
        let plain = ruling(for: tags)
        guard case .kept(var ruling) = plain else { return (plain, nil) }
        clauses.number()
        ruling.oddTags += clauses.ignored
        let variants = variants(of: tags, clauses)
        if let variants {
            ruling.forward.families |= variants.families(\.forward)
            ruling.backward.families |= variants.families(\.backward)
        }
        guard ruling.forward.families | ruling.backward.families != 0 else {
            return (.dropped(reason: Self.closedToAll), nil)
        }
        return (.kept(ruling), variants)
    }

    /// What a way is for every combination of its conditions; `nil` without conditions.
    private func variants(of tags: TagSet, _ clauses: ConditionalClauses) -> ConditionalRuling? {
        let count = clauses.conditions.count
        guard count > 0 else { return nil }
        let all = (1..<(1 << count)).map { combination -> ConditionalRuling.Variant in
            let changes = clauses.changes(combination)
            var (forward, backward) = directionRulings(for: tags.replacing(changes.values))
            forward.restrictions |= changes.forward
            backward.restrictions |= changes.backward
            return ConditionalRuling.Variant(forward: forward, backward: backward)
        }
        return ConditionalRuling(conditions: clauses.conditions, variants: all)
    }
}
