// Recordings of sessions that went on where another one was, and of rules of the caller's.

import DataStructures
import Foundation
import Geo
import Navigation
import RouteAPI
import Testing

@Suite struct ResumedRecordingTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// A drive with a refresh, a proposal and a deviation.
    private func session(retry: (any RetryPolicy)? = nil) throws -> NavigatorSession {
        var session = NavigatorSession(retry: retry) {
            $0.intervalSeconds = 20
            $0.acceptance = .manual
        }
        var route = FollowedRoute(line: [place(0), place(20_000)], metersPerSecond: 10)
        route.waypoints = [.init(offset: 300, id: "2"), .init(offset: 9_000, id: "3")]
        route.events = [
            .init(offset: 200, kind: FollowedRoute.Event.trafficSignals),
            .init(offset: 650, kind: FollowedRoute.Event.trafficSignals),
        ]
        let line = [place(100), place(5_000), place(5_000, 900), place(20_000)]
        let faster = FollowedRoute(line: line, metersPerSecond: 11)
        let other = NavigatorRoute(
            LiveRouteOffer(
                id: "other", lengthMeters: faster.meters[3], leavesAtMeters: 5_000,
                gainSeconds: 400), faster)
        session.answer = { request in
            switch request {
            case .refresh: .refreshed(nil, isBlocked: false)
            case .better: .proposals([other], reason: .betterRoute)
            default: nil
            }
        }
        session.put(.set(NavigatorRoute(id: "first", route), time: 0))
        try session.drive([place(0), place(1_000), place(1_000, 600)])
        return session
    }

    /// Takes a session up after some of its inputs, and records the others.
    private func resumed(_ whole: SessionRecording, after count: Int) throws -> SessionRecording {
        var first = try whole.navigator()
        for step in whole.steps[..<count] { _ = first.handle(step.input) }
        let saved = SessionRecording.Resumed(state: first.state, routes: first.routes)
        var second = try Navigator(
            live: first.live, resuming: saved.state, routes: saved.routes)
        var recording = SessionRecording(live: first.live, resumed: saved)
        for step in whole.steps[count...] {
            recording.append(step.input, second.handle(step.input))
        }
        return recording
    }

    @Test func `a session that was taken up anywhere replays from there`() throws {
        let whole = try session().recording
        for count in stride(from: 1, to: whole.steps.count, by: 17) {
            let recording = try resumed(whole, after: count)
            let text = try recording.jsonLines()
            #expect(text.hasPrefix("{\"resumed\":{\"routes\":{"))
            #expect(!text.contains("\"_"))
            let read = try SessionRecording(jsonLines: text)
            #expect(read.resumed == recording.resumed)
            #expect(try read.jsonLines() == text)
            let difference = try read.replay()
            #expect(difference == nil, "after \(count): \(difference?.description ?? "")")
            guard read.steps.contains(where: { !$0.outputs.isEmpty }) else { continue }
            let other = Navigator(live: LiveRoute(settings: read.settings))
            #expect(try read.replay(with: other) != nil, "after \(count)")
        }
    }

    @Test func `what was resumed may be a proposal too`() throws {
        let whole = try session().recording
        let proposed = try #require(
            whole.steps.firstIndex { $0.outputs.contains { $0.adds("other") } })
        let recording = try resumed(whole, after: proposed + 1)
        #expect(recording.resumed?.routes.keys.sorted() == ["first", "other"])
        #expect(try SessionRecording(jsonLines: recording.jsonLines()).replay() == nil)
    }

    @Test func `a session that began without a route is written as before`() throws {
        let text = try session().recording.jsonLines()
        let first = try #require(text.split(separator: "\n").first)
        #expect(first.hasSuffix("\"version\":1}"))
        #expect(first.hasPrefix("{\"settings\":{"))
    }

    @Test(
        arguments: [
            .skipWaypoint,
            .answered(request: 9, .refreshed(nil, isBlocked: false, leavesAtMeters: 5_000)),
        ] as [NavigatorInput])
    func `inputs that older programs do not know make a newer version`(
        input: NavigatorInput
    ) throws {
        var session = try session()
        session.put(input)
        let text = try session.recording.jsonLines()
        let first = try #require(text.split(separator: "\n").first)
        #expect(first.hasSuffix("\"version\":2}"))
        #expect(try SessionRecording(jsonLines: text).replay() == nil)
    }

    @Test func `a route that cannot be followed is told with its line`() throws {
        let broken = FollowedRoute(line: [place(0)], meters: [0], seconds: [0])
        let text = try SessionRecording(
            live: LiveRoute(), resumed: .init(state: NavigatorState(), routes: ["1": broken])
        ).jsonLines()
        let error = try #require(throws: SessionRecordingError.self) {
            try SessionRecording(jsonLines: text)
        }
        #expect(error.line == 1)
        #expect(error.reason.hasPrefix("\"resumed\": "))
        #expect(error.description.hasSuffix("at least 2."))
    }

    @Test(arguments: ["-7", "9000000000000000000"])
    func `counts that no session reaches stop nothing`(count: String) throws {
        let whole = try session().recording
        let text = try resumed(whole, after: 30).jsonLines()
        let end = try #require(text.firstIndex(of: "\n"))
        var first = String(text[..<end])
        for name in [
            "eventsTold", "waypointsReached", "jumps", "count", "deviations", "missed", "failures",
            "nextRequest",
        ] {
            let changed = first.replacing(
                try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(count)")
            #expect(changed != first, "\(name)")
            first = changed
        }
        let read = try SessionRecording(jsonLines: first + text[end...])
        // The recorded counts are others, so that a later answer differs.
        #expect(try read.replay() != nil)
    }

    // MARK: Rules of the caller's

    /// Waits three seconds, whatever has failed.
    private struct FixedDelay: RetryPolicy {
        func seconds(afterFailures failures: Int) -> Double { 3 }
    }

    @Test func `a longest delay of the caller's is kept`() throws {
        let session = try session(retry: DoublingDelay(longestSeconds: 40))
        #expect(session.told.contains("retry in 16"))
        let read = try SessionRecording(jsonLines: session.recording.jsonLines())
        #expect(read.retry == DoublingDelay(longestSeconds: 40))
        #expect(try read.replay() == nil)
        // The usual one follows from the settings.
        #expect(try self.session().recording.retry == nil)
    }

    @Test func `a policy of the caller's comes with the navigator`() throws {
        let session = try session(retry: FixedDelay())
        let recording = session.recording
        #expect(recording.retry == nil)
        #expect(try recording.replay() != nil)
        let live = LiveRoute(settings: recording.settings, retry: FixedDelay())
        #expect(try recording.replay(with: Navigator(live: live)) == nil)
    }
}

extension NavigatorOutput {
    /// Whether a route is added.
    fileprivate func adds(_ id: String) -> Bool {
        if case .live(.added(id, _)) = self { true } else { false }
    }
}
