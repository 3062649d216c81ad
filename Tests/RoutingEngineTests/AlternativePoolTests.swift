// Tests the choice among paths found: as many as possible, and looser bounds never fewer.

import DataStructures
import RoadNetwork
import Testing

@testable import RoutingEngine

struct AlternativePoolTests {
    /// A path over some of a few streets, each with a random cost.
    private func option(_ number: UInt32, _ random: inout SeededGenerator) -> AlternativeOption {
        let streets = (0..<UInt32(9)).shuffled(using: &random).prefix(3)
        let steps = streets.map {
            AlternativeOption.Step(edge: $0, cost: UInt64.random(in: 5...60, using: &random))
        }
        // The number makes it another path, whatever its streets are.
        let elements = [NetworkPath.Element(edge: EdgeID(row: number))]
        let cost = UInt32(steps.reduce(0) { $0 + $1.cost })
        let path = LegPath(origin: 0, cost: cost, path: NetworkPath(elements: elements))
        return AlternativeOption(
            AlternativePath(path: path, destination: 0), cost: UInt64(cost), steps: steps)
    }

    /// Returns the size of the largest set of paths that differ from the best one and each other,
    /// and cost little enough, by trying all sets.
    private func most(
        of options: [AlternativeOption], beside best: AlternativeOption,
        within bounds: AlternativeBounds
    ) -> Int {
        let limit = Double(best.cost) * bounds.sharing
        func isOther(_ option: AlternativeOption, than others: [AlternativeOption]) -> Bool {
            others.allSatisfy { option.differs(from: $0, sharing: limit) }
        }
        let admitted = options.filter {
            Double($0.cost) <= Double(best.cost) * bounds.stretch && isOther($0, than: [best])
        }
        return (0..<1 << admitted.count).reduce(0) { most, bits in
            let set = admitted.indices.filter { bits >> $0 & 1 == 1 }.map { admitted[$0] }
            let differs = set.indices.allSatisfy { isOther(set[$0], than: Array(set[..<$0])) }
            return differs ? max(most, set.count) : most
        }
    }

    @Test func `as many paths as possible are chosen, cheapest first`() {
        var counts = Set<Int>()
        for seed in UInt64(0)..<200 {
            var random = SeededGenerator(seed &+ 160_000)
            let best = option(99, &random)
            let options = (0..<8).map { option($0, &random) }
            var least = 0
            for sharing in [0, 0.15, 0.3, 0.45, 0.6, 1] {
                let bounds = AlternativeBounds(stretch: 1.8, sharing: sharing)
                var pool = AlternativePool(beside: best, within: bounds, wanted: 3)
                // What a choice with more sharing than allowed found is judged by the pool.
                for found in [options.prefix(3), options[3...], options[2...]] {
                    pool.add(Array(found), sharing: .infinity)
                }
                let count = pool.chosen.count
                #expect(count == min(3, most(of: options, beside: best, within: bounds)))
                #expect(count >= least, "seed \(seed)")
                #expect(pool.chosen.map(\.cost) == pool.chosen.map(\.cost).sorted())
                #expect(pool.isFull == (count == 3))
                least = count
                counts.insert(count)
            }
        }
        #expect(counts == [0, 1, 2, 3])
    }

    @Test func `no more are chosen than are wanted`() {
        var random = SeededGenerator(161_000)
        let best = option(99, &random)
        let options = (0..<6).map { option($0, &random) }
        var pool = AlternativePool(
            beside: best, within: AlternativeBounds(stretch: 100, sharing: 1), wanted: 2)
        // A choice says that they share little enough.
        pool.add(options, sharing: 1)
        #expect(pool.chosen.map(\.cost) == Array(options.map(\.cost).sorted().prefix(2)))
    }
}
