// Recordings of scenarios, replayed at their ends.

import Navigation
import Testing

/// A recording that replays itself when it is let go of.
///
/// Hold it in a helper for scenarios, and each scenario is a test of replaying too. If copies of
/// the helper go on apart, give each its own ``copy()``.
final class ReplayedRecording {
    /// What went in and came out so far.
    var recording: SessionRecording
    /// Makes the navigator to replay with, from the settings that were read back; `nil` if the
    /// recording is not replayed.
    private let makeNavigator: ((LiveRouteSettings) -> Navigator)?

    init(_ recording: SessionRecording, makeNavigator: ((LiveRouteSettings) -> Navigator)?) {
        self.recording = recording
        self.makeNavigator = makeNavigator
    }

    func copy() -> ReplayedRecording {
        ReplayedRecording(recording, makeNavigator: makeNavigator)
    }

    deinit {
        guard let makeNavigator else { return }
        do {
            let text = try recording.jsonLines()
            let read = try SessionRecording(jsonLines: text)
            let difference = try read.replay(with: makeNavigator(read.settings))
            if let difference { Issue.record("The session replays otherwise. \(difference)") }
            if try read.jsonLines() != text { Issue.record("The recording reads otherwise.") }
        } catch {
            Issue.record(error)
        }
    }
}
