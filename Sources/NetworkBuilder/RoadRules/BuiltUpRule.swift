// Whether a way lies in a built-up area: by its tags, else by the density of streets.

import DefinitionFiles

/// Says where speeds of built-up areas hold.
struct BuiltUpRule: Sendable {
    /// The key that conditions of a definition ask for: `yes` in built-up areas, `no` elsewhere.
    ///
    /// It is no key of the source: the build states it.
    static let key = "@builtUp"

    /// Tags that ways have only in built-up areas, and only elsewhere.
    var inside = TagCondition.never
    var outside = TagCondition.never
    /// An area is built up from so many kilometers of streets for each square kilometer on.
    var streetDensity = Double.infinity

    /// Whether the tags say that the way is in a built-up area; `nil` if they do not say.
    func isBuiltUp(_ tags: TagSet, _ direction: LineDirection) -> Bool? {
        if inside.holds(for: tags, direction) { return true }
        return outside.holds(for: tags, direction) ? false : nil
    }

    var keys: Set<String> { inside.keys.union(outside.keys) }
}

extension TagSet {
    /// Adds to the tags whether the way is in a built-up area.
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
