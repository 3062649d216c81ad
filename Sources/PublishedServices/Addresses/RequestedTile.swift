// The paths of maps: tiles, their descriptions and the page, below a layer.

import Geo
import RouteAPI
package import VectorTiles

/// What a tile shows.
package enum TileSet: String, Sendable, CaseIterable {
    /// The network's streets.
    case streets
    /// Their traffic now.
    case traffic
}

/// A path below a layer's `tiles`.
package struct RequestedTile: Sendable {
    /// The ending of a tile's path.
    static let ending = ".mvt"

    package let layer: PublishedLayer
    package let set: TileSet
    /// The tile; `nil` if the path names none.
    package let address: TileAddress?

    package init(layer: PublishedLayer, set: TileSet, address: TileAddress?) {
        self.layer = layer
        self.set = set
        self.address = address
    }
}

extension PathPattern<RequestedTile> {
    /// A tile: `tiles/{z}/{x}/{y}.mvt` below a layer, or `tiles/traffic/{z}/{x}/{y}.mvt`.
    package static let tile = PathPattern(
        read: { path, start, catalog in
            let tiles = PathPattern<PublishedLayer>.layer / "tiles"
            guard let (layer, next) = tiles.read(path, start, catalog) else { return nil }
            var rest = path.segments[next...]
            var set = TileSet.streets
            if path.words[next...].first == TileSet.traffic.rawValue {
                (set, rest) = (.traffic, rest.dropFirst())
            }
            guard rest.count == 3, let file = rest.last else { return nil }
            let parts = Array(rest)
            let address =
                file.hasSuffix(RequestedTile.ending)
                ? TileAddress(
                    zoom: parts[0], column: parts[1],
                    row: file.dropLast(RequestedTile.ending.utf8.count)) : nil
            let tile = RequestedTile(layer: layer, set: set, address: address)
            return (tile, path.segments.count)
        },
        write: { tile in
            let place = tile.address.map { "\($0.zoom)/\($0.column)/\($0.row)" } ?? "{z}/{x}/{y}"
            return "\(PathPattern<PublishedLayer>.tiles.path(of: tile.layer))/"
                + (tile.set == .traffic ? "\(tile.set.rawValue)/" : "") + place
                + RequestedTile.ending
        }, all: { _ in [] })
}

extension PathPattern<PublishedLayer> {
    /// Everything below a layer's `tiles`.
    package static let tiles = PathPattern<PublishedLayer>.layer / "tiles"

    /// A picture of all streets, to see before the tiles.
    package static let overview: PathPattern<PublishedLayer> = {
        let pattern = tiles / "overview.svg"
        return PathPattern<PublishedLayer>(
            read: pattern.read, write: pattern.write, all: mapStyle.all)
    }()

    /// The style in which maps draw a layer's tiles.
    package static let mapStyle = ofMap("style.json")

    /// What a layer's tiles have, as TileJSON.
    package static let tileSet = ofMap("tiles.json")

    /// A route layer's map page.
    package static let mapPage: PathPattern<PublishedLayer> = {
        let pattern = ofMap("map")
        return PathPattern<PublishedLayer>(
            read: { path, start, catalog in
                pattern.read(path, start, catalog).flatMap { $0.0.type == .route ? $0 : nil }
            }, write: pattern.write, all: { pattern.all($0).filter { $0.type == .route } })
    }()

    /// A resource of layers over a network.
    private static func ofMap(_ word: String) -> PathPattern<PublishedLayer> {
        let pattern = PathPattern<PublishedLayer>.layer / word
        return PathPattern<PublishedLayer>(
            read: pattern.read, write: pattern.write,
            all: { $0.layers.filter { $0.answering.mapFacts != nil } })
    }
}

extension PathPattern<Void> {
    /// The map page of the first route layer, if there is one.
    package static let map: PathPattern<Void> = {
        let pattern = root / "map"
        return PathPattern<Void>(
            first: pattern.first, read: pattern.read, write: pattern.write,
            all: { PathPattern<PublishedLayer>.mapPage.all($0).isEmpty ? [] : [()] })
    }()
}

extension PathPattern<String> {
    /// A file of the map page, by its name.
    package static let mapFile = PathPattern<String>(
        first: PathPattern<Void>.map.first,
        read: { path, start, catalog in
            guard let (_, next) = PathPattern<Void>.map.read(path, start, catalog),
                next < path.segments.count
            else { return nil }
            return (path.segments[next], next + 1)
        }, write: { "\(PathPattern<Void>.map.path)/\(ResourcePath.encoded($0))" }, all: { _ in [] })
}
