// Tests traffic feeds on the command line, over the shipped sample.

import ArgumentParser
import Foundation
import LiveTraffic
import RoadNetwork
import RouteService
import ServiceDefinitions
import Testing

@testable import RouteCLI

@Suite struct TrafficCommandTests {
    /// A feed about the sample's first streets, and one missing way.
    private func feed(_ extra: String = "", speed: Double = 7.5) async throws -> String {
        let dataset = try NetworkDataset(path: try await Sample.network())
        let rows = (0..<20).map { "\(dataset.segmentWay[$0]),\(speed)\n" }.joined()
        let file = Sample.path("feed-\(UUID().uuidString).csv")
        let text = "way,speed_kmh\n" + rows + extra
        try Console.write(bytes: Array(text.utf8), toFile: file)
        return file
    }

    @Test func `a feed is checked, and refused rows make the answer a part`() async throws {
        let network = try await Sample.network()
        let good = try await feed()
        #expect(await Waypost.run(["traffic", good, "--network", network]) == .answered)
        let bad = try await feed("1,20\n")
        #expect(await Waypost.run(["traffic", bad, "--network", network, "--json"]) == .partial)
        // The whole feed in another unit.
        let fast = try await feed(speed: 120)
        #expect(await Waypost.run(["traffic", fast, "--network", network]) == .partial)
        let wrong = Sample.path("feed-\(UUID().uuidString).txt")
        try Console.write(bytes: Array("nothing of the kind\n".utf8), toFile: wrong)
        #expect(await Waypost.run(["traffic", wrong, "--network", network]) == .invalidInput)
    }

    @Test func `a request uses a feed`() async throws {
        let network = try await Sample.network()
        let places = try await Sample.places(2)
        let output = Sample.path("traffic-\(UUID().uuidString).json")
        let outcome = await Waypost.run([
            "solve", "--network", network, "--traffic", try await feed(), "--stops", places, "-o",
            output, "--format", "answer",
        ])
        #expect(outcome == .answered)
        #expect(
            await Waypost.run([
                "solve", "--network", network, "--traffic", "/nowhere/feed.csv", "--stops",
                places,
            ]) == .invalidInput)
    }

    @Test func `an export has the integers of a feed`() async throws {
        let network = try await Sample.network()
        let tables = Sample.path("tables-\(UUID().uuidString)")
        let export = ["network", "export", network, "--quiet", "-o"]
        #expect(
            await Waypost.run(
                export + [tables, "--format", "csv", "--traffic", try await feed()])
                == .answered)
        let dataset = try NetworkDataset(path: network)
        let expected = Set((0..<20).map { dataset.segmentWay[$0] })
        let lines = try String(contentsOfFile: "\(tables)/traffic.csv", encoding: .utf8)
            .split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
        #expect(lines.first?.prefix(4) == ["edge", "speed_kmh", "closed", "TravelTime"])
        var seen: Set<Int64> = []
        for line in lines.dropFirst() {
            let edge = try #require(UInt32(line[0]))
            seen.insert(dataset.segmentWay[Int(edge / 2)])
            let centimeters = Double(dataset.lengthCentimeters(of: EdgeID(row: edge)))
            let milliseconds = max(1, Int((centimeters * 36 / 7.5).rounded()))
            #expect(line[1...3] == ["7.5", "0", "\(milliseconds)"], "edge \(edge)")
        }
        #expect(seen == expected)
        let closures = try String(contentsOfFile: "\(tables)/closures.csv", encoding: .utf8)
        #expect(closures == "edge,from,until\n")
        let description = try String(contentsOfFile: "\(tables)/network.json", encoding: .utf8)
        #expect(description.contains("\"traffic\""))
        try FileManager.default.removeItem(atPath: tables)
        #expect(
            await Waypost.run(
                export + [tables, "--format", "csv", "--traffic", "/nowhere.csv"])
                == .invalidInput)
        #expect(!FileManager.default.fileExists(atPath: tables))
    }

    @Test(arguments: [
        (["solve", "--server", "http://a/b", "--traffic", "c", "1,2", "3,4"], "needs --network"),
        (["serve", "--traffic", "c"], "needs one --network"),
        (["serve", "--network", "a", "--network", "b", "--traffic", "c"], "needs one --network"),
        (["serve", "--network", "a", "--traffic-interval", "5"], "needs --traffic"),
        (["worker", "--jobs", "j", "--traffic", "c"], "needs one --network"),
        (
            ["network", "export", "a", "--format", "geojson", "-o", "b", "--traffic", "c"],
            "--format csv"
        ),
        (["serve", "--network", "a", "--traffic", "c", "--traffic-interval", "0"], "within"),
        (["traffic", "a", "--network", "b", "--map", "speed"], "key=property"),
        (["traffic", "a", "--network", "b", "--map", "pace=x"], "pace"),
    ])
    func `options that do not fit are named`(arguments: [String], word: String) {
        do {
            _ = try Waypost.parseAsRoot(arguments)
            Issue.record("it was accepted")
        } catch {
            #expect(Waypost.message(for: error).contains(word), "\(Waypost.message(for: error))")
        }
    }

    @Test func `a source is a file or an address`() {
        #expect(TrafficDeclaration(argument: "a/b.csv").source == .file("a/b.csv"))
        #expect(
            TrafficDeclaration(argument: "HTTPS://a/b.csv").source == .url("HTTPS://a/b.csv"))
    }
}
