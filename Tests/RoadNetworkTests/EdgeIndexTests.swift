// Compares the edge index with a scan of every piece.

import DataStructures
import Geo
import RoadNetwork
import RouteTesting
import Testing

@Suite struct EdgeIndexTests {
    /// A piece's box in 1e-7 degrees, computed from its definition.
    private struct Piece {
        var segment: Int
        var first: Int
        var minX, minY, maxX, maxY: Int32
    }

    private func pieces(of network: NetworkDataset) -> [Piece] {
        (0..<network.segmentCount).flatMap { segment in
            let line = network.shape(ofSegment: segment).map { FixedCoordinate($0) }
            return stride(from: 0, to: line.count - 1, by: EdgeIndex.pieceLength).map { first in
                let part = line[first...min(first + EdgeIndex.pieceLength, line.count - 1)]
                let (x, y) = (part.map(\.longitudeE7), part.map(\.latitudeE7))
                return Piece(
                    segment: segment, first: first, minX: x.min() ?? 0, minY: y.min() ?? 0,
                    maxX: x.max() ?? 0, maxY: y.max() ?? 0)
            }
        }
    }

    /// A box whose sides often touch pieces exactly.
    private func box(
        _ pieces: [Piece], _ seed: UInt64, _ generator: inout SeededGenerator
    ) -> [Int32] {
        let middle = SampleContents.middle(seed: seed)
        var sides = (0..<4).map { side in
            (side % 2 == 0 ? middle.longitudeE7 : middle.latitudeE7)
                + Int32.random(in: -950_000...950_000, using: &generator)
        }
        if let piece = pieces.randomElement(using: &generator), generator.chance(0.7) {
            let reach = Int32.random(in: 0...40_000, using: &generator)
            sides = [piece.maxX, piece.maxY, piece.maxX + reach, piece.maxY + reach]
            if generator.chance(0.5) {
                sides = [piece.minX - reach, piece.minY - reach, piece.minX, piece.minY]
            }
        }
        return [
            min(sides[0], sides[2]), min(sides[1], sides[3]), max(sides[0], sides[2]),
            max(sides[1], sides[3]),
        ]
    }

    /// Degrees are not exact in 1e-7, so a query may find boxes one unit outside.
    @Test(arguments: UInt64(0)..<12)
    func `finds the pieces whose boxes meet the query and hardly others`(seed: UInt64) throws {
        let size = Int(seed) * 12 + 2
        let network = try NetworkDataset(
            bytes: SampleContents.bytes(seed: seed, nodes: size, segments: size * 3))
        let pieces = pieces(of: network)
        var generator = SeededGenerator(seed)
        for _ in 0..<60 {
            let box = box(pieces, seed, &generator)
            let query = Envelope(
                minX: Double(box[0]) / 1e7, minY: Double(box[1]) / 1e7,
                maxX: Double(box[2]) / 1e7, maxY: Double(box[3]) / 1e7)
            var found: Set<[Int]> = []
            network.index.forEachPiece(in: query) {
                #expect(found.insert([$0, $1]).inserted, "a piece is found once")
            }
            #expect(found.isSuperset(of: meeting(box, pieces, grownBy: 0)), "seed \(seed), \(box)")
            #expect(found.isSubset(of: meeting(box, pieces, grownBy: 1)), "seed \(seed), \(box)")
            #expect(network.index.segments(in: query) == Set(found.map { $0[0] }).sorted())
        }
    }

    private func meeting(_ box: [Int32], _ pieces: [Piece], grownBy unit: Int32) -> Set<[Int]> {
        Set(
            pieces.filter {
                $0.minX <= box[2] + unit && box[0] - unit <= $0.maxX
                    && $0.minY <= box[3] + unit && box[1] - unit <= $0.maxY
            }.map { [$0.segment, $0.first] })
    }

    @Test func `parents cover their children`() throws {
        let network = try NetworkDataset(
            bytes: SampleContents.bytes(seed: 9, nodes: 300, segments: 900))
        let index = network.index
        #expect(index.levels.count > 3)
        for level in 1..<(index.levels.count - 1) {
            for entry in Int(index.levels[level])..<Int(index.levels[level + 1]) {
                var together = Envelope()
                for child in index.children(of: entry, level: level) {
                    together.add(index.envelope(of: child))
                }
                #expect(together == index.envelope(of: entry))
            }
        }
    }

    @Test func `an empty or far query finds nothing`() throws {
        let network = try NetworkDataset(bytes: SampleContents.bytes(seed: 2))
        #expect(network.index.segments(in: Envelope()) == [])
        #expect(network.index.segments(in: Envelope(minX: 5, minY: 5, maxX: 6, maxY: 6)) == [])
        let everything = Envelope(minX: -500, minY: -500, maxX: 500, maxY: 500)
        #expect(network.index.segments(in: everything) == Array(0..<network.segmentCount))
    }

    @Test func `the Hilbert curve steps from cell to neighbouring cell`() {
        let order: UInt32 = 5
        let shift = 32 - order
        var cells: [(key: UInt64, x: Int, y: Int)] = []
        for x in 0..<(UInt32(1) << order) {
            for y in 0..<(UInt32(1) << order) {
                let key = EdgeIndex.hilbert(x: x << shift, y: y << shift) >> UInt64(2 * shift)
                cells.append((key, Int(x), Int(y)))
            }
        }
        cells.sort { $0.key < $1.key }
        #expect(cells.map(\.key) == Array(0..<UInt64(cells.count)))
        for (cell, next) in zip(cells, cells.dropFirst()) {
            #expect(abs(cell.x - next.x) + abs(cell.y - next.y) == 1, "\(cell) to \(next)")
        }
    }
}
