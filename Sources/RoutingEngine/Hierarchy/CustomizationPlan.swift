// Which vertices can be customized in parallel.

import RoadNetwork

/// Stretches of ranks that do not depend on each other, in tiers.
///
/// A stretch is closed: every vertex below any of its vertices lies in the same stretch, or in a
/// stretch of an earlier tier.
struct CustomizationPlan: Sendable {
    /// Each tier's stretches of ranks, which may run concurrently. The last tier is one stretch of
    /// all ranks.
    let tiers: [[Range<Int>]]
    let tierOfRank: [UInt8]
    /// All ranks in chunks, for work without dependencies between ranks.
    let chunks: [Range<Int>]

    /// For each tier, the greatest share of all ranks that a vertex may have below it.
    private static let tierShares = [0.04, 0.6]
    private static let chunkRanks = 8_192

    /// - Parameter leastStretch: Stretches of up to this size are not split.
    init(parent: MappedColumn<UInt32>, leastStretch: Int = 2_000) {
        let count = parent.count
        var lowest = [Int](repeating: 0, count: count)
        for rank in 0..<count { lowest[rank] = rank }
        for rank in 0..<count where parent[rank] != Hierarchy.none {
            let above = Int(parent[rank])
            lowest[above] = min(lowest[above], lowest[rank])
        }
        var isDone = [Bool](repeating: false, count: count)
        var tierOfRank = [UInt8](repeating: UInt8(Self.tierShares.count), count: count)
        var tiers: [[Range<Int>]] = []
        for share in Self.tierShares {
            let limit = max(leastStretch, Int(Double(count) * share))
            let stretches = Self.stretches(lowest, limit: limit, isDone)
            for rank in stretches.joined() where !isDone[rank] {
                tierOfRank[rank] = UInt8(tiers.count)
                isDone[rank] = true
            }
            tiers.append(stretches)
        }
        self.tiers = tiers + [[0..<count]]
        self.tierOfRank = tierOfRank
        chunks = stride(from: 0, to: count, by: Self.chunkRanks).map {
            $0..<min($0 + Self.chunkRanks, count)
        }
    }

    /// Returns the closed rank ranges that contain whole subtrees of at most `limit` ranks. Ranges
    /// with nothing new are left out.
    private static func stretches(
        _ lowest: [Int], limit: Int, _ isDone: [Bool]
    ) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        var top = lowest.count - 1
        while top >= 0 {
            guard top - lowest[top] < limit else {
                top -= 1
                continue
            }
            var (low, seen) = (lowest[top], top)
            while seen > low {
                seen -= 1
                low = min(low, lowest[seen])
            }
            if !isDone[low...top].allSatisfy(\.self) { stretches.append(low..<(top + 1)) }
            top = low - 1
        }
        return stretches
    }
}
