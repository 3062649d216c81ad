// Areas closed to through traffic where conditions decide on them.

import RoadNetwork

/// Finds the edges that conditions take out of an area closed to through traffic, or add to one.
struct AreaVariants {
    let network: NetworkDataset
    /// The restrictions whose edges may only be used next to a stop.
    let mask: UInt64
    /// What edges are while conditions hold.
    let variants: [UInt32: EdgeVariant]

    /// Whether edges lie in such an area, where that differs from the edges themselves.
    ///
    /// Where a condition may hold or not, an area counts as open as a whole: a path that has a stop
    /// behind the conditional edge passes all of the area while the condition holds, and none of it
    /// otherwise. So costs under open conditions are never above those at any instant.
    ///
    /// - Parameter openEdges: The edges of which it is open whether they lie in an area.
    /// - Complexity: O(*n*) in the number of variants, and of edges of areas with an open edge.
    func areas(openAt openEdges: [UInt32]) -> [UInt32: Bool] {
        var areas = variants.mapValues { $0.restrictions & mask != 0 }.filter {
            (network.edgeRestrictions[$0.key] & mask != 0) != $0.value
        }
        var left = openEdges
        var seen = Set(openEdges)
        while let edge = left.popLast() {
            areas[edge] = false
            for end in [network.head(of: EdgeID(row: edge)), network.tail(of: EdgeID(row: edge))] {
                for place in network.edges(leaving: end) {
                    let leaving = network.outEdges[place]
                    for next in [leaving, leaving ^ 1]
                    where areas[next] ?? (network.edgeRestrictions[next] & mask != 0) {
                        if seen.insert(next).inserted { left.append(next) }
                    }
                }
            }
        }
        return areas
    }
}
