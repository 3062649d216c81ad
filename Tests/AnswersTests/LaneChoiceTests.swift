// Tests at which junctions lanes are shown, and which of them lead on.

import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

@testable import Answers

struct LaneChoiceTests {
    private static let arrows: [LaneTurns] = [.left, [.through, .right]]

    /// A crossing, whose street from the west has lanes; perhaps the street behind it as well.
    private func crossing(
        lanes: [LaneTurns] = Self.arrows, lanesBehind: [LaneTurns] = []
    ) throws -> (sketch: NetworkSketch, choice: LaneChoice) {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b.....c
            """)
        sketch.oneWay("ab", seconds: 20) { $0.lanes = lanes }
        sketch.oneWay("bc", seconds: 20) { $0.lanes = lanesBehind }
        sketch.road("bn", seconds: 20)
        return (sketch, LaneChoice(network: try sketch.build()))
    }

    /// The edges along a word, each 100 m long.
    private func passed(_ sketch: NetworkSketch, _ word: String) -> [PassedEdge] {
        sketch.edges(along: word).enumerated().map { place, row in
            PassedEdge(
                leg: 0, element: place, edge: EdgeID(row: row), from: 0, to: 1,
                start: Int64(place) * 10_000, length: 10_000, reached: 0, travel: 20_000)
        }
    }

    @Test(arguments: [("abn", [true, false]), ("abc", [false, true])])
    func `at the end of a street, the lanes with the arrow of the turn are active`(
        word: String, active: [Bool]
    ) throws {
        let (sketch, choice) = try crossing()
        let found = choice.lanes(along: passed(sketch, word))
        #expect(found.map(\.meters) == [100])
        #expect(found.first?.lanes.map(\.turns) == [["left"], ["through", "right"]])
        #expect(found.first?.lanes.map(\.isActive) == active)
    }

    @Test func `a reserved lane is shown with its arrows, and never active`() throws {
        let (sketch, choice) = try crossing(lanes: [.left, .through, [.through, .reserved]])
        let found = choice.lanes(along: passed(sketch, "abc"))
        #expect(found.first?.lanes.map(\.turns) == [["left"], ["through"], ["through"]])
        #expect(found.first?.lanes.map(\.isActive) == [false, true, false])
    }

    @Test func `lanes that go on with the same arrows belong to a later junction`() throws {
        let (sketch, choice) = try crossing(lanesBehind: Self.arrows)
        #expect(choice.lanes(along: passed(sketch, "abc")).isEmpty)
        let (other, changed) = try crossing(lanesBehind: [.left, .right])
        #expect(changed.lanes(along: passed(other, "abc")).count == 1)
    }

    @Test func `lanes are not shown where a leg ends`() throws {
        let (sketch, choice) = try crossing()
        var edges = passed(sketch, "abn")
        edges[1].leg = 1
        #expect(choice.lanes(along: edges).isEmpty)
    }
}
