// A page of the guide as its reader works through it: the files and the server that it names.

import Foundation
import Geo
import LiveTraffic
import ServiceDefinitions
import Testing

/// The blocks of a page, and where they run.
struct GuideSession {
    let blocks: [GuideBlock]
    /// The server's root.
    let server: String
    /// A folder of the page, in which each block has a folder of its own.
    private let folder: URL
    private let environment: [String: String]

    /// Runs `body` with a server that has what the page asks for.
    ///
    /// - Parameter words: What is asked for beside the blocks, as they would.
    static func run(
        _ blocks: [GuideBlock], needing words: String = "",
        _ body: (GuideSession) async throws -> Void
    ) async throws {
        let folder = Sample.folder.appendingPathComponent("guide-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // After a block that fails, too.
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch {
                Issue.record("the folder of a page stays behind: \(error)")
            }
        }
        let text = blocks.map(\.text).joined() + words
        let needsTown = ["services/town/", "services/Town/", "TOKEN"].contains { text.contains($0) }
        let served = folder.appendingPathComponent("served")
        if needsTown { try await GuideFiles.copy(to: served) }
        let users = needsTown ? served.appendingPathComponent("users.txt").path : nil
        try await SampleService.run(
            hasJobs: text.contains("GPServer"),
            more: needsTown ? definitions(try await Sample.network(), served.path) : [:],
            users: users
        ) { layer in
            let server = String(layer.absoluteString.split(separator: "/arcgis")[0])
            var environment = GuideShell.environment
            environment["LAYER"] = layer.absoluteString
            environment["SERVER"] = server
            if text.contains("$TOKEN") {
                let answer = try await GuideShell.run(
                    "curl",
                    [
                        "-s", "\(server)/arcgis/tokens/generateToken", "-d",
                        "f=json&username=ann&password=correct+horse",
                    ], in: folder, environment)
                environment["TOKEN"] = try JSONValue.parse(answer.text)["token"]?.string
            }
            try await body(
                GuideSession(
                    blocks: blocks, server: server, folder: folder, environment: environment))
        }
    }

    /// The services of the pages beside the sample's: `town` as `waypost serve --network town` has
    /// it, and `Town` with stored layers and a user who may send traffic.
    private static func definitions(_ network: String, _ files: String) -> [String: String] {
        var definitions = [
            "stored.service.yaml": """
            service: Town
            network: \(network)
            access: { editors: [ann], traffic: [ann] }
            storedLayers:
              - { name: Deliveries, file: "\(files)/day.gpkg", layer: deliveries }
              - name: Closures
                file: "\(files)/closures.gpkg"
                standing: PolygonBarriers
                layer: closures
                editing: true
            """
        ]
        for type in ["Route", "ODCostMatrix", "ClosestFacility"] {
            definitions["town-\(type).service.yaml"] =
                "service: town\nlayer: \(type)\ntype: \(type)\nnetwork: \(network)\n"
        }
        return definitions
    }

    /// The token of a user who may edit and send traffic; `nil` if nothing needs it.
    var token: String? { environment["TOKEN"] }

    /// The route layer of a service.
    func layer(of service: String) -> URL? {
        URL(string: "\(server)/arcgis/rest/services/\(service)/NAServer/Route")
    }

    /// Runs a block with the page's files beside it.
    func run(_ block: GuideBlock) async throws -> ShellOutput {
        let place = try await makeFolder()
        let output: ShellOutput
        if block.language == "bash" {
            // What a block makes is not there before.
            for made in block.text.matches(of: /--into \W?(\w+\.gpkg)/) {
                let file = place.appendingPathComponent(String(made.output.1))
                if FileManager.default.fileExists(atPath: file.path) {
                    try FileManager.default.removeItem(at: file)
                }
            }
            output = try await runShell(addressed(block.text), in: place)
        } else {
            output = try await GuideShell.run(
                "python3", ["-c", block.text], in: place, environment)
        }
        try FileManager.default.removeItem(at: place)
        return output
    }

    private func runShell(_ text: String, in place: URL) async throws -> ShellOutput {
        let prelude = GuideFiles.scripts.appendingPathComponent("prelude.bash").path
        return try await GuideShell.run(
            "bash", ["-c", "source '\(prelude)'\n\(text)"], in: place, environment)
    }

    /// The commands with the addresses of this server, and a password in place of dots.
    private func addressed(_ text: String) -> String {
        ["http://127.0.0.1:6080", "http://localhost:6080", "https://HOST"].reduce(text) {
            $0.replacing("\($1)/", with: "\(server)/")
        }.replacing("password=…", with: "password=correct+horse")
    }

    /// Makes a folder with all that the pages name, and the files of this page.
    private func makeFolder() async throws -> URL {
        let place = folder.appendingPathComponent(UUID().uuidString)
        try await GuideFiles.copy(to: place)
        for block in blocks {
            guard let file = block.file else { continue }
            try block.text.write(
                to: place.appendingPathComponent(file), atomically: true, encoding: .utf8)
        }
        return place
    }

    /// Reads a block that is a file, unless a command of the page does: then that one runs.
    func read(_ block: GuideBlock) async throws {
        let file = try #require(block.file)
        if blocks.contains(where: { $0.language == "bash" && $0.text.contains(file) }) { return }
        switch file {
        case "town.service.yaml": try await readDefinition(block)
        case "phrases.service.yaml": try await readPhrases(block)
        // What goes with the definition of phrases.
        case "phrases", "broken.log": #expect(blocks.contains { $0.file == "phrases.service.yaml" })
        case "mapping.json": _ = try FeedMapping(json: JSONValue.parse(block.text))
        case "request.log": try await readLog(block)
        default: Issue.record("\(block.place): nothing reads \(file)")
        }
    }

    /// Opens a service as its definition says. No database runs beside the tests.
    private func readDefinition(_ block: GuideBlock) async throws {
        let place = try await makeFolder()
        let file = place.appendingPathComponent("town.service.yaml")
        let definition = try ServiceDefinition.read(path: file.path)
        #expect(definition.service == "Town", "\(block.place)")
        let stored = block.text.replacing(
            /\n\s*- name: \w+\n\s+store: postgres.*\n\s+layer: \w+/, with: "")
        #expect(stored.contains("store:") == false, "\(block.place)")
        let opened = place.appendingPathComponent("definitions/town.service.yaml")
        try stored.write(to: opened, atomically: true, encoding: .utf8)
        let output = try await runShell(
            "waypost serve --definitions definitions --users users.txt", in: place)
        #expect(output.status == 0, "\(block.place): \(output.errors)")
    }

    /// Serves the page's phrases in a language of an operator, and breaks one of them.
    private func readPhrases(_ block: GuideBlock) async throws {
        let place = try await makeFolder()
        let shown = try #require(blocks.first { $0.file == "phrases" })
        let message = try #require(blocks.first { $0.file == "broken.log" })
        let phrases = try #require(try JSONValue.parse("{\(shown.text)}").object)
        let english = Sample.package.appendingPathComponent("Sources/Directions/Phrases/en-US.json")
        var language = try #require(
            try JSONValue.parse(String(contentsOf: english, encoding: .utf8)).object)
        language["language"] = "gsw"
        var sentences = try #require(language["phrases"]?.object)
        for phrase in phrases.members {
            #expect(sentences[phrase.key] != nil, "\(shown.place): \(phrase.key)")
            sentences[phrase.key] = phrase.value
        }
        language["phrases"] = .object(sentences)
        let definitions = place.appendingPathComponent("definitions")
        try "service: Town\nnetwork: town\n\(block.text)".write(
            to: definitions.appendingPathComponent("town.service.yaml"), atomically: true,
            encoding: .utf8)
        try FileManager.default.createDirectory(
            at: definitions.appendingPathComponent("phrases"), withIntermediateDirectories: true)
        for (from, status) in [("{none}", Int32(0)), ("{road}", 3)] {
            let text = JSONValue.object(language).text
            let turn = try #require(phrases["turnLeft"]?.string)
            try text.replacing(turn, with: turn.replacing(from, with: "{street}")).write(
                to: definitions.appendingPathComponent("phrases/gsw.json"), atomically: true,
                encoding: .utf8)
            let output = try await runShell("waypost serve --definitions definitions", in: place)
            #expect(output.status == status, "\(block.place): \(output.errors)")
            guard status != 0 else { continue }
            let words = message.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let said = output.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            // The language is written on a line.
            let (shorter, longer) = (
                words.replacing(/line \d+/, with: ""), said.replacing(/line \d+/, with: "")
            )
            #expect(longer.contains(shorter), "\(message.place): \(said)")
        }
    }

    /// Compares a line of the log with the one that a request has: its members and what it says.
    private func readLog(_ block: GuideBlock) async throws {
        let place = try await makeFolder()
        let output = try await runShell(
            """
            "$WAYPOST" serve --network town --port 0 --log-format json >served.log 2>&1 &
            trap 'kill $!' EXIT
            for look in $(seq 600); do
                grep -q 'map at' served.log && break
                sleep 0.1
            done
            root=$(sed -n 's|.*map at \\(http://[^ "]*\\)/map.*|\\1|p' served.log)
            layer=$root/arcgis/rest/services/town/NAServer/Route
            curl "$layer/solve" -d 'stops=7.4189,43.7311;7.4246,43.7394' -d f=json >answer.json
            for look in $(seq 100); do
                grep -h '"message":"POST' served.log && break
                sleep 0.1
            done
            """, in: place)
        #expect(output.status == 0, "\(block.place): \(output.errors)")
        let printed = try #require(try JSONValue.parse(block.text).object)
        let found = try #require(try JSONValue.parse(output.text).object)
        #expect(printed.keys == found.keys, "\(block.place)")
        for key in ["level", "source", "message", "status"] {
            #expect(printed[key] == found[key], "\(block.place): \(key)")
        }
    }
}
