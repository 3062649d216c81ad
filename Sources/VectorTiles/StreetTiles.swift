// Start here: a network's streets as vector tiles.

import DataStructures
import Geo
package import RoadNetwork
import Synchronization

/// Makes vector tiles from a network's streets, in the Shortbread schema.
///
/// ```swift
/// let tiles = StreetTiles(network: network)
/// let bytes = tiles.tile(address)
/// ```
///
/// A tile is a Mapbox Vector Tile 2.1. If it shows nothing, it has no bytes. Its layers are
/// `streets`, `street_labels` and `ferries`, and the background's, if the network has one
/// (``BackgroundDrawing``); the zoom decides which classes they show. Both
/// directions of a street are one line. If pieces follow each other with the same attributes, they
/// are one feature. The same network always gives the same bytes.
///
/// Work is bounded: classes are chosen before any geometry is read, and a tile shows at most
/// `mostSegments` segments. Finished tiles are kept, up to ``keptBytes``; tiles with the traffic in
/// force, up to ``keptTrafficBytes``.
package final class StreetTiles: Sendable {
    /// The most bytes to keep in finished tiles.
    package static let keptBytes = 24 << 20
    /// The most bytes to keep in finished tiles of the traffic.
    package static let keptTrafficBytes = 8 << 20

    let network: NetworkDataset
    /// What to draw below the streets; `nil` if nothing.
    package let background: MapBackground?
    let selector: StreetSelector
    /// The restrictions by which a one-way street closes a direction.
    private let directionMask: UInt64
    /// The languages in which to look for further names, with their keys in the schema.
    let languages: [(key: String, language: NameLanguage)]
    private let kept = Mutex(BoundedCache<TileAddress, [UInt8]>(budget: StreetTiles.keptBytes))
    /// The key is the address alone, so a tile with new traffic replaces the old one.
    let keptTraffic = Mutex(
        BoundedCache<TileAddress, TrafficTile>(budget: StreetTiles.keptTrafficBytes))

    /// Prepares to make a network's tiles, without reading its streets yet.
    ///
    /// - Parameters:
    ///   - background: What to draw below the streets.
    ///   - mostSegments: The most segments in one tile.
    package init(
        network: NetworkDataset, background: MapBackground? = nil, mostSegments: Int = 60_000
    ) {
        precondition(
            (1...(LineChains.mostPieces / 2)).contains(mostSegments),
            "a tile has 1 to \(LineChains.mostPieces / 2) segments")
        self.network = network
        self.background = background
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

    /// Returns a kept tile. If it is `nil`, use ``tile(_:)`` to make the tile.
    package func keptTile(_ address: TileAddress) -> [UInt8]? {
        kept.withLock { $0.find(address) }
    }

    /// Returns a tile's bytes; empty if it shows nothing.
    ///
    /// - Complexity: O(*k* log *k*) for *k* points on the tile's streets and background. At low
    ///   zooms, the first tile also takes O(*n*) once, for *n* segments in the network.
    package func tile(_ address: TileAddress) -> [UInt8] {
        if let known = keptTile(address) { return known }
        let made = make(address)
        kept.withLock { $0.keep(made, for: address, size: made.count + 64) }
        return made
    }

    private func make(_ address: TileAddress) -> [UInt8] {
        let below = background.map { BackgroundDrawing($0, address).layers() } ?? []
        let segments = selector.segments(in: address)
        guard !segments.isEmpty else { return below }
        let drawing = LineDrawing(network, address)
        return below + streets(segments, drawing) + labels(segments, drawing)
            + ferries(segments, drawing)
    }

    /// Returns the directions in which motor vehicles may travel.
    func directions(of segment: UInt32) -> OpenDirections {
        let isClosed = (0..<2).map {
            network.edgeRestrictions[segment << 1 | $0] & directionMask != 0
        }
        if isClosed[0] == isClosed[1] { return .both }
        return isClosed[0] ? .backward : .forward
    }
}

/// The directions in which a street is open.
enum OpenDirections: Hashable, Sendable {
    /// Travel in both directions, or in none.
    case both
    /// Travel along the drawn line only.
    case forward
    /// Travel against the drawn line only.
    case backward
}
