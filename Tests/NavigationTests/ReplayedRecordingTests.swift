// The helpers' own replay finds sessions that do not replay.

import Geo
import Navigation
import Testing

@Suite struct ReplayedRecordingTests {
    private let line = [0.0, 900].map { RouteSketch.place(east: $0, north: 0) }

    @Test func `a session that its settings do not explain is an issue`() throws {
        try withKnownIssue {
            var session = NavigatorSession { $0.intervalSeconds = 20 }
            // Another navigator than the recorded settings make.
            session.navigator = Navigator()
            session.put(
                .set(
                    NavigatorRoute(id: "1", FollowedRoute(line: line, metersPerSecond: 10)),
                    time: 0))
            try session.drive(line)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("replays otherwise") }
        }
    }

    @Test func `copies of a drive go on apart`() throws {
        var drive = try TrackedDrive(FollowedRoute(line: line, metersPerSecond: 10))
        try drive.drive([line[0], RouteSketch.place(east: 400, north: 0)])
        var other = drive
        try other.drive([RouteSketch.place(east: 400, north: 0), line[1]])
        drive.stand(at: RouteSketch.place(east: 400, north: 0), seconds: 10)
        #expect(drive.story == ["on route"])
        #expect(other.story == ["on route", "arrived"])
    }
}
