// Tests how pairs without a path are grouped for one reason each.

import Testing

@testable import MatrixAnalysis

struct MissingPairsTests {
    private func classes(_ pairs: MissingPairs) -> [[Int]] {
        pairs.classes.map { [$0.source, $0.target, $0.count] }
    }

    @Test func `pairs between the same two parts are one class, the largest first`() {
        var pairs = MissingPairs()
        pairs.add(5, 6)
        for source in [0, 1] {
            for target in [2, 3] { pairs.add(source, target) }
        }
        #expect(pairs.count == 5)
        #expect(classes(pairs) == [[0, 2, 4], [5, 6, 1]])
        #expect(pairs.lack(of: 0) == pairs.lack(of: 1))
        #expect(pairs.lack(of: 0).count == 2 && pairs.lack(of: 9).count == 0)
    }

    @Test func `a location that lacks one path more is a part of its own`() {
        var pairs = MissingPairs()
        for source in [0, 1] {
            for target in [2, 3] { pairs.add(source, target) }
        }
        pairs.add(0, 7)
        #expect(pairs.lack(of: 0) != pairs.lack(of: 1))
        // Equally large ones in the order in which they were found.
        #expect(classes(pairs) == [[0, 2, 2], [1, 2, 2], [0, 7, 1]])
    }
}
