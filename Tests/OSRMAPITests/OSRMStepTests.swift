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
        leg.directions = [("esriDMTStraight", "Quay", 0, 2), ("esriDMTTurnLeft", "Lane", 2, 3)].map
        {
            var step = DirectionStep(
                length: 1, timeMinutes: 1, text: "", maneuverType: $0.0, line: [],
                strings: [DirectionString($0.1, "esriDSTStreetName")])
            step.place = StepPlace(firstPoint: $0.2, lastPoint: $0.3, meters: $0.2 == 0 ? 0 : 300)
            return step
        }
        leg.lanes = [ManeuverLanes(meters: 300, lanes: [.init(turns: ["left"], isActive: true)])]
        return leg
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
        leg.directions = []
        let steps = OSRMStep.all(of: leg)
        #expect(steps.map(\.maneuver.type) == ["depart", "arrive"])
        #expect(steps[0].meters == 600)
        leg.line = []
        #expect(OSRMStep.all(of: leg).isEmpty)
    }

    @Test func `maneuvers have OSRM's words`() {
        let words: [(String, Double, Bool, String, String)] = [
            ("Straight", 0, true, "continue", "straight"),
            ("Straight", 0, false, "new name", "straight"),
            ("BearRight", 30, true, "turn", "slight right"),
            ("SharpLeft", -130, false, "turn", "sharp left"),
            ("UTurn", 180, true, "continue", "uturn"),
            ("Roundabout", 90, false, "roundabout", "right"),
            ("HighwayMerge", -30, false, "merge", "slight left"),
            ("HighwayExit", 30, false, "off ramp", "slight right"),
            ("RampLeft", -20, false, "on ramp", "slight left"),
            ("ForkCenter", 0, false, "fork", "straight"),
            ("Ferry", 0, false, "notification", "straight"),
            ("Elevator", 0, true, "continue", "straight"),
        ]
        for (wire, angle, keeps, type, modifier) in words {
            let maneuver = OSRMManeuver("esriDMT" + wire, angle: angle, keepsName: keeps)
            #expect(maneuver.type == type && maneuver.modifier == modifier, "\(wire)")
        }
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
