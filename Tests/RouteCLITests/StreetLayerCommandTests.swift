// Tests networks built from lines of GIS layers.

import Fixtures
import Foundation
import Geo
import NetworkBuilder
import RoadNetwork
import StreetLayers
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

    @Test func `the report names the layer, not its copy`() async throws {
        _ = try await directions("7.002,43.0", "7.01,43.008")
        let report = try String(
            contentsOfFile: files.path("network/build-report.json"), encoding: .utf8)
        #expect(report.contains("\"streets.geojson\"") && !report.contains(".osm\""))
        let sources = try NetworkDataset(path: files.path("network")).description.sources
        #expect(sources == ["streets.geojson"])
    }

    /// A file with so many lines, as GeoJSON or Esri JSON; the row with a given number has no shape
    /// that can be read.
    private func lines(_ count: Int, esri: Bool = false, broken: Int? = nil) throws -> String {
        let features = (1...count).map { row in
            let line = row == broken ? "[[7, 43], 9]" : "[[7, 43], [7.\(row), 43]]"
            return esri
                ? #"{"attributes": {"n": \#(row)}, "geometry": {"paths": [\#(line)]}}"#
                : #"{"type": "Feature", "properties": {"n": \#(row)}, "geometry": "#
                    + #"{"type": "LineString", "coordinates": \#(line)}}"#
        }.joined(separator: ",\n")
        let head =
            esri
            ? #""geometryType": "esriGeometryPolyline", "spatialReference": {"wkid": 4326}"#
            : #""type": "FeatureCollection""#
        return try files.write("lines.json", #"{\#(head), "features": [\#(features)]}"#)
    }

    @Test(arguments: [false, true])
    func `a long list of features is read in parts, twice`(esri: Bool) throws {
        let source = try StreetSource(try lines(600, esri: esri))
        for _ in 0..<2 {
            var rows: [AttributeValue] = []
            var shares: [Double] = []
            try source.rows.forEachBatch { batch, share in
                rows += batch.features.compactMap { batch.value("n", of: $0) }
                if let share { shares.append(share) }
            }
            #expect(rows == (1...600).map { .integer($0) })
            #expect(shares.count > 1 && shares == shares.sorted() && shares.last == 1)
        }
        #expect(source.input.file == "lines.json")
    }

    @Test func `what is wrong in a later part is named by its place in the file`() throws {
        let source = try StreetSource(try lines(600, broken: 555))
        let error = #expect(throws: CommandFailure.self) {
            try source.rows.forEachBatch { _, _ in }
        }
        #expect(error?.message.contains("feature 555") == true, "\(error?.message ?? "")")
    }

    @Test func `messages about a database's layer show no password`() throws {
        let source = try StreetSource("postgres://ada:secret@db.example/town#roads")
        for name in [source.name, source.rows.name, source.input.file] {
            #expect(name.contains("roads") && !name.contains("secret"), "\(name)")
        }
    }

    @Test func `shapes that are no lines are named`() throws {
        let source = try StreetSource(
            try files.write("places.csv", "name,lon,lat\nA,7,43\nB,7.1,43\n"))
        let error = #expect(throws: CommandFailure.self) {
            try source.rows.forEachBatch { _, _ in }
        }
        #expect(error?.message.contains("holds points; streets are lines") == true)
    }
}
