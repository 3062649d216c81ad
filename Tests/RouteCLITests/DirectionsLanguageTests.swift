// Tests the language of directions, as chosen by a browser, a request or an operator.

import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import RouteCLI

struct DirectionsLanguageTests {
    private static let stops = "7.4189,43.7311;7.4246,43.7394"

    @Test func `a page follows the browser, and a request that names a language comes first`()
        async throws
    {
        try await SampleService.run { layer in
            func page(_ accepted: String, _ more: [String: String] = [:]) async throws -> String {
                try await SampleService.page(
                    "Route/solve", of: layer, ["stops": Self.stops].merging(more) { $1 },
                    accepting: accepted)
            }
            let portuguese = try await page("tlh, pt-PT;q=0.8, en;q=0.5")
            #expect(portuguese.contains("lang=\"pt-PT\""))
            #expect(portuguese.contains("Vire à"))
            let german = try await page("pt-PT", ["directionsLanguage": "de-AT"])
            #expect(german.contains("lang=\"de\"") && german.contains("abbiegen"))
            #expect(try await page("").contains("lang=\"en-US\""))
            #expect(try await page("tlh;q=1, *").contains("Turn "))
        }
    }

    @Test func `an answer for a program does not follow the browser`() async throws {
        try await SampleService.run { layer in
            let url = try #require(
                URL(
                    string: "\(layer.appendingPathComponent("solve"))?f=json&stops=\(Self.stops)"
                        .replacing(";", with: "%3B")))
            var request = URLRequest(url: url)
            request.setValue("fr", forHTTPHeaderField: "Accept-Language")
            let (data, _) = try await URLSession.shared.data(for: request)
            let text = String(decoding: data, as: UTF8.self)
            #expect(text.contains("\"Turn ") || text.contains("\"Go "))
        }
    }

    @Test func `an operator's language is on offer and is written`() async throws {
        let file = Sample.package.appendingPathComponent("Sources/Directions/Phrases/en-US.json")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing("\"en-US\"", with: "\"en-x-pirate\"")
            .replacing("\"Start[", with: "\"Weigh anchor[")
        try await SampleService.run(phrases: ["en-x-pirate": text]) { layer in
            let page = try await SampleService.page(
                "Route/solve", of: layer,
                ["stops": Self.stops, "directionsLanguage": "en-x-pirate"])
            #expect(page.contains("Weigh anchor"))
        }
    }
}
