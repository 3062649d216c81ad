// Runs the documentation examples for traces and routes under way, word for word.

import Geo
import PathFinding
import Preparation
import RouteAPI
import RouteTesting
import Testing

@testable import RouteAnalysis

struct LiveDocumentationExamples {
    private let layer: NetworkLayer
    private let places: [Coordinate]

    /// A street of four nodes, a minute apart.
    init() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("abcd", seconds: 60)
        layer = try NetworkLayer.sketched(sketch)
        places = "abcd".map { sketch.place($0) }
    }

    @Test func `the example of MatchSolver finds the route of a trace`() throws {
        let fixes = places.map { TraceFix($0) }

        var parameters = MatchParameters()
        parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
        let result = try layer.match(parameters)

        #expect(result.routes?.features.count == 1)
    }

    @Test func `the example of HandleReading follows the path of a handle`() throws {
        var asked = RouteParameters(through: [places[0], places[2]])
        asked.returnRouteHandle = true
        let routes = try #require(try layer.solve(asked).routes)
        guard case .string(let text)? = routes.value("RouteHandle", of: routes.features[0]) else {
            Issue.record("the answer has no handle")
            return
        }
        var parameters = RefreshParameters()
        parameters.routeHandle = text
        let control = SolveControl()

        let reading = HandleReading(layer: layer, control: control)
        let read = try reading.handle(parameters.routeHandle, for: parameters.routeParameters)
        let followed = try reading.follow(read.handle, for: parameters.routeParameters)

        #expect(followed.given.findings.isEmpty)
    }
}
