// Turn restrictions of every kind, on drawings.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct TurnScenarios {
    /// A grid of four blocks: `abc` the north street, `def` the middle, `ghi` the south.
    private let grid = NetworkSketch(
        """
        a---b---c
        |   |   |
        d---e---f
        |   |   |
        g---h---i
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("def", seconds: 10)
        $0.road("ghi", seconds: 10)
        $0.road("adg", seconds: 10)
        $0.road("beh", seconds: 10)
        $0.road("cfi", seconds: 10)
    }

    @Test func `a free grid is crossed straight`() throws {
        #expect(try milliseconds(grid, .middles("de", "eb")) == 10_000)
    }

    @Test func `a forbidden left turn is driven round the block`() throws {
        var sketch = grid
        sketch.forbid("deb")
        // Turning round at the stop and going by a and b is shorter than going on by f, c and b.
        #expect(try milliseconds(sketch, .middles("de", "eb")) == 30_000)
    }

    @Test func `a stop before the turn may turn round and use another path`() throws {
        var sketch = grid
        sketch.forbid("deb")
        sketch.forbid("abe")
        // The turn at b is barred on the way west by d and a too, so the route goes round by the
        // east.
        #expect(try milliseconds(sketch, .middles("de", "eb")) == 40_000)
    }

    @Test func `a turn forbidden to cars is free to buses`() throws {
        var sketch = grid
        sketch.forbid("deb")
        let bus = try milliseconds(sketch, .middles("de", "eb")) {
            $0.restrictionAttributeNames = ["Driving a Bus", "Oneway"]
        }
        #expect(bus == 10_000)
    }

    @Test func `only straight on forbids all other turns`() throws {
        var sketch = grid
        for other in ["deb", "deh", "ded"] { sketch.forbid(other) }
        #expect(try milliseconds(sketch, .middles("de", "ef")) == 10_000)
        #expect(try milliseconds(sketch, .middles("de", "eh")) == 30_000)
    }

    @Test func `a via way binds only traffic that came by its from way`() throws {
        var sketch = grid
        sketch.forbid("defc")
        #expect(try milliseconds(sketch, .middles("de", "fc")) == 30_000)
        #expect(try milliseconds(sketch, .middles("he", "fc")) == 20_000)
        #expect(try milliseconds(sketch, .middles("ef", "fc")) == 10_000)
    }

    @Test func `a no-U-turn sign binds where the policy would allow one`() throws {
        var sketch = grid
        sketch.forbid("ded")
        let places = [
            sketch.place("d", "e", at: 0.5, right: 10), sketch.place("e", "d", at: 0.5, right: 10),
        ]
        func ask(_ sketch: NetworkSketch) throws -> Int64? {
            try milliseconds(sketch, places) {
                $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
                $0.restrictUTurns = .atDeadEndsAndIntersections
            }
        }
        #expect(try ask(grid) == 10_000)
        // On to b, h or f, where the next U-turn is allowed.
        #expect(try ask(sketch) == 30_000)
    }

    @Test func `only along a via way forbids leaving it early or late, once it is driven`() throws {
        var sketch = grid
        // Traffic from d over ef must continue to i.
        for other in ["defc", "defe"] { sketch.forbid(other) }
        #expect(try milliseconds(sketch, .middles("de", "fi")) == 20_000)
        #expect(try milliseconds(sketch, .middles("de", "fc")) == 30_000)
        // Leaving e by another street is free: the vehicle has not driven the whole via way.
        #expect(try milliseconds(sketch, .middles("de", "eh")) == 10_000)
        #expect(try milliseconds(sketch, .middles("he", "fc")) == 20_000)
    }

    @Test func `a prohibition is lifted with the restriction it belongs to`() throws {
        var sketch = grid
        sketch.forbid("deb", under: TestNetwork.automobile | TestNetwork.bus)
        let unbound = try milliseconds(sketch, .middles("de", "eb")) {
            $0.restrictionAttributeNames = ["Oneway"]
        }
        #expect(unbound == 10_000)
        let bus = try milliseconds(sketch, .middles("de", "eb")) {
            $0.restrictionAttributeNames = ["Driving a Bus"]
        }
        #expect(bus == 30_000)
    }

    @Test func `two via ways that share a street are distinguished`() throws {
        var sketch = grid
        sketch.forbid("defc")
        sketch.forbid("hefi")
        #expect(try milliseconds(sketch, .middles("de", "fi")) == 20_000)
        #expect(try milliseconds(sketch, .middles("he", "fc")) == 20_000)
        #expect(try milliseconds(sketch, .middles("de", "fc")) == 30_000)
    }
}

struct TurnCostScenarios {
    /// A crossing where a turn costs 0.7 s for each 30 degrees, and a U-turn 5 s more.
    private func layer(_ change: (inout NetworkSketch) -> Void = { _ in }) throws -> NetworkLayer {
        var sketch = crossing
        change(&sketch)
        return NetworkLayer(
            network: try sketch.build(turnCosts: AngleTurns()),
            configuration: try NetworkLayer.sketched(crossing).configuration)
    }

    private let crossing = NetworkSketch(
        """
            d
            |
        a---b---c
            |
            e
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("dbe", seconds: 10)
    }

    private func middle(_ from: Character, _ to: Character) -> Coordinate {
        crossing.place(from, to, at: 0.5)
    }

    @Test func `turns cost, in the search and in the totals`() throws {
        let straight = try answer(from: layer(), [middle("a", "b"), middle("b", "c")])
        #expect(straight.impedance == 10_000)
        let left = try answer(from: layer(), [middle("a", "b"), middle("b", "d")])
        #expect(left.impedance == 12_100)
        #expect(left.total("Total_TravelTime") == 12.1 / 60)
        let length = try #require(left.total("Total_Length"))
        #expect(abs(length - 200) < 0.02)
    }

    @Test func `a turn's time is at its point of the line, in no other piece`() throws {
        let left = try answer(from: layer(), [middle("a", "b"), middle("b", "d")]) {
            $0.returnConditions = true
            $0.returnLegs = true
        }
        let route = try #require(left.conditions?.first)
        #expect(route.turns == [TurnTime(point: 1, seconds: 2.1)])
        #expect(route.seconds == [5, 7.1])
        #expect(left.routeLegs.first?.seconds == 12.1)
        let straight = try answer(from: layer(), [middle("a", "b"), middle("b", "c")]) {
            $0.returnConditions = true
        }
        #expect(straight.conditions?.first?.turns == [])
        #expect(straight.conditions?.first?.seconds == [5, 5])
    }

    @Test func `lights cost those that meet them, straight on`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c
                |
                d
            """)
        sketch.road("ab", seconds: 10) { $0.put(.trafficSignals, at: 1, .forward) }
        sketch.road("bc", seconds: 10)
        sketch.road("bd", seconds: 10)
        let layer = NetworkLayer(
            network: try sketch.build(turnCosts: AngleTurns()),
            configuration: try NetworkLayer.sketched(sketch).configuration)
        let (west, east) = (sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5))
        #expect(try answer(from: layer, [west, east]).impedance == 12_000)
        #expect(try answer(from: layer, [east, west]).impedance == 10_000)
    }

    @Test func `a U-turn at a junction costs, one at a stop does not`() throws {
        let (home, there) = (middle("a", "b"), middle("b", "c"))
        let free = try answer(from: layer(), [home, there, home])
        #expect(free.impedance == 20_000)
        let beside = [
            crossing.place("a", "b", at: 0.5, right: 10),
            crossing.place("b", "a", at: 0.5, right: 10),
        ]
        let turned = try answer(from: layer(), beside) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
            $0.restrictUTurns = .atDeadEndsAndIntersections
        }
        // 180 degrees cost 4.2 s, the U-turn 5 s.
        #expect(turned.impedance == 19_200)
    }

    @Test func `leaving a stop at a junction costs no turn`() throws {
        let result = try answer(from: layer(), crossing.places("bd"))
        #expect(result.impedance == 10_000)
    }

    @Test func `usages and scaled barriers leave turn costs alone`() throws {
        let layer = try layer { $0.road("bd", seconds: 1) { $0.restrictions = TestNetwork.toll } }
        let result = try answer(from: layer, [middle("a", "b"), crossing.place("d")]) {
            $0.restrictionAttributeNames = ["Avoid Toll Roads"]
            $0.barPolygons(
                [[crossing.box("b", "d", -0.1...1.1)]],
                [["BarrierType": .integer(1), "Attr_TravelTime": .double(2)]])
        }
        // 4 s without a factor, the last 20 m to b doubled to 2 s, the turn, and 1 s by 2 twice.
        let cost = try #require(result.impedance)
        #expect(abs(cost - 12_100) <= 1)
        #expect(result.messageText.contains("Avoid Toll Roads"))
    }
}
