// Locations of matrices and closest facilities without a place: the reason, the change that would
// place them, and the rows they get in answers without paths.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteTesting
import Testing

struct PairPlaceScenarios {
    private let sketch = NetworkSketch.street("abcd", seconds: 60)

    /// Places at letters, and one so many meters to the right of the street.
    private func input(_ letters: String, right meters: Double? = nil) -> LocationInput {
        var places = sketch.places(letters)
        if let meters { places.append(sketch.place("b", "c", at: 0.5, right: meters)) }
        return LocationInput.places(places)
    }

    /// A matrix in which one destination lies 300 m beside the street, beyond the tolerance of 50
    /// m.
    private func matrix(
        _ change: (inout ODCostMatrixParameters) -> Void = { _ in }
    ) -> ODCostMatrixParameters {
        var parameters = ODCostMatrixParameters(from: input("ab"), to: input("cd", right: 300))
        parameters.analysis.locations.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(toleranceMeters: 50, allowAutoRelocate: true))
        change(&parameters)
        return parameters
    }

    @Test func `a location that is too far has a reason, whose change places it`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let asked = matrix { $0.analysis.locations.ignoreInvalidLocations = true }
        let result = try layer.solve(asked)
        #expect(result[table: "odLines"]?.features.count == 4)
        let reason = try #require(result.reasons.first)
        #expect(reason.cause == .tooFar)
        #expect(reason.stop.input == "destinations")
        #expect(reason.stop.row == 2)
        let again = try layer.solve(asked.applying([try #require(reason.change)]))
        #expect(again[table: "odLines"]?.features.count == 6)
        #expect(again.reasons.isEmpty)
    }

    @Test func `a request that fails for a location has the reason in its error`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let asked = matrix { $0.analysis.locations.ignoreInvalidLocations = false }
        let error = #expect(throws: RouteRequestError.self) { try layer.solve(asked) }
        #expect(error?.reasons.map(\.cause) == [.tooFar])
        var nearest = ClosestFacilityParameters(from: input("a"), to: input("", right: 300))
        nearest.analysis.locations.locateSettings = asked.analysis.locations.locateSettings
        let missing = #expect(throws: RouteRequestError.self) { try layer.solve(nearest) }
        #expect(missing?.reasons.map(\.cause) == [.tooFar])
        #expect(missing?.reasons.first?.stop.input == "facilities")
    }

    @Test func `a request that fails says which names were ignored`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let asked = matrix {
            $0.analysis.locations.ignoreInvalidLocations = false
            $0.analysis.travel.accumulateAttributeNames = ["TravelTime", "Nothing"]
        }
        let error = #expect(throws: RouteRequestError.self) { try layer.solve(asked) }
        #expect(error?.details.contains { $0.contains("\"Nothing\"") } == true)
    }

    @Test func `an empty answer has the places of the locations`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let asked = matrix {
            $0.analysis.locations.ignoreInvalidLocations = false
            $0.analysis.output.returnEmptyResults = true
            $0.returnOrigins = true
            $0.returnDestinations = true
        }
        let result = try layer.solve(asked)
        #expect(result[table: "odLines"]?.features.isEmpty == true)
        #expect(result.reasons.map(\.cause) == [.tooFar])
        #expect(result.column("origins", "Status") == [.integer(0), .integer(0)])
        #expect(result.column("destinations", "Status") == [.integer(0), .integer(0), .integer(1)])
        #expect(result.messages.first?.type == .error)
    }

    @Test func `a validated request has the use of all limits, and the reasons`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let result = try layer.solve(matrix { $0.analysis.service.validate = true })
        let limits = try #require(result.limits)
        #expect(limits.first { $0.name == "maximumPairs" }?.found == 6)
        #expect(limits.contains { $0.name == "maximumPointBarriers" })
        #expect(limits.contains { $0.name == "maxSnapTolerance" })
        #expect(result.reasons.map(\.cause) == [.tooFar])
        #expect(result[table: "destinations"]?.features.count == 3)
    }
}
