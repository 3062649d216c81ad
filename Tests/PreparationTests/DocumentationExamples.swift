// Runs the documentation example of preparing a request, word for word.

import Preparation
import RouteAPI
import RouteTesting
import Testing

struct DocumentationExamples {
    @Test func `the example of RequestPreparation finds the places of stops`() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("abcd", seconds: 60)
        let layer = try NetworkLayer.sketched(sketch).layer
        var parameters = RouteParameters()
        parameters.stops = LocationInput(features: .places("ab".map { sketch.place($0) }))

        let request = try layer.reader().read(parameters)
        let preparation = RequestPreparation(layer: layer, control: SolveControl())
        let prepared = try preparation.prepare(request)

        #expect(prepared.stops.count == 2)
        #expect(prepared.stops.allSatisfy { $0.place != nil })
    }
}
