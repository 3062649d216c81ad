// Both sides of a tracker's limits.

import Geo
import Navigation
import Testing

@Suite struct TrackerThresholdTests {
    private func street(_ meters: Double) -> FollowedRoute {
        FollowedRoute(
            line: [0, meters].map { RouteSketch.place(east: $0, north: 0) }, metersPerSecond: 20)
    }

    /// A drive over the first kilometer of a street.
    private func underWay(_ route: FollowedRoute) throws -> TrackedDrive {
        var drive = try TrackedDrive(route)
        try drive.drive(
            [route.line[0], RouteSketch.place(east: 1_000, north: 0)], metersPerSecond: 20)
        return drive
    }

    @Test func `an accuracy of 100 m counts, a worse one does not`() throws {
        for (accuracy, counts) in [(100.0, true), (100.5, false), (-1, false)] {
            var drive = try underWay(street(5_000))
            let place = RouteSketch.place(east: 1_000, north: 0)
            drive.take(
                Fix(
                    time: drive.time, longitude: place.x, latitude: place.y,
                    accuracyMeters: accuracy, metersPerSecond: 20))
            #expect((drive.state.lastFixTime == drive.time) == counts, "\(accuracy) m")
        }
    }

    @Test func `an accuracy of 0 m is as unknown as none`() throws {
        // Errors that last, as receivers have them, to both sides of the street.
        func story(_ accuracy: Double?) throws -> [String] {
            var drive = try TrackedDrive(street(5_000))
            for second in 0..<200 {
                let place = RouteSketch.place(
                    east: Double(second) * 20, north: second / 20 % 2 == 0 ? 14 : -14)
                drive.take(
                    Fix(
                        time: drive.time, longitude: place.x, latitude: place.y,
                        accuracyMeters: accuracy, courseDegrees: 90, metersPerSecond: 20))
                drive.time += 1_000
            }
            return drive.story
        }
        #expect(try story(0) == story(nil))
        #expect(try story(0) == ["on route"])
    }

    /// A drive's first fix, some meters north of a route.
    private func first(
        _ route: FollowedRoute, north: Double, accuracy: Double = 7.5, fixes: Int = 1
    ) throws -> TrackedDrive {
        var drive = try TrackedDrive(route)
        let place = RouteSketch.place(east: 500, north: north)
        for second in 0..<fixes {
            drive.take(
                Fix(
                    time: Int64(second) * 1_000, longitude: place.x, latitude: place.y,
                    accuracyMeters: accuracy))
        }
        return drive
    }

    @Test(arguments: [(7.5, 60.0), (30, 90)])
    func `a route is found within 50 m and twice the error, and missed after three fixes`(
        accuracy: Double, reach: Double
    ) throws {
        let route = street(2_000)
        func story(_ north: Double, _ fixes: Int) throws -> [String] {
            try first(route, north: north, accuracy: accuracy, fixes: fixes).story
        }
        #expect(try story(reach - 0.5, 1) == ["on route"])
        #expect(try story(reach + 0.5, 2) == [])
        #expect(try story(reach + 0.5, 3) == ["elsewhere"])
    }

    @Test(arguments: [(24.5, true), (25.5, false)])
    func `of passes within 20 m and the error the first one counts, else the nearest`(
        north: Double, isFirst: Bool
    ) throws {
        // There, and back 40 m to the north.
        let line = [(0.0, 0.0), (1_000, 0), (1_000, 40), (0, 40)].map {
            RouteSketch.place(east: $0, north: $1)
        }
        let drive = try first(FollowedRoute(line: line, metersPerSecond: 10), north: north)
        let meters = try #require(drive.positions.last)
        #expect(abs(meters - (isFirst ? 500 : 1_540)) < 20)
    }

    @Test func `fixes up to ten seconds older came out of order, older ones show another clock`()
        throws
    {
        for (milliseconds, counts) in [(10_000, false), (10_003, true)] as [(Int64, Bool)] {
            var drive = try underWay(street(5_000))
            let before = drive.state
            let last = try #require(before.lastFixTime)
            let place = RouteSketch.place(east: 1_000, north: 0)
            for number in 0..<3 as Range<Int64> {
                let time = last - milliseconds + number
                drive.take(
                    Fix(
                        time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                        metersPerSecond: 20))
                #expect((drive.state != before) == counts)
                // Three that agree with each other are believed.
                #expect((drive.state.lastFixTime == time) == (counts && number == 2))
            }
        }
    }

    @Test func `an hour may lie between two fixes, and no more`() throws {
        for (seconds, counts) in [(3_599, true), (3_602, false)] {
            var drive = try underWay(street(5_000))
            drive.time += Int64(seconds - 1) * 1_000
            let place = RouteSketch.place(east: 1_500, north: 0)
            drive.take(
                Fix(
                    time: drive.time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                    metersPerSecond: 20))
            #expect((drive.state.lastFixTime == drive.time) == counts, "\(seconds) s")
        }
    }

    @Test func `in a tunnel the position goes on for five minutes at most`() throws {
        var route = street(20_000)
        route.spans = [.init(start: 1_000, end: 19_000, kind: FollowedRoute.Span.tunnel)]
        var drive = try underWay(route)
        drive.wait(seconds: 200)
        let early = try #require(drive.positions.last)
        drive.wait(seconds: 300)
        let late = try #require(drive.positions.last)
        drive.wait(seconds: 300)
        #expect(try #require(drive.positions.last) == late)
        #expect((4_900...5_050).contains(early))
        #expect((6_900...7_050).contains(late))
    }

    @Test func `who stops within 75 m of the end for five seconds has arrived`() throws {
        for (left, seconds, arrives) in [(70.0, 6, true), (70, 4, false), (85, 30, false)] {
            let route = street(2_000)
            let end = RouteSketch.place(east: 2_000 - left, north: 0)
            var drive = try TrackedDrive(route)
            try drive.drive([route.line[0], end], metersPerSecond: 5)
            #expect(drive.story == ["on route"])
            // The first fixes at rest brake: the speed falls below 1 m/s with the second.
            drive.stand(at: end, seconds: seconds + 2)
            #expect(
                drive.story == ["on route"] + (arrives ? ["arrived"] : []),
                "\(left) m, \(seconds) s")
        }
    }

    @Test(arguments: [true, false])
    func `who walks has arrived at the end, not 75 m before it`(statesSpeed: Bool) throws {
        let line = [0.0, 800].map { RouteSketch.place(east: $0, north: 0) }
        var drive = try TrackedDrive(FollowedRoute(line: line, metersPerSecond: 1.4))
        // Slower than the route says, so that errors hide the motion.
        let halt = RouteSketch.place(east: 770, north: 0)
        try drive.drive([line[0], halt], metersPerSecond: 0.9, statesCourse: statesSpeed)
        #expect(drive.story == ["on route"])
        var there = drive
        try there.drive([halt, line[1]], metersPerSecond: 0.9, statesCourse: statesSpeed)
        #expect(there.story == ["on route", "arrived"])
        let last = try #require(there.positions.last)
        #expect(last > 780)
        // A long rest 30 m before the end is none at it, one at 10 m is.
        drive.stand(at: halt, seconds: 200)
        #expect(drive.story == ["on route"])
        drive.stand(at: RouteSketch.place(east: 780, north: 0), seconds: 30)
        #expect(drive.story == ["on route", "arrived"])
    }

    @Test func `a red light on another street reaches no waypoint, two minutes there do`() throws {
        var route = street(2_000)
        route.waypoints = [.init(offset: 1_000, id: "half")]
        let beside = [(600.0, 0.0), (600, 50), (990, 50)].map {
            RouteSketch.place(east: $0, north: $1)
        }
        var drive = try TrackedDrive(route)
        try drive.drive([route.line[0]] + beside)
        drive.stand(at: beside[2], seconds: 100)
        #expect(drive.story == ["on route", "deviated"])
        drive.stand(at: beside[2], seconds: 30)
        #expect(drive.story == ["on route", "deviated", "waypoint 0"])
    }

    @Test func `a red light before a waypoint does not reach it, a stop behind the light does`()
        throws
    {
        for (meters, isReached) in [(955.0, false), (975, true)] {
            var route = street(2_000)
            route.waypoints = [.init(offset: 1_000, id: "half")]
            route.events = [.init(offset: 960, kind: FollowedRoute.Event.trafficSignals)]
            let end = RouteSketch.place(east: meters, north: 0)
            var drive = try TrackedDrive(route)
            try drive.drive([route.line[0], end])
            drive.stand(at: end, seconds: 60)
            #expect(drive.story.contains("waypoint 0") == isReached, "\(meters) m")
            try drive.drive([end, RouteSketch.place(east: 1_200, north: 0)])
            #expect(drive.story == ["on route", "event 0", "waypoint 0"], "\(meters) m")
        }
    }

    @Test func `a line that was matched in part ends without an arrival`() throws {
        var route = street(2_000)
        route.isPartial = true
        var drive = try TrackedDrive(route)
        try drive.drive(route.line)
        #expect(drive.story == ["on route", "deviated"])
        drive.stand(at: route.line[1], seconds: 200)
        #expect(drive.story == ["on route", "deviated"])
    }

    @Test func `a waypoint is reached 10 m before it, the end 15 m before`() throws {
        var route = street(2_000)
        route.waypoints = [.init(offset: 1_000, id: "half")]
        var drive = try TrackedDrive(route)
        try drive.drive(route.line, metersPerSecond: 3)
        var (last, before) = (0.0, 0.0)
        for event in drive.events {
            switch event {
            case .progress(let progress): (before, last) = (last, progress.meters)
            case .waypointReached:
                #expect(before < 990 && last >= 990)
            case .arrived:
                let length = drive.tracker.index.lengthMeters
                #expect(length - before > 15 && length - last <= 15)
            default: break
            }
        }
        #expect(drive.story == ["on route", "waypoint 0", "arrived"])
    }

    @Test func `who makes no progress has left, whether fixes state courses or not`() throws {
        for statesCourse in [true, false] {
            let route = street(3_000)
            var drive = try TrackedDrive(route)
            let turn = RouteSketch.place(east: 1_000, north: 0)
            try drive.drive([route.line[0], turn], statesCourse: statesCourse)
            #expect(drive.story == ["on route"])
            try drive.drive(
                [turn, RouteSketch.place(east: 700, north: 0)], statesCourse: statesCourse)
            #expect(drive.story == ["on route", "deviated"], "\(statesCourse)")
        }
    }

    @Test func `a deviation is told again only after the route was followed`() throws {
        let town = RouteSketch(
            """
            a---------b---------c

            g---------h---------i
            """)
        var drive = try TrackedDrive(town.route("abc"))
        try drive.drive([town["a"], town["b"], town["h"], town["g"], town["h"], town["i"]])
        #expect(drive.story == ["on route", "deviated"])
    }
}
