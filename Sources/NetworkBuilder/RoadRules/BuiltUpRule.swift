// Whether a way lies in a built-up area: by its tags, else by the density of streets.

import DefinitionFiles

/// Says where speeds of built-up areas hold.
struct BuiltUpRule: Sendable {
    /// The key that conditions of a definition ask for: `yes` in built-up areas, `no` elsewhere.
    ///
    /// It is no key of the source: the build states it.
    static let key = "@builtUp"

    /// Tags that are in built-up areas only, and elsewhere only.
    var inside = TagCondition.never
    var outside = TagCondition.never
    /// Kilometers of streets for each square kilometer from which an area is built up.
    var streetDensity = Double.infinity

    /// What the tags of a way say, `nil` for nothing.
    func isBuiltUp(_ tags: TagSet, _ direction: LineDirection) -> Bool? {
        if inside.holds(for: tags, direction) { return true }
        return outside.holds(for: tags, direction) ? false : nil
    }

    var keys: Set<String> { inside.keys.union(outside.keys) }
}

extension TagSet {
    /// The tags with whether the way is in a built-up area.
    func builtUp(_ isBuiltUp: Bool) -> TagSet {
        replacing([BuiltUpRule.key: isBuiltUp ? "yes" : "no"])
    }
}

extension DefinitionNode {
    /// Reads where areas are built up.
    func builtUpRule() throws -> BuiltUpRule {
        let fields = try fields("inside", "outside", "streetDensity")
        return BuiltUpRule(
            inside: try fields["inside"]?.condition() ?? .never,
            outside: try fields["outside"]?.condition() ?? .never,
            streetDensity: try fields["streetDensity"]?.number(in: 0.1...1000) ?? .infinity)
    }
}
