// Compares whole routes through the sample town, in several languages, with texts that readers
// approved. UPDATE=1 rewrites them; then read them again.

import Foundation
import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct DirectionsGoldenTests {
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "Directions")

    /// From the railway station by two stops to the harbor of Fontvieille, along streets,
    /// roundabouts and tunnels.
    private static let stops = [
        ("Gare", 7.4190, 43.7385), ("Casino", 7.4276, 43.7392), ("Larvotto", 7.4336, 43.7465),
        ("Port de Fontvieille", 7.4183, 43.7291),
    ]

    private func steps(
        _ language: String, _ style: String, on layer: NetworkLayer
    ) throws -> [DirectionStep] {
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: .places(
                Self.stops.map { Coordinate(x: $0.1, y: $0.2) },
                attributes: Self.stops.map { ["Name": .string($0.0)] }))
        parameters.directionsLanguage = language
        parameters.directionsStyleName = style
        parameters.returnDirections = true
        parameters.directionsOutputType = .completeNoEvents
        let result = try layer.solve(parameters)
        return try #require(result.directions?.first).steps
    }

    /// The route's steps with lengths and times, one on a line.
    private func text(
        _ language: String, _ style: String, on layer: NetworkLayer
    ) throws -> String {
        try steps(language, style, on: layer).map { step in
            let measures = step.strings
                .filter { ["esriDSTLength", "esriDSTTime"].contains($0.type) }.map(\.string)
            return ([step.text] + measures).joined(separator: " | ") + "\n"
        }.joined()
    }

    @Test(arguments: ["en-US", "de", "fr", "pt-PT", "ar", "ja", "pl", "fi"])
    func `a whole route is described as it was read`(language: String) async throws {
        let layer = NetworkLayer(network: try await Extract.sample.build())
        var text = ""
        for style in ["NA Desktop", "NA Navigation"] {
            text += "\(style)\n" + (try self.text(language, style, on: layer)) + "\n"
        }
        let file = Self.folder.appending(path: language + ".txt")
        if Self.isUpdating {
            try FileManager.default.createDirectory(
                at: Self.folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "read with UPDATE=1")
    }

    /// Directions find turns before they have words, so all languages share them.
    @Test func `every language describes the same maneuvers`() async throws {
        let layer = NetworkLayer(network: try await Extract.sample.build())
        let english = try steps("en-US", "NA Desktop", on: layer)
        #expect(english.count > 20)
        for language in layer.configuration.directionsSupportedLanguages {
            let steps = try steps(language, "NA Desktop", on: layer)
            #expect(steps.map(\.maneuverType) == english.map(\.maneuverType), "\(language)")
            #expect(steps.map(\.length) == english.map(\.length), "\(language)")
        }
    }
}
