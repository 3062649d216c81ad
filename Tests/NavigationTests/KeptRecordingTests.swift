// A trip with a running server, kept as it was recorded: the core must still answer alike. After a
// change that is meant, record it anew:
//
//     UPDATE=1 swift test --filter NavigationTripTests

import Foundation
import Navigation
import Testing

@Suite struct KeptRecordingTests {
    private func text() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Recordings/monaco-trip.jsonl")
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test func `the core answers as it did on the kept trip`() throws {
        let text = try text()
        let recording = try SessionRecording(jsonLines: text)
        let difference = try recording.replay()
        #expect(difference == nil, "\(difference?.description ?? "")")
        #expect(try recording.jsonLines() == text)
        #expect(text.utf8.count <= 200_000)
    }

    @Test func `the kept trip is updated, left, replanned, and arrives`() throws {
        let recording = try SessionRecording(jsonLines: text())
        let outputs = recording.steps.flatMap(\.outputs)
        func tells(_ isWanted: (NavigatorOutput) -> Bool) -> Bool {
            outputs.contains(where: isWanted)
        }
        #expect(tells { if case .live(.refreshed) = $0 { true } else { false } })
        #expect(tells { if case .tracked(.deviated) = $0 { true } else { false } })
        #expect(tells { if case .live(.added(_, .deviated)) = $0 { true } else { false } })
        #expect(tells { if case .tracked(.waypointReached) = $0 { true } else { false } })
        #expect(tells { if case .tracked(.announcement) = $0 { true } else { false } })
        #expect(outputs.contains(.tracked(.arrived)))
        #expect(
            recording.steps.contains { if case .corridor = $0.input { true } else { false } })
    }

    @Test func `a core that answers otherwise is found`() throws {
        let recording = try SessionRecording(jsonLines: text())
        var settings = recording.settings
        settings.intervalSeconds = 61
        #expect(try recording.replay(with: Navigator(live: LiveRoute(settings: settings))) != nil)
        var careless = RouteTracker.Settings()
        careless.evidence = 30
        let other = Navigator(live: LiveRoute(settings: recording.settings)) { [careless] in
            RouteTracker($0, settings: careless)
        }
        let difference = try #require(try recording.replay(with: other))
        #expect(difference.recorded != difference.replayed)
    }
}
