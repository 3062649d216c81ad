// Tests which orders keep what stops ask for.

import Testing

@testable import PathFinding
@testable import Preparation

struct PlaceRulesTests {
    /// Stops named A, B, C and so on, with ids from 1.
    private func stops(
        after: [[String]] = [[], [], [], []], sequences: [Int?] = [nil, nil, nil, nil]
    ) -> [LocatedStop] {
        zip(after, sequences).enumerated().map { index, asked in
            var input = StopInput(
                index: index, objectID: index + 1,
                name: String(UnicodeScalar(UInt8(65 + index))), added: [])
            (input.after, input.sequence) = asked
            return LocatedStop(input: Shared(input))
        }
    }

    private let group = RouteGroup(stops: [0, 1, 2, 3])

    @Test func `a stop comes after those that it names, by name or id`() {
        let rules = PlaceRules(
            stops(after: [[], [], ["A", "4"], []]), of: group, visited: [0, 1, 2, 3],
            keepsSequence: true)
        #expect(rules.predecessors == [[], [], [0, 3], []])
        #expect(rules.positions.isEmpty)
        #expect(rules.keeps([0, 3, 2, 1]))
        let broken = rules.broken(by: [1, 0, 2, 3])
        #expect(broken.map(\.stop) == [2] && broken.map(\.before) == [3])
        #expect(!rules.keeps([1, 0, 2, 3]))
    }

    @Test func `a stop that is left out is no predecessor`() {
        let rules = PlaceRules(
            stops(after: [[], [], ["A", "4"], []]), of: group, visited: [0, 1, 2],
            keepsSequence: true)
        #expect(rules.predecessors == [[], [], [0]])
    }

    @Test func `stops behind one left out move up`() {
        let stops = stops(sequences: [1, 2, 3, nil])
        let rules = PlaceRules(stops, of: group, visited: [0, 2, 3], keepsSequence: true)
        #expect(rules.positions == [0, 1, nil])
        #expect(rules.keeps([0, 2, 3]))
        let moved = rules.movedFrom([2, 0, 3])
        #expect(moved.map(\.stop) == [0, 2] && moved.map(\.number) == [1, 2])
        let free = PlaceRules(stops, of: group, visited: [0, 2, 3], keepsSequence: false)
        #expect(free.keeps([2, 0, 3]))
    }
}
