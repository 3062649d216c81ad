// Requests that are checked and not solved.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ValidateScenarios {
    private let sketch = NetworkSketch.street("abc", seconds: 10)

    /// Validates a request.
    private func check(
        _ stops: some DrawnStops, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, stops) {
            $0.validate = true
            change(&$0)
        }
    }

    @Test func `stops and barriers come with their places, and nothing is solved`() throws {
        let result = try check("ac") {
            $0.barLines([sketch.across("a", "b", at: 0.5)], [["Name": .string("Fence")]])
            $0.barPoints([sketch.place("b", "c", at: 0.5)])
        }
        #expect(result.routes == nil)
        #expect(result.directions == nil)
        #expect(result.status(stop: 0) == .ok)
        #expect(result.stop(1, "SourceOID") != .null)
        #expect(result.barriers.point?.features.count == 1)
        #expect(result.barriers.line?.features.count == 1)
        #expect(result.reasons.isEmpty)
    }

    @Test func `what cannot be placed says why`() throws {
        let far = Coordinate(x: sketch.place("c").x + 0.1, y: sketch.place("c").y)
        let result = try check([sketch.place("a"), far])
        #expect(result.status(stop: 1) == .notLocated)
        #expect(result.reasons.map(\.cause) == [.tooFar])
        #expect(result.reasons.first?.change != nil)
        #expect(result.messageText.contains("is unlocated"))
    }

    @Test func `the values that count and the limits are reported`() throws {
        let result = try check("a") {
            $0.barLines([sketch.across("a", "b", at: 0.5)])
        }
        #expect(result.effectiveParameters?.isEmpty == false)
        let limits = try #require(result.limits)
        #expect(limits.contains(LimitUse("maximumStops", allowed: 10_000, found: 1)))
        #expect(limits.contains(LimitUse("maximumLineBarriers", allowed: 2_000, found: 1)))
        #expect(limits.contains(LimitUse("maximumBarrierVertices", allowed: 250_000, found: 2)))
        #expect(limits.first { $0.name.hasSuffix("LineBarriers") && $0.found == 1 } != nil)
    }

    @Test func `a request without stops is checked too`() throws {
        let result = try check([]) { $0.stops = nil }
        #expect(result.stops?.features.isEmpty == true)
    }

    @Test func `routes with too few stops for a solve are reported`() throws {
        let one = try check("a")
        #expect(one.messages.map(\.type) == [.error])
        #expect(one.messageText == "Need at least 2 valid stops.")
        #expect(try check("ab").messages.isEmpty)
        let named = try check("abc") {
            $0.stops?.features = .places(
                sketch.places("abc"),
                attributes: ["North", "North", "South"].map { ["RouteName": .string($0)] })
        }
        #expect(named.messageText == "Route \"South\": Need at least 2 valid stops.")
    }

    @Test func `places are located however few they are`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let result = try layer.place(RouteParameters(through: [sketch.place("b")]))
        #expect(result.messages.isEmpty)
        #expect(result.status(stop: 0) == .ok)
        #expect(result.routes == nil)
    }

    @Test func `a value that cannot be read is an error all the same`() throws {
        #expect(throws: RouteRequestError.self) {
            _ = try check("a") { $0.impedanceAttributeName = "Speed" }
        }
    }
}
