// Tests where and when a route passes a place on one of its edges.

import RoadNetwork
import Testing

@testable import Answers

struct PassedEdgeTests {
    /// The last three quarters of an edge of 4 m, 10 m and 5 s after the start.
    private let edge = PassedEdge(
        leg: 0, element: 3, edge: EdgeID(row: 6), from: 0.25, to: 1, start: 1_000, length: 300,
        reached: 5_000, travel: 3_000)

    @Test func `a place has the centimeters and the time of its share of the edge`() {
        #expect(edge.end == 1_300)
        #expect(edge.centimeters(to: 0.25, ofLength: 400) == 1_000)
        #expect(edge.centimeters(to: 0.75, ofLength: 400) == 1_200)
        #expect(edge.milliseconds(to: 0.25) == 5_000)
        #expect(edge.milliseconds(to: 0.5) == 6_000)
        #expect(edge.milliseconds(to: 1) == 8_000)
    }

    @Test func `an edge that is only touched is passed at once`() {
        var touched = edge
        touched.from = 1
        #expect(!touched.isTraveled && edge.isTraveled)
        #expect(touched.milliseconds(to: 1) == 5_000)
    }
}
