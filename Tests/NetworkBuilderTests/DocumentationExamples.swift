// Runs the documentation example for the builder on its own input.

import NetworkBuilder
import RoadNetwork
import Testing

struct DocumentationExamples {
    @Test func `the example of BuildPipeline builds a network`() async throws {
        var town = Town(
            """
            a--b--c
            |  |  |
            d--e--f
            """
        )
        for way in ["abc", "def", "ad", "be", "cf"] { town.way(way, ["name": "\(way) Street"]) }
        let folder = try Scratch()
        let input = try folder.write("town.osm", town.xml().utf8)
        let output = folder.path + "/town"

        let report = try await BuildPipeline.run(inputs: [input], output: output)
        let network = try NetworkDataset(path: output)

        #expect(network.segmentCount == report.segments)
        #expect(network.fingerprint == report.fingerprint)
    }
}
