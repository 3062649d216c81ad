// Tests which points of a line are kept, against recursion.

import DataStructures
import Testing

@testable import Geo

@Suite struct LineReductionTests {
    /// A point's distance from the step between two others, along y only.
    private static func distance(_ line: [Double], _ point: Int, _ first: Int, _ last: Int)
        -> Double
    {
        let share = Double(point - first) / Double(last - first)
        return (line[point] - line[first] - share * (line[last] - line[first])).magnitude
    }

    private static func kept(_ line: [Double], _ limit: Double, fixed: [Int] = []) -> [Bool] {
        LineReduction.keptPoints(of: line.count, fixed: fixed) { first, last in
            LineReduction.farthest(between: first, last, beyond: limit) {
                distance(line, $0, first, last)
            }
        }
    }

    /// The points to keep between two others, by recursion.
    private static func reference(
        _ line: [Double], _ limit: Double, _ first: Int, _ last: Int
    ) -> Set<Int> {
        let open = (first + 1..<max(last, first + 1)).map { ($0, distance(line, $0, first, last)) }
        guard let worst = open.map(\.1).max(), worst > limit,
            let (point, _) = open.first(where: { $0.1 == worst })
        else { return [first, last] }
        return reference(line, limit, first, point).union(reference(line, limit, point, last))
    }

    @Test(arguments: UInt64(0)..<60)
    func `the kept points are those of the recursion`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let count = Int.random(in: 1...40, using: &generator)
        let line = (0..<count).map { _ in Double.random(in: 0...9, using: &generator).rounded() }
        let fixed = line.indices.filter { _ in Int.random(in: 0..<6, using: &generator) == 0 }
        let limit = Double(Int.random(in: 0...5, using: &generator))
        let ends = Set([0, count - 1]).union(fixed).sorted()
        let wanted = zip(ends, ends.dropFirst()).reduce(into: Set(ends)) {
            $0.formUnion(Self.reference(line, limit, $1.0, $1.1))
        }
        let kept = Self.kept(line, limit, fixed: fixed)
        #expect(Set(line.indices.filter { kept[$0] }) == wanted, "seed \(seed)")
    }

    @Test func `a straight line keeps its ends, and a point at the limit goes`() {
        #expect(Self.kept([0, 1, 2, 3], 0) == [true, false, false, true])
        #expect(Self.kept([0, 2, 0], 2) == [true, false, true])
        #expect(Self.kept([0, 2.5, 0], 2) == [true, true, true])
        #expect(Self.kept([4], 0) == [true])
    }
}
