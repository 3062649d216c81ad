// Compares the sparse overlay and swept profiles with plain implementations.

import DataStructures
import RoadNetwork
import RouteTesting
import Testing

@testable import RoutingEngine

struct CostOverlayTests {
    /// A plain ``CostProfile``, computed piece by piece for every interval.
    private func plainWhole(
        _ cost: UInt32, _ usage: CostFactor, _ barriers: SegmentBarriers, isForward: Bool
    ) -> UInt32 {
        let pieces = barriers.pieces.map {
            isForward ? ($0.from, $0.to, $0.effect) : (1 - $0.to, 1 - $0.from, $0.effect)
        }
        let cuts = Set([0, 1] + pieces.flatMap { [$0.0, $0.1] }).sorted()
        var total: UInt64 = 0
        for (from, to) in zip(cuts, cuts.dropFirst()) {
            var factor = usage
            for piece in pieces where piece.0 <= from && piece.1 >= to {
                if piece.2 == .barred { return SearchCost.closed }
                if case .scaled(let factors) = piece.2 { factor = factor * factors[0] }
            }
            let share =
                CostProfile.prefix(of: cost, upTo: to) - CostProfile.prefix(of: cost, upTo: from)
            total += UInt64(factor.applied(to: share))
        }
        for piece in pieces
        where piece.0 == piece.1 && piece.2 == .barred && piece.0 > 0 && piece.0 < 1 {
            return SearchCost.closed
        }
        for point in barriers.points where isForward ? point.affectsForward : point.affectsBackward
        {
            if point.effect == .barred { return SearchCost.closed }
            if case .added(let added) = point.effect { total += UInt64(added[0]) }
        }
        return max(1, UInt32(min(total, UInt64(SearchCost.limit))))
    }

    @Test(arguments: UInt64(0)..<200)
    func `weights equal those of a plain array with every barrier in it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 30, meanDegree: 3, seed: seed).dataset
        let request = RandomRequest(on: network, &generator)
        let barriers = RandomRequest.barriers(
            Int.random(in: 0...40, using: &generator), on: network, &generator)
        let metric = Metric(key: request.key, network: network)
        let costs = RequestCosts(network: network, metric: metric, barriers: barriers)
        var isRaising = true
        var touched: [UInt32] = []
        for edge in 0..<UInt32(network.edgeCount) {
            let base = metric.weights[Int(edge)]
            var expected = base
            if base != SearchCost.closed, let effects = barriers.segments[Int(edge / 2)] {
                let usage = try #require(
                    metric.factor(of: edge))
                expected = plainWhole(
                    network.costs[request.key.column][edge], usage, effects,
                    isForward: edge % 2 == 0)
                touched.append(edge)
                #expect(Double(expected) >= Double(base) * costs.leastFactor, "seed \(seed)")
            }
            if expected < base { isRaising = false }
            #expect(costs.weight(edge) == expected, "seed \(seed), edge \(edge)")
        }
        #expect(costs.isRaisingOnly == isRaising, "seed \(seed)")
        #expect((costs.leastFactor == 1) == isRaising)
        #expect(costs.touchedEdges.map(\.edge) == touched)
        #expect(costs.touchedEdges.allSatisfy { $0.base == metric.weights[Int($0.edge)] })
        #expect(costs.allWeights() == (0..<UInt32(network.edgeCount)).map { costs.weight($0) })
    }

    @Test(arguments: UInt64(0)..<10)
    func `edges that share a bit of the filter are distinguished`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let count = Int.random(in: 1...900, using: &generator)
        let edges = Set((0..<count).map { _ in UInt32.random(in: 0..<200_000, using: &generator) })
        let overlay = CostOverlay(
            edges.sorted().map { TouchedEdge(edge: $0, base: 7, weight: $0 + 8) })
        let wrong = (UInt32(0)..<200_000).filter { edge in
            overlay.weight(of: edge, base: 7) != (edges.contains(edge) ? edge + 8 : 7)
        }
        #expect(wrong.isEmpty, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<100)
    func `a sweep over many pieces costs what looking at each says`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        var barriers = SegmentBarriers()
        for _ in 0..<Int.random(in: 1...40, using: &generator) {
            let ends = [0, 1].map { _ in Double(Int.random(in: 0...32, using: &generator)) / 32 }
            // Powers of two, whose products are exact in any order.
            let factor = CostFactor(
                thousandths: [500, 2_000, 1_000, 250].randomElement(using: &generator) ?? 500)
            barriers.pieces.append(
                BarrierPiece(
                    from: ends.min() ?? 0, to: ends.max() ?? 1, effect: .scaled([factor])))
        }
        for isForward in [true, false] {
            let profile = CostProfile(
                cost: 1 << 20, usage: .one, barriers: barriers, attribute: 0,
                isForward: isForward)
            #expect(
                profile.whole == plainWhole(1 << 20, .one, barriers, isForward: isForward),
                "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `a table of effects holds what a dictionary of them holds`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        var builder = SegmentEffectsBuilder()
        var expected: [Int: SegmentBarriers] = [:]
        let effects: [BarrierEffect] = [.barred, .scaled([CostFactor(thousandths: 500)])]
        for _ in 0..<Int.random(in: 0...300, using: &generator) {
            let segment = Int.random(in: 0..<60, using: &generator)
            let effect = effects.randomElement(using: &generator) ?? .barred
            let number = builder.register(effect)
            if generator.chance(0.2) {
                builder.addPoint(
                    to: segment, at: 0.5, effect: number, affectsForward: true,
                    affectsBackward: generator.chance(0.5))
                continue
            }
            let to = generator.chance(0.3) ? 1 : Double.random(in: 0...1, using: &generator)
            builder.addPiece(to: segment, from: 0, to: to, effect: number)
            expected[segment, default: SegmentBarriers()].add(
                BarrierPiece(from: 0, to: to, effect: effect))
        }
        let table = builder.finish()
        for segment in 0..<60 {
            #expect(table[segment]?.pieces ?? [] == expected[segment]?.pieces ?? [], "\(seed)")
        }
        // Written back entry by entry, the table is the same.
        var copy = SegmentEffects()
        for segment in table.keys.shuffled(using: &generator) {
            copy[segment] = table[segment]
        }
        #expect(copy == table)
        copy[table.keys.first ?? 0] = nil
        #expect(table.isEmpty || copy != table)
    }

    @Test(arguments: UInt64(0)..<20)
    func `a radix sort keeps the order of equal keys`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let keys = (0..<Int.random(in: 0...5_000, using: &generator)).map { _ in
            UInt64.random(in: 0..<(1 << 40), using: &generator)
        }
        var sorted = keys
        RadixSort.sort(&sorted, fromBit: 24)
        let expected = keys.enumerated()
            .sorted { ($0.element >> 24, $0.offset) < ($1.element >> 24, $1.offset) }
            .map(\.element)
        #expect(sorted == expected)
    }
}
