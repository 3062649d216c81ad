// The hours at which a street or a barrier is open: `opening_hours=06:00-22:00`.

import DefinitionFiles
import RoadNetwork

/// Reads opening hours.
///
/// Outside its hours a street or a barrier is closed to all, whatever its access tags say: the gate
/// of a park is locked. A request without a time passes.
struct OpeningHours: Sendable {
    /// The first of these keys present has the hours.
    var keys: [String] = []
    /// The ways that the hours are about, not a shop or an office.
    var ways = TagCondition.never
    /// The nodes that the hours are about.
    var nodes = TagCondition.never

    /// Returns the hours as a tag that closes the object outside them; `nil` if it has none.
    func closing(_ tags: TagSet, onNode: Bool) -> ConditionalTag? {
        guard (onNode ? nodes : ways).holds(for: tags),
            let (key, hours) = keys.lazy.compactMap({ key in tags[key].map { (key, $0) } }).first,
            hours.filter({ $0 != " " }) != Self.always
        else { return nil }
        return ConditionalTag(
            key: key + ConditionalTag.suffix,
            value: "\(Self.closed) @ (\(TravelCondition.outside(hours)))")
    }

    private static let always = "24/7"
    private static let closed = "no"
}

extension DefinitionNode {
    /// Reads the keys of opening hours, and the objects that have them.
    func openingHours() throws -> OpeningHours {
        let fields = try fields("keys", "ways", "nodes")
        return OpeningHours(
            keys: try fields.required("keys").texts(),
            ways: try fields["ways"]?.condition() ?? .never,
            nodes: try fields["nodes"]?.condition() ?? .never)
    }
}
