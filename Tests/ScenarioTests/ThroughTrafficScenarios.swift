// Areas closed to through traffic: routes may start or end in them, and never pass through.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct ThroughTrafficScenarios {
    /// bc is closed to through traffic; the detour by e and f is long.
    private let sketch = NetworkSketch(
        """
        a---b---c---d
        |           |
        e-----------f
        """
    ) {
        $0.road("ab", seconds: 10)
        $0.road("bc", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        $0.road("cd", seconds: 10)
        $0.road("aefd", seconds: 20)
    }

    @Test func `through traffic is refused`() throws {
        #expect(try milliseconds(sketch, .middles("ab", "cd")) == 5_000 + 60_000 + 5_000)
    }

    @Test func `a stop inside is reached from both ends`() throws {
        #expect(try milliseconds(sketch, .middles("ab", "bc")) == 10_000)
        #expect(try milliseconds(sketch, .middles("cd", "bc")) == 10_000)
    }

    @Test func `a start inside is left by both ends`() throws {
        #expect(try milliseconds(sketch, .middles("bc", "ab")) == 10_000)
        #expect(try milliseconds(sketch, .middles("bc", "cd")) == 10_000)
    }

    @Test func `a stop inside lets the route in by one end and out by the other`() throws {
        #expect(try milliseconds(sketch, .middles("ab", "bc", "cd")) == 20_000)
    }

    @Test func `with the restriction off all traffic passes`() throws {
        let through = try milliseconds(sketch, .middles("ab", "cd")) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Oneway"]
        }
        #expect(through == 20_000)
    }

    @Test(
        arguments: [("AVOID_LOW", 23_000), ("AVOID_MEDIUM", 30_000), ("7.5", 70_000)]
            as [(String, Int64)])
    func `avoided instead of prohibited it is weighed`(usage: String, cost: Int64) throws {
        let found = try milliseconds(sketch, .middles("ab", "cd")) {
            $0.attributeParameterValues = [.usage(usage, of: "Through Traffic Prohibited")]
        }
        #expect(found == cost)
    }

    @Test func `from one area into another, by open streets between`() throws {
        let sketch = NetworkSketch.street("abcdef", seconds: 10)
        var closed = NetworkSketch("a---b---c---d---e---f")
        closed.road("ab", seconds: 10)
        closed.road("bc", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        closed.road("cd", seconds: 10)
        closed.road("de", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        closed.road("ef", seconds: 10)
        // D N* D: allowed.
        #expect(try milliseconds(closed, .middles("bc", "de")) == 20_000)
        // A street reached only through an area is part of it.
        #expect(try milliseconds(closed, .middles("ab", "cd")) == 20_000)
        #expect(try milliseconds(closed, .middles("bc", "ef")) == 30_000)
        #expect(try milliseconds(sketch, .middles("bc", "ef")) == 30_000)
    }

    @Test func `several streets of one area are driven to the end`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |           |
            e-----------f
            """)
        sketch.road("ab", seconds: 10)
        sketch.road("bcd", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        sketch.road("aefd", seconds: 20)
        #expect(try milliseconds(sketch, .middles("ab", "cd")) == 5_000 + 10_000 + 5_000)
        // Both ends inside; an open path out and back in is no shorter.
        #expect(try milliseconds(sketch, .middles("bc", "cd")) == 10_000)
    }

    @Test func `an area may be left and entered again between two stops inside`() throws {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road("ab", seconds: 100) { $0.restrictions = TestNetwork.throughTraffic }
        sketch.road("bcda", seconds: 5)
        let places = [sketch.place("a", "b", at: 0.1), sketch.place("a", "b", at: 0.9)]
        #expect(try milliseconds(sketch, places) == 10_000 + 15_000 + 10_000)
    }

    @Test func `a street that is closed to through traffic at hours is judged when it is reached`()
        throws
    {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |           |
            e-----------f
            """)
        sketch.road("ab", seconds: 60)
        sketch.road("bc", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        sketch.road("cd", seconds: 10)
        sketch.road("aefd", seconds: 600)
        sketch.condition(
            on: "cd", "07:00-09:00", tag: "vehicle:conditional=destination @ (07:00-09:00)",
            restrictions: TestNetwork.throughTraffic)
        let town = sketch
        let (outside, inside) = (town.place("a"), town.place("c", "d", at: 0.5))
        /// The cost of a route that starts some seconds after 7:00 on Monday, 24 June 2024.
        func cost(_ places: [Coordinate], at seconds: Int64) throws -> Int64? {
            try milliseconds(town, places) {
                $0.startTime = .milliseconds(1_719_212_400_000 + seconds * 1_000)
            }
        }
        // At 7:00:40 cd belongs to the area that begins with bc; at 6:51:10 it lies behind it.
        #expect(try cost([outside, inside], at: -30) == 75_000)
        #expect(try cost([outside, inside], at: -600) == 1_805_000)
        #expect(try cost([inside, outside], at: -2) == 75_000)
        #expect(try cost([inside, outside], at: -600) == 1_805_000)
        // Through both streets, which no time allows.
        let ends = [town.place("f", "d", at: 0.5), town.place("a", "b", at: 0.5)]
        for seconds: Int64 in [-600, -2, 60] {
            #expect(try cost(ends, at: seconds) == 1_530_000)
        }
    }
}
