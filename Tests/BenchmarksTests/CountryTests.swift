// Tests the made-up country: it builds, contains what a country needs, and is reproducible.

import Foundation
import NetworkBuilder
import RoadNetwork
import Testing

@testable import Benchmarks

struct CountryTests {
    private func inFolder<Result>(_ work: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-country-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                print("left behind: \(folder.path)")
            }
        }
        return try await work(folder.path)
    }

    @Test func `a country builds into a connected network`() async throws {
        try await inFolder { folder in
            let map = Country(junctions: 2_000, seed: 3).map()
            try PBFWriter.write(map, to: folder + "/country.osm.pbf")
            _ = try await BuildPipeline.run(
                inputs: [folder + "/country.osm.pbf"], output: folder + "/country")
            let network = try NetworkDataset(path: folder + "/country")

            #expect((1_600...2_800).contains(network.nodeCount))
            let motor = try #require(network.description.familyIndex(named: "motor"))
            let largest = (0..<network.nodeCount).count { network.nodeComponent[motor][$0] == 0 }
            #expect(Double(largest) > 0.95 * Double(network.nodeCount))
            #expect(network.turnRuleFrom.count > 20)
            let classes = Set((0..<network.segmentCount).map { network.segmentClass[$0] })
            #expect(classes.contains(RoadClass.motorway.rawValue))
            #expect(classes.contains(RoadClass.residential.rawValue))
        }
    }

    @Test func `the same seed gives the same bytes, another one does not`() async throws {
        try await inFolder { folder in
            func bytes(_ seed: UInt64) throws -> Data {
                let path = "\(folder)/\(seed).osm.pbf"
                try PBFWriter.write(Country(junctions: 500, seed: seed).map(), to: path)
                return try Data(contentsOf: URL(fileURLWithPath: path))
            }
            let first = try bytes(1)
            #expect(try bytes(1) == first)
            #expect(try bytes(2) != first)
        }
    }
}
