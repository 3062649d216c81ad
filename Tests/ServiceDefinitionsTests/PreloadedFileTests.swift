// Tests stops and barriers that a service definition preloads for a layer.

import DefinitionFiles
import Fixtures
import Foundation
import Geo
import RouteAPI
import Testing

@testable import ServiceDefinitions

@Suite struct PreloadedFileTests {
    /// A network with what every layer needs.
    private static let harbor = LayerDescription(
        configuration: RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime", restrictionAttributeNames: [],
            accumulateAttributeNames: [], directionsTimeAttributeName: "TravelTime"),
        networkName: "Harbor", edgeSourceName: "Streets", buildTime: 1_700_000_000_000,
        attributes: [
            NetworkAttributeDescription(
                name: "TravelTime", usage: .cost, units: .minutes, parameters: [])
        ],
        fingerprint: "0123456789abcdef", attribution: "© OpenStreetMap contributors")

    /// Reads a definition that lies beside some files.
    private func read(
        _ preload: String, files: [String: String], type: LayerType = .route
    ) throws -> RouteLayerConfiguration {
        let folder = TestFiles()
        for (name, text) in files { _ = try folder.write(name, text) }
        let path = try folder.write(
            "port.service.yaml",
            "service: Port\ntype: \(type.word)\nnetwork: port\npreload:\n\(preload)")
        return try LayerSettings.configuration(
            of: try ServiceDefinition.read(path: path), over: Self.harbor)
    }

    @Test func `files of Esri JSON and of GeoJSON are read`() throws {
        let configuration = try read(
            "  stops: depots.json\n  polygonBarriers: works.geojson\n",
            files: [
                "depots.json": #"{"features":[{"geometry":{"x":7.4,"y":43.7}}]}"#,
                "works.geojson": """
                {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Name":"W"},
                "geometry":{"type":"Polygon","coordinates":[[[7,43],[8,43],[8,44],[7,43]]]}}]}
                """,
            ])
        let stops = try #require(configuration.preloaded.locations["stops"]?.features)
        #expect(stops.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7))])
        #expect(configuration.preloaded.barriers.polygon?.features.features.count == 1)
        #expect(configuration.preloaded.barriers.point == nil)
    }

    @Test(arguments: LayerType.allCases)
    func `a layer preloads the inputs of its own operation and no others`(type: LayerType) throws {
        let depots = #"{"features":[{"geometry":{"x":7.4,"y":43.7}}]}"#
        let parameters = type.operation.locations
        let lines = parameters.map { "  \($0): depots.json\n" }.joined()
        let configuration = try read(lines, files: ["depots.json": depots], type: type)
        #expect(configuration.preloaded.locations.names == parameters)
        for parameter in parameters {
            let input = configuration.preloaded.locations[parameter]
            #expect(input?.features.features.count == 1, "\(parameter)")
        }
        let other = type == .route ? "origins" : "stops"
        let error = #expect(throws: InvalidDefinitions.self) {
            _ = try read("  \(other): depots.json\n", files: ["depots.json": depots], type: type)
        }
        #expect(error?.problems.first?.text.contains(other) == true)
    }

    @Test func `places of GeoJSON that are no degrees are refused`() throws {
        let error = #expect(throws: InvalidDefinitions.self) {
            _ = try read(
                "  stops: depots.geojson\n",
                files: [
                    "depots.geojson": """
                    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},
                    "geometry":{"type":"Point","coordinates":[43.7,143]}}]}
                    """
                ])
        }
        #expect(error?.problems.first?.text.contains("not degrees") == true)
    }

    @Test func `what is wrong with a file is reported with the line that names it`() throws {
        for (text, words) in [
            ("{", "not valid JSON"), (#"{"features":[{"geometry":{"x":7.4,"y":143}}]}"#, "degrees"),
        ] {
            let error = #expect(throws: InvalidDefinitions.self) {
                _ = try read("  stops: depots.json\n", files: ["depots.json": text])
            }
            let problem = try #require(error?.problems.first)
            #expect(problem.line == 5)
            #expect(problem.text.contains(words))
        }
        let missing = #expect(throws: InvalidDefinitions.self) {
            _ = try read("  stops: nowhere.json\n", files: [:])
        }
        #expect(missing?.problems.first?.text.contains("nowhere.json") == true)
    }

    @Test func `a request completes itself with what it does not send`() {
        var inputs = PreloadedInputs()
        inputs.locations["stops"] = LocationInput(features: .empty)
        var parameters = AnalysisParameters()
        #expect(inputs.completing(parameters).inputs["stops"] != nil)
        #expect(inputs.completing(parameters).locations.barriers.point == nil)
        let own = LocationInput(features: .empty, doNotLocateOnRestrictedElements: false)
        parameters.inputs["stops"] = own
        #expect(inputs.completing(parameters).inputs["stops"] == own)
    }
}

extension FeatureSet {
    fileprivate static let empty = FeatureSet(
        geometryType: .point, spatialReference: .wgs84, fields: [])
}
