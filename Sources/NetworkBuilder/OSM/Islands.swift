// Finds streets that no street connects to the rest.

import DataStructures
import Geo
import RoadNetwork

extension FindingList {
    /// Adds each family's islands, largest first: parts of its network without a street to the
    /// largest part.
    ///
    /// - Complexity: O(*n* log *n*) in the edges, per family.
    mutating func noteIslands(in contents: NetworkContents) {
        let lengths = contents.edgeLengths
        for (family, declared) in contents.description.families.enumerated() {
            let bit = UInt8(1) << UInt8(family)
            var parts = DisjointSets(count: contents.nodeLongitudeE7.count)
            let used = (0..<contents.segmentWay.count).filter { segment in
                (contents.edgeFamilies[2 * segment] | contents.edgeFamilies[2 * segment + 1]) & bit
                    != 0
            }
            for segment in used {
                parts.join(
                    Int(contents.edgeHead[2 * segment]), Int(contents.edgeHead[2 * segment + 1]))
            }
            var islands: [Int: (segments: Int, centimeters: Int, first: Int)] = [:]
            for segment in used {
                let part = parts.find(Int(contents.edgeHead[2 * segment]))
                var island = islands[part] ?? (0, 0, segment)
                island.segments += 1
                island.centimeters += lengths.map { Int($0[2 * segment]) } ?? 0
                islands[part] = island
            }
            let ordered = islands.values.sorted {
                ($1.segments, $1.centimeters, $0.first) < ($0.segments, $0.centimeters, $1.first)
            }
            for island in ordered.dropFirst() {
                add(Self.finding(island, declared.name, contents))
            }
        }
    }

    private static func finding(
        _ island: (segments: Int, centimeters: Int, first: Int), _ family: String,
        _ contents: NetworkContents
    ) -> Finding {
        let node = Int(contents.edgeHead[2 * island.first])
        let place = FixedCoordinate(
            longitudeE7: contents.nodeLongitudeE7[node], latitudeE7: contents.nodeLatitudeE7[node])
        let meters = (island.centimeters + 50) / 100
        let parts = island.segments == 1 ? "1 segment" : "\(island.segments) segments"
        return Finding(
            kind: .island, subject: family, type: .way,
            id: OSMNumbering.original(contents.segmentWay[island.first]), place: place.coordinate,
            text: "\(parts), \(meters) m")
    }
}
