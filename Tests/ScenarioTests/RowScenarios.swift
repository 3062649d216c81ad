// Answer rows: totals, quanta, ids.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct TotalScenarios {
    private let sketch = NetworkSketch.street("ab", seconds: 90)

    @Test func `the impedance and the accumulated costs are totaled, the others not`() throws {
        let result = try answer(sketch, "ab") {
            $0.accumulateAttributeNames = ["Miles", "WalkTime"]
        }
        #expect(result.total("Total_TravelTime") == 1.5)
        #expect(abs(try #require(result.total("Total_Miles")) - 200 / 1_609.344) < 1e-5)
        #expect(abs(try #require(result.total("Total_WalkTime")) - 200.0 / 60) < 1e-4)
        #expect(result.route(0, "Total_Length") == .null)
        #expect(result.route(0, "Total_Kilometers") == .null)
        #expect(result.stop(1, "Cumul_Length") == .null)
        #expect(result.stop(1, "Cumul_TravelTime") == .double(1.5))
    }

    @Test func `names of attributes match without regard to case`() throws {
        let result = try answer(sketch, "ab") {
            $0.impedanceAttributeName = "LENGTH"
            $0.accumulateAttributeNames = ["kilometers"]
            $0.restrictionAttributeNames = ["oneway"]
        }
        let length = try #require(result.total("Total_Length"))
        #expect(abs(length - 200) < 0.02)
        #expect(abs(try #require(result.total("Total_Kilometers")) - 0.2) < 1e-4)
    }

    @Test func `quanta are the exact integers of every stored cost`() throws {
        let result = try answer(sketch, "ab") { $0.accumulateAttributeNames = [] }
        let quanta = try #require(result.quanta?.first)
        #expect(quanta.impedance == 90_000)
        #expect(quanta.costs.map(\.name) == ["TravelTime", "Length", "WalkTime"])
        #expect(quanta.costs.first?.value == 90_000)
    }
}

struct ObjectIDScenarios {
    private let sketch = NetworkSketch.street("abc", seconds: 10)

    /// A route whose stops have these object ids.
    private func ask(_ ids: [Int], preserve: Bool) throws -> AnalysisResult {
        try answer(sketch, "abc") {
            $0.setStops(ids.map { ["ObjectID": .integer($0)] })
            $0.preserveObjectID = preserve
        }
    }

    @Test func `ids are numbered from one`() throws {
        let result = try ask([30, 20, 10], preserve: false)
        #expect((0..<3).map { result.number("ObjectID", stop: $0) } == [1, 2, 3])
        #expect(result.route(0, "LastStopID") == .integer(3))
    }

    @Test func `or kept`() throws {
        let result = try ask([30, 20, 10], preserve: true)
        #expect((0..<3).map { result.number("ObjectID", stop: $0) } == [30, 20, 10])
        #expect(result.route(0, "FirstStopID") == .integer(30))
        #expect(result.route(0, "LastStopID") == .integer(10))
    }

    @Test func `kept ids must differ`() throws {
        let error = try failure(sketch, "abc") {
            $0.setStops([30, 30, 10].map { ["ObjectID": .integer($0)] })
            $0.preserveObjectID = true
        }
        #expect(error?.identifier == .invalidParameter)
        #expect(try #require(error?.text).contains("ObjectID 30 occurs more than once"))
    }
}
