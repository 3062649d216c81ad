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
    /// Hours that other tags imply, such as a road's over ice, if a way states no hours and no
    /// condition.
    var seasons: [Rule<String>] = []

    /// Keys with which a tag closes a way or a node outside some hours.
    var closingKeys: Set<String> {
        Set(keys).union(seasons.flatMap { $0.condition.keys })
    }

    /// Returns the hours as a tag that closes the object outside them; `nil` if it has none.
    func closing(_ tags: TagSet, onNode: Bool) -> ConditionalTag? {
        guard (onNode ? nodes : ways).holds(for: tags),
            let (key, hours) = stated(by: tags) ?? (onNode ? nil : season(of: tags)),
            hours.filter({ $0 != " " }) != Self.always
        else { return nil }
        return ConditionalTag(
            key: key + ConditionalTag.suffix,
            value: "\(Self.closed) @ (\(TravelCondition.outside(hours)))")
    }

    private func stated(by tags: TagSet) -> (key: String, hours: String)? {
        keys.lazy.compactMap { key in tags[key].map { (key, $0) } }.first
    }

    private func season(of tags: TagSet) -> (key: String, hours: String)? {
        guard let key = keys.first, tags.conditionals.isEmpty else { return nil }
        return seasons.firstValue(for: tags).map { (key, $0) }
    }

    private static let always = "24/7"
    private static let closed = "no"
}

extension DefinitionNode {
    /// Reads the keys of opening hours, and the objects that have them.
    func openingHours() throws -> OpeningHours {
        let fields = try fields("keys", "ways", "nodes", "seasons")
        return OpeningHours(
            keys: try fields.required("keys").texts(),
            ways: try fields["ways"]?.condition() ?? .never,
            nodes: try fields["nodes"]?.condition() ?? .never,
            seasons: try fields["seasons"]?.rules { try $0.season() } ?? [])
    }

    private func season() throws -> String {
        let hours = try text()
        guard TravelCondition(hours) != nil else {
            throw error(
                "\"\(hours)\" is not understood; write it as in opening_hours, such as \"Dec-Mar\"")
        }
        return hours
    }
}
