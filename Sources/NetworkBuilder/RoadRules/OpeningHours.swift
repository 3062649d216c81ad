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
    /// Hours that other tags imply, such as a road's over ice, if a way's own hours and conditions
    /// of access name no dates.
    var seasons: [Rule<String>] = []

    /// The keys, also of each direction.
    var hourKeys: [String] {
        keys.flatMap { key in [key] + LineDirection.allCases.map { key + $0.suffix } }
    }
    /// Keys with which a tag closes a way or a node outside some hours.
    var closingKeys: Set<String> {
        Set(hourKeys).union(seasons.flatMap { $0.condition.keys })
    }

    /// Returns the hours, and the season, as tags that close the object outside them. If a ferry
    /// has hours for a direction, `opening_hours:forward`, they outrank `opening_hours`.
    ///
    /// - Parameter isAccess: Whether a key says who may pass.
    func closing(
        _ tags: TagSet, onNode: Bool, isAccess: (_ key: String) -> Bool
    ) -> [ConditionalTag] {
        guard (onNode ? nodes : ways).holds(for: tags) else { return [] }
        let ofDirections = keys.first { key in
            LineDirection.allCases.contains { tags[key + $0.suffix] != nil }
        }
        let stated = keys.first { tags[$0] != nil } ?? ofDirections ?? keys.first
        guard let key = stated else { return [] }
        let season = onNode ? nil : season(of: tags, isAccess)
        var all = [(key, season)]
        if onNode || ofDirections == nil {
            all.insert((key, tags[key]), at: 0)
        } else {
            all = LineDirection.allCases.map { (key + $0.suffix, tags.value(key, $0)) } + all
        }
        return all.compactMap { key, hours in
            guard let hours, hours.filter({ $0 != " " }) != Self.always else { return nil }
            return ConditionalTag(
                key: key + ConditionalTag.suffix,
                value: "\(Self.closed) @ (\(TravelCondition.outside(hours)))")
        }
    }

    private func season(of tags: TagSet, _ isAccess: (_ key: String) -> Bool) -> String? {
        guard let season = seasons.firstValue(for: tags) else { return nil }
        let conditions = tags.conditionals.filter { isAccess($0.key) }.flatMap(\.clauses)
            .map(\.condition)
        let hours = hourKeys.compactMap { tags[$0] }
        let namesDates = (hours + conditions).contains {
            TravelCondition($0)?.dependsOnDates == true
        }
        return namesDates ? nil : season
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
