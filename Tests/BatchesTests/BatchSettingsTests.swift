// Tests a batch's settings, and how differences are reported.

import Testing

@testable import Batches

@Suite struct BatchSettingsTests {
    private func settings(_ values: [String: String]) -> BatchSettings {
        var settings = BatchSettings()
        for (name, value) in values { settings[name] = value }
        return settings
    }

    @Test func `entries are sorted and unique`() {
        var settings = settings(["b": "2", "a": "1", "c": "3"])
        settings["b"] = "4"
        settings["c"] = nil
        #expect(settings.entries.map(\.name) == ["a", "b"])
        #expect(settings["b"] == "4" && settings["c"] == nil)
        #expect(settings == self.settings(["a": "1", "b": "4"]))
    }

    @Test func `equal settings do not differ`() {
        #expect(settings(["a": "1"]).differences(from: settings(["a": "1"])).isEmpty)
    }

    @Test func `each difference is named with both values`() {
        let begun = settings(["--where": "day = 1", "same": "x", "gone": "y"])
        let now = settings(["--where": "day = 2", "same": "x", "new": "z"])
        #expect(
            now.differences(from: begun) == [
                "--where was \"day = 1\" and is \"day = 2\" now",
                "gone was \"y\" and is not set now", "new was not set and is \"z\" now",
            ])
    }

    @Test func `long values are cut`() {
        let long = String(repeating: "x", count: 500)
        let difference = settings(["barriers": long]).differences(from: BatchSettings())
        #expect(difference.count == 1 && difference[0].count < 120)
        #expect(difference[0].contains("(500 bytes)"))
    }
}
