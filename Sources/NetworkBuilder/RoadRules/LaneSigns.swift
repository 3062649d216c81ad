// Signs over lanes: `destination:lanes=Nice|Nice|Cannes;Grasse`.

import RoadNetwork

/// The signs over the lanes of both directions of a way, each from left to right in its direction
/// of travel: for each lane the parts of its sign.
struct WayLaneSigns: Hashable, Sendable {
    var forward: [[String]] = []
    var backward: [[String]] = []
}

extension LabelReader {
    /// What a key ends with whose value has one part for each lane.
    private static let laneSuffix = ":lanes"
    /// What a lane without a sign may have, where others have one.
    private static let noSign = "none"

    /// The signs over lanes of a direction; empty where there are none.
    ///
    /// A key that the whole road has is not looked for on its lanes. Of keys that disagree about
    /// the number of lanes, the later one counts: places come after numbers.
    ///
    /// - Parameter isOnly: Whether the direction is the only open one, so that tags without a
    ///   direction are about it.
    func laneSigns(
        of tags: TagSet, _ direction: LineDirection, isOnly: Bool, in language: String? = nil
    ) -> [[String]] {
        let signs = SignTags(tags: tags, direction: direction, isOnly: isOnly)
        let columns = destination.compactMap { key -> [[String]]? in
            guard signs.text(key) == nil,
                let lanes = signs.text(key, Self.laneSuffix, in: language)
            else { return nil }
            return lanes.split(separator: "|", omittingEmptySubsequences: false).map { lane in
                TagList.parts(of: String(lane)).filter { $0 != Self.noSign }
            }
        }
        guard let count = columns.last?.count, count <= LaneTable.mostLanes else { return [] }
        return columns.filter { $0.count == count }.reduce(into: Array(repeating: [], count: count))
        {
            for (lane, parts) in $1.enumerated() { $0[lane] += parts }
        }
    }

    /// The sign of a road by those over its lanes: what all of them say. The rest is for the
    /// streets that each lane leads to.
    static func common(_ lanes: [[String]]) -> [String] {
        let signed = lanes.filter { !$0.isEmpty }
        return (signed.first ?? []).filter { part in
            signed.allSatisfy { $0.contains(part) }
        }
    }

    /// Each part once, in order.
    static func distinct(_ parts: some Sequence<String>) -> [String] {
        var seen: Set<String> = []
        return parts.filter { seen.insert($0).inserted }
    }
}
