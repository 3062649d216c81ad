// The bounded search for a vehicle that is back on its route, on lines that pass the same streets
// again and again.

import Geo
import Testing

@testable import Navigation

@Suite struct ReturnSearchTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// Corners, with vertices between them.
    private func line(
        _ corners: [(east: Double, north: Double)], every meters: Double = 25
    ) -> [Coordinate] {
        var line = [place(corners[0].east, corners[0].north)]
        for (from, to) in zip(corners, corners.dropFirst()) {
            let (east, north) = (to.east - from.east, to.north - from.north)
            let steps = max(1, Int((east * east + north * north).squareRoot() / meters))
            for step in 1...steps {
                let share = Double(step) / Double(steps)
                line.append(place(from.east + east * share, from.north + north * share))
            }
        }
        return line
    }

    private let square: [(east: Double, north: Double)] = [(250, 0), (250, 250), (0, 250), (0, 0)]

    /// Laps of a kilometer; before one of them, the line goes to their middle and back.
    private func laps(_ count: Int, spurBefore spur: Int? = nil) throws -> RouteIndex {
        var corners: [(east: Double, north: Double)] = [(0, 0)]
        for lap in 0..<count {
            if lap == spur { corners += [(125, 125), (0, 0)] }
            corners += square
        }
        return try RouteIndex(FollowedRoute(line: line(corners), metersPerSecond: 10))
    }

    private func index(_ corners: [(east: Double, north: Double)]) throws -> RouteIndex {
        try RouteIndex(FollowedRoute(line: line(corners), metersPerSecond: 10))
    }

    /// Looks at every pass, and takes the accepted one nearest to the expected position.
    private func nearest(
        _ index: RouteIndex, _ place: Coordinate, _ expected: Double,
        _ accepts: (RouteMatch) -> Bool
    ) -> RouteMatch? {
        var best: RouteMatch?
        var effort = Int.max
        var passes = PassSearch(
            LocalFrame(at: place, facing: index.vertices[0]), maximumMeters: 12, from: .start,
            to: index.end)
        while let pass = passes.next(on: index, effort: &effort) {
            guard accepts(pass) else { continue }
            if let best, abs(best.meters - expected) <= abs(pass.meters - expected) { continue }
            best = pass
        }
        return best
    }

    private func seek(
        _ index: RouteIndex, _ place: Coordinate, _ expected: Double, from start: Double? = nil,
        _ accepts: (RouteMatch) -> Bool = { _ in true }
    ) -> SoughtPass {
        index.seekPass(
            near: place, expected: expected, maximumMeters: 12,
            within: 0...index.lengthMeters, from: start, accepts: accepts)
    }

    @Test func `the pass is found that a search of the whole route finds`() throws {
        let there = [(0.0, 0.0), (3_000, 0), (0, 0)]
        let eight = [(0.0, 0.0), (400, 400), (400, 0), (0, 400), (0, 0), (400, 400)]
        let routes = try [laps(30), laps(3), index(there), index(eight)]
        var (found, missed) = (0, 0)
        for (number, route) in routes.enumerated() {
            for step in 0..<40 {
                let meters = route.lengthMeters * Double(step) / 40
                let there = route.coordinate(at: route.position(atMeters: meters))
                for away in [0.0, 9, 40] {
                    let near = Coordinate(x: there.x, y: there.y + away / 111_195)
                    for share in [0.1, 0.5, 0.93] {
                        let expected = route.lengthMeters * share
                        // Half of the route is driven in the wrong direction, as courses say.
                        for keepsAll in [true, false] {
                            let accepts = { (pass: RouteMatch) in
                                keepsAll || Int(pass.meters / 500) % 2 == 0
                            }
                            let sought = seek(route, near, expected, accepts)
                            let all = nearest(route, near, expected, accepts)
                            #expect(sought.found == all, "route \(number), \(meters), \(share)")
                            if all == nil { missed += 1 } else { found += 1 }
                        }
                    }
                }
            }
        }
        #expect(found > 500)
        #expect(missed > 100)
    }

    @Test func `a place off many laps is not sought on all of them at once, yet found in time`()
        throws
    {
        let route = try laps(300, spurBefore: 150)
        let end = place(125, 125)
        let all = try #require(nearest(route, end, 5_000) { _ in true })
        var start: Double?
        var searches = 0
        var found: RouteMatch?
        while found == nil, searches < 1_000 {
            let sought = seek(route, end, 5_000, from: start)
            (found, start) = (sought.found, sought.nextMeters)
            searches += 1
            if found == nil { #expect(start != nil) }
        }
        #expect(found == all)
        // One search would look at everything.
        #expect(searches > 3)
        // With what it found, the next one knows where to look.
        let next = seek(route, place(122, 122), all.meters)
        #expect(abs((next.found?.meters ?? 0) - all.meters) < 10)
        #expect(next.nextMeters == nil)
    }

    @Test func `on short laps with many vertices, the pass at hand is found`() throws {
        var corners: [(east: Double, north: Double)] = [(0, 0)]
        for _ in 0..<60 {
            corners += square.map { (east: $0.east / 5, north: $0.north / 5) }
        }
        let route = try RouteIndex(
            FollowedRoute(line: line(corners, every: 1), metersPerSecond: 10))
        for step in 0..<20 {
            let expected = route.lengthMeters / 2 + Double(step) * 11
            let there = route.coordinate(at: route.position(atMeters: expected))
            let all = nearest(route, there, expected) { _ in true }
            #expect(seek(route, there, expected).found == all, "\(expected) m")
        }
    }

    @Test func `a first fix on laps is put on the first`() throws {
        let route = try laps(300)
        let tracker = RouteTracker(route)
        let there = place(100)
        let fix = Fix(time: 0, longitude: there.x, latitude: there.y, accuracyMeters: 7.5)
        let state = tracker.track(fix, from: TrackerState()).state
        #expect(state.phase == .following)
        #expect(abs(state.shownMeters - 100) < 1)
    }

    @Test func `a vehicle comes back on the lap that it left`() throws {
        let route = try laps(100)
        var drive = try TrackedDrive(route.route)
        let lap = [place(0), place(250), place(250, 250), place(0, 250), place(0)]
        try drive.drive(lap + lap.dropFirst() + [place(150)])
        try drive.drive([place(150), place(150, -120), place(-120, -120), place(-120, 0)])
        #expect(drive.state.phase == .deviated)
        try drive.drive([place(-120, 0), place(0, 0), place(200, 0)])
        #expect(drive.story == ["on route", "deviated", "on route"])
        // It left in the third lap, after 2,150 m.
        let back = drive.events.compactMap { event -> Double? in
            if case .rejoined(let meters) = event { meters } else { nil }
        }
        #expect((2_000..<2_250).contains(back[back.count - 1]), "\(back)")
    }
}
