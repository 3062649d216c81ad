// Compares tiles with a plain loop over every street of a network.

import DataStructures
import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import VectorTiles

@Suite struct StreetTileProperties {
    /// The tiles around a network at a zoom, with one more on each side.
    private func addresses(around network: NetworkDataset, zoom: Int) -> [TileAddress] {
        let box = network.extent
        let side = 1 << zoom
        return (0..<side).lazy.filter { column in
            let width = 360 / Double(side)
            let west = Double(column) * width - 180
            return west <= box.maxX + width && west + width >= box.minX - width
        }.flatMap { column in
            (0..<side).compactMap { TileAddress(zoom: zoom, column: column, row: $0) }.filter {
                let tile = $0.envelope(grownBy: 1)
                return tile.minY <= box.maxY && tile.maxY >= box.minY
            }
        }
    }

    private func lines(_ tile: DecodedTile, _ layer: String) -> [[SIMD2<Double>]] {
        tile[layer].map { $0.line.map { SIMD2<Double>(Double($0.x), Double($0.y)) } }
    }

    private func distance(_ point: SIMD2<Double>, _ lines: [[SIMD2<Double>]]) -> Double {
        lines.reduce(.infinity) { least, line in
            zip(line, line.dropFirst()).reduce(least) {
                min($0, ReferenceProjection.distance(point, $1.0, $1.1))
            }
        }
    }

    @Test(arguments: UInt64(0)..<12)
    func `a street is in a tile if and only if it crosses the tile's buffer`(seed: UInt64) throws {
        let network = try RandomNetwork(nodes: 30, meanDegree: 2.4, seed: seed).dataset
        let tiles = StreetTiles(network: network)
        var shown = 0
        for address in addresses(around: network, zoom: 14) {
            let tile = try DecodedTile(tiles.tile(address))
            let projection = ReferenceProjection(address)
            let streets = (0..<network.segmentCount).map {
                network.shape(ofSegment: $0).map(projection.point)
            }
            let drawn = lines(tile, "streets")
            for point in drawn.joined() {
                #expect(point.min() >= -64 && point.max() <= 4_160, "seed \(seed), \(address)")
                #expect(
                    distance(point, streets) < 1, "seed \(seed), \(address): \(point) is no street")
            }
            for street in streets {
                for (from, to) in zip(street, street.dropFirst()) {
                    // A street that shrinks to a point is not drawn.
                    guard ((to - from) * (to - from)).sum() > 4 else { continue }
                    for share in stride(from: 0.0, through: 1, by: 0.02) {
                        let point = from + (to - from) * share
                        guard point.min() > -63, point.max() < 4_159 else { continue }
                        shown += 1
                        #expect(
                            distance(point, drawn) < 1.5,
                            "seed \(seed), \(address): \(point) is not drawn")
                    }
                }
            }
        }
        #expect(shown > 100)
    }

    @Test(arguments: UInt64(0)..<8, [8, 12, 13])
    func `a tile of a low zoom strays less than a pixel`(seed: UInt64, zoom: Int) throws {
        let network = try RandomNetwork(nodes: 30, meanDegree: 2.4, seed: seed).dataset
        let tiles = StreetTiles(network: network)
        for address in addresses(around: network, zoom: zoom) {
            let tile = try DecodedTile(tiles.tile(address))
            // The networks have residential streets only.
            if zoom < 12 { #expect(tile.layers.isEmpty) }
            let projection = ReferenceProjection(address)
            let streets = (0..<network.segmentCount).map {
                network.shape(ofSegment: $0).map(projection.point)
            }
            for line in lines(tile, "streets") {
                for (from, to) in zip(line, line.dropFirst()) {
                    #expect(distance((from + to) / 2, streets) < 8, "seed \(seed), \(address)")
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<6)
    func `the same network gives the same bytes, kept or made anew`(seed: UInt64) throws {
        let network = try RandomNetwork(nodes: 40, meanDegree: 2.4, seed: seed).dataset
        let tiles = StreetTiles(network: network)
        for address in addresses(around: network, zoom: 14) {
            #expect(tiles.keptTile(address) == nil)
            let bytes = tiles.tile(address)
            #expect(tiles.keptTile(address) == bytes && tiles.tile(address) == bytes)
            #expect(StreetTiles(network: network).tile(address) == bytes, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(0)..<12)
    func `a tree of one class finds what a scan of its pieces finds`(seed: UInt64) throws {
        let network = try RandomNetwork(nodes: 120, meanDegree: 3, seed: seed).dataset
        var generator = SeededGenerator(seed)
        let residential = UInt8(RoadClass.residential.rawValue)
        let trees = ClassTree.trees(of: network, classes: 1 << UInt32(residential))
        let tree = try #require(trees[residential])
        #expect(trees.count == 1)
        for _ in 0..<40 {
            let west = Int32.random(in: 100_000_000..<100_300_000, using: &generator)
            let south = Int32.random(in: 500_000_000..<500_200_000, using: &generator)
            let box: SIMD4<Int32> = [west, south, west + 30_000, south + 20_000]
            var found: Set<UInt32> = []
            tree.forEachSegment(in: box) { found.insert($0) }
            let expected = (0..<UInt32(network.segmentCount)).filter { segment in
                let line = network.shape(ofSegment: Int(segment)).map { FixedCoordinate($0) }
                let (x, y) = (line.map(\.longitudeE7), line.map(\.latitudeE7))
                return (x.min() ?? .max) <= box.z && (x.max() ?? .min) >= box.x
                    && (y.min() ?? .max) <= box.w && (y.max() ?? .min) >= box.y
            }
            #expect(found.sorted() == expected, "seed \(seed)")
        }
    }
}
