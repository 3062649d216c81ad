// `Benchmarks tiles`: how long tiles of a network's streets take that nobody asked for before.

import ArgumentParser
import Foundation
import Geo
import RoadNetwork
import VectorTiles

struct TilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles",
        abstract: "Measure cold vector tiles, zoom by zoom; lines of JSON.",
        discussion: """
            Each tile is made once, without compression or HTTP. `first` is the zoom's first tile \
            of a server that has just opened the network: up to zoom 11 it also indexes the \
            streets of the classes shown there. A tile counts if a street begins in it, so that \
            tiles of empty land do not improve the figures.
            """)

    @Option(help: "The network's folder.") var network: String
    @Option(help: "The zooms, such as 14 or 5-9.") var zooms = "0-14"
    @Option(help: "The most tiles of each zoom, spread over the network.") var most = 500

    /// The zooms to measure; `nil` if ``zooms`` names none.
    private var range: ClosedRange<Int>? {
        let ends = zooms.split(separator: "-", maxSplits: 1).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last,
            0...TileAddress.deepestZoom ~= first, last <= TileAddress.deepestZoom
        else { return nil }
        return first...last
    }

    func validate() throws {
        guard range != nil else {
            throw ValidationError(
                "--zooms is \(zooms); give one from 0 to \(TileAddress.deepestZoom), or two as 5-9."
            )
        }
        guard most > 0 else { throw ValidationError("--most is \(most); give at least 1.") }
    }

    func run() throws {
        let streets = try NetworkDataset(path: network)
        let background = try MapBackground.beside(network)
        for zoom in range ?? 0...0 {
            try measure(zoom, streets, background).print()
        }
    }

    private func measure(
        _ zoom: Int, _ streets: NetworkDataset, _ background: MapBackground?
    ) throws -> ResultLine {
        let addresses = try addresses(at: zoom, of: streets)
        func fresh() -> StreetTiles { StreetTiles(network: streets, background: background) }
        let first = Stopwatch.milliseconds { fresh().tile(addresses[0]) }
        let tiles = fresh()
        // The indexes of classes are made by the first tile of all, wherever it lies.
        _ = tiles.tile(try antipode(of: streets))
        var latencies = Latencies()
        var greatest = 0
        for address in addresses {
            let (milliseconds, bytes) = Stopwatch.milliseconds { tiles.tile(address) }
            latencies.add(milliseconds, bytes: bytes.count)
            greatest = max(greatest, bytes.count)
        }
        return ResultLine(
            work: "tiles-\(zoom)", latencies,
            facts: ["first": first.milliseconds, "greatestBytes": Double(greatest)])
    }

    /// Returns tiles in which streets begin, each once, in the network's order.
    private func addresses(at zoom: Int, of streets: NetworkDataset) throws -> [TileAddress] {
        var known: Set<TileAddress> = []
        var found: [TileAddress] = []
        for segment in 0..<streets.segmentCount {
            let place = streets.coordinate(of: streets.tail(of: EdgeID(row: UInt32(segment) << 1)))
            guard let address = Self.address(of: place, zoom: zoom),
                known.insert(address).inserted
            else { continue }
            found.append(address)
        }
        guard !found.isEmpty else { throw BenchmarkError("\(network) has no street to show") }
        let count = min(most, found.count)
        return (0..<count).map { found[$0 * found.count / count] }
    }

    /// Returns a tile on the other side of the world, which shows nothing of the network.
    private func antipode(of streets: NetworkDataset) throws -> TileAddress {
        let place = streets.coordinate(of: NodeID(row: 0))
        let opposite = Coordinate(x: place.x > 0 ? place.x - 180 : place.x + 180, y: -place.y)
        guard let address = Self.address(of: opposite, zoom: 5) else {
            throw BenchmarkError("the network lies beyond the projection")
        }
        return address
    }

    private static func address(of place: Coordinate, zoom: Int) -> TileAddress? {
        let side = Double(1 << zoom)
        let south = (1 - asinh(tan(place.y * .pi / 180)) / .pi) / 2
        return TileAddress(
            zoom: zoom, column: min(Int((place.x + 180) / 360 * side), (1 << zoom) - 1),
            row: max(0, min(Int(south * side), (1 << zoom) - 1)))
    }
}
