// Start here: a network's streets as vector tiles.

import DataStructures
import Geo
package import RoadNetwork
import Synchronization

/// Makes vector tiles of a network's streets, in the Shortbread schema.
///
/// ```swift
/// let tiles = StreetTiles(network: network)
/// let bytes = tiles.tile(address)
/// ```
///
/// The bytes are a Mapbox Vector Tile 2.1, empty where there is no street. A tile has the layers
/// `streets`, `street_labels` and `ferries`; which classes it shows depends on its zoom. Both
/// directions of a street are one line, and pieces that follow each other with the same attributes
/// are one feature. The same network always gives the same bytes.
///
/// Work is bounded: classes are chosen before any geometry is read, a tile shows at most
/// `mostSegments` segments, and made tiles are kept up to ``keptBytes``.
package final class StreetTiles: Sendable {
    /// The most bytes of tiles that are kept.
    package static let keptBytes = 24 << 20

    let network: NetworkDataset
    let selector: StreetSelector
    /// The restrictions that close a direction of a one-way street.
    private let directionMask: UInt64
    /// Where to look for names in other languages, by their key in the schema.
    let languages: [(key: String, language: NameLanguage)]
    private let kept = Mutex(BoundedCache<TileAddress, [UInt8]>(budget: StreetTiles.keptBytes))

    /// Makes tiles of a network; reads nothing of it yet.
    ///
    /// - Parameter mostSegments: The most segments in one tile.
    package init(network: NetworkDataset, mostSegments: Int = 60_000) {
        precondition(
            (1...(LineChains.mostPieces / 2)).contains(mostSegments),
            "a tile has 1 to \(LineChains.mostPieces / 2) segments")
        self.network = network
        selector = StreetSelector(network, mostSegments: mostSegments)
        let description = network.description
        let direction = description.families.first?.directionRestriction
        directionMask = description.includingImplied([direction].compactMap(\.self))
            .reduce(0) { $0 | $1.mask }
        languages = ["de", "en"].compactMap { tag in
            guard description.nameLanguages?.contains(tag) == true else { return nil }
            return ("name_\(tag)", description.nameLanguage(for: tag))
        }
    }

    /// Returns a tile that is kept; `nil` if it must be made.
    package func keptTile(_ address: TileAddress) -> [UInt8]? {
        kept.withLock { $0.find(address) }
    }

    /// Returns a tile's bytes; empty if it shows no street.
    ///
    /// - Complexity: O(*k* log *k*) in the points of the tile's streets. The first tile of a low
    ///   zoom takes O(*n*) once in the network's segments.
    package func tile(_ address: TileAddress) -> [UInt8] {
        if let known = keptTile(address) { return known }
        let made = make(address)
        kept.withLock { $0.keep(made, for: address, size: made.count + 64) }
        return made
    }

    private func make(_ address: TileAddress) -> [UInt8] {
        let segments = selector.segments(in: address)
        guard !segments.isEmpty else { return [] }
        let drawing = LineDrawing(network, address)
        return streets(segments, drawing) + labels(segments, drawing) + ferries(segments, drawing)
    }

    /// Returns in which directions motor vehicles may travel.
    func directions(of segment: UInt32) -> StreetDirections {
        let isClosed = (0..<2).map {
            network.edgeRestrictions[segment << 1 | $0] & directionMask != 0
        }
        if isClosed[0] == isClosed[1] { return .both }
        return isClosed[0] ? .backward : .forward
    }
}

/// In which directions a street is open.
enum StreetDirections: Hashable, Sendable {
    /// In both, or in none.
    case both
    /// Only along the drawn line.
    case forward
    /// Only against it.
    case backward
}
