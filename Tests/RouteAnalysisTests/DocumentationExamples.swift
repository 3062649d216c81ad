// Runs the documentation example of routes, word for word.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
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

    @Test func `the example of RouteSolver finds a route with directions`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let stops = places("ac")

        var parameters = RouteParameters()
        parameters.stops = LocationInput(features: stops)
        parameters.returnDirections = true
        let result = try layer.solve(parameters)

        #expect(try minutes(result.routes) == [.double(2)])
        #expect(result.directions?.count == 1)
        #expect(result.reasons.isEmpty)
    }
}
