// Runs the documentation example for the program, word for word.

import Testing

@testable import RouteCLI

struct DocumentationExamples {
    @Test func `the example of Waypost draws a route`() async throws {
        let network = try await Sample.network()
        let picture = Sample.path("example.svg")

        let stops = ["7.4163954,43.7298343", "7.4188621,43.7330002"]
        let outcome = await Waypost.run(["solve", "--network", network, "-o", picture] + stops)

        #expect(outcome == .answered)
        #expect(try Sample.text("example.svg").contains("<svg"))
    }
}
