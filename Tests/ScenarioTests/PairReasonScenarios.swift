// Why pairs of locations have no path, and which change would give them one.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteTesting
import Testing

struct PairReasonScenarios {
    /// A street and two islands, one farther away than the other.
    private let sketch = NetworkSketch(
        """
        a---b---c---d   x---y       z---w
        """
    ) {
        $0.road("abcd", seconds: 60)
        $0.road("xy", seconds: 60)
        $0.road("zw", seconds: 60)
    }

    /// A request for a matrix between letters.
    private func matrix(
        _ origins: String, _ destinations: String, _ settings: LocateSettingsByInput
    ) -> ODCostMatrixParameters {
        var parameters = ODCostMatrixParameters(
            from: sketch.named(origins), to: sketch.named(destinations))
        parameters.analysis.locations.locateSettings = settings
        return parameters
    }

    /// Settings under which no location moves.
    private func inPlace(within meters: Double) -> LocateSettings {
        LocateSettings(toleranceMeters: meters, allowAutoRelocate: false)
    }

    private func lineCount(_ result: AnalysisResult) -> Int? {
        result[table: "odLines"]?.features.count
    }

    /// The settings that a reason suggests for an input.
    private func settings(_ reason: Reason?, for input: String) -> JSONValue? {
        guard case .parameter("locateSettings", let value)? = reason?.change else { return nil }
        return value["overrides"]?[input]
    }

    @Test func `settings of stops are suggested for the input that needs them`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let asked = matrix("a", "bx", LocateSettingsByInput(fallback: inPlace(within: 5_000)))
        let result = try layer.solve(asked)
        #expect(lineCount(result) == 1)
        let reason = try #require(result.reasons.first)
        #expect(settings(reason, for: "destinations")?["allowAutoRelocate"] == true)
        #expect(settings(reason, for: "origins") == nil)
        #expect(settings(reason, for: "stops") == nil)
        let again = try layer.solve(asked.applying([try #require(reason.change)]))
        #expect(lineCount(again) == 2)
        #expect(again.reasons.isEmpty)
    }

    @Test func `locations without names are called what they are, pairs counted as they are`()
        throws
    {
        let layer = try NetworkLayer.sketched(sketch)
        func text(_ origins: String, _ destinations: String) throws -> String {
            var asked = matrix(
                origins, destinations, LocateSettingsByInput(fallback: inPlace(within: 5_000)))
            asked.origins?.features = .places(sketch.places(origins))
            asked.destinations?.features = .places(sketch.places(destinations))
            let result = try layer.solve(asked)
            return (result.messages.map(\.text) + result.reasons.map(\.text))
                .joined(separator: "\n")
        }
        let one = try text("a", "bx")
        #expect(one.contains("no path from origin 1 to destination 2. From origin 1 to "))
        #expect(one.contains("destination 2 lies on streets connected with no others"))
        #expect(one.contains("locations may not move to other streets"))
        #expect(try text("a", "xb").contains("destination 1."))
        #expect(try text("ab", "x").contains("destination 1, nor for 1 other pair."))
        #expect(try text("abc", "x").contains("destination 1, nor for 2 other pairs."))
        for texts in [one, try text("ab", "xz")] { #expect(!texts.contains("stop")) }
    }

    @Test func `every absent pair is in a message, with the reason of its kind`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let asked = matrix("abx", "abcz", LocateSettingsByInput(fallback: inPlace(within: 5_000)))
        let result = try layer.solve(asked)
        #expect(lineCount(result) == 6)
        let texts = result.messages.map(\.text).filter { $0.hasPrefix("There is no path") }
        // From the island to the mainland, from the mainland to an island, between islands.
        #expect(texts.count == 3, "\(texts)")
        #expect(texts[0].contains("\"x\" to \"a\", nor for 2 other pairs. "), "\(texts)")
        #expect(texts[1].contains("\"a\" to \"z\", nor for 1 other pair. "), "\(texts)")
        #expect(texts[2].contains("\"x\" to \"z\". "), "\(texts)")
        for text in texts { #expect(text.ranges(of: "streets connected with no others").count > 0) }
    }

    @Test func `incidents and facilities without names are called so`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        var asked = ClosestFacilityParameters(from: sketch.input("a"), to: sketch.input("x"))
        asked.analysis.locations.locateSettings = .init(fallback: inPlace(within: 5_000))
        let result = try layer.solve(asked)
        #expect(result.messageText.contains("no path from incident 1 to facility 1. From incident"))
        #expect(!result.messageText.contains("stop"))
    }

    @Test func `all changes together give every pair its path`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        // The farther island comes first: the change for the nearer one must keep the first change.
        for destinations in ["bzx", "bxz"] {
            let asked = matrix(
                "a", destinations, LocateSettingsByInput(fallback: inPlace(within: 10)))
            let result = try layer.solve(asked)
            #expect(lineCount(result) == 1)
            #expect(result.reasons.count == 2)
            let again = try layer.solve(asked.applying(result.reasons.compactMap(\.change)))
            #expect(lineCount(again) == 3, "\(destinations)")
        }
    }

    @Test func `changes for closest facilities name incidents and facilities`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        var asked = ClosestFacilityParameters(from: sketch.named("a"), to: sketch.named("x"))
        asked.returnCFRoutes = true
        asked.analysis.locations.locateSettings = .init(fallback: inPlace(within: 5_000))
        let result = try layer.solve(asked)
        #expect(result.routes?.features.isEmpty == true)
        let changes = result.reasons.compactMap(\.change)
        #expect(settings(result.reasons.first, for: "facilities")?["allowAutoRelocate"] == true)
        #expect(try layer.solve(asked.applying(changes)).routes?.features.count == 1)
    }

    @Test func `a pair is explained under the settings of both of its ends`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let settings = LocateSettingsByInput(
            locations: ["origins": inPlace(within: 1), "destinations": inPlace(within: 500)])
        var asked = matrix("a", "x", settings)
        asked.destinations = .places([sketch.place("x", "y", at: 0.5, right: 30)])
        // The destination lies farther from its street than origins may.
        #expect(try layer.solve(asked).reasons.map(\.cause) == [.otherComponent])
    }

    @Test func `destinations move where they may, whether origins may or not`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let settings = LocateSettingsByInput(
            locations: [
                "origins": inPlace(within: 5_000),
                "destinations": LocateSettings(toleranceMeters: 5_000),
            ])
        #expect(try lineCount(layer.solve(matrix("a", "bx", settings))) == 2)
    }

    @Test func `moving is not suggested for a location that some path reaches`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let settings = LocateSettingsByInput(fallback: inPlace(within: 5_000))
        // Paths lead from "y" to "x" and from "a" to "b", so all four stay in place.
        let result = try layer.solve(matrix("ay", "bx", settings))
        #expect(lineCount(result) == 2)
        #expect(!result.reasons.isEmpty)
        #expect(result.reasons.allSatisfy { $0.change == nil })
    }
}
