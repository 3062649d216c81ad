// Which nodes are points on streets, and for which direction of travel.

import DefinitionFiles
import RoadNetwork

/// The points on streets at one node, each kind at most once; four bits per kind.
struct NodePoints: Hashable, Sendable {
    private static let unstated: UInt64 = 4
    private static let unstatedForAll: UInt64 = 5
    private var bits: UInt64 = 0

    var isEmpty: Bool { bits == 0 }

    /// Adds a kind.
    ///
    /// - Parameters:
    ///   - direction: The stated direction along the way; `nil` if none is stated.
    ///   - isForAll: Whether, on a junction, it is for every street that arrives.
    mutating func add(
        _ kind: StreetPointKind, _ direction: StreetPointDirection?, isForAll: Bool = false
    ) {
        let unstated = isForAll ? Self.unstatedForAll : Self.unstated
        let value = direction.map { UInt64($0.rawValue) } ?? unstated
        bits |= value << (4 * UInt64(kind.rawValue))
    }

    /// Adds another node's points of kinds missing here.
    func union(_ other: NodePoints) -> NodePoints {
        var all = self
        let own = Set(points.map(\.kind))
        for (kind, direction, isForAll) in other.points where !own.contains(kind) {
            all.add(kind, direction, isForAll: isForAll)
        }
        return all
    }

    /// The kinds present, with their stated directions.
    var points: [(kind: StreetPointKind, direction: StreetPointDirection?, isForAll: Bool)] {
        StreetPointKind.allCases.compactMap { kind in
            let value = bits >> (4 * UInt64(kind.rawValue)) & 0xF
            guard value != 0 else { return nil }
            return (
                kind, StreetPointDirection(rawValue: UInt8(value)), value == Self.unstatedForAll
            )
        }
    }
}

/// A rule for the nodes that are points of one kind.
struct StreetPointRule: Sendable {
    var kind: StreetPointKind
    var condition: TagCondition
    /// The first of these keys with the value `forward`, `backward` or `both` states the direction.
    var directionKeys: [String]
    /// Which of them, on a junction, are for every street that arrives, the greatest too.
    var forAll = TagCondition.never
}

/// Finds points on streets.
struct StreetPointReader: Sendable {
    var rules: [StreetPointRule] = []

    /// Keys of which every point has at least one.
    var keys: Set<String> { Set(rules.flatMap { $0.condition.keys }) }

    func points(ofNode tags: TagSet) -> NodePoints {
        var points = NodePoints()
        for rule in rules where rule.condition.holds(for: tags) {
            points.add(
                rule.kind, direction(tags, rule.directionKeys),
                isForAll: rule.forAll.holds(for: tags))
        }
        return points
    }

    /// Returns the stated direction. Other values, such as compass points, state nothing.
    private func direction(_ tags: TagSet, _ keys: [String]) -> StreetPointDirection? {
        keys.lazy.compactMap { tags[$0] }.compactMap { value in
            StreetPointDirection.allCases.first { "\($0)" == value }
        }.first
    }
}

extension DefinitionNode {
    /// Reads the points on streets, by kind.
    func streetPoints() throws -> StreetPointReader {
        StreetPointReader(
            rules: try entries().map { name, value in
                let kind = try value.pointKind(named: name)
                let fields = try value.fields("when", "direction", "forAll")
                return StreetPointRule(
                    kind: kind, condition: try fields.required("when").condition(),
                    directionKeys: try fields["direction"]?.texts() ?? [],
                    forAll: try fields["forAll"]?.condition() ?? .never)
            })
    }
}
