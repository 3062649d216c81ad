// Tests binary searches and seeded generators against known results.

import DataStructures
import Testing

@Suite struct DataStructuresTests {
    @Test func `a partition is found where a walk finds it`() {
        var generator = SeededGenerator(1)
        for _ in 0..<500 {
            let start = Int.random(in: -20...20, using: &generator)
            let range = start..<(start + Int.random(in: 0...40, using: &generator))
            let border = Int.random(in: (start - 2)...(range.upperBound + 2), using: &generator)
            var questions = 0
            let found = range.partitioningIndex {
                questions += 1
                return $0 >= border
            }
            #expect(found == range.first { $0 >= border } ?? range.upperBound)
            #expect(questions <= 6)
        }
    }

    /// The first numbers of SplitMix64 from 0, as its authors' program prints them.
    @Test func `a seed gives the numbers that it gives everywhere`() {
        var generator = SeededGenerator(state: 0)
        let expected: [UInt64] = [
            0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
        ]
        #expect((0..<3).map { _ in generator.next() } == expected)
    }

    @Test(arguments: UInt64(0)..<20)
    func `joined numbers are in one set, and no others`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let count = Int.random(in: 1...40, using: &generator)
        var sets = DisjointSets(count: count)
        // The slow way: each number's label, the least of its set.
        var labels = Array(0..<count)
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            let (a, b) = (
                Int.random(in: 0..<count, using: &generator),
                Int.random(in: 0..<count, using: &generator)
            )
            sets.join(a, b)
            let (one, other) = (labels[a], labels[b])
            for number in labels.indices where labels[number] == max(one, other) {
                labels[number] = min(one, other)
            }
        }
        #expect((0..<count).map { sets.find($0) } == labels)
        let groups = Set(labels).sorted().map { label in
            labels.indices.filter { labels[$0] == label }
        }
        #expect(sets.groups() == groups)
    }

    @Test func `a chance comes as often as it says`() {
        var generator = SeededGenerator(2)
        let hits = (0..<10_000).count { _ in generator.chance(0.3) }
        #expect((2_800...3_200).contains(hits))
    }
}
