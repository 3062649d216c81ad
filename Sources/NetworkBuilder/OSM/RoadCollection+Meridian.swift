// Gives roads that cross the 180th meridian a node on either side of it.

import Geo
import RoadNetwork

extension RoadCollection {
    /// Inserts nodes where roads cross the 180th meridian: one on the side the road leaves, and one
    /// in the same place on the other side. ``JoinedNodes`` makes them one junction.
    ///
    /// - Returns: How many steps cross the meridian.
    mutating func cutAtMeridian(_ nodes: inout NodeTable) -> Int {
        guard let west = nodes.longitudeE7.min(), let east = nodes.longitudeE7.max(),
            Int64(east) - Int64(west) > Int64(JoinedNodes.meridianE7)
        else { return 0 }
        var steps: [Int: [Int64]] = [:]
        for way in 0..<wayCount {
            for position in nodeRange(ofWay: way).dropFirst() {
                let ends = (nodeIDs[position - 1], nodeIDs[position])
                guard let from = nodes.row(of: ends.0), let to = nodes.row(of: ends.1),
                    nodes.isPresent(from), nodes.isPresent(to),
                    abs(Int64(nodes.longitudeE7[from]) - Int64(nodes.longitudeE7[to]))
                        > Int64(JoinedNodes.meridianE7)
                else { continue }
                steps[position] = Self.nodes(between: from, to, &nodes)
            }
        }
        if !steps.isEmpty { insertNodes(before: steps) }
        return steps.count
    }

    /// Adds nodes on both sides of the meridian between two others, unless they exist.
    private static func nodes(between from: Int, _ to: Int, _ nodes: inout NodeTable) -> [Int64] {
        let (a, b) = (nodes.place(from), nodes.place(to))
        let meridian = a.longitudeE7 > 0 ? JoinedNodes.meridianE7 : -JoinedNodes.meridianE7
        let before = abs(Double(meridian) - Double(a.longitudeE7))
        let behind = abs(Double(-meridian) - Double(b.longitudeE7))
        let share = before + behind > 0 ? before / (before + behind) : 0
        let rise = Double(b.latitudeE7) - Double(a.latitudeE7)
        let latitude = Int32((Double(a.latitudeE7) + share * rise).rounded())
        var added: [Int64] = []
        for (longitude, end) in [(meridian, a), (-meridian, b)] {
            let place = FixedCoordinate(longitudeE7: longitude, latitudeE7: latitude)
            guard place != end else { continue }
            added.append(
                nodes.addVirtual(
                    longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7))
        }
        return added
    }
}
