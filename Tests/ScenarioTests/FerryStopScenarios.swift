// Streets such as ferry lines, which take stops only on request.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct FerryStopScenarios {
    /// Two shores with a ferry between `b` and `c`.
    private let sketch = NetworkSketch("a---b----------c---d") {
        $0.description.restrictions[5].name = "Avoid Ferries"
        $0.description.families[0].withoutStops = [
            StreetsWithoutStops(restriction: "Avoid Ferries")
        ]
        $0.road("ab", seconds: 10) { $0.name = "West Quay" }
        $0.road("bc", seconds: 60) {
            $0.name = "Ferry"
            $0.restrictions = TestNetwork.toll
        }
        $0.road("cd", seconds: 10)
    }

    /// The place found for a stop on the ferry line.
    private func located(
        _ sketch: NetworkSketch, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> LocatedInput {
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(
            through: [sketch.place("b", "c", at: 0.3, right: 5), sketch.place("d")])
        change(&parameters)
        return try #require(try layer.locate(parameters).first)
    }

    /// Settings with a condition on streets.
    private func settings(_ condition: String?) -> LocateSettingsByInput {
        .init(
            fallback: LocateSettings(
                toleranceMeters: 5_000,
                sources: [LocateSource(name: "Streets", condition: condition)]))
    }

    @Test func `a stop on the water is placed on the quay`() throws {
        let found = try located(sketch)
        #expect(found.snapped == sketch.place("b"))
        #expect(found.status == .ok)
        #expect(found.street == "West Quay")
    }

    @Test func `naming the source without a condition asks for nothing`() throws {
        #expect(
            try located(sketch) { $0.locateSettings = settings(nil) }.snapped == sketch.place("b"))
    }

    @Test(arguments: ["1=1", "1 = 1", "\"Avoid Ferries\" = 1", "Name = 'Ferry'"])
    func `a condition asks for it`(condition: String) throws {
        let found = try located(sketch) { $0.locateSettings = settings(condition) }
        #expect(found.street == "Ferry")
        #expect(abs((found.distanceMeters ?? 0) - 5) < 0.1)
    }

    @Test func `a condition of its own replaces the rule of the network`() throws {
        let found = try located(sketch) { $0.locateSettings = settings("Name <> 'West Quay'") }
        #expect(found.street == "Ferry")
    }

    @Test func `a place that is named may be on the ferry`() throws {
        let found = try located(sketch) { parameters in
            parameters.stops?.features = .places(
                sketch.places("ad"),
                attributes: [["SourceOID": .integer(2), "PosAlong": .double(0.5)]])
        }
        #expect(found.street == "Ferry")
    }

    @Test func `routes go over the ferry all the same`() throws {
        #expect(try milliseconds(sketch, "ad") == 80_000)
        // From the quay, aboard.
        #expect(
            try milliseconds(
                sketch, [sketch.place("b", "c", at: 0.3, right: 5), sketch.place("d")]) == 70_000)
    }

    @Test func `families that do not say so are placed anywhere`() throws {
        var open = sketch
        open.description.families[0].withoutStops = []
        #expect(try located(open).street == "Ferry")
    }

    @Test func `where only a ferry is near, that is said, and asking for it helps`() throws {
        let asked = try Asked(
            sketch, [sketch.place("b", "c", at: 0.3, right: 10), sketch.place("d")]
        ) {
            $0.locateSettings = .init(fallback: LocateSettings(toleranceMeters: 50))
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .streetCondition)
        #expect(reason.text.contains("is unlocated."))
        #expect(
            reason.text.contains(
                "A street that takes stops only on request (where 1=1) lies 10 m away (Ferry)."))
        try asked.expectRouteAfter([reason])
    }
}
