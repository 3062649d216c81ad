// From an OpenStreetMap file to an answer over HTTP, by way of the files a person would write.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NetworkBuilder
import RouteService
import Testing

@Suite struct PublishedNetworkTests {
    /// A street of two pieces, 0.001 degrees each.
    private static let streets = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6">
          <node id="1" version="1" lat="43.730" lon="7.410"/>
          <node id="2" version="1" lat="43.731" lon="7.410"/>
          <node id="3" version="1" lat="43.732" lon="7.410"/>
          <way id="10" version="1">
            <nd ref="1"/><nd ref="2"/><nd ref="3"/>
            <tag k="highway" v="residential"/><tag k="name" v="Rue du Port"/>
          </way>
        </osm>
        """

    /// Builds the street in a folder of its own, which is removed afterwards.
    private func withNetwork(_ body: (_ folder: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        let input = "\(folder)/streets.osm"
        try Self.streets.write(toFile: input, atomically: true, encoding: .utf8)
        _ = try await BuildPipeline.run(inputs: [input], output: "\(folder)/port")
        try await body(folder)
    }

    private func solve(
        _ configuration: RouteServiceConfiguration, layer: String
    ) async throws -> JSONValue {
        var configuration = configuration
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await buildApplication(configuration: configuration).test(.router) { client in
            try await client.execute(
                uri: "/arcgis/rest/services/\(layer)/solve?f=json&stops=7.41,43.7302;7.41,43.7318",
                method: .get
            ).json()
        }
    }

    @Test func `a network without a definition answers under its folder's name`() async throws {
        try await withNetwork { folder in
            for (name, path) in [(nil, "port"), ("Harbor", "Harbor")] {
                let answer = try await solve(
                    .singleNetwork(path: "\(folder)/port", name: name),
                    layer: "\(path)/NAServer/Route")
                let kilometers = answer["routes"]?["features"]?.array?.first?["attributes"]?[
                    "Total_Kilometers"]
                #expect(abs(try #require(kilometers?.number) - 0.178) < 0.001)
            }
        }
    }

    @Test func `a definition opens its network beside it`() async throws {
        try await withNetwork { folder in
            let definition = """
                folder: Towns
                service: Port
                layer: Streets
                network: port
                defaults:
                  accumulateAttributeNames: [Length]
                  returnDirections: false
                limits: { maximumStops: 2 }
                """
            try definition.write(
                toFile: "\(folder)/port.service.yaml", atomically: true, encoding: .utf8)
            let answer = try await solve(
                .definitions(folder: folder), layer: "Towns/Port/NAServer/Streets")
            let totals = answer["routes"]?["features"]?.array?.first?["attributes"]
            #expect(abs(try #require(totals?["Total_Length"]?.number) - 178) < 1)
            #expect(totals?["Total_Kilometers"]?.isNull == true)
            #expect(answer["directions"] == nil)
        }
    }

    @Test func `a network that is not there is told with its line`() async throws {
        try await withNetwork { folder in
            try "service: Port\nnetwork: harbor\n".write(
                toFile: "\(folder)/port.service.yaml", atomically: true, encoding: .utf8)
            let error = #expect(throws: InvalidDefinitions.self) {
                _ = try buildApplication(configuration: .definitions(folder: folder))
            }
            let problem = try #require(error?.problems.first)
            #expect(problem.line == 2)
            #expect(problem.text.contains("waypost network build"))
        }
    }
}
