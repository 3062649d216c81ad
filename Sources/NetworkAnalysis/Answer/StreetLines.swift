// The streets in the background of a picture.

package import Geo
package import RoadNetwork
package import RouteAPI

/// Finds the streets of a network for the background of a picture.
package struct StreetLines {
    private let network: NetworkDataset

    /// Makes a finder for a network.
    package init(network: NetworkDataset) { self.network = network }

    /// The streets within a box.
    ///
    /// - Parameter rank: The least rank of the streets.
    /// - Complexity: O(log *n* + *k*) for *n* streets, of which *k* are in the box.
    package func lines(in box: Envelope, atLeast rank: StreetLine.Rank = .path) -> [StreetLine] {
        network.index.segments(in: box).compactMap { segment in
            let found = StreetLine.Rank(network.roadClass(of: EdgeID(row: UInt32(2 * segment))))
            guard found >= rank else { return nil }
            return StreetLine(rank: found, line: network.shape(ofSegment: segment))
        }
    }

    /// The streets around a box, as many as a small picture can show. The larger the box, the
    /// higher the least rank; for a whole country there are no streets.
    ///
    /// - Parameter most: The most vertices of all streets; those of low ranks are left out for it.
    package func around(_ box: Envelope, mostVertices most: Int = 100_000) -> [StreetLine] {
        guard !box.isEmpty else { return [] }
        let middle = (box.minY + box.maxY) / 2
        let meters = Geodesic.metersPerDegree(atLatitude: min(max(middle, -89), 89))
        let (wide, high) = ((box.maxX - box.minX) * meters.x, (box.maxY - box.minY) * meters.y)
        let longest = max(wide, high, 200)
        guard let rank = Self.ranks.first(where: { longest <= $0.meters })?.rank else { return [] }
        // A picture is never narrower than half its length, and has margins.
        let reach = (
            x: (max(wide, longest / 2) * 1.2 - wide) / 2 / meters.x,
            y: (max(high, longest / 2) * 1.2 - high) / 2 / meters.y
        )
        var lines = lines(
            in: Envelope(
                minX: box.minX - reach.x, minY: box.minY - reach.y, maxX: box.maxX + reach.x,
                maxY: box.maxY + reach.y), atLeast: rank)
        for rank in StreetLine.Rank.allCases {
            guard lines.reduce(0, { $0 + $1.line.count }) > most else { break }
            lines.removeAll { $0.rank == rank }
        }
        return lines
    }

    /// The least rank of streets by the greatest length of a picture.
    private static let ranks: [(meters: Double, rank: StreetLine.Rank)] = [
        (5_000, .path), (20_000, .minor), (60_000, .medium), (120_000, .major),
    ]
}

extension StreetLine.Rank {
    fileprivate init(_ roadClass: RoadClass) {
        switch roadClass {
        case .motorway, .trunk, .primary: self = .major
        case .secondary, .tertiary: self = .medium
        case .unclassified, .residential, .livingStreet, .service, .other: self = .minor
        case .track, .pedestrian, .cycleway, .footway, .path, .steps, .ferry: self = .path
        }
    }
}
