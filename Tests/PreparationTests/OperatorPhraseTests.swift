// Tests phrases added to a layer by its operator.

import Foundation
import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct OperatorPhraseTests {
    @Test func `phrases are read once for all layers and pages`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "phrases-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let english = URL(fileURLWithPath: #filePath)
            .appending(path: "../../../Sources/Directions/Phrases/en-US.json").standardized
        try String(contentsOf: english, encoding: .utf8)
            .replacing("\"en-US\"", with: "\"en-x-pirate\"")
            .write(toFile: folder + "/en-x-pirate.json", atomically: true, encoding: .utf8)

        var sketch = NetworkSketch("a......b")
        sketch.road("ab", seconds: 40) { $0.name = "Quay" }
        let description = try sketch.build().description
        var configuration = RouteLayerConfiguration.standard(for: description)
        try configuration.addPhrases(in: folder)
        #expect(configuration.directionsSupportedLanguages.contains("en-x-pirate"))
        let languages = ObjectIdentifier(configuration.languages)
        for type in [LayerType.route, .closestFacility] {
            let layer = LayerDefaults(configuration.layer(of: type), on: description)
            #expect(ObjectIdentifier(layer.languages) == languages)
            #expect(ObjectIdentifier(layer.configuration.languages) == languages)
        }
        // Reading the same files again leaves existing configurations unchanged.
        var again = RouteLayerConfiguration.standard(for: description)
        #expect(again != configuration)
        try again.addPhrases(in: folder)
        #expect(again == configuration)
    }
}
