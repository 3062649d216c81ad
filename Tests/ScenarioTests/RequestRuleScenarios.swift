// Requests that break a rule: client and server refuse them alike.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct RequestRuleScenarios {
    private let street = NetworkSketch.street("abc", seconds: 20) { $0.name = "Main Street" }

    /// A leg from one letter to another.
    private func leg(_ from: Character, _ to: Character) -> LegOptions {
        LegOptions(supportingPoints: [street.place(from), street.place(to)])
    }

    /// Checks that a server and a client refuse a request with equal errors.
    private func refused(
        _ name: String, _ change: (inout RouteParameters) -> Void,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let places = street.places("ac")
        var parameters = RouteParameters(through: places)
        change(&parameters)
        let client = try #require(
            throws: RouteRequestError.self, sourceLocation: location
        ) { try parameters.checkRules() }
        let server = try failure(street, places, change)
        #expect(client.faults.map(\.parameter) == [name], sourceLocation: location)
        #expect(server == client, sourceLocation: location)
    }

    @Test func `limits without legs`() throws {
        try refused("minDeviationDistance") { $0.minDeviationDistance = 100 }
        try refused("minDeviationTime") { $0.minDeviationTime = 10 }
    }

    @Test func `legs that do not fit the stops`() throws {
        try refused("legs") { $0.legs = [leg("a", "b"), leg("b", "c")] }
        try refused("legs") { $0.legs = [] }
        try refused("legs") { $0.legs = [LegOptions(supportingPoints: [street.place("a")])] }
        try refused("legs") {
            $0.legs = [leg("a", "c")]
            $0.findBestSequence = true
        }
    }
}
