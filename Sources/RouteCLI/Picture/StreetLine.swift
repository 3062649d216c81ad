// The streets below a picture, from a network.

import Geo
import RoadNetwork

/// A street as a picture shows it.
struct StreetLine: Hashable {
    /// How much a street stands out.
    enum Rank: Int, CaseIterable, Comparable {
        case path
        case minor
        case medium
        case major

        static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    var rank: Rank
    var line: [Coordinate]
    var name: String

    /// The streets of a network within a box.
    static func streets(of network: NetworkDataset, in box: Envelope) -> [StreetLine] {
        network.index.segments(in: box).map { segment in
            let edge = EdgeID(row: UInt32(2 * segment))
            return StreetLine(
                rank: Rank(network.roadClass(of: edge)), line: network.shape(ofSegment: segment),
                name: network.streetName(of: edge))
        }
    }
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
