// Areas closed to through traffic that depend on conditions.

import RoadNetwork

/// Finds the edges that conditions take out of an area closed to through traffic, or add to one.
struct AreaVariants {
    let network: NetworkDataset
    /// The restrictions whose edges may only be used next to a stop.
    let mask: UInt64
    /// The variants of edges under the conditions that hold.
    let variants: [UInt32: EdgeVariant]

    /// Returns whether edges lie in such an area, for the edges where conditions change that.
    ///
    /// If a condition may hold or not, the whole area counts as open. A path with a stop behind the
    /// conditional edge passes all of the area while the condition holds, and none of it otherwise.
    /// So costs under open conditions are never above the costs at any instant.
    ///
    /// - Parameter openEdges: The edges that may or may not lie in an area.
    /// - Complexity: O(*n*) in the number of variants, and in the edges of areas with an open edge.
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
