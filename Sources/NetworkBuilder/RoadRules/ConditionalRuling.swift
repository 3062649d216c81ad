// What the rules make of a way while its conditions hold.

import RoadNetwork

/// A way's rulings for every combination of its conditions.
struct ConditionalRuling: Hashable, Sendable {
    struct Variant: Hashable, Sendable {
        var forward: DirectionRuling
        var backward: DirectionRuling
    }

    var conditions: [String]
    /// The rulings by combination: bit *i* of an index plus one says whether condition *i* holds.
    var variants: [Variant]

    /// Returns the families allowed to use a direction at some time.
    func families(_ direction: KeyPath<Variant, DirectionRuling>) -> UInt8 {
        variants.reduce(0) { $0 | $1[keyPath: direction].families }
    }
}

extension RoadRules {
    /// Judges a way with conditional tags, for all times and all vehicles.
    ///
    /// A way that is closed except at some hours belongs to the network.
    ///
    /// - Returns: The verdict while no condition holds, with left-out clauses among its odd tags,
    ///   and the variants if there are any.
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

    /// Returns what a way is under each combination of its conditions; `nil` if it has none.
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
