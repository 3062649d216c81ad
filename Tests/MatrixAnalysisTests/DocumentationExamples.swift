// Runs the documentation examples of matrices and closest facilities, word for word.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteTesting
import Testing

struct DocumentationExamples {
    /// A street of four nodes, a minute apart.
    private var sketch: NetworkSketch {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("abcd", seconds: 60)
        return sketch
    }

    private func places(_ letters: String) -> FeatureSet {
        .places(letters.map { sketch.place($0) })
    }

    private func minutes(_ routes: FeatureSet?) throws -> [AttributeValue?] {
        let routes = try #require(routes)
        return routes.features.map { routes.value("Total_TravelTime", of: $0) }
    }

    @Test func `the example of ODCostMatrixSolver gives costs by ids`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (origins, destinations) = (places("a"), places("bd"))

        var parameters = ODCostMatrixParameters()
        parameters.origins = LocationInput(features: origins)
        parameters.destinations = LocationInput(features: destinations)
        parameters.outputType = .sparseMatrix
        let result = try layer.solve(parameters)

        let row = try #require(result.costMatrix?.rows.first)
        #expect(row.originID == 1)
        #expect(row.destinationIDs == [1, 2])
    }

    @Test func `the example of ClosestFacilitySolver finds two routes`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (incidents, facilities) = (places("a"), places("bcd"))

        var parameters = ClosestFacilityParameters()
        parameters.incidents = LocationInput(features: incidents)
        parameters.facilities = LocationInput(features: facilities)
        parameters.defaultTargetFacilityCount = 2
        parameters.returnCFRoutes = true
        let result = try layer.solve(parameters)

        #expect(try minutes(result.routes) == [.double(1), .double(2)])
    }
}
