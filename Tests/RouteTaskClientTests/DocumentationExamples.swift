// Runs the documentation example for the client, with scripted answers.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

/// Answers every call with a layer resource, which is also a valid answer without routes.
private struct LayerTransport: HTTPTransport {
    func send(_ call: HTTPCall) async throws -> HTTPReply {
        let reply = """
            {"layerType":"esriNAServerRouteLayer","impedance":"Minutes",
            "messages":[{"type":50,"description":"no routes"}]}
            """
        return HTTPReply(status: 200, body: Array(reply.utf8))
    }
}

struct DocumentationExamples {
    @Test func `the example of RouteTask solves with the layer's defaults`() async throws {
        let layerURL = try #require(
            URL(string: "http://example.test/arcgis/rest/services/town/NAServer/Route"))
        let stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])

        let task = RouteTask(url: layerURL, transport: LayerTransport())
        var parameters = try await task.defaultParameters()
        parameters.stops = LocationInput(features: stops)
        let answer = try await task.solve(parameters)

        #expect(parameters.impedanceAttributeName == "Minutes")
        #expect(answer.result.messages.map(\.text) == ["no routes"])
    }

    @Test func `a client needs the URL of a layer alone`() throws {
        let layerURL = try #require(URL(string: "http://example.test/town/NAServer/Route"))

        let task = RouteTask(url: layerURL)

        #expect(task.url == layerURL)
    }

    @Test func `traces are sent to the operation that matches them`() async throws {
        struct Echo: HTTPTransport {
            func send(_ call: HTTPCall) async throws -> HTTPReply {
                let reply = """
                    {"messages":[{"type":0,"description":"\(call.url.lastPathComponent)"}],
                    "tracePoints":{"geometryType":"esriGeometryPoint","features":[]},
                    "traceGaps":{"features":[{"attributes":{"Cause":"noPath"}}]}}
                    """
                return HTTPReply(status: 200, body: Array(reply.utf8))
            }
        }
        let layerURL = try #require(URL(string: "http://example.test/town/NAServer/Route"))
        let fixes = [TraceFix(Coordinate(x: 7.4, y: 43.7)), TraceFix(Coordinate(x: 7.5, y: 43.7))]

        let task = RouteTask(url: layerURL, transport: Echo())
        var parameters = MatchParameters()
        parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
        let answer = try await task.match(parameters)

        #expect(answer.result.messages.map(\.text) == ["match"])
        #expect(answer.result[table: "tracePoints"]?.features == [])
        #expect(answer.result[table: "traceGaps"]?.features.count == 1)
    }
}
