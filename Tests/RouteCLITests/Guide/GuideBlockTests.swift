// Runs every block of the README and the guide, and compares every printed answer.

import Foundation
import Geo
import Testing

@Suite struct GuideBlockTests {
    /// The script that runs each block of `console`, in the order of the page: such a block
    /// installs something, needs GDAL, a database or an engine of containers, or takes minutes.
    private static let consoles = [
        "README.md": [".ci/run", "scripts/walk"],
        "CommandLine.md": ["scripts/test-geopackage"],
        "Installing.md": [
            "scripts/walk", "scripts/test-release", "scripts/test-deb", "scripts/test-wheel",
            "scripts/test-docker",
        ],
        "Map.md": ["scripts/test-map", "scripts/test-geopackage"],
        "Server.md": ["scripts/test-stores"],
        "Stored-layers.md": ["scripts/test-stores"],
    ]

    /// Who runs blocks that need packages: files that name the page. Python is told apart by what
    /// a block imports.
    private static let clients = [
        "from arcgis": "Tests/ClientTests/Python/test_recipes.py",
        "from qgis": "scripts/test_qgis.py",
        "javascript": "scripts/record-rest-js",
        "html": "scripts/test_map.py",
    ]

    private static func client(of block: GuideBlock) -> String? {
        clients[block.language]
            ?? clients.first { block.language == "python" && block.text.contains($0.key) }?.value
    }

    private static let answers: Set = ["json", "text", "csv"]

    /// Returns where a printed answer differs from what was found. It may leave members out, and
    /// dots at the end of a text stand for any text.
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
        case (.string(let text), .string?) where text.hasSuffix("…"): return []
        default:
            return printed == found ? [] : ["\(path) is \(found?.text ?? "absent")"]
        }
    }

    /// Whether a printed text is what was found. Dots at the end of a line stand for any rest.
    private func isSame(_ printed: String, _ found: String) -> Bool {
        let lines = [printed, found].map {
            $0.split(separator: "\n", omittingEmptySubsequences: false)
        }
        return lines[0].count == lines[1].count
            && zip(lines[0], lines[1]).allSatisfy { shown, line in
                shown.hasSuffix("…") ? line.hasPrefix(shown.dropLast()) : shown == line
            }
    }

    /// The text of a file of the package.
    private func text(of path: String) throws -> String {
        try String(contentsOf: Sample.package.appendingPathComponent(path), encoding: .utf8)
    }

    private func isRunHere(_ block: GuideBlock) -> Bool {
        block.language == "bash"
            || block.language == "python" && Self.client(of: block) == nil
    }

    @Test(arguments: GuideBlock.pages)
    func `every block runs, and every printed answer is the answer`(page: String) async throws {
        let blocks = try GuideBlock.blocks(of: page)
        guard blocks.contains(where: { isRunHere($0) || $0.file != nil }) else { return }
        try await GuideSession.run(blocks) { session in
            var printed: String?
            for (block, next) in zip(blocks, blocks.dropFirst().map(Optional.some) + [nil]) {
                if block.file != nil {
                    try await session.read(block)
                } else if isRunHere(block) {
                    let output = try await session.run(block)
                    #expect(output.status == 0, "\(block.place): \(output.text)\(output.errors)")
                    let isAnswered = next.map {
                        $0.file == nil && Self.answers.contains($0.language)
                    }
                    printed = output.text
                    if isAnswered != true {
                        // Failures have the HTTP status 200.
                        let isFailure = output.text.contains("\"error\":{")
                        #expect(!isFailure, "\(block.place): \(output.text)")
                    }
                } else if Self.answers.contains(block.language) {
                    try compare(block, printed)
                    printed = nil
                }
            }
        }
    }

    private func compare(_ block: GuideBlock, _ printed: String?) throws {
        let printed = try #require(printed, "\(block.place): no command is above this answer")
        guard block.language == "json" else {
            let isSame = isSame(block.text, printed)
            #expect(isSame, "\(block.place): \(printed)")
            return
        }
        let wrong = differences(
            try JSONValue.parse(block.text), try JSONValue.parse(printed))
        #expect(wrong == [], "\(block.place)")
    }

    @Test(arguments: GuideBlock.pages)
    func `who runs a block is known, and each has a language`(page: String) throws {
        let name = page.split(separator: "/").last.map(String.init) ?? page
        let blocks = try GuideBlock.blocks(of: page)
        for block in blocks where block.file == nil && !isRunHere(block) {
            switch block.language {
            case "console", "diagram": break
            // TidyTests hold the Swift of all pages, `compare` the answers.
            case "swift", "json", "text", "csv": break
            default:
                let client = try #require(
                    Self.client(of: block),
                    "\(block.place): nothing runs the language \"\(block.language)\"")
                #expect(try text(of: client).contains(name), "\(block.place): \(client)")
            }
        }
        let consoles = blocks.filter { $0.language == "console" }
        let scripts = Self.consoles[name] ?? []
        #expect(consoles.count == scripts.count, "\(consoles.map(\.place)): \(scripts)")
        let named = consoles.flatMap {
            $0.text.matches(of: /scripts\/[a-z-]+/).map { String($0.output) }
        }
        for script in scripts + named {
            let path = Sample.package.appendingPathComponent(script).path
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(name): \(script)")
        }
    }

    @Test func `no page has code that is indented, which nothing would run`() throws {
        for page in GuideBlock.pages {
            var isCode = false
            var before: Substring = ""
            for line in try text(of: page).split(separator: "\n", omittingEmptySubsequences: false)
            {
                if line.hasPrefix("```") { isCode.toggle() }
                let isIndented = line.hasPrefix("    ") && before.isEmpty
                #expect(isCode || !isIndented, "\(page): \(line)")
                #expect(line.hasPrefix("```") || !line.contains("```"), "\(page): \(line)")
                before = line
            }
        }
    }

    @Test func `drawings name types that there are`() async throws {
        var names: Set<String> = []
        for page in GuideBlock.pages where page != "README.md" {
            for block in try GuideBlock.blocks(of: page) where block.language == "diagram" {
                names.formUnion(
                    block.text.matches(of: /\b(?:[A-Z][a-z]+){2,}\b/).map { String($0.output) })
            }
        }
        // A field of stops; the README's rooms are held by TidyTests.
        names.remove("RouteName")
        let kinds = "(struct|enum|class|protocol|actor|typealias)"
        let pattern = "\\b\(kinds) (\(names.sorted().joined(separator: "|")))\\b"
        let found = try await GuideShell.run(
            "grep", ["-rhoE", pattern, Sample.package.appendingPathComponent("Sources").path],
            in: Sample.folder, GuideShell.environment)
        let types = Set(
            found.text.split(separator: "\n").compactMap { $0.split(separator: " ").last })
        let rooms = try FileManager.default.contentsOfDirectory(
            atPath: Sample.package.appendingPathComponent("Sources").path)
        #expect(names.count > 20)
        #expect(names.subtracting(rooms).subtracting(types.map(String.init)) == [])
    }

    @Test func `a block that fails leaves no folder behind`() async throws {
        struct Failed: Error {}
        let block = GuideBlock(place: "here", language: "bash", text: "cd .. && pwd && false")
        var folder = ""
        await #expect(throws: Failed.self) {
            try await GuideSession.run([block]) { session in
                let output = try await session.run(block)
                folder = output.text.split(separator: "\n").joined()
                throw Failed()
            }
        }
        #expect(folder.contains("/guide-"), "\(folder)")
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `a printed answer that differs is found`() throws {
        let found = try JSONValue.parse(#"{"a":[{"b":1,"c":2}],"d":"e"}"#)
        for (printed, wrong) in [
            (#"{"a":[{"b":1}]}"#, 0), (#"{"a":[{"b":2}]}"#, 1), (#"{"a":[]}"#, 1),
            (#"{"x":1,"d":"f"}"#, 2), (#"{}"#, 0), (#"{"d":"x…"}"#, 0), (#"{"a":"x…"}"#, 1),
        ] {
            #expect(differences(try JSONValue.parse(printed), found).count == wrong, "\(printed)")
        }
    }

    @Test func `a printed line that differs is found`() {
        for (printed, same) in [
            ("a 1\nb 2\n", true), ("a …\nb 2\n", true), ("a 1\nb …\n", true), ("a 1\nb 3\n", false),
            ("a 1\n", false), ("b …\nb 2\n", false), ("a 1\nb 2\n\n", false),
        ] {
            #expect(isSame(printed, "a 1\nb 2\n") == same, "\(printed)")
        }
    }

    @Test func `a block that is a file has its name behind the language`() throws {
        let blocks = try GuideBlock.blocks(of: "Documentation/CommandLine.md")
        let files = blocks.compactMap(\.file)
        #expect(files.contains("streets.yaml") && files.contains("plan.json"))
        #expect(blocks.allSatisfy { !$0.language.contains(" ") })
    }
}
