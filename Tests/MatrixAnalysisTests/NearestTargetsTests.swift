// Tests which targets of a location are kept, and in which order.

import Testing

@testable import MatrixAnalysis

struct NearestTargetsTests {
    private func targets(_ count: Int?, _ ranks: [Int64]) -> NearestTargets {
        var targets = NearestTargets(count: count)
        for (target, rank) in ranks.enumerated() {
            targets.insert(ReachedTarget(target: target, rank: rank))
        }
        return targets
    }

    @Test func `the nearest are kept; of equally near ones, the first`() {
        let targets = targets(2, [50, 30, 40, 40, 60])
        #expect(targets.ranked.map(\.target) == [1, 2])
        #expect(targets.ranked.map(\.rank) == [30, 40])
        #expect(self.targets(3, [40, 40, 30]).ranked.map(\.target) == [2, 0, 1])
    }

    @Test func `a farther target is admitted only while there are too few`() {
        let few = targets(3, [50, 30])
        #expect(few.admits(1_000))
        let enough = targets(2, [50, 30])
        #expect(enough.admits(49) && !enough.admits(50))
    }

    @Test func `without a number all are kept`() {
        let targets = targets(nil, [50, 30, 50, 10])
        #expect(targets.reached.map(\.target) == [0, 1, 2, 3])
        #expect(targets.ranked.map(\.target) == [3, 1, 0, 2])
        #expect(targets.admits(.max))
    }
}
