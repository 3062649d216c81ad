// Tests `waypost replay`: a drive along a route of the sample, its recording, and what is refused.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@testable import RouteCLI

@Suite struct ReplayCommandTests {
    /// A route's answer, and a drive along it as GPX with a position a second.
    private func files() async throws -> (route: String, drive: String) {
        let network = try await Sample.network()
        let name = UUID().uuidString
        let route = Sample.path("replay-\(name).json")
        let outcome = await Waypost.run([
            "solve", "--network", network, "7.4163954,43.7298343", "7.4188621,43.7330002",
            "--precision", "0", "--format", "answer", "-o", route, "--quiet",
        ])
        try #require(outcome == .answered)
        let answer = try RouteAnswer(
            json: JSONValue.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: route)))))
        let index = try RouteIndex(FollowedRoute(answer.result))
        var text = "<gpx version=\"1.1\"><trk><trkseg>\n"
        var (meters, second) = (0.0, 0)
        while meters < index.lengthMeters + 8 {
            let place = index.coordinate(at: index.position(atMeters: meters))
            let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(second))
                .formatted(.iso8601)
            text += "<trkpt lat=\"\(place.y)\" lon=\"\(place.x)\"><time>\(time)</time></trkpt>\n"
            meters += 8
            second += 1
        }
        let drive = Sample.path("replay-\(name).gpx")
        try (text + "</trkseg></trk></gpx>").write(
            toFile: drive, atomically: true, encoding: .utf8)
        return (route, drive)
    }

    @Test func `a drive is recorded, replayed, and a change is found`() async throws {
        let (route, drive) = try await files()
        let session = Sample.path("replay-\(UUID().uuidString).jsonl")
        #expect(
            await Waypost.run(["replay", drive, "--route", route, "-o", session, "--quiet"])
                == .answered)
        let text = try String(contentsOfFile: session, encoding: .utf8)
        let timeline = ReplayTimeline.text(of: try SessionRecording(jsonLines: text))
        #expect(timeline.hasPrefix("   0:00  route route is added\n"))
        #expect(timeline.contains("on the route at 0 m"))
        #expect(timeline.contains("(now): "))
        #expect(timeline.hasSuffix("the end is reached"))
        #expect(!timeline.contains("is left"))
        #expect(await Waypost.run(["replay", session, "--quiet"]) == .answered)
        let changed = text.replacing("\"progress\":0", with: "\"progress\":1")
        try #require(changed != text)
        try changed.write(toFile: session, atomically: true, encoding: .utf8)
        #expect(await Waypost.run(["replay", session, "--quiet"]) == .failed)
    }

    @Test func `a session that was resumed is replayed from there`() async throws {
        let (route, drive) = try await files()
        let session = Sample.path("replay-\(UUID().uuidString).jsonl")
        try #require(
            await Waypost.run(["replay", drive, "--route", route, "-o", session, "--quiet"])
                == .answered)
        let whole = try SessionRecording(
            jsonLines: String(contentsOfFile: session, encoding: .utf8))
        let half = whole.steps.count / 2
        var first = try whole.navigator()
        for step in whole.steps[..<half] { _ = first.handle(step.input) }
        var recording = SessionRecording(
            live: first.live, resumed: .init(state: first.state, routes: first.routes))
        var second = try recording.navigator()
        for step in whole.steps[half...] {
            recording.append(step.input, second.handle(step.input))
        }
        let text = try recording.jsonLines()
        try text.write(toFile: session, atomically: true, encoding: .utf8)
        #expect(await Waypost.run(["replay", session, "--quiet"]) == .answered)
        let timeline = ReplayTimeline.text(of: recording)
        #expect(timeline.hasPrefix("   0:00  goes on along route route at "))
        #expect(timeline.contains("(now): "))
        #expect(timeline.hasSuffix("the end is reached"))
        // Without its beginning, every answer differs.
        let lines = text.split(separator: "\n")
        let settings = try SessionRecording.line(.settings(whole.settings, version: 1))
        let cut = ([settings] + lines.dropFirst().map(String.init)).joined(separator: "\n")
        try cut.write(toFile: session, atomically: true, encoding: .utf8)
        #expect(await Waypost.run(["replay", session, "--quiet"]) == .failed)
    }

    @Test func `what cannot be replayed is refused`() async throws {
        let (route, drive) = try await files()
        #expect(await Waypost.run(["replay", drive]) == .invalidInput)
        #expect(await Waypost.run(["replay", drive, "--route", drive]) == .invalidInput)
        #expect(await Waypost.run(["replay", route, "--route", route]) == .invalidInput)
        #expect(await Waypost.run(["replay", "no/such/file"]) == .invalidInput)
        #expect(await Waypost.run(["replay", drive, "-o", "x.jsonl"]) == .usage)
    }
}
