// Finds real clients' tests by name; their recordings have the same names.

import Foundation

/// Finds the tests that leave recordings by reading their sources.
enum RecordedTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static let unrecorded: Set = [
        "test_jobs.py", "test_layers.py", "test_map_copy.py", "test_osrm.py", "test_search.py",
    ]

    /// The tests in `scripts/test-clients`, as `Class.test_name`. Leaves out tests that send
    /// nothing, tests of jobs, whose ids a replay does not have, tests of stored layers, whose
    /// files it lacks, the map's copy, whose server has no portal, and OSRM's clients and geopy,
    /// which ask without the recorder.
    static func python() throws -> Set<String> {
        let folder = here.appendingPathComponent("Python")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("test_") && $0.hasSuffix(".py") && !unrecorded.contains($0) }
        var names: Set<String> = []
        for file in files {
            let text = try String(
                contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            var name = ""
            for line in text.split(separator: "\n") {
                if let found = line.prefixMatch(of: /class (\w+)/) { name = String(found.output.1) }
                guard let found = line.prefixMatch(of: /\s{4}def (test_\w+)/) else { continue }
                let test = String(found.output.1)
                if !test.hasPrefix("test_the_table_") { names.insert("\(name).\(test)") }
            }
        }
        return names
    }

    /// The tests in `scripts/record-rest-js`.
    static func javaScript() throws -> Set<String> {
        let script = here.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("scripts/record-rest-js")
        let text = try String(contentsOf: script, encoding: .utf8)
        return Set(text.matches(of: /async "([\w.]+)"\(\)/).map { String($0.output.1) })
    }
}
