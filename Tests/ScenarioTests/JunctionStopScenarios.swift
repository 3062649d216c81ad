// Stops at junctions do not enable turns that are forbidden there.

import RouteAPI
import RouteTesting
import Testing

struct JunctionStopScenarios {
    private let sketch = NetworkSketch(
        """
        a---b---c
            |
            d
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("bd", seconds: 10)
    }

    @Test func `a forbidden turn is not made by a stop at its junction`() throws {
        var sketch = sketch
        sketch.forbid("abd")
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("b"), sketch.place("d")]
        #expect(try milliseconds(sketch, places) == nil)
        let around = try milliseconds(sketch, places) { $0.restrictUTurns = .atDeadEndsOnly }
        #expect(around == 35_000)
    }

    @Test func `a stop at a junction may be left against the direction it was reached in`() throws {
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("b"), sketch.place("a")]
        #expect(try milliseconds(sketch, places) == 5_000 + 10_000)
    }
}
