// Scenarios about the life of a request that fails, which is the same for every analysis.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct AnalysisRunScenarios {
    private let sketch = barrierBlock

    /// A box around all streets, which touches more of them than the layer allows.
    private let all = [
        Coordinate(x: 9, y: 49), Coordinate(x: 9, y: 51), Coordinate(x: 11, y: 51),
        Coordinate(x: 11, y: 49), Coordinate(x: 9, y: 49),
    ]

    @Test func `an error of a request that is only checked has the warnings of one that is solved`()
        throws
    {
        let layer = try layer(sketch) { $0.limits.maximumAffectedFeatures.polygon = 3 }
        let errors = try [false, true].map { isChecked in
            try failure(from: layer, sketch.places("ac")) {
                $0.barPolygons([[all]])
                $0.analysis.travel.accumulateAttributeNames = ["TravelTime", "Nothing"]
                $0.validate = isChecked
            }
        }
        #expect(errors[0]?.identifier == .limitExceeded)
        #expect(errors[0]?.details.contains { $0.contains("\"Nothing\"") } == true)
        #expect(errors[0]?.details == errors[1]?.details)
    }

    @Test func `an empty answer has every set asked for, whether or not it could be read`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        func answer(to facilities: [Coordinate]?) throws -> AnalysisResult {
            var parameters = ClosestFacilityParameters()
            parameters.incidents = LocationInput(features: .places(sketch.places("a")))
            parameters.facilities = facilities.map { LocationInput(features: .places($0)) }
            parameters.returnCFRoutes = true
            parameters.returnFacilities = true
            parameters.analysis.output.returnTraversedEdges = true
            parameters.analysis.output.returnEmptyResults = true
            parameters.analysis.locations.ignoreInvalidLocations = false
            return try layer.solve(parameters)
        }
        let unread = try answer(to: nil)
        let placed = try answer(to: [Coordinate(x: 60, y: -60)])
        #expect(unread.messages.first?.type == .error && placed.messages.first?.type == .error)
        #expect(unread.tables.map(\.key) == placed.tables.map(\.key))
        #expect(Set(unread.tables.map(\.key)) == ["routes", "facilities", "traversedEdges"])
        #expect(unread.routes?.fields == placed.routes?.fields)
        #expect(placed[table: "facilities"]?.features.count == 1)
    }

    @Test func `a match that fails has the warnings of its reading, or every set asked for`() throws
    {
        let layer = try layer(sketch) { $0.limits.maximumAffectedFeatures.polygon = 3 }
        var parameters = MatchParameters()
        parameters.traces = TraceInput([Trace(fixes: sketch.places("ac").map { TraceFix($0) })])
        parameters.barPolygons([[all]])
        parameters.analysis.travel.accumulateAttributeNames = ["TravelTime", "Nothing"]
        let error = #expect(throws: RouteRequestError.self) { try layer.match(parameters) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.details.contains { $0.contains("\"Nothing\"") } == true)
        parameters.returnRoutes = true
        parameters.returnStops = false
        parameters.returnTracePoints = true
        parameters.returnTraceGaps = false
        parameters.returnBrokenRules = true
        parameters.analysis.output.returnTraversedEdges = true
        parameters.analysis.output.returnEmptyResults = true
        let empty = try layer.match(parameters)
        #expect(empty.messages.first?.type == .error)
        #expect(
            Set(empty.tables.map(\.key))
                == ["routes", "tracePoints", "brokenRules", "traversedEdges"])
        #expect(empty.tables.allSatisfy { $0.rows.features.isEmpty })
    }
}
