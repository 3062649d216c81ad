// The lanes of a road and their arrows.

import DefinitionFiles
import RoadNetwork

/// The lanes of both directions of a way, each from left to right in its direction of travel.
struct WayLanes: Hashable, Sendable {
    var forward: [LaneTurns] = []
    var backward: [LaneTurns] = []

    var isEmpty: Bool { forward.isEmpty && backward.isEmpty }
}

/// Reads lanes from tags.
struct LaneReader: Hashable, Sendable {
    /// The first key present has the arrows: `left|through;right|`.
    var turnKeys: [String] = []
    /// The first key present has the number of lanes.
    var countKeys: [String] = []
    /// The first key present has the number of lanes that both directions share.
    var sharedKeys: [String] = []

    /// The arrows by their words.
    static let arrows: [String: LaneTurns] = [
        "reverse": .reverse, "sharp_left": .sharpLeft, "left": .left, "slight_left": .slightLeft,
        "through": .through, "slight_right": .slightRight, "right": .right,
        "sharp_right": .sharpRight, "merge_to_left": .mergesLeft, "merge_to_right": .mergesRight,
    ]

    /// The lanes of a way; empty where the tags do not state them.
    ///
    /// - Parameter open: The directions that are open to motor traffic: a tag without a direction
    ///   is about the one that is open alone.
    func lanes(of tags: TagSet, open: OpenDirections) -> WayLanes {
        WayLanes(
            forward: lanes(of: tags, .forward, open), backward: lanes(of: tags, .backward, open))
    }

    private func lanes(
        of tags: TagSet, _ direction: LineDirection, _ open: OpenDirections
    ) -> [LaneTurns] {
        let isOnly = open != .both && open.includes(direction)
        for key in turnKeys {
            let text = isOnly ? tags.value(key, direction) : tags[key + direction.suffix]
            if let text, let lanes = Self.turns(text) { return lanes }
        }
        return Array(repeating: [], count: count(tags, direction, open) ?? 0)
    }

    /// The lanes that a text such as `left|through;right` states; `nil` for more than a road has.
    static func turns(_ text: String) -> [LaneTurns]? {
        let lanes = text.split(separator: "|", omittingEmptySubsequences: false)
        guard lanes.count <= LaneTable.mostLanes else { return nil }
        return lanes.map { lane in
            lane.split(separator: ";").reduce(into: LaneTurns()) { turns, word in
                turns.formUnion(arrows[word.filter { $0 != " " }] ?? [])
            }
        }
    }

    /// The number of lanes of a direction; `nil` where it is unknown.
    ///
    /// Of a number for both directions, each has the rest that the other leaves, else one half.
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
    /// Reads the keys of lanes.
    func laneReader() throws -> LaneReader {
        let fields = try fields("turns", "counts", "shared")
        return LaneReader(
            turnKeys: try fields["turns"]?.texts() ?? [],
            countKeys: try fields["counts"]?.texts() ?? [],
            sharedKeys: try fields["shared"]?.texts() ?? [])
    }
}
