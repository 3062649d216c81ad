// Runs every block of the guide's hand-written pages, and compares every printed answer.

import Foundation
import Geo
import Testing

@Suite struct GuideBlockTests {
    /// Runs a program and returns what it prints.
    private func output(
        of program: String, _ arguments: [String], _ environment: [String: String]
    ) async throws -> (status: Int32, text: String) {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = [program] + arguments
                process.environment = environment
                let pipe = Pipe()
                process.standardOutput = pipe
                do {
                    try process.run()
                    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
                    process.waitUntilExit()
                    continuation.resume(
                        returning: (
                            process.terminationStatus, String(decoding: bytes, as: UTF8.self)
                        ))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    /// Returns where a printed answer differs from what was found. It may leave members out.
    private func differences(
        _ printed: JSONValue, _ found: JSONValue?, at path: String = "answer"
    ) -> [String] {
        switch (printed, found) {
        case (.object(let members), .object(let others)?):
            return members.members.flatMap {
                differences($0.value, others[$0.key], at: "\(path).\($0.key)")
            }
        case (.array(let values), .array(let others)?) where values.count == others.count:
            return zip(values, others).enumerated().flatMap {
                differences($1.0, $1.1, at: "\(path)[\($0)]")
            }
        default:
            return printed == found ? [] : ["\(path) is \(found?.text ?? "absent")"]
        }
    }

    /// Checks what a page asks for: a browser runs it, but what it asks for is there.
    private func checkPage(
        _ block: GuideBlock, _ layer: URL, _ environment: [String: String]
    ) async throws {
        let paths = block.text.matches(of: /\$\{layer\}(\/[a-z.]+)/).map { String($0.output.1) }
        #expect(paths.contains("/solve"), "\(block.place)")
        let fields = "stops=7.4188621,43.7330002;7.4239298,43.7371517&f=geojson"
        for path in paths {
            let query = path == "/solve" ? "?\(fields)" : ""
            let (status, _) = try await output(
                of: "curl", ["-sf", "\(layer.absoluteString)\(path)\(query)"], environment)
            #expect(status == 0, "\(block.place): \(path)")
        }
    }

    @Test(arguments: ["Start-here", "Recipes", "Jobs", "Coming-from", "Operating"])
    func `every block runs, and every printed answer is the answer`(page: String) async throws {
        let blocks = try GuideBlock.blocks(of: "Documentation/\(page).md")
        #expect(!blocks.isEmpty)
        try await SampleService.run(hasJobs: page == "Jobs") { layer in
            let server = layer.absoluteString.split(separator: "/arcgis").first.map(String.init)
            var environment = ProcessInfo.processInfo.environment
            environment["LAYER"] = layer.absoluteString
            environment["SERVER"] = server ?? ""
            environment["no_proxy"] = "*"
            environment["NO_PROXY"] = "*"
            var printed: String?
            for block in blocks {
                switch block.language {
                case "bash", "python":
                    // scripts/test-clients runs blocks with packages: test_recipes.py.
                    printed = nil
                    if block.text.contains("from arcgis") { continue }
                    let isShell = block.language == "bash"
                    let (status, text) = try await output(
                        of: isShell ? "bash" : "python3", ["-c", block.text], environment)
                    #expect(status == 0, "\(block.place)")
                    printed = text
                case "json":
                    let found = try JSONValue.parse(try #require(printed, "\(block.place)"))
                    let wrong = differences(try JSONValue.parse(block.text), found)
                    #expect(wrong == [], "\(block.place)")
                case "text": #expect(printed == block.text, "\(block.place)")
                case "html": try await checkPage(block, layer, environment)
                case "javascript":
                    // scripts/record-rest-js runs it where npm has the library.
                    #expect(block.text.contains("@esri/arcgis-rest-routing"), "\(block.place)")
                case "swift":
                    // It is a block of the page whose blocks are code of tests.
                    let blocks = try GuideBlock.blocks(of: "Documentation/SwiftClient.md")
                    #expect(blocks.contains { $0.text == block.text }, "\(block.place)")
                default: Issue.record("\(block.place): nothing runs \(block.language)")
                }
            }
        }
    }

    @Test func `a printed answer that differs is found`() throws {
        let found = try JSONValue.parse(#"{"a":[{"b":1,"c":2}],"d":"e"}"#)
        for (printed, wrong) in [
            (#"{"a":[{"b":1}]}"#, 0), (#"{"a":[{"b":2}]}"#, 1), (#"{"a":[]}"#, 1),
            (#"{"x":1,"d":"f"}"#, 2), (#"{}"#, 0),
        ] {
            #expect(differences(try JSONValue.parse(printed), found).count == wrong, "\(printed)")
        }
    }
}
