// Free streets behind limited ones: routes may start or end there, and never pass through.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct EnclosedStreetScenarios {
    /// A town `abcd` round a block. `be` and `ch` are limited; behind them lie the free streets
    /// `efgh`, and `ij` behind another limited one, `fi`.
    private let sketch = NetworkSketch(
        """
        a---b---e---f---i---j
        |   |   |   |
        d---c---h---g
        """
    ) {
        $0.road("abcda", seconds: 100)
        $0.road("be", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        $0.road("ch", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        $0.road("efgh", seconds: 10)
        $0.road("fi", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        $0.road("ij", seconds: 10)
    }

    @Test func `a stop on them is reached over the limited streets`() throws {
        #expect(try milliseconds(sketch, .middles("ab", "fg")) == 50_000 + 10_000 + 10_000 + 5_000)
    }

    @Test func `a stop on them is left over the limited streets`() throws {
        #expect(try milliseconds(sketch, .middles("fg", "ab")) == 5_000 + 10_000 + 10_000 + 50_000)
    }

    @Test func `no traffic passes through them`() throws {
        // Through e, f, g and h it would take 50 s less.
        #expect(try milliseconds(sketch, .middles("ab", "cd")) == 50_000 + 100_000 + 50_000)
    }

    @Test func `between two stops on them no route leads round`() throws {
        #expect(try milliseconds(sketch, .middles("ef", "gh")) == 5_000 + 10_000 + 5_000)
    }

    @Test func `streets behind a second limited street are reached too`() throws {
        #expect(
            try milliseconds(sketch, .middles("ab", "ij")) == 50_000 + 10_000 + 10_000 + 10_000
                + 5_000)
        #expect(
            try milliseconds(sketch, .middles("ij", "cd")) == 5_000 + 10_000 + 20_000 + 10_000
                + 50_000)
    }

    @Test func `a chain of legs goes in and out`() throws {
        let there = try #require(try milliseconds(sketch, .middles("ab", "fg")))
        let back = try #require(try milliseconds(sketch, .middles("fg", "cd")))
        #expect(try milliseconds(sketch, .middles("ab", "fg", "cd")) == there + back)
    }

    @Test func `a limited street that is one-way lets in by one end and out by the other`() throws {
        var sketch = NetworkSketch(
            """
            a---b---e---f
            |   |       |
            d---c---h---g
            """)
        sketch.road("abcda", seconds: 100)
        sketch.oneWay("be", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        sketch.oneWay("hc", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        sketch.oneWay("efgh", seconds: 10)
        let inside = sketch.place("f", "g", at: 0.5)
        let outside = sketch.place("a", "b", at: 0.5)
        #expect(try milliseconds(sketch, [outside, inside]) == 50_000 + 10_000 + 10_000 + 5_000)
        #expect(
            try milliseconds(sketch, [inside, outside])
                == 5_000 + 10_000 + 10_000 + 100_000 + 50_000)
        // b to c takes 100 s by the street between them, 50 s through the area.
        #expect(try milliseconds(sketch, [outside, sketch.place("c", "d", at: 0.5)]) == 200_000)
    }

    @Test func `an island that nothing connects keeps free streets of its own`() throws {
        var sketch = NetworkSketch(
            """
            a---b   e---f---g---h
            |   |       |   |
            d---c       k---l
            """)
        sketch.road("abcda", seconds: 10)
        sketch.road("efgh", seconds: 10)
        sketch.road("fk", seconds: 10)
        sketch.road("gl", seconds: 10)
        sketch.road("kl", seconds: 1) { $0.restrictions = TestNetwork.throughTraffic }
        // On the island too, kl is closed to through traffic.
        let cost = try milliseconds(sketch, .middles("ef", "gh"))
        #expect(cost == 20_000)
        let stop = try milliseconds(sketch, .middles("ef", "kl"))
        #expect(stop == 15_500)
    }

    @Test func `a free street that runs out of the data stays free`() throws {
        var sketch = NetworkSketch(
            """
            a---b---e---f
            |   |
            d---c---h
            """)
        sketch.road("abcda", seconds: 10)
        sketch.oneWay("bef", seconds: 10)
        sketch.road("ch", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        let network = try sketch.build()
        for edge in sketch.edges(along: "bef") {
            #expect(network.edgeRestrictions[edge] & TestNetwork.throughTraffic == 0)
        }
        #expect(try milliseconds(sketch, .middles("ab", "ef")) == 5_000 + 10_000 + 5_000)
    }
}
