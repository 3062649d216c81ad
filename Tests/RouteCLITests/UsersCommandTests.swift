// Tests `waypost users` and the access options of `waypost serve`.

import AccessControl
import ArgumentParser
import Foundation
import RouteService
import Testing

@testable import RouteCLI

@Suite struct UsersCommandTests {
    private func withFile(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        try await body(folder.appendingPathComponent("users.txt").path)
    }

    @Test func `users are removed, and unknown ones are named`() async throws {
        try await withFile { file in
            var users = UserFile()
            users.set("ann", try PasswordHash(of: "correct horse"))
            try users.write(to: file)
            #expect(await Waypost.run(["users", "remove", "ben", "--file", file]) == .invalidInput)
            #expect(await Waypost.run(["users", "list", "--file", file]) == .answered)
            #expect(await Waypost.run(["users", "remove", "ann", "--file", file]) == .answered)
            #expect(try UserFile.read(file).names.isEmpty)
        }
    }

    @Test func `commands that change the file at once do not undo each other`() async throws {
        try await withFile { file in
            let hash = try PasswordHash(of: "correct horse")
            let options = try UserFileOption.parse(["--file", file])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<50 {
                    group.addTask { try options.change { $0.set("user\(number)", hash) } }
                }
                try await group.waitForAll()
            }
            #expect(try UserFile.read(file).names.count == 50)
            await withTaskGroup(of: Outcome.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        await Waypost.run(["users", "remove", "user\(number)", "--file", file])
                    }
                }
                for await outcome in group { #expect(outcome == .answered) }
            }
            #expect(try UserFile.read(file).names.isEmpty)
        }
    }

    @Test func `a name that is none is refused before a password is asked for`() async throws {
        try await withFile { file in
            for name in ["a b", "", "a:b", String(repeating: "x", count: 65)] {
                #expect(
                    await Waypost.run(["users", "add", name, "--file", file]) == .invalidInput)
            }
            #expect(!FileManager.default.fileExists(atPath: file))
        }
    }

    @Test(arguments: [
        ["--tls-certificate", "a.pem"], ["--tls-key", "a.pem"], ["--token-key", "k"],
        ["--token-minutes", "0"], ["--token-minutes", "90", "--longest-token-minutes", "60"],
        ["--refresh-token-minutes", "0"], ["--refresh-token-minutes", "1e9"],
        ["--token-minutes", "0x10"], ["--token-minutes", "1e1"], ["--token-minutes", "+5"],
        ["--longest-token-minutes", "inf"], ["--refresh-token-minutes", "nan"],
        ["--public-url", "maps.example"], ["--public-url", "https://maps.example/arcgis"],
        ["--public-url", "https://me@maps.example"], ["--public-url", "https://maps.example?a"],
        ["--public-url", "https://maps.example:0x50"], ["--public-url", "ftp://maps.example"],
        ["--public-url", "https://maps.example/map"], ["--public-url", "https://maps.example/a b"],
    ])
    func `options that do not fit are wrong usage`(options: [String]) async {
        #expect(await Waypost.run(["serve", "--network", "nowhere"] + options) == .usage)
    }

    @Test func `options of access reach the server`() throws {
        let options = try AccessOptions.parse([
            "--users", "u.txt", "--token-key", "k", "--token-minutes", "5", "--sharing",
            "--public-url", "https://maps.example:8443/routing", "--refresh-token-minutes", "90",
        ])
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: "town")], analyses: .all)
        options.apply(to: &configuration)
        #expect(configuration.usersPath == "u.txt")
        #expect(configuration.tokenKeyPath == "k")
        #expect(configuration.tokenMinutes == 5)
        #expect(configuration.refreshTokenMinutes == 90)
        #expect(configuration.answersSharing)
        #expect(configuration.publicURL == "https://maps.example:8443/routing")
        #expect(configuration.scheme == "http")
    }
}
