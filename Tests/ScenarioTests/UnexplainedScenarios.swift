// A request without a route whose cause nobody reads.

import RouteAPI
import RouteTesting
import Testing

@Suite struct UnexplainedScenarios {
    private let islands = NetworkSketch("a---b   c---d") {
        $0.road("ab", seconds: 10)
        $0.road("cd", seconds: 10)
    }

    @Test func `a missing route has no cause if none is asked for`() throws {
        let explained = try #require(try failure(islands, "ad") { $0.keepInPlace() })
        let plain = try #require(
            try failure(islands, "ad") {
                $0.keepInPlace()
                $0.analysis.caller.explainsMissingRoutes = false
            })
        #expect(explained.identifier == .noSolution && plain.identifier == .noSolution)
        #expect(!explained.reasons.isEmpty)
        #expect(plain.reasons.isEmpty)
    }

    @Test func `found routes are as before`() throws {
        let sought = try answer(islands, "ab")
        let plain = try answer(islands, "ab") { $0.analysis.caller.explainsMissingRoutes = false }
        #expect(sought.routes == plain.routes)
    }
}
