// Tests networks that are built from lines of GIS layers.

import Fixtures
import Foundation
import Geo
import RoadNetwork
import Testing

@testable import RouteCLI

/// Elm Street runs east, Oak Avenue north from its middle, against which no car may drive.
private let streets = """
    {"type": "FeatureCollection", "features": [
     {"type": "Feature", "properties": {"KIND": 9, "STREET": "Elm", "SORT": "Street", "DIR": "B"},
      "geometry": {"type": "LineString", "coordinates": [[7.0, 43.0], [7.01, 43.0], [7.02, 43.0]]}},
     {"type": "Feature", "properties": {"KIND": 9, "STREET": "Oak", "SORT": "Avenue", "DIR": "FT"},
      "geometry": {"type": "LineString", "coordinates": [[7.01, 43.0], [7.01, 43.01]]}}]}
    """

private let fields = """
    attribution: City of Exampleton
    columns: { highway: KIND, name: STREET + SORT, oneway: DIR }
    values: { highway: { 9: residential } }
    """

struct StreetLayerCommandTests {
    private let files = TestFiles()

    /// Builds a network and returns the directions from `start` to `end`; `nil` without a route.
    private func directions(_ start: String, _ end: String) async throws -> String? {
        let layer = try files.write("streets.geojson", streets)
        let known = try files.write("streets.yaml", fields)
        let network = files.path("network")
        let built = await Waypost.run([
            "network", "build", layer, "--fields", known, "-o", network, "--quiet",
        ])
        #expect(built == .answered)
        #expect(
            try NetworkDataset(path: network).description.attribution == "City of Exampleton")
        let answer = files.path("answer.txt")
        let solved = await Waypost.run([
            "solve", "--network", network, "--quiet", start, end, "-o", answer,
        ])
        return solved == .answered ? try String(contentsOfFile: answer, encoding: .utf8) : nil
    }

    @Test func `lines of a layer become streets, with names and directions`() async throws {
        let text = try #require(try await directions("7.002,43.0", "7.01,43.008"))
        #expect(text.contains("Elm Street") && text.contains("Turn left on Oak Avenue"))
        #expect(text.contains("City of Exampleton"))
        #expect(!text.contains("OpenStreetMap"))
    }

    @Test func `a one-way line is one for cars`() async throws {
        // A start on Oak Avenue, which leads only away, is moved to Elm Street.
        let text = try #require(try await directions("7.01,43.008", "7.002,43.0"))
        #expect(text.contains("west on Elm Street") && !text.contains("Oak Avenue"))
        #expect(text.contains("not on the closest street"))
    }

    @Test func `layers and OpenStreetMap files are not merged, and fields need layers`()
        async throws
    {
        let layer = try files.write("streets.geojson", streets)
        let network = files.path("network")
        let sample = Sample.data("monaco.osm.pbf")
        #expect(await Waypost.run(["network", "build", layer, sample, "-o", network]) == .usage)
        #expect(
            await Waypost.run(["network", "build", sample, "--fields", layer, "-o", network])
                == .usage)
        #expect(await Waypost.run(["network", "build", layer, "-o", network]) == .invalidInput)
    }
}
