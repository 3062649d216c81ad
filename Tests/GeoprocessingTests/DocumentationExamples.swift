// Runs the documentation example for tasks, word for word.

import Geo
import Geoprocessing
import RouteAPI
import Testing

struct DocumentationExamples {
    private let fields = form([("Stops", twoStops)])

    @Test func `the example of GPTask reads a request and writes its outputs`() throws {
        let layer = toolLayer()
        let result = AnalysisResult()

        let task = GPTask(.findRoutes, of: layer)
        let request = try task.request(fields)
        let parameters = try RouteParameters(form: request.fields)
        let outputs = task.outputs(of: result, for: request)

        #expect(parameters.stops?.features.features.count == 2)
        #expect(outputs.map(\.name) == task.outputs.map(\.name))
    }
}
