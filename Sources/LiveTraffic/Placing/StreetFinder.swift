// The street nearest to a place, of those that traffic concerns.

import Geo
import RoadNetwork

/// Finds the segments near places of feeds.
struct StreetFinder {
    let network: NetworkDataset
    /// The bits of the mode families that traffic concerns.
    private let families: UInt8

    init(network: NetworkDataset) {
        self.network = network
        let description = network.description
        families = description.families.indices.filter { description.hasTraffic(family: $0) }
            .reduce(0) { $0 | 1 << UInt8($1) }
    }

    /// The segment nearest to a place; of equally near ones, the lowest.
    ///
    /// - Complexity: O(log *n* + *k*) in the number of segments and of those within the radius.
    func nearestSegment(to place: Coordinate, within meters: Double) -> Int? {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        guard scale.x > 1, scale.y > 1 else { return nil }
        let box = Envelope(
            minX: place.x - meters / scale.x, minY: place.y - meters / scale.y,
            maxX: place.x + meters / scale.x, maxY: place.y + meters / scale.y)
        var best: (segment: Int, meters: Double)?
        for segment in network.index.segments(in: box) where isConcerned(segment) {
            let found = LineMeasure.leastMeters(
                from: place, to: network.shape(ofSegment: segment), scale: scale)
            guard found <= meters, found < best?.meters ?? .infinity else { continue }
            best = (segment, found)
        }
        return best?.segment
    }

    private func isConcerned(_ segment: Int) -> Bool {
        (network.edgeFamilies[2 * segment] | network.edgeFamilies[2 * segment + 1]) & families != 0
    }
}
