// Recordings: they replay to equal bytes, show what differs, and say what is wrong with a text.

import DataStructures
import Foundation
import Geo
import Navigation
import RouteAPI
import Testing

@Suite struct SessionRecordingTests {
    /// A drive over a made-up route with everything that may go wrong, recorded.
    private func record(seed: UInt64) throws -> SessionRecording {
        var random = SeededGenerator(seed)
        let made = RandomRoute.withJunctions(meters: 1_000, using: &random)
        var route = made.route
        let length = route.meters[route.meters.count - 1]
        route.maneuvers = made.junctions.map {
            .init(offset: $0.meters, text: "Turn", type: "esriDMTTurnLeft")
        }
        route.waypoints = [.init(offset: length / 2, id: "half")]
        route.events = [.init(offset: length / 3, kind: "trafficSignals")]
        route.energy = [.init(offset: length, total: 2)]
        route.spans = [
            .init(start: length / 4, end: length / 3, kind: FollowedRoute.Span.tunnel)
        ]
        var settings = RouteSimulator.Settings()
        if let junction = made.junctions.last, random.chance(0.5) {
            settings.wrongTurn = .init(
                offset: junction.meters,
                line: [
                    junction.place,
                    RandomRoute.move(
                        junction.place, course: junction.departure + 120, meters: 400),
                ], metersPerSecond: 12)
        }
        let drive = try RouteSimulator(RouteIndex(route), settings: settings)
            .drive(using: &random)
        var session = NavigatorSession(isReplayed: false) {
            $0.intervalSeconds = 20
            $0.acceptance = .manual
        }
        session.latency = Int.random(in: 1..<12, using: &random)
        var answers = random
        var count = 0
        session.answer = { request in
            count += 1
            let other = NavigatorRoute(id: "\(count)", route)
            guard answers.chance(0.7) else { return nil }
            return switch request {
            case .refresh: .refreshed(nil, isBlocked: answers.chance(0.3))
            case .better, .withinRange: .proposals([other], reason: .betterRoute)
            case .replan, .rejoin: .replanned(other)
            case .directions: .directions([], upToMeters: length)
            }
        }
        session.put(.set(NavigatorRoute(id: "first", route), time: 0))
        for simulated in drive {
            // Seconds without a fix, as in the tunnel.
            while session.time < simulated.fix.time { session.second() }
            var fix = simulated.fix
            if random.chance(0.02) { session.put(.charge(left: random.chance(0.5) ? 0.1 : 2)) }
            if random.chance(0.02) { (fix.longitude, fix.latitude) = (0, 0) }
            if random.chance(0.02) { fix.latitude = .nan }
            session.second(fix)
        }
        return session.recording
    }

    /// The recordings of each round; `RECORDINGS` asks for more.
    private var count: UInt64 {
        ProcessInfo.processInfo.environment["RECORDINGS"].flatMap(UInt64.init) ?? 100
    }

    @Test(arguments: UInt64(0)..<10)
    func `recordings replay to equal bytes`(round: UInt64) throws {
        for seed in round * count..<(round + 1) * count {
            let text = try record(seed: seed).jsonLines()
            let recording = try SessionRecording(jsonLines: text)
            #expect(try recording.jsonLines() == text, "seed \(seed)")
            // Every value has a name.
            #expect(!text.contains("\"_"), "seed \(seed)")
            let difference = try recording.replay()
            #expect(difference == nil, "seed \(seed): \(difference?.description ?? "")")
        }
    }

    @Test func `the first difference is told with its line`() throws {
        let text = try record(seed: 7).jsonLines()
        var lines = text.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("\"progress\"") })
        let changed = lines[place].replacing("\"isEstimated\":false", with: "\"isEstimated\":true")
        #expect(changed != lines[place])
        let original = lines[place]
        lines[place] = changed
        let difference = try SessionRecording(jsonLines: lines.joined(separator: "\n")).replay()
        #expect(difference?.line == place + 1)
        #expect(difference?.recorded == changed)
        #expect(difference?.replayed == original)
        #expect(difference?.description.hasPrefix("Line \(place + 1): ") == true)
    }

    @Test func `an output too few or too many is a difference`() throws {
        var lines = try record(seed: 7).jsonLines().split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("\"progress\"") })
        let output = lines.remove(at: place)
        let less = try SessionRecording(jsonLines: lines.joined(separator: "\n")).replay()
        #expect(less?.line == place + 1)
        #expect(less?.recorded != output)
        #expect(less?.replayed == output)
        lines.insert(output, at: place)
        lines.insert(output, at: place)
        let more = try SessionRecording(jsonLines: lines.joined(separator: "\n")).replay()
        #expect(more?.line == place + 2)
    }

    @Test func `other settings than recorded answer otherwise`() throws {
        var session = NavigatorSession { $0.intervalSeconds = 20 }
        let line = [RouteSketch.place(east: 0, north: 0), RouteSketch.place(east: 900, north: 0)]
        session.put(
            .set(
                NavigatorRoute(id: "1", FollowedRoute(line: line, metersPerSecond: 10)), time: 0))
        try session.drive(line)
        #expect(try session.recording.replay() == nil)
        #expect(try session.recording.replay(with: Navigator()) != nil)
    }

    @Test(arguments: [
        ("", 1, "the settings are missing"),
        ("\n\n{\"in\":{\"tick\":{\"time\":1}}}", 3, "the settings are missing"),
        ("{\"settings\":{},\"version\":1}", 1, "is missing"),
        ("no JSON", 1, "JSON"),
        ("{}", 1, "\"settings\" is missing"),
        ("{\"in\":{\"tick\":{\"time\":\"x\"}}}", 1, "\"time\""),
    ])
    func `what is no recording is refused with its line`(
        text: String, line: Int, reason: String
    ) throws {
        let error = try #require(throws: SessionRecordingError.self) {
            try SessionRecording(jsonLines: text)
        }
        #expect(error.line == line)
        #expect(error.description.contains(reason), "\(error)")
    }

    @Test func `another version, settings twice and an early output are refused`() throws {
        let settings = try SessionRecording.line(.settings(LiveRouteSettings(), version: 1))
        let output = try SessionRecording.line(.output(.tracked(.arrived)))
        func version(_ number: Int) -> String {
            settings.replacing("\"version\":1", with: "\"version\":\(number)")
        }
        for (text, line) in [
            (version(0), 1), (version(SessionRecording.version + 1), 1),
            (settings + "\n" + settings, 2), (settings + "\n" + output, 2),
        ] {
            let error = try #require(throws: SessionRecordingError.self) {
                try SessionRecording(jsonLines: text)
            }
            #expect(error.line == line)
        }
        for number in 1...SessionRecording.version {
            #expect(try SessionRecording(jsonLines: version(number)).replay() == nil)
        }
    }
}
