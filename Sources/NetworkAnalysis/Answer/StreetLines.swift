// The streets below a picture, from a network.

package import Geo
package import RoadNetwork
package import RouteAPI

/// The streets of a network as a picture shows them.
package struct StreetLines {
    private let network: NetworkDataset

    /// Reads a network.
    package init(network: NetworkDataset) { self.network = network }

    /// The streets within a box.
    ///
    /// - Parameter rank: The least that a street must stand out.
    package func lines(in box: Envelope, atLeast rank: StreetLine.Rank = .path) -> [StreetLine] {
        network.index.segments(in: box).compactMap { segment in
            let found = StreetLine.Rank(network.roadClass(of: EdgeID(row: UInt32(2 * segment))))
            guard found >= rank else { return nil }
            return StreetLine(rank: found, line: network.shape(ofSegment: segment))
        }
    }

    /// The streets round a box, as many as a small picture of it can show: the wider it is, the
    /// greater they are, and round a whole country there are none.
    func around(_ box: Envelope) -> [StreetLine] {
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
            guard lines.reduce(0, { $0 + $1.line.count }) > Self.mostVertices else { break }
            lines.removeAll { $0.rank == rank }
        }
        return lines
    }

    /// The least that streets stand out on pictures up to so many meters long.
    private static let ranks: [(meters: Double, rank: StreetLine.Rank)] = [
        (5_000, .path), (20_000, .minor), (60_000, .medium), (120_000, .major),
    ]
    private static let mostVertices = 100_000
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
