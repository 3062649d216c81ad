// Signs over lanes: `destination:lanes=Nice|Nice|Cannes;Grasse`.

import RoadNetwork

/// The signs over a way's lanes in both directions, from left to right in the direction of travel;
/// each sign is split into its parts.
struct WayLaneSigns: Hashable, Sendable {
    var forward: [[String]] = []
    var backward: [[String]] = []
}

extension LabelReader {
    /// The suffix of keys whose value has one part per lane.
    private static let laneSuffix = ":lanes"
    /// What a lane without a sign may have beside lanes with one.
    private static let noSign = "none"

    /// Reads the signs over the lanes of a direction; empty if there are none.
    ///
    /// If the road as a whole has a key, its lanes are not searched for that key. If keys disagree
    /// about the number of lanes, the later key counts: places come after numbers.
    ///
    /// - Parameter isOnly: Whether only this direction is open, so tags without a direction belong
    ///   to it.
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

    /// Returns the parts all signed lanes share, which are the road's own sign. The rest belongs to
    /// the streets each lane leads to.
    static func common(_ lanes: [[String]]) -> [String] {
        let signed = lanes.filter { !$0.isEmpty }
        return (signed.first ?? []).filter { part in
            signed.allSatisfy { $0.contains(part) }
        }
    }

    /// Removes repeated parts, keeping their order.
    static func distinct(_ parts: some Sequence<String>) -> [String] {
        var seen: Set<String> = []
        return parts.filter { seen.insert($0).inserted }
    }
}
