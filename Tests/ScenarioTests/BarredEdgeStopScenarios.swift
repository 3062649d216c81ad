// Stops that moved to the border of a closed area are reached along the open part from either end.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct BarredEdgeStopScenarios {
    /// The cost on one street that is closed from its beginning up to some share.
    private func cost(closedUpTo share: Double, from: Character, to: Character) throws -> Int64? {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("ab", seconds: 10)
        sketch.road("bc", seconds: 10)
        sketch.road("cd", seconds: 10)
        let stop = sketch.place("b", "c", at: share / 2)
        let end = sketch.place("d")
        let places = from == "d" ? [end, stop] : [stop, end]
        return try milliseconds(sketch, places) { parameters in
            parameters.barPolygons([[sketch.box("b", "c", -0.2...share)]])
        }
    }

    @Test func `a stop at the border of a closed part is reached and left over the open part`()
        throws
    {
        for step in 1..<40 {
            let share = 0.3 + Double(step) / 60
            let there = try cost(closedUpTo: share, from: "d", to: "x")
            let back = try cost(closedUpTo: share, from: "x", to: "d")
            #expect(there != nil, "share \(share)")
            #expect(back != nil, "share \(share)")
            #expect(abs((there ?? 0) - (back ?? 0)) <= 1, "share \(share)")
        }
    }
}
