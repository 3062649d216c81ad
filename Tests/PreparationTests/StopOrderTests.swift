// Tests the fields for a stop's route and its place in the order.

import RouteAPI
import Testing

@testable import Preparation

struct StopOrderTests {
    /// Stops in one route named A, B, C and so on, with ids from 1.
    private func stops(_ count: Int) -> [StopInput] {
        (0..<count).map { index in
            StopInput(
                index: index, objectID: index + 1,
                name: String(UnicodeScalar(UInt8(65 + index))), added: [])
        }
    }

    private func stops(sequences: [Int?]) -> [StopInput] {
        var stops = stops(sequences.count)
        for (index, sequence) in sequences.enumerated() { stops[index].sequence = sequence }
        return stops
    }

    private func located(_ stops: [StopInput]) -> [LocatedStop] {
        stops.map { LocatedStop(input: Shared($0)) }
    }

    // MARK: - Sequence

    @Test func `a sequence is used once in a route, and not above its number of stops`() {
        var stops = stops(sequences: [1, 4, 1, nil])
        StopSequences.check(&stops)
        #expect(stops.map { $0.problem == nil } == [true, true, false, true])
        #expect(stops[2].problemCode == .badSequence)
        #expect(stops[2].problem?.status == .invalidFieldValues)
        #expect(stops[2].problem?.text.hasPrefix(stops[0].label) == true)

        stops = self.stops(sequences: [1, 4, 2])
        StopSequences.check(&stops)
        #expect(stops.map { $0.problem == nil } == [true, false, true])
        #expect(stops[1].problem?.text.contains("its route has 3 stops") == true)
    }

    @Test func `sequences count by route, and not where others name a route`() {
        var stops = stops(sequences: [1, 1, 9, 2])
        for (index, name) in [(0, "r"), (1, "s"), (3, "s")] { stops[index].routeName = name }
        StopSequences.check(&stops)
        #expect(stops.allSatisfy { $0.problem == nil })
    }

    @Test func `zeros are absent where all are zero, and wrong beside numbers`() {
        var filled = stops(sequences: [0, 0, nil])
        StopSequences.readZeros(&filled)
        #expect(filled.allSatisfy { $0.sequence == nil && $0.problem == nil })
        var mixed = stops(sequences: [0, 2, 1])
        StopSequences.readZeros(&mixed)
        #expect(mixed.map(\.sequence) == [nil, 2, 1])
        #expect(mixed.map { $0.problem == nil } == [false, true, true])
    }

    // MARK: - After

    @Test func `stops before are named by name or id, in the same route`() {
        var stops = stops(4)
        for (index, name) in [(0, "r"), (1, "r"), (2, "r"), (3, "s")] {
            stops[index].routeName = name
        }
        stops[0].after = ["B", "3"]
        stops[1].after = ["2"]
        stops[2].after = ["D"]
        StopPredecessors.check(&stops)
        #expect(stops.map { $0.problem == nil } == [true, false, false, true])
        #expect(stops[1].problem?.text == "its After names the stop itself, \"2\"")
        #expect(stops[2].problem?.text.hasPrefix("its After names \"D\"") == true)
    }

    @Test func `stops before are named in any case`() {
        var stops = stops(3)
        stops[0].after = ["b", "C"]
        stops[1].after = ["b"]
        StopPredecessors.check(&stops)
        #expect(stops[0].problem == nil)
        #expect(stops[1].problem?.text == "its After names the stop itself, \"b\"")
    }

    // MARK: - RouteName

    @Test func `a route has the first spelling of its name`() {
        var stops = stops(4)
        for (index, name) in ["Ann", "ben", "ANN", "Ben"].enumerated() {
            stops[index].routeName = name
        }
        RouteGroups.unifyNames(of: &stops)
        #expect(stops.map(\.routeName) == ["Ann", "ben", "Ann", "ben"])
    }

    @Test func `stops without names are one route, by sequence`() {
        let groups = RouteGroups.make(of: located(stops(sequences: [nil, 2, nil, 1])))
        #expect(groups == [RouteGroup(stops: [3, 1, 0, 2])])
    }

    @Test func `routes are in the order of their first stops, without stops of no route`() {
        var stops = stops(sequences: [2, nil, nil, 1])
        for (index, name) in [(0, "s"), (2, "r"), (3, "s")] { stops[index].routeName = name }
        #expect(
            RouteGroups.make(of: located(stops)) == [
                RouteGroup(name: "s", stops: [3, 0]), RouteGroup(name: "r", stops: [2]),
            ])
    }
}
