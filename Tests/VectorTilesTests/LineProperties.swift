// Lines are cut, thinned and joined without losing or adding anything.

import DataStructures
import RoadNetwork
import RouteTesting
import Testing

@testable import VectorTiles

@Suite struct LineProperties {
    private func randomLine(_ generator: inout SeededGenerator) -> [TilePoint] {
        let border: [Double] = [-64, 0, 4_096, 4_160]
        return (0..<Int.random(in: 2...20, using: &generator)).map { _ in
            let point = TilePoint(
                Double.random(in: -6_000...10_000, using: &generator),
                Double.random(in: -6_000...10_000, using: &generator))
            guard generator.chance(0.2) else { return point }
            // Points on a border are where cutting goes wrong.
            return TilePoint(border.randomElement(using: &generator) ?? 0, point.y)
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `what is cut is what lies in the box, in order`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let line = randomLine(&generator)
        let parts = LineClip.tile.parts(of: line)
        for part in parts {
            #expect(part.count > 1)
            for point in part {
                #expect(point.min() > -64.001 && point.max() < 4_160.001, "seed \(seed)")
                let away = zip(line, line.dropFirst()).map {
                    ReferenceProjection.distance(point, $0, $1)
                }.min()
                #expect((away ?? 1) < 1e-6, "seed \(seed): \(point) is not on the line")
            }
        }
        for (from, to) in zip(line, line.dropFirst()) {
            for share in stride(from: 0.0, through: 1, by: 0.01) {
                let point = from + (to - from) * share
                guard point.min() > -63.9, point.max() < 4_159.9 else { continue }
                let isKept = parts.contains { part in
                    zip(part, part.dropFirst()).contains {
                        ReferenceProjection.distance(point, $0, $1) < 1e-6
                    }
                }
                #expect(isKept, "seed \(seed): \(point) is missing")
            }
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `a thinned line keeps its ends and strays no farther than it may`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let line = randomLine(&generator)
        let tolerance = Double.random(in: 1...2_000, using: &generator)
        let thinned = LineThinning.thinned(line, tolerance: tolerance)
        #expect(thinned.first == line.first && thinned.last == line.last)
        var rest = line[...]
        for point in thinned {
            guard let place = rest.firstIndex(of: point) else {
                Issue.record("seed \(seed): \(point) is not of the line, or out of order")
                return
            }
            rest = rest[place...]
        }
        for point in line {
            let away = zip(thinned, thinned.dropFirst()).map {
                ReferenceProjection.distance(point, $0, $1)
            }.min()
            #expect((away ?? .infinity) <= tolerance + 1e-9, "seed \(seed)")
        }
        let rounded = LineThinning.rounded(line, tolerance: 0)
        #expect(zip(rounded, rounded.dropFirst()).allSatisfy { $0 != $1 })
        #expect(LineThinning.rounded([[1.1, 2], [1.2, 2], [0.9, 2.1]], tolerance: 0).count == 1)
    }

    @Test(arguments: UInt64(0)..<60)
    func `pieces join where just two with one key meet, each once, head to tail if directed`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 30, meanDegree: 2.2, seed: seed).dataset
        let pieces = (0..<UInt32(network.segmentCount)).map { segment in
            LinePiece(
                segment: segment, isReversed: generator.chance(0.5),
                key: Int.random(in: 0...1, using: &generator), isDirected: segment % 2 == 0)
        }
        let chains = LineChains.joined(pieces, on: network)
        #expect(chains.joined().map(\.segment).sorted() == pieces.map(\.segment), "seed \(seed)")
        func ends(_ piece: LinePiece) -> (from: UInt32, to: UInt32) {
            let edge = EdgeID(row: piece.segment << 1 | (piece.isReversed ? 1 : 0))
            return (network.tail(of: edge).row, network.head(of: edge).row)
        }
        for chain in chains {
            for (piece, next) in zip(chain, chain.dropFirst()) {
                #expect(ends(piece).to == ends(next).from, "seed \(seed)")
                #expect(piece.key == next.key)
                let meeting = pieces.flatMap { other in
                    [ends(other).from, ends(other).to].filter {
                        other.key == piece.key && $0 == ends(piece).to
                    }
                }
                #expect(meeting.count == 2, "seed \(seed)")
            }
            for piece in chain where piece.isDirected {
                #expect(
                    piece.isReversed == pieces[Int(piece.segment)].isReversed, "seed \(seed)")
            }
        }
        // What could join has joined: no two chains with one key end alone at one node.
        let free = chains.filter { chain in !chain.contains(where: \.isDirected) }
        for (place, chain) in free.enumerated() {
            for other in free[(place + 1)...] where other[0].key == chain[0].key {
                guard let last = chain.last, let otherLast = other.last else { continue }
                let own = [ends(chain[0]).from, ends(last).to]
                let others = [ends(other[0]).from, ends(otherLast).to]
                for node in Set(own).intersection(others) {
                    let meeting = pieces.filter { $0.key == chain[0].key }.flatMap {
                        [ends($0).from, ends($0).to]
                    }.count { $0 == node }
                    #expect(meeting != 2, "seed \(seed): two lines end at node \(node)")
                }
            }
        }
    }
}
