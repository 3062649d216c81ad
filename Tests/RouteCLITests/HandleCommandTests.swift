// Tests `waypost refresh`, `better`, `rejoin` and `follow` over the sample, with routes from files,
// and failures.

import ArgumentParser
import Foundation
import Geo
import Testing

@testable import RouteCLI

@Suite struct HandleCommandTests {
    /// A file with the handle of a route in the sample, and the route's kilometers.
    private func handle() async throws -> (file: String, kilometers: Double) {
        let answer = Sample.path("solved-\(UUID().uuidString).json")
        let outcome = await Waypost.run([
            "solve", "--network", try await Sample.network(), "7.4163954,43.7298343",
            "7.4188621,43.7330002", "--set", "returnRouteHandle=true", "-o", answer, "--quiet",
            "--format", "answer",
        ])
        try #require(outcome == .answered)
        let route = try #require(try routes(answer).first)
        let text = try #require(route["RouteHandle"]?.string)
        let file = Sample.path("route-\(UUID().uuidString).handle")
        try (text + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        return (file, try #require(route["Total_Kilometers"]?.number))
    }

    /// The attributes of an answer's routes.
    private func routes(_ path: String) throws -> [JSONValue] {
        let answer = try JSONValue.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        return answer["routes"]?["features"]?.array?.compactMap { $0["attributes"] } ?? []
    }

    /// Runs a command, and returns its answer's routes.
    private func run(_ command: String, _ arguments: [String]) async throws -> [JSONValue] {
        let output = Sample.path("\(command)-\(UUID().uuidString).json")
        let outcome = await Waypost.run(
            [command, "--network", try await Sample.network()] + arguments
                + ["-o", output, "--format", "answer", "--quiet"])
        #expect(outcome == .answered)
        return try routes(output)
    }

    @Test func `a route is refreshed from a file, and from its text`() async throws {
        let (file, kilometers) = try await handle()
        let text = try String(contentsOfFile: file, encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        for given in [file, text] {
            let found = try await run("refresh", [given])
            #expect(found.map { $0["Total_Kilometers"]?.number } == [kilometers])
        }
    }

    @Test func `a route without delay has no better one`() async throws {
        let (file, _) = try await handle()
        #expect(try await run("better", [file, "--progress", "100"]).isEmpty)
    }

    @Test func `a vehicle beside a route is led back to it`() async throws {
        let (file, kilometers) = try await handle()
        let found = try await run(
            "rejoin", [file, "--position", "7.4178,43.7318", "--progress", "150"])
        let own = try #require(found.first?["Total_Kilometers"]?.number)
        #expect(found.count == 1)
        #expect(own > 0 && own < 3 * kilometers)
    }

    @Test func `a vehicle is found on its route`() async throws {
        let (file, kilometers) = try await handle()
        let found = try await run(
            "follow", [file, "--fix", "7.4163954,43.7298343", "--progress", "0"])
        let own = try #require(found.first?["Total_Kilometers"]?.number)
        #expect(found.count == 1)
        #expect(own > 0.5 * kilometers && own <= kilometers)
    }

    @Test func `a file that is not there is named`() async throws {
        let options = try HandleOptions.parse(["no-such.handle"])
        let failure = #expect(throws: CommandFailure.self) {
            var fields: [String: String] = [:]
            try options.write(to: &fields)
        }
        #expect(failure?.message.hasPrefix("no-such.handle is neither a file nor") == true)
    }
}
