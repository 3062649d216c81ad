// A road's lanes and their arrows.

import DefinitionFiles
import RoadNetwork

/// A way's lanes in both directions, each from left to right in its direction of travel.
struct WayLanes: Hashable, Sendable {
    var forward: [LaneTurns] = []
    var backward: [LaneTurns] = []
}

/// Reads lanes from tags.
struct LaneReader: Hashable, Sendable {
    /// The first of these keys present has the arrows: `left|through;right|`.
    var turnKeys: [String] = []
    /// The first of these keys present has the number of lanes.
    var countKeys: [String] = []
    /// The first of these keys present has the number of lanes shared by both directions.
    var sharedKeys: [String] = []
    /// Which lanes are kept for some vehicles.
    var reservation = LaneReservation()

    /// The arrows by word.
    static let arrows: [String: LaneTurns] = [
        "reverse": .reverse, "sharp_left": .sharpLeft, "left": .left, "slight_left": .slightLeft,
        "through": .through, "slight_right": .slightRight, "right": .right,
        "sharp_right": .sharpRight, "merge_to_left": .mergesLeft, "merge_to_right": .mergesRight,
    ]

    /// Reads a way's lanes; empty if the tags do not state them.
    ///
    /// - Parameter open: The directions open to motor traffic. If only one is open, a tag without a
    ///   direction belongs to it.
    func lanes(of tags: TagSet, open: OpenDirections) -> WayLanes {
        WayLanes(
            forward: lanes(of: tags, .forward, open), backward: lanes(of: tags, .backward, open))
    }

    private func lanes(
        of tags: TagSet, _ direction: LineDirection, _ open: OpenDirections
    ) -> [LaneTurns] {
        let isOnly = open != .both && open.includes(direction)
        func value(_ key: String) -> String? {
            isOnly ? tags.value(key, direction) : tags[key + direction.suffix]
        }
        for key in turnKeys {
            if let text = value(key), let lanes = Self.turns(text) {
                return reservation.marking(lanes, value)
            }
        }
        return Array(repeating: [], count: count(tags, direction, open) ?? 0)
    }

    /// Reads lanes from a text such as `left|through;right`; `nil` if there are more than a road
    /// can have.
    static func turns(_ text: String) -> [LaneTurns]? {
        let lanes = text.split(separator: "|", omittingEmptySubsequences: false)
        guard lanes.count <= LaneTable.mostLanes else { return nil }
        return lanes.map { lane in
            lane.split(separator: ";").reduce(into: LaneTurns()) { turns, word in
                turns.formUnion(arrows[word.filter { $0 != " " }.lowercased()] ?? [])
            }
        }
    }

    /// Returns the number of lanes of a direction; `nil` if unknown.
    ///
    /// If the tags state one number for both directions, a direction gets what the other one
    /// leaves, or half.
    private func count(
        _ tags: TagSet, _ direction: LineDirection, _ open: OpenDirections
    ) -> Int? {
        if let own = number(tags, countKeys, direction.suffix) { return own }
        guard let all = number(tags, countKeys, "") else { return nil }
        guard open == .both else { return open.includes(direction) ? all : nil }
        let twoWay = all - (number(tags, sharedKeys, "") ?? 0)
        let opposite: LineDirection = direction == .forward ? .backward : .forward
        if let other = number(tags, countKeys, opposite.suffix) {
            return other < twoWay ? twoWay - other : nil
        }
        return twoWay > 0 && twoWay % 2 == 0 ? twoWay / 2 : nil
    }

    private func number(_ tags: TagSet, _ keys: [String], _ suffix: String) -> Int? {
        keys.lazy.compactMap { tags[$0 + suffix] }.compactMap { Int($0) }
            .first { (1...LaneTable.mostLanes).contains($0) }
    }
}

extension DefinitionNode {
    /// Reads the keys for lanes.
    func laneReader(_ access: AccessValues) throws -> LaneReader {
        let fields = try fields("turns", "counts", "shared", "access", "reserved")
        return LaneReader(
            turnKeys: try fields["turns"]?.texts() ?? [],
            countKeys: try fields["counts"]?.texts() ?? [],
            sharedKeys: try fields["shared"]?.texts() ?? [],
            reservation: LaneReservation(
                accessKeys: try fields["access"]?.texts() ?? [],
                reservedKeys: try fields["reserved"]?.texts() ?? [], values: access))
    }
}
