// The destinations of a search that are nearest, where only those are needed.

/// Groups of destinations, and those of them that are cheapest to reach so far.
///
/// A group is a place with a few candidates. Its rank is the least cost of reaching one of them,
/// and a cost of its own on top.
package struct NearestGroups: Sendable {
    /// The group of each destination.
    private let groups: [Int32]
    /// What the groups cost on top, never negative.
    private let added: [UInt32]
    /// The number of groups that are needed.
    private let count: Int
    /// The greatest cost that counts.
    private let limit: UInt32
    /// The least cost of each group so far; `.max` where it has not been reached.
    private var costs: [UInt32]
    /// Up to ``count`` groups by rank.
    private var ranked: [(rank: UInt64, group: Int32)] = []

    /// Begins with no group reached.
    ///
    /// - Precondition: `count` is positive.
    package init(
        _ count: Int, of sizes: [Int], adding added: [UInt32], within limit: UInt32
    ) {
        precondition(count > 0 && added.count == sizes.count, "some of the groups are needed")
        self.count = count
        self.limit = limit
        self.added = added
        var groups: [Int32] = []
        groups.reserveCapacity(sizes.reduce(0, +))
        for (group, size) in sizes.enumerated() {
            for _ in 0..<size { groups.append(Int32(group)) }
        }
        self.groups = groups
        costs = [UInt32](repeating: .max, count: sizes.count)
        ranked.reserveCapacity(count + 1)
    }

    /// Costs from which on no arrival changes the groups that are needed: beyond the rank of the
    /// last of them, since the caller orders groups of equal rank.
    var bound: UInt32 {
        let beyond = limit == .max ? .max : limit + 1
        guard ranked.count == count, let last = ranked.last, last.rank < UInt64(UInt32.max) else {
            return beyond
        }
        return min(beyond, UInt32(last.rank) + 1)
    }

    /// Whether as many groups as needed have been reached.
    var isComplete: Bool { ranked.count == count }

    /// The groups that rank no worse than the last that is needed, in their order.
    var found: [(group: Int, cost: UInt32)] {
        guard let last = ranked.last else { return [] }
        return costs.indices.compactMap { group in
            let cost = costs[group]
            guard cost != .max, cost <= limit, UInt64(cost) + UInt64(added[group]) <= last.rank
            else { return nil }
            return (group, cost)
        }
    }

    /// Records an arrival that costs less than those before.
    ///
    /// - Complexity: O(*n*) in the number of groups that are needed.
    mutating func improve(_ destination: Int, to cost: UInt32) {
        let group = groups[destination]
        guard cost < costs[Int(group)], cost <= limit else { return }
        if costs[Int(group)] != .max { ranked.removeAll { $0.group == group } }
        costs[Int(group)] = cost
        let rank = UInt64(cost) + UInt64(added[Int(group)])
        guard ranked.count < count || rank < ranked[ranked.count - 1].rank else { return }
        ranked.insert((rank, group), at: ranked.firstIndex { $0.rank > rank } ?? ranked.endIndex)
        if ranked.count > count { ranked.removeLast() }
    }
}
