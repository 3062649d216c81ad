// Whether a way lies in a built-up area: by its tags, otherwise by the density of streets.

import DefinitionFiles

/// Where the speeds of built-up areas apply.
struct BuiltUpRule: Sendable {
    /// The key tested by a definition's conditions: `yes` in built-up areas, `no` elsewhere.
    ///
    /// No source has this key; the build sets it.
    static let key = "@builtUp"

    /// Tags that ways have only in built-up areas, and only elsewhere.
    var inside = TagCondition.never
    var outside = TagCondition.never
    /// Kilometers of streets per square kilometer from which an area counts as built-up.
    var streetDensity = Double.infinity

    /// Whether the tags say that the way is in a built-up area; `nil` if they do not say.
    func isBuiltUp(_ tags: TagSet, _ direction: LineDirection) -> Bool? {
        if inside.holds(for: tags, direction) { return true }
        return outside.holds(for: tags, direction) ? false : nil
    }

    var keys: Set<String> { inside.keys.union(outside.keys) }
}

extension TagSet {
    /// Adds whether the way is in a built-up area.
    func builtUp(_ isBuiltUp: Bool) -> TagSet {
        replacing([BuiltUpRule.key: isBuiltUp ? "yes" : "no"])
    }
}

extension DefinitionNode {
    /// Reads the rule for built-up areas.
    func builtUpRule() throws -> BuiltUpRule {
        let fields = try fields("inside", "outside", "streetDensity")
        return BuiltUpRule(
            inside: try fields["inside"]?.condition() ?? .never,
            outside: try fields["outside"]?.condition() ?? .never,
            streetDensity: try fields["streetDensity"]?.number(in: 0.1...1000) ?? .infinity)
    }
}
