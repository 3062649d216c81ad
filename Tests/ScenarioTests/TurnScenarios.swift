// Turn restrictions of every kind, on drawings.

import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct TurnScenarios {
    /// A grid of four blocks: `abc` the north street, `def` the middle, `ghi` the south.
    private var grid: NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |   |
            d---e---f
            |   |   |
            g---h---i
            """)
        sketch.road("abc", seconds: 10)
        sketch.road("def", seconds: 10)
        sketch.road("ghi", seconds: 10)
        sketch.road("adg", seconds: 10)
        sketch.road("beh", seconds: 10)
        sketch.road("cfi", seconds: 10)
        return sketch
    }

    private func cost(
        _ sketch: NetworkSketch, _ from: (Character, Character), _ to: (Character, Character),
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> Int64? {
        try milliseconds(sketch) { parameters in
            parameters = RouteParameters(through: [
                sketch.place(from.0, from.1, at: 0.5), sketch.place(to.0, to.1, at: 0.5),
            ])
            change(&parameters)
        }
    }

    @Test func `a free grid is crossed straight`() throws {
        #expect(try cost(grid, ("d", "e"), ("e", "b")) == 10_000)
    }

    @Test func `a forbidden left turn is driven round the block`() throws {
        var sketch = grid
        sketch.forbid("deb")
        // Turning round at the stop and going by a and b is shorter than going on by f, c and b.
        #expect(try cost(sketch, ("d", "e"), ("e", "b")) == 30_000)
    }

    @Test func `a stop before the turn may turn round and come another way`() throws {
        var sketch = grid
        sketch.forbid("deb")
        sketch.forbid("abe")
        // Leaving west from the stop: d, a, b is barred at b too, so round by the east.
        #expect(try cost(sketch, ("d", "e"), ("e", "b")) == 40_000)
    }

    @Test func `a turn forbidden to cars is free to buses`() throws {
        var sketch = grid
        sketch.forbid("deb")
        let bus = try cost(sketch, ("d", "e"), ("e", "b")) {
            $0.restrictionAttributeNames = ["Driving a Bus", "Oneway"]
        }
        #expect(bus == 10_000)
    }

    @Test func `only straight on forbids all other turns`() throws {
        var sketch = grid
        for other in ["deb", "deh", "ded"] { sketch.forbid(other) }
        #expect(try cost(sketch, ("d", "e"), ("e", "f")) == 10_000)
        #expect(try cost(sketch, ("d", "e"), ("e", "h")) == 30_000)
    }

    @Test func `a via way binds only those who came by its from way`() throws {
        var sketch = grid
        sketch.forbid("defc")
        #expect(try cost(sketch, ("d", "e"), ("f", "c")) == 30_000)
        #expect(try cost(sketch, ("h", "e"), ("f", "c")) == 20_000)
        #expect(try cost(sketch, ("e", "f"), ("f", "c")) == 10_000)
    }
}
