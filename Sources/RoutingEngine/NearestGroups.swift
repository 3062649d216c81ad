// The nearest destinations of a search, if only those are needed.

/// Groups of destinations, and which of them are cheapest to reach so far.
///
/// A group is a place with a few candidates. Its rank is the least cost of reaching a candidate,
/// plus a cost of its own.
package struct NearestGroups: Sendable {
    /// Each destination's group.
    private let groups: [Int32]
    /// The groups' own costs, never negative.
    private let added: [UInt32]
    /// How many groups are needed.
    private let count: Int
    /// The greatest cost that counts.
    private let limit: UInt32
    /// Each group's least cost so far; `.max` if it has not been reached.
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

    /// The cost from which on no arrival changes the needed groups. It lies beyond the rank of the
    /// last one, because the caller orders groups of equal rank.
    var bound: UInt32 {
        let beyond = limit == .max ? .max : limit + 1
        guard ranked.count == count, let last = ranked.last, last.rank < UInt64(UInt32.max) else {
            return beyond
        }
        return min(beyond, UInt32(last.rank) + 1)
    }

    /// Whether as many groups as needed have been reached.
    var isComplete: Bool { ranked.count == count }

    /// The groups that rank no worse than the last needed one, in their order.
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
    /// - Complexity: O(*n*) in the number of needed groups.
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
