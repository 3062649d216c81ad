// Tests the map of a network with a background over HTTP: tiles, their versions, TileJSON and
// style.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NetworkBuilder
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteTesting
import ServerTesting
import Testing
import VectorTiles

@testable import RouteService

@Suite struct MapBackgroundTests {
    private static let layer = "/arcgis/rest/services/Monaco/NAServer/Route"
    private static let below = [
        "land", "water_polygons", "water_lines", "buildings", "boundaries", "place_labels",
    ]

    /// Builds the sample with or without a map in a temporary folder, removed afterwards.
    private func withLayer(
        hasMap: Bool, _ body: (NetworkLayer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        _ = try await BuildPipeline.run(
            inputs: [Extract.sample.path], output: folder, hasMap: hasMap)
        try await body(NetworkLayer.open(path: folder, analyses: .all))
    }

    /// Returns the expressions that QGIS 3.22 does not read, as `scripts/test-qgis` shows.
    private static func unreadByQGIS(_ value: JSONValue) -> [String] {
        if case .object(let object) = value {
            return object.members.flatMap { unreadByQGIS($0.value) }
        }
        guard let parts = value.array else { return [] }
        let inside = parts.flatMap(unreadByQGIS)
        switch parts.first?.string {
        case "in", "literal", "step", "let", "var": return inside + ["\(value)"]
        case "match":
            let labels = stride(from: 2, to: parts.count - 1, by: 2).map { parts[$0] }
            return inside + (labels.allSatisfy { $0.array != nil } ? [] : ["\(value)"])
        default: return inside
        }
    }

    @Test func `expressions that QGIS does not read are found`() throws {
        for text in [
            #"{"filter": ["all", ["in", ["get", "kind"], ["literal", ["a"]]]]}"#,
            #"["match", ["get", "kind"], "a", 1, 0]"#,
        ] { #expect(Self.unreadByQGIS(try JSONValue.parse(text)) != [], "\(text)") }
    }

    @Test(arguments: [false, true])
    func `tiles, TileJSON and style have a background if the network has one`(
        hasMap: Bool
    ) async throws {
        try await withLayer(hasMap: hasMap) { network in
            let published = PublishedLayer(service: "Monaco", answering: network)
            let version = TileEndpoint.version(of: published)
            let background = published.answering.mapFacts?.backgroundVersion
            #expect((background != nil) == hasMap)
            #expect(version.hasSuffix(background ?? network.layerDescription.fingerprint))
            try await makeServer(ServiceCatalog([published]), { _ in }).test { client in
                let tile = try await client.execute(
                    uri: "\(Self.layer)/tiles/14/8529/5974.mvt", method: .get)
                let bytes = Data(tile.body.readableBytesView)
                #expect(tile.headers[.eTag]?.contains(version) == true)
                for layer in ["land", "water_polygons", "buildings", "place_labels"] {
                    // A layer's name is a field of its own, with its length.
                    let name = Data([0x0A, UInt8(layer.utf8.count)] + layer.utf8)
                    #expect((bytes.range(of: name) != nil) == hasMap, "\(layer)")
                }
                #expect(bytes.range(of: Data("streets".utf8)) != nil)
                let document = try await client.execute(
                    uri: "\(Self.layer)/tiles.json", method: .get
                ).json()
                let ids = document["vector_layers"]?.array?.compactMap { $0["id"]?.string }
                #expect(
                    ids == ["streets", "street_labels", "ferries"] + (hasMap ? Self.below : []))
                for theme in ["light", "dark"] {
                    let answer = try await client.execute(
                        uri: "\(Self.layer)/style.json?theme=\(theme)", method: .get)
                    #expect(!answer.text.contains("null"), "MapLibre refuses a style with a null")
                    #expect(Self.unreadByQGIS(try answer.json()) == [])
                    let layers = try answer.json()["layers"]?.array ?? []
                    let names = layers.compactMap { $0["id"]?.string }
                    #expect(Set(names).count == layers.count)
                    let sources = Set(layers.compactMap { $0["source-layer"]?.string })
                    #expect(sources.isSuperset(of: Self.below) == hasMap)
                    guard hasMap else { continue }
                    let building = try #require(names.firstIndex(of: "building"))
                    let street = try #require(names.firstIndex(of: "street-tunnel-casing"))
                    #expect(building < street, "the background lies below the streets")
                }
            }
        }
    }
}
