// Runs the documentation examples for requests and results, word for word.

import Geo
import RouteAPI
import Testing

struct DocumentationExamples {
    @Test func `the example of RouteParameters sets a common parameter`() {
        let stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])

        var parameters = RouteParameters()
        parameters.stops = LocationInput(features: stops)
        parameters.impedanceAttributeName = "Kilometers"

        #expect(parameters.analysis.travel.impedanceAttributeName == "Kilometers")
        #expect(parameters.stops == LocationInput(features: stops))
    }

    @Test func `the example of TraceReader reads a table`() throws {
        let bytes = Array("lon,lat\n7.4,43.7\n7.5,43.7\n".utf8)

        let traces = try TraceReader().traces(bytes)

        #expect(traces.fixCount == 2)
    }

    @Test func `the example of AnalysisResult orders its tables`() {
        let stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        let routes = FeatureSet(geometryType: .polyline, spatialReference: .wgs84, fields: [])

        var result = AnalysisResult()
        result.stops = stops
        result.routes = routes
        let keys = result.tables.map(\.key)

        #expect(keys == ["routes", "stops"])
    }
}
