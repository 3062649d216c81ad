// How long one waits for ferries.

import RoadNetwork

/// Shares the wait for a ferry among the ways that it sails along.
///
/// You wait where you board, once for a crossing, even if several ways make it up. So half of the
/// wait lies at each end where a road begins: a crossing has two such ends, wherever its way is
/// cut.
enum FerryWaits {
    /// Returns the seconds by the way's row, for ways with an interval.
    ///
    /// - Parameter nodeRows: Each node's row.
    /// - Complexity: O(*n*) in the nodes, if any way states an interval.
    static func seconds(of roads: RoadCollection, _ nodeRows: [UInt32]) -> [Int: Double] {
        let waiting = (0..<roads.wayCount).filter { ruling(of: $0, roads).waitSeconds != nil }
        guard !waiting.isEmpty else { return [:] }
        func ends(_ way: Int) -> [UInt32] {
            let nodes = roads.nodeRange(ofWay: way)
            guard let first = nodes.first, let last = nodes.last else { return [] }
            return [nodeRows[first], nodeRows[last]]
        }
        let ofFerries = Set(waiting.flatMap(ends))
        var landings: Set<UInt32> = []
        for way in 0..<roads.wayCount where ruling(of: way, roads).roadClass != .ferry {
            for node in roads.nodeRange(ofWay: way) where ofFerries.contains(nodeRows[node]) {
                landings.insert(nodeRows[node])
            }
        }
        return waiting.reduce(into: [:]) { waits, way in
            let share = Double(ends(way).count(where: landings.contains)) / 2
            waits[way] = (ruling(of: way, roads).waitSeconds ?? 0) * share
        }
    }

    private static func ruling(of way: Int, _ roads: RoadCollection) -> WayRuling {
        roads.rulings[Int(roads.wayRuling[way])]
    }
}
