// One-way streets, roundabouts and dead ends.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct OneWayScenarios {
    /// A block whose north side is one-way from a to b.
    private let block = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.oneWay("ab", seconds: 10)
        $0.road("bcda", seconds: 10)
    }

    @Test func `a one-way street is not entered against its direction`() throws {
        #expect(try milliseconds(block, "ab") == 10_000)
        #expect(try milliseconds(block, "ba") == 30_000)
    }

    @Test(arguments: ["Driving an Automobile", "Driving a Bus"])
    func `a driver is held to the direction, named or not`(vehicle: String) throws {
        let cost = try milliseconds(block, "ba") { $0.restrictionAttributeNames = [vehicle] }
        #expect(cost == 30_000)
    }

    @Test func `where the direction rule is weighed instead of kept, it is`() throws {
        let cost = try milliseconds(block, "ba") {
            $0.restrictionAttributeNames = ["Driving an Automobile"]
            $0.attributeParameterValues = [.usage("1.5", of: "Oneway")]
        }
        #expect(cost == 15_000)
    }

    @Test func `without any access restriction it is, with a warning`() throws {
        let free = try answer(block, "ba") { $0.restrictionAttributeNames = [] }
        #expect(free.impedance == 10_000)
        let warning = try #require(free.messages.first { $0.type == .warning })
        #expect(warning.text.contains("against one-way directions"))
        #expect(warning.text.contains("\"Driving an Automobile\""))
        let held = try answer(block, "ba") { $0.restrictionAttributeNames = ["Oneway"] }
        #expect(held.impedance == 30_000)
        #expect(held.messageText.contains("No access restriction is active"))
        #expect(!held.messageText.contains("against one-way directions"))
        let named = try answer(block, "ba") { $0.restrictionAttributeNames = ["Driving a Bus"] }
        #expect(!named.messageText.contains("No access restriction"))
    }

    @Test func `pedestrians use both directions`() throws {
        let result = try answer(block, "ba") {
            $0.restrictionAttributeNames = ["Walking"]
            $0.impedanceAttributeName = "WalkTime"
        }
        // 200 m at one meter a second, up to the last digit of the drawing's coordinates.
        let cost = try #require(result.impedance)
        #expect(abs(cost - 200_000) < 10)
    }

    @Test func `a stop in a one-way street is left in its direction only`() throws {
        let places = [block.place("a", "b", at: 0.2), block.place("d", "a", at: 0.5)]
        #expect(try milliseconds(block, places) == 8_000 + 10_000 + 10_000 + 5_000)
        #expect(try milliseconds(block, places.reversed()) == 5_000 + 2_000)
    }

    @Test func `a stop behind in a one-way street is reached round the block`() throws {
        let places = [block.place("a", "b", at: 0.7), block.place("a", "b", at: 0.3)]
        #expect(try milliseconds(block, places) == 3_000 + 30_000 + 3_000)
        #expect(try milliseconds(block, places.reversed()) == 4_000)
    }

    @Test func `a stop in a one-way street is not turned round at`() throws {
        let middle = block.place("a", "b", at: 0.5)
        let places = [block.place("a"), middle, block.place("a")]
        #expect(try milliseconds(block, places) == 5_000 + 5_000 + 30_000)
    }

    @Test func `a one-way dead end takes cars in and lets none out`() throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("ab", seconds: 10)
        sketch.oneWay("bc", seconds: 10)
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5)]
        #expect(try milliseconds(sketch, places) == 10_000)
        #expect(try milliseconds(sketch, places.reversed()) { $0.keepInPlace() } == nil)
    }
}

struct RoundaboutScenarios {
    /// A roundabout of four arms in right-hand traffic: t, l, u, r and back to t.
    private let ring = NetworkSketch(
        """
            n
            t
        w-l   r-e
            u
            s
        """
    ) {
        $0.oneWay("tlurt", seconds: 5) { $0.flags = .roundabout }
        $0.road("nt", seconds: 10)
        $0.road("wl", seconds: 10)
        $0.road("su", seconds: 10)
        $0.road("er", seconds: 10)
    }

    @Test func `the first exit is the next arm counterclockwise`() throws {
        #expect(try milliseconds(ring, .middles("wl", "us")) == 5_000 + 5_000 + 5_000)
    }

    @Test func `straight on takes half the ring`() throws {
        #expect(try milliseconds(ring, .middles("wl", "re")) == 5_000 + 10_000 + 5_000)
    }

    @Test func `the arm to the left takes three quarters`() throws {
        #expect(try milliseconds(ring, .middles("wl", "tn")) == 5_000 + 15_000 + 5_000)
    }

    @Test func `the whole circuit is a U-turn that no policy forbids`() throws {
        let places = [
            ring.place("w", "l", at: 0.5, right: 10), ring.place("l", "w", at: 0.5, right: 10),
        ]
        let cost = try milliseconds(ring, places) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
            $0.restrictUTurns = .noBacktrack
        }
        #expect(cost == 30_000)
    }

    @Test func `a stop on the ring is passed and reached again`() throws {
        let places = [ring.place("l", "u", at: 0.6), ring.place("l", "u", at: 0.4)]
        #expect(try milliseconds(ring, places) == 2_000 + 15_000 + 2_000)
    }
}

struct DeadEndScenarios {
    /// A street from b north to a dead end at d.
    private let stub = NetworkSketch(
        """
            d
            |
        a---b---c
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("bd", seconds: 10)
    }

    @Test func `a stop at the tip of a dead end is left again`() throws {
        #expect(try milliseconds(stub, "adc") == 40_000)
    }

    @Test func `a stop halfway is turned round at before the tip`() throws {
        let places = [stub.place("a"), stub.place("b", "d", at: 0.3), stub.place("c")]
        #expect(try milliseconds(stub, places) == 13_000 + 13_000)
    }

    @Test func `the line of a route runs into the dead end and out again`() throws {
        #expect(stub.letters(along: try answer(stub, "adc")) == "abdbc")
    }

    @Test func `a stop on the far side of a dead end is reached by its tip`() throws {
        let places = [stub.place("a"), stub.place("d", "b", at: 0.5, right: 10)]
        let cost = try milliseconds(stub, places) {
            $0.setStops([[:], ["CurbApproach": .integer(1)]])
            $0.restrictUTurns = .atDeadEndsOnly
        }
        #expect(cost == 25_000)
    }
}
