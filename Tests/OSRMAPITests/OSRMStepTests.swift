// Tests how legs become steps, and lines overviews.

import Geo
import RouteAPI
import Testing

@testable import OSRMAPI

@Suite struct OSRMStepTests {
    /// East for two pieces, then north for one.
    private func leg() -> OSRMLeg {
        var leg = OSRMLeg()
        leg.line = [(0.0, 0.0), (0.01, 0), (0.02, 0), (0.02, 0.01)].map {
            Coordinate(x: $0.0, y: $0.1)
        }
        leg.meters = [100, 200, 300]
        leg.seconds = [10, 20, 45]
        (leg.totalMeters, leg.totalSeconds, leg.weight) = (600, 75, 75)
        leg.maneuvers = [told("Straight", "Quay", 0...2), told("TurnLeft", "Lane", 2...3)]
        leg.lanes = [ManeuverLanes(meters: 300, lanes: [.init(turns: ["left"], isActive: true)])]
        return leg
    }

    /// A maneuver from one point of the leg to another.
    private func told(_ type: String, _ road: String, _ points: ClosedRange<Int>) -> StepManeuver {
        var told = StepManeuver(
            "esriDMT" + type,
            at: StepPlace(
                firstPoint: points.lowerBound, lastPoint: points.upperBound,
                meters: [0, 100, 300][points.lowerBound]))
        told.roads = [road]
        return told
    }

    @Test func `steps cover the leg, from a departure to an arrival`() {
        let steps = OSRMStep.all(of: leg())
        #expect(steps.map(\.maneuver.type) == ["depart", "turn", "arrive"])
        #expect(steps.map(\.maneuver.modifier) == [nil, "left", nil])
        #expect(steps.map(\.meters) == [300, 300, 0])
        #expect(steps.map(\.seconds) == [30, 45, 0])
        #expect(steps.map(\.name) == ["Quay", "Lane", "Lane"])
        #expect(steps.map(\.bearingBefore) == [0, 90, 0])
        #expect(steps.map(\.bearingAfter) == [90, 0, 0])
        #expect(steps[1].lanes.count == 1 && steps[0].lanes.isEmpty)
    }

    @Test func `a leg without directions is one step`() {
        var leg = leg()
        leg.maneuvers = []
        let steps = OSRMStep.all(of: leg)
        #expect(steps.map(\.maneuver.type) == ["depart", "arrive"])
        #expect(steps[0].meters == 600)
        leg.line = []
        #expect(OSRMStep.all(of: leg).isEmpty)
    }

    /// A roundabout from the second point to the third.
    private func roundabout() -> OSRMLeg {
        var leg = leg()
        leg.maneuvers = [told("Straight", "Quay", 0...1), told("Roundabout", "Lane", 1...3)]
        leg.maneuvers[1].roundaboutExit = 2
        let roads = [0, 90, 180, 270].map { RouteJunction.Road(bearing: $0, isEntry: $0 < 180) }
        var entry = RouteJunction(point: 1, meters: 100, roads: roads, arrival: 3, departure: 1)
        entry.isRoundBehind = true
        var exit = RouteJunction(
            point: 2, meters: 300, roads: roads, arrival: 3, departure: 0, classes: ["tunnel"])
        exit.isRoundBefore = true
        leg.junctions = [entry, exit]
        return leg
    }

    @Test func `a roundabout is entered and left, and counts its exits`() {
        let steps = OSRMStep.all(of: roundabout())
        #expect(
            steps.map(\.maneuver.type) == ["depart", "roundabout", "exit roundabout", "arrive"])
        #expect(steps.map(\.maneuver.exit) == [nil, 2, 2, nil])
        #expect(steps.map(\.maneuver.modifier) == [nil, "straight", "left", nil])
        #expect(steps.map(\.meters) == [100, 200, 300, 0])
        #expect(steps.map(\.seconds) == [10, 20, 45, 0])
        #expect(steps.map(\.name) == ["Quay", "Lane", "Lane", "Lane"])
        #expect(steps.allSatisfy { $0.exits.isEmpty && $0.rotary.isEmpty })
        #expect(steps[2].junction?.classes == ["tunnel"])
        #expect(steps[2].bearingBefore == 90 && steps[2].bearingAfter == 0)
    }

    @Test func `a large roundabout with a name of its own is a rotary`() {
        var leg = roundabout()
        leg.maneuvers[1].roundabout = "Star Square"
        leg.maneuvers[1].ringMeters = 80
        #expect(OSRMStep.all(of: leg)[1].maneuver.type == "roundabout")
        leg.maneuvers[1].ringMeters = 120
        let steps = OSRMStep.all(of: leg)
        #expect(steps.map(\.maneuver.type) == ["depart", "rotary", "exit rotary", "arrive"])
        #expect(steps.map(\.rotary) == ["", "Star Square", "", ""])
        #expect(steps.map(\.maneuver.exit) == [nil, 2, 2, nil])
    }

    @Test func `a maneuver says what it is, in no language`() {
        var leg = leg()
        leg.maneuvers[1].endsRoad = true
        leg.maneuvers[1].exit = "12a"
        leg.maneuvers[1].toward = "Harbor, Center"
        leg.maneuvers[1].roads = ["A 8", "Lane"]
        let step = OSRMStep.all(of: leg)[1]
        #expect(step.maneuver.type == "end of road" && step.maneuver.modifier == "left")
        #expect(step.exits == "12a" && step.destinations == "Harbor, Center")
        #expect(step.name == "Lane" && step.reference == "A 8")
        leg.maneuvers[1].type = "esriDMTStraight"
        leg.maneuvers[1].endsRoad = false
        leg.maneuvers[1].takesRamp = true
        #expect(OSRMStep.all(of: leg)[1].maneuver.type == "on ramp")
    }

    @Test func `a step has the junctions that it passes, with their lanes`() {
        var leg = roundabout()
        leg.maneuvers.removeLast()
        leg.junctions[1].lanes = [.init(turns: [], isActive: true)]
        let steps = OSRMStep.all(of: leg)
        #expect(steps.map(\.maneuver.type) == ["depart", "arrive"])
        #expect(steps[0].junction == nil)
        #expect(steps[0].passed.map(\.point) == [1, 2])
        #expect(steps[0].passed.map(\.lanes.count) == [0, 1])
        #expect(steps[1].junction == nil && steps[1].passed.isEmpty)
    }

    @Test func `an arrival says on which side the place is`() {
        var leg = leg()
        leg.destination = Coordinate(x: 0.021, y: 0.01)
        #expect(OSRMStep.all(of: leg).last?.maneuver.modifier == "right")
        leg.destination = Coordinate(x: 0.019, y: 0.01)
        #expect(OSRMStep.all(of: leg).last?.maneuver.modifier == "left")
        leg.destination = Coordinate(x: 0.02, y: 0.01)
        #expect(OSRMStep.all(of: leg).last?.maneuver.modifier == nil)
    }

    @Test func `maneuvers have OSRM's words`() {
        let words: [(String, Double, Bool, String, String)] = [
            ("Straight", 0, true, "continue", "straight"),
            ("Straight", 0, false, "new name", "straight"),
            ("BearRight", 30, true, "turn", "slight right"),
            ("SharpLeft", -130, false, "turn", "sharp left"),
            ("BearRight", 50, false, "turn", "right"),
            ("BearRight", -5, false, "turn", "slight right"),
            ("TurnLeft", -90, true, "continue", "left"),
            ("UTurn", 180, true, "continue", "uturn"),
            ("Roundabout", 90, false, "roundabout", "right"),
            ("HighwayMerge", -30, false, "merge", "slight left"),
            ("HighwayExit", 30, false, "off ramp", "slight right"),
            ("RampLeft", -20, false, "on ramp", "slight left"),
            ("RampRight", 100, false, "on ramp", "right"),
            ("Straight", 30, false, "new name", "slight right"),
            ("HighwayChange", 0, false, "new name", "straight"),
            ("ForkCenter", 0, false, "fork", "straight"),
            ("Ferry", 0, false, "notification", "straight"),
            ("Elevator", 0, true, "continue", "straight"),
        ]
        for (wire, angle, keeps, type, modifier) in words {
            let maneuver = OSRMManeuver("esriDMT" + wire, angle: angle, keepsName: keeps)
            #expect(maneuver.type == type && maneuver.modifier == modifier, "\(wire)")
        }
    }

    @Test func `a ramp names its side even if it leaves or joins almost straight`() {
        func modifier(_ wire: String, _ side: String) -> String? {
            OSRMManeuver("esriDMT" + wire, angle: 2, keepsName: false, side: side).modifier
        }
        #expect(modifier("HighwayExit", "right") == "slight right")
        #expect(modifier("HighwayMerge", "left") == "slight left")
    }

    @Test func `numbers are told from names`() {
        for number in ["A 44", "IC 1", "B191a", "13"] { #expect(RoadNumber.isNumber(number)) }
        for name in ["5th Avenue", "Rua 5", "Quay", ""] { #expect(!RoadNumber.isNumber(name)) }
    }

    @Test func `annotations leave out turns`() {
        var leg = leg()
        leg.turnSeconds = [0, 0, 5]
        #expect(leg.secondsWithoutTurns == [10, 20, 40])
    }

    @Test func `an overview keeps the ends and the corners`() {
        var line = (0...5_000).map { Coordinate(x: Double($0) * 1e-5, y: 0) }
        line += (1...5_000).map { Coordinate(x: 0.05, y: Double($0) * 1e-5) }
        let simple = OSRMOverview.simplified(line)
        #expect(simple.first == line.first && simple.last == line.last)
        #expect(simple.contains(line[5_000]))
        #expect(simple.count < 20)
        #expect(OSRMOverview.simplified([line[0]]) == [line[0]])
        let still = [Coordinate](repeating: line[0], count: 5)
        #expect(OSRMOverview.simplified(still).count >= 2)
    }

    @Test func `legs are joined at points that are no waypoints`() {
        var whole = leg()
        whole.append(leg())
        #expect(whole.line.count == 7)
        #expect(whole.meters.count == 6)
        #expect(whole.totalMeters == 1_200 && whole.totalSeconds == 150)
    }
}
