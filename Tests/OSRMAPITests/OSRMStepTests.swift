// Tests how legs become steps, and lines overviews.

import Geo
import RouteAPI
import Testing

@testable import OSRMAPI

@Suite struct OSRMStepTests {
    /// A route with one leg: east for two pieces, then north for one.
    private func route() -> OSRMRoute {
        var route = OSRMRoute(id: 1)
        route.line = [(0.0, 0.0), (0.01, 0), (0.02, 0), (0.02, 0.01)].map {
            Coordinate(x: $0.0, y: $0.1)
        }
        route.meters = [100, 200, 300]
        route.seconds = [10, 20, 45]
        route.lanes = [ManeuverLanes(meters: 300, lanes: [.init(turns: ["left"], isActive: true)])]
        var leg = OSRMLeg()
        leg.points = 0..<4
        (leg.totalMeters, leg.totalSeconds, leg.weight) = (600, 75, 75)
        leg.maneuvers = [told("Straight", "Quay", 0...2), told("TurnLeft", "Lane", 2...3)]
        route.legs = [leg]
        return route
    }

    private func steps(of route: OSRMRoute) -> [OSRMStep] {
        var route = route
        route.assign([])
        return OSRMStep.all(of: route.legs[0], in: route)
    }

    /// A maneuver from one point of the route to another.
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
        let steps = steps(of: route())
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
        var route = route()
        route.legs[0].maneuvers = []
        let steps = steps(of: route)
        #expect(steps.map(\.maneuver.type) == ["depart", "arrive"])
        #expect(steps[0].meters == 600)
        (route.meters, route.seconds) = ([], [])
        #expect(self.steps(of: route).map(\.meters) == [600, 0])
        #expect(self.steps(of: route).map(\.seconds) == [75, 0])
        route.line = []
        route.legs[0].points = 0..<0
        #expect(self.steps(of: route).isEmpty)
    }

    /// A roundabout from the second point to the third.
    private func roundabout() -> OSRMRoute {
        var route = route()
        route.legs[0].maneuvers = [
            told("Straight", "Quay", 0...1), told("Roundabout", "Lane", 1...3),
        ]
        route.legs[0].maneuvers[1].roundaboutExit = 2
        let roads = [0, 90, 180, 270].map { RouteJunction.Road(bearing: $0, isEntry: $0 < 180) }
        var entry = RouteJunction(point: 1, meters: 100, roads: roads, arrival: 3, departure: 1)
        entry.isRoundBehind = true
        var exit = RouteJunction(
            point: 2, meters: 300, roads: roads, arrival: 3, departure: 0, classes: ["tunnel"])
        exit.isRoundBefore = true
        route.junctions = [entry, exit]
        return route
    }

    @Test func `a roundabout is entered and left, and counts its exits`() {
        let steps = steps(of: roundabout())
        #expect(
            steps.map(\.maneuver.type) == ["depart", "roundabout", "exit roundabout", "arrive"])
        #expect(steps.map(\.maneuver.exit) == [nil, 2, 2, nil])
        #expect(steps.map(\.maneuver.modifier) == [nil, "straight", "left", nil])
        #expect(steps.map(\.meters) == [100, 200, 300, 0])
        #expect(steps.map(\.seconds) == [10, 20, 45, 0])
        #expect(steps.map(\.name) == ["Quay", "Lane", "Lane", "Lane"])
        #expect(steps.allSatisfy { $0.exits.isEmpty && $0.rotary.isEmpty })
        #expect(steps.map(\.junction) == [nil, 0, 1, nil])
        #expect(steps[2].bearingBefore == 90 && steps[2].bearingAfter == 0)
    }

    @Test func `a large roundabout with a name of its own is a rotary`() {
        var route = roundabout()
        route.legs[0].maneuvers[1].roundabout = "Star Square"
        route.legs[0].maneuvers[1].ringMeters = 80
        #expect(self.steps(of: route)[1].maneuver.type == "roundabout")
        route.legs[0].maneuvers[1].ringMeters = 120
        let steps = steps(of: route)
        #expect(steps.map(\.maneuver.type) == ["depart", "rotary", "exit rotary", "arrive"])
        #expect(steps.map(\.rotary) == ["", "Star Square", "", ""])
        #expect(steps.map(\.maneuver.exit) == [nil, 2, 2, nil])
    }

    @Test func `a maneuver says what it is, in no language`() {
        var route = route()
        route.legs[0].maneuvers[1].endsRoad = true
        route.legs[0].maneuvers[1].exit = "12a"
        route.legs[0].maneuvers[1].toward = "Harbor, Center"
        route.legs[0].maneuvers[1].roads = ["A 8", "Lane"]
        let step = steps(of: route)[1]
        #expect(step.maneuver.type == "end of road" && step.maneuver.modifier == "left")
        #expect(step.exits == "12a" && step.destinations == "Harbor, Center")
        #expect(step.name == "Lane" && step.reference == "A 8")
        route.legs[0].maneuvers[1].type = "esriDMTStraight"
        route.legs[0].maneuvers[1].endsRoad = false
        route.legs[0].maneuvers[1].takesRamp = true
        #expect(steps(of: route)[1].maneuver.type == "on ramp")
    }

    @Test(
        arguments: [
            ("A 7, A 3, Porto, Braga", "A 7, A 3: Porto, Braga"), ("A 7, A 3", "A 7, A 3"),
            ("Porto, A 3", "Porto, A 3"), ("A 3", "A 3"), ("Porto", "Porto"), ("", ""),
        ])
    func `the numbers on a sign stand before a colon`(sign: String, destinations: String) {
        var route = route()
        route.legs[0].maneuvers[1].toward = sign
        #expect(steps(of: route)[1].destinations == destinations)
    }

    @Test func `a step has the junctions that it passes, with their lanes`() {
        var route = roundabout()
        route.legs[0].maneuvers.removeLast()
        let steps = steps(of: route)
        #expect(steps.map(\.maneuver.type) == ["depart", "arrive"])
        #expect(steps.map(\.junction) == [nil, nil])
        #expect(steps[0].passed == 0..<2)
        #expect(steps[1].passed.isEmpty)
    }

    @Test func `the steps of each leg count what lies on its own part of the route`() {
        // The first leg ends at the second point, where a junction belongs to neither leg.
        var route = roundabout()
        var second = OSRMLeg()
        second.points = 1..<4
        (second.totalMeters, second.totalSeconds) = (500, 65)
        second.maneuvers = [route.legs[0].maneuvers[1]]
        route.legs[0].points = 0..<2
        route.legs[0].maneuvers.removeLast()
        route.legs.append(second)
        route.assign([])
        #expect(route.legs.map(\.junctions) == [0..<0, 1..<2])
        let steps = route.legs.map { OSRMStep.all(of: $0, in: route) }
        #expect(steps.map { $0.map(\.meters) } == [[100, 0], [500, 0]])
        #expect(steps.map { $0.map(\.seconds) } == [[10, 0], [65, 0]])
        #expect(steps.map { $0.map(\.first) } == [[0, 1], [1, 3]])
        #expect(steps[1][0].passed == 1..<2)
        #expect(steps.map { $0.map(\.bearingAfter) } == [[90, 0], [90, 0]])
        #expect(steps.map { $0.map(\.bearingBefore) } == [[0, 90], [0, 0]])
    }

    @Test func `an arrival says on which side the place is`() {
        var route = route()
        route.legs[0].destination = Coordinate(x: 0.021, y: 0.01)
        #expect(steps(of: route).last?.maneuver.modifier == "right")
        route.legs[0].destination = Coordinate(x: 0.019, y: 0.01)
        #expect(steps(of: route).last?.maneuver.modifier == "left")
        route.legs[0].destination = Coordinate(x: 0.02, y: 0.01)
        #expect(steps(of: route).last?.maneuver.modifier == nil)
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
        var route = route()
        route.turns = [TurnTime(point: 0, seconds: 12), TurnTime(point: 2, seconds: 5)]
        #expect(route.secondsWithoutTurns(of: route.legs[0]) == [0, 20, 40])
        route.legs[0].points = 1..<4
        #expect(route.secondsWithoutTurns(of: route.legs[0]) == [20, 40])
        route.seconds = []
        #expect(route.secondsWithoutTurns(of: route.legs[0]).isEmpty)
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
        var whole = route().legs[0]
        var next = whole
        next.points = 3..<6
        whole.append(next)
        #expect(whole.points == 0..<6)
        #expect(whole.pieces == 0..<5)
        #expect(whole.totalMeters == 1_200 && whole.totalSeconds == 150)
    }
}
