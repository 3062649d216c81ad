// A vehicle on its route, beside it and off it.

import Foundation
import Geo
import Navigation
import Testing

@Suite struct RouteTrackerTests {
    private let town = RouteSketch(
        """
        a---------b---------c

        d---------e---------f

        g---------h---------i
        """)

    @Test func `a drive along the route tells its progress and the arrival`() throws {
        var route = town.route("abehi")
        route.events = [.init(offset: 120, kind: "trafficSignals")]
        route.maneuvers = [
            .init(offset: 100, text: "Turn right", type: "esriDMTTurnRight"),
            .init(offset: 140, text: "Turn left", type: "esriDMTTurnLeft"),
        ]
        var drive = try TrackedDrive(route)
        try drive.drive(route.line)
        #expect(drive.story == ["on route", "event 0", "arrived"])
        #expect(drive.positions == drive.positions.sorted())
        let stages = drive.events.compactMap {
            if case .announcement(let maneuver, let stage, _) = $0 {
                "\(maneuver) \(stage)"
            } else {
                nil
            }
        }
        #expect(stages == ["0 near", "0 now", "1 now"])
        // An arrived vehicle is told nothing more.
        drive.stand(at: town["a"], seconds: 20)
        #expect(drive.story.last == "arrived")
    }

    @Test func `a wrong turn is told, and so is coming back`() throws {
        let route = town.route("abc")
        var drive = try TrackedDrive(town.route("abcfed"))
        // The route is left at b, and reached again at e, driven backwards first.
        try drive.drive([town["a"], town["b"], town["h"], town["g"]])
        #expect(drive.story == ["on route", "deviated"])
        guard
            case .deviated(let meters?) = drive.events.last(where: {
                if case .deviated = $0 { true } else { false }
            })
        else {
            Issue.record("no deviation")
            return
        }
        #expect(abs(meters - 100) <= 20)
        #expect(route.line.count == 3)
        try drive.drive([town["g"], town["d"], town["e"]])
        #expect(drive.story == ["on route", "deviated"])
        try drive.drive([town["e"], town["b"], town["c"], town["f"], town["d"]])
        #expect(drive.story == ["on route", "deviated", "on route", "arrived"])
    }

    @Test(arguments: [true, false])
    func `a street driven there and back keeps its pass`(statesCourse: Bool) throws {
        var route = town.route("acag")
        route.waypoints = [.init(offset: 200, id: "c")]
        var drive = try TrackedDrive(route)
        try drive.drive([town["a"], town["c"]], statesCourse: statesCourse)
        #expect((drive.positions.last ?? 0) < 225)
        try drive.drive([town["c"], town["a"]], statesCourse: statesCourse)
        #expect((drive.positions.last ?? 0) > 360)
        try drive.drive([town["a"], town["g"]], statesCourse: statesCourse)
        #expect(drive.story == ["on route", "waypoint 0", "arrived"])
        #expect(drive.positions == drive.positions.sorted())
    }

    @Test(arguments: [true, false])
    func `a figure eight keeps its pass at the crossing`(statesCourse: Bool) throws {
        let route = town.route("bhgdefcb")
        var drive = try TrackedDrive(route)
        try drive.drive([town["b"], town["h"]], statesCourse: statesCourse)
        #expect((drive.positions.last ?? 0) < 60)
        try drive.drive(
            [town["h"], town["g"], town["d"], town["e"], town["f"]], statesCourse: statesCourse)
        #expect((drive.positions.last ?? 0) > 280)
        try drive.drive([town["f"], town["c"], town["b"]], statesCourse: statesCourse)
        #expect(drive.story == ["on route", "arrived"])
    }

    @Test func `waypoints are reached once and in order, at a stop beside them too`() throws {
        var route = town.route("abedghi")
        route.waypoints = [.init(offset: 100, id: "b"), .init(offset: 220, id: "d")]
        var drive = try TrackedDrive(route)
        try drive.drive([town["a"], town["b"], town["e"], town["d"]])
        drive.stand(at: town["d"], seconds: 30)
        try drive.drive([town["d"], town["g"], town["h"], town["i"]])
        #expect(drive.story == ["on route", "waypoint 0", "waypoint 1", "arrived"])
    }

    @Test func `150 waypoints are reached one after the other, each once`() throws {
        let line = [0.0, 6_040].map { RouteSketch.place(east: $0, north: 0) }
        var route = FollowedRoute(line: line, metersPerSecond: 10)
        route.waypoints = (1...150).map { .init(offset: Double($0) * 40, id: "\($0 + 1)") }
        var drive = try TrackedDrive(route)
        try drive.drive(line)
        let waypoints = (0..<150).map { "waypoint \($0)" }
        #expect(drive.story == ["on route"] + waypoints + ["arrived"])
    }

    @Test func `a fix at 0,0, one that is no number and one far away decide nothing`() throws {
        let route = town.route("abcf")
        var drive = try TrackedDrive(route)
        try drive.drive([town["a"], town["b"]])
        let before = drive.state
        let far = RouteSketch.place(east: 100, north: 900)
        for (longitude, latitude) in [
            (0, 0), (.nan, 43.7), (7.4, .infinity), (200, 95), (far.x, far.y),
        ] {
            drive.take(
                Fix(
                    time: drive.time, longitude: longitude, latitude: latitude, accuracyMeters: 5))
            #expect(drive.state.phase == .following)
        }
        drive.take(
            Fix(
                time: drive.time, longitude: town["g"].x, latitude: town["g"].y,
                accuracyMeters: 500))
        drive.take(
            Fix(time: 0, longitude: town["g"].x, latitude: town["g"].y, accuracyMeters: 5))
        #expect(drive.state.waypointsReached == before.waypointsReached)
        try drive.drive([town["b"], town["c"], town["f"]])
        #expect(drive.story == ["on route", "arrived"])
    }

    @Test func `a receiver that sets its clock is believed after three fixes, one fix is not`()
        throws
    {
        for offset in [-Int64(86_400_000), 86_400_000] {
            var drive = try TrackedDrive(town.route("acfdgi"))
            try drive.drive([town["a"], town["b"]])
            let shown = drive.state.shownMeters
            let place = town["b"]
            drive.take(
                Fix(
                    time: drive.time + offset, longitude: place.x, latitude: place.y,
                    accuracyMeters: 7.5, metersPerSecond: 10))
            #expect(drive.state.shownMeters == shown)
            drive.time += 1_000
            try drive.drive([RouteSketch.place(east: 110, north: 0), town["c"]])
            #expect(drive.state.shownMeters > shown + 80)
            drive.time += offset
            try drive.drive([town["c"], town["f"], town["d"], town["g"], town["i"]])
            #expect(drive.story == ["on route", "arrived"])
        }
    }

    @Test func `a slip road beside the street is told apart once it parts`() throws {
        // The slip road leaves by 8 degrees and goes along 25 m beside the street.
        let street = [0, 300, 2_000].map { RouteSketch.place(east: $0, north: 0) }
        let slip = [
            RouteSketch.place(east: 0, north: 0), RouteSketch.place(east: 300, north: 0),
            RouteSketch.place(east: 480, north: -25), RouteSketch.place(east: 2_000, north: -25),
        ]
        for (route, driven) in [(street, slip), (slip, street)] {
            var drive = try TrackedDrive(FollowedRoute(line: route, metersPerSecond: 15))
            try drive.drive(driven, metersPerSecond: 15)
            #expect(drive.story.prefix(2) == ["on route", "deviated"])
            let left = drive.events.compactMap {
                if case .deviated(let meters) = $0 { meters } else { nil }
            }
            #expect(left.allSatisfy { (200...700).contains($0) })
        }
        for driven in [street, slip] {
            var drive = try TrackedDrive(FollowedRoute(line: driven, metersPerSecond: 15))
            try drive.drive(driven, metersPerSecond: 15)
            #expect(drive.story == ["on route", "arrived"])
        }
    }

    @Test func `a U-turn at the destination arrives where the route ends`() throws {
        // The route passes the destination on the other side, turns and comes back to it.
        let line = [(0, 0), (1_000, 0), (1_000, 8), (700, 8)].map {
            RouteSketch.place(east: $0.0, north: $0.1)
        }
        var drive = try TrackedDrive(FollowedRoute(line: line, metersPerSecond: 10))
        try drive.drive([line[0], line[1]])
        #expect(drive.story == ["on route"])
        #expect((drive.positions.last ?? 0) < 1_020)
        try drive.drive([line[1], line[2], line[3]])
        #expect(drive.story == ["on route", "arrived"])
        #expect(drive.positions == drive.positions.sorted())
        // Who turns back after that has arrived all the same.
        try drive.drive([line[3], line[2]])
        #expect(drive.story == ["on route", "arrived"])
    }

    @Test func `a street driven twice reaches its waypoints on their own passes`() throws {
        var route = town.route("abedabe")
        route.waypoints = [.init(offset: 120, id: "first"), .init(offset: 360, id: "again")]
        var drive = try TrackedDrive(route)
        try drive.drive([town["a"], town["b"], town["e"]])
        #expect(drive.story == ["on route", "waypoint 0"])
        try drive.drive([town["e"], town["d"], town["a"]])
        #expect(drive.story == ["on route", "waypoint 0"])
        try drive.drive([town["a"], town["b"], town["e"]])
        #expect(drive.story == ["on route", "waypoint 0", "waypoint 1", "arrived"])
    }

    @Test func `a ferry without fixes is left on its far side`() throws {
        let line = [0, 1_000, 9_000, 10_000].map { RouteSketch.place(east: $0, north: 0) }
        var route = FollowedRoute(line: line, metersPerSecond: 10)
        route.spans = [.init(start: 1_000, end: 9_000, kind: "ferry")]
        var drive = try TrackedDrive(route)
        try drive.drive([line[0], line[1]])
        drive.wait(seconds: 1_800)
        #expect((drive.positions.last ?? 0) < 1_150)
        try drive.drive([line[2], line[3]])
        #expect(drive.story == ["on route", "arrived"])
    }

    @Test func `three far fixes that agree with each other are believed`() throws {
        var drive = try TrackedDrive(town.route("abcf"))
        try drive.drive([town["a"], town["b"]])
        let far = RouteSketch.place(east: 100, north: 900)
        try drive.drive([far, RouteSketch.place(east: 100, north: 1_100)])
        #expect(drive.story == ["on route", "deviated"])
    }

    @Test func `a drive that begins elsewhere is told, and its route found later`() throws {
        var drive = try TrackedDrive(town.route("defihg"))
        let far = RouteSketch.place(east: 0, north: 400)
        try drive.drive([far, town["a"], town["d"], town["e"], town["f"]])
        #expect(drive.story == ["elsewhere", "on route"])
    }

    @Test func `the position goes on through a tunnel, and no farther than its end`() throws {
        let line = [0, 500, 2_500, 4_000].map { RouteSketch.place(east: $0, north: 0) }
        var route = FollowedRoute(line: line, metersPerSecond: 20)
        route.spans = [.init(start: 500, end: 2_500, kind: FollowedRoute.Span.tunnel)]
        var drive = try TrackedDrive(route)
        try drive.drive([line[0], line[1]], metersPerSecond: 20)
        drive.wait(seconds: 60)
        let inside = try #require(drive.positions.last)
        #expect((1_500...1_800).contains(inside))
        drive.wait(seconds: 240)
        #expect(abs(try #require(drive.positions.last) - 2_500) < 0.1)
        try drive.drive(
            [line[2], RouteSketch.place(east: 4_010, north: 0)], metersPerSecond: 20)
        #expect(drive.story == ["on route", "arrived"])
        #expect(drive.positions == drive.positions.sorted())
    }

    @Test func `outside of tunnels the position goes on for ten seconds`() throws {
        let line = [0, 4_000].map { RouteSketch.place(east: $0, north: 0) }
        var drive = try TrackedDrive(FollowedRoute(line: line, metersPerSecond: 20))
        try drive.drive([line[0], RouteSketch.place(east: 1_000, north: 0)], metersPerSecond: 20)
        drive.wait(seconds: 100)
        #expect((1_150...1_210).contains(try #require(drive.positions.last)))
    }

    @Test func `turning back on the street is leaving the route`() throws {
        var drive = try TrackedDrive(town.route("acfdgi"))
        try drive.drive([town["a"], town["b"], town["a"]])
        #expect(drive.story == ["on route", "deviated"])
    }

    @Test func `stopping beside the destination is arriving`() throws {
        var drive = try TrackedDrive(town.route("abcf"))
        let beside = RouteSketch.place(east: 230, north: -10)
        try drive.drive([town["a"], town["b"], town["c"]])
        drive.stand(at: beside, seconds: 10)
        #expect(drive.story.last == "arrived")
        #expect(!drive.story.contains("deviated"))
    }

    @Test func `a state survives encoding in the middle of a drive`() throws {
        var drive = try TrackedDrive(town.route("abehi"))
        try drive.drive([town["a"], town["b"]])
        let copy = try JSONDecoder().decode(
            TrackerState.self, from: JSONEncoder().encode(drive.state))
        #expect(copy == drive.state)
        #expect(try JSONEncoder().encode(drive.state).count < 2_000)
        #expect(MemoryLayout<TrackerState>.size <= 2_000)
    }
}
