// Background streets for a picture.

package import Geo
package import RoadNetwork
package import RouteAPI

/// Finds streets to draw behind a picture.
package struct StreetLines {
    private let network: NetworkDataset

    package init(network: NetworkDataset) { self.network = network }

    /// Returns the streets within a box.
    ///
    /// - Parameter rank: The least rank to return.
    /// - Complexity: O(log *n* + *k*) for *n* streets, *k* of them in the box.
    package func lines(in box: Envelope, atLeast rank: StreetLine.Rank = .path) -> [StreetLine] {
        network.index.segments(in: box).compactMap { segment in
            let found = self.rank(ofSegment: segment)
            guard found >= rank else { return nil }
            return StreetLine(rank: found, line: network.shape(ofSegment: segment))
        }
    }

    func lines(ofSegments segments: [UInt32]) -> [StreetLine] {
        segments.map { segment in
            StreetLine(
                rank: rank(ofSegment: Int(segment)), line: network.shape(ofSegment: Int(segment)))
        }
    }

    private func rank(ofSegment segment: Int) -> StreetLine.Rank {
        StreetLine.Rank(network.roadClass(of: EdgeID(row: UInt32(2 * segment))))
    }

    /// Returns as many streets around a box as a small picture can show. The larger the box, the
    /// higher the least rank; a whole country shows no streets.
    ///
    /// - Parameter most: The most vertices in all streets together. If there are more, low ranks
    ///   are dropped first.
    package func around(_ box: Envelope, mostVertices most: Int = 100_000) -> [StreetLine] {
        guard !box.isEmpty else { return [] }
        let middle = (box.minY + box.maxY) / 2
        let meters = Geodesic.metersPerDegree(atLatitude: min(max(middle, -89), 89))
        let (wide, high) = ((box.maxX - box.minX) * meters.x, (box.maxY - box.minY) * meters.y)
        let longest = max(wide, high, 200)
        guard let rank = Self.ranks.first(where: { longest <= $0.meters })?.rank else { return [] }
        // A picture is at least half as wide as it is long, and has margins.
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

    /// The least street rank by a picture's greatest length.
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
