// Tests answers against the declared analysis classes: each field's name, type and order.

import Foundation
import Geo
import HTTPTypes
import Logging
import NIOCore
import Preparation
import PublishedServices
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteService
import RouteTesting
import RoutingEngine
import ServerTesting
import Testing

@Suite struct AnswerClassTests {
    /// Asks for every optional part of an answer, with the given style of directions.
    private func answer(_ layer: NetworkLayer, _ drawing: NetworkSketch, directions: String)
        async throws -> JSONValue
    {
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: "drawn")], analyses: .all)
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = try buildApplication(
            publishing: ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)]),
            configuration: configuration)
        let (a, b) = (drawing.place("a"), drawing.place("b"))
        let far = "[\(b.x + 1),\(b.y + 1)],[\(b.x + 2),\(b.y + 1)]"
        // Handles have a field only on request, so the class does not declare one.
        let returned = LayerOperation.solve.parameters.map(\.name).filter {
            $0.hasPrefix("return") && $0 != "returnRouteHandle"
        }
        let fields =
            [
                "f=json", "stops=\(a.x),\(a.y);\(b.x),\(b.y)", "directionsOutputType=\(directions)",
                "barriers={\"features\":[{\"geometry\":{\"x\":\(b.x),\"y\":\(b.y)},"
                    + "\"attributes\":{\"BarrierType\":2}}]}",
                "polylineBarriers={\"features\":[{\"geometry\":{\"paths\":[[\(far)]]}}]}",
                "polygonBarriers={\"features\":[{\"geometry\":{\"rings\":[[\(far),"
                    + "[\(b.x + 2),\(b.y + 2)],[\(b.x + 1),\(b.y + 1)]]]}}]}",
            ] + returned.filter { $0 != "returnEmptyResults" }.map { "\($0)=true" }
        return try await server.test { client in
            try await client.execute(
                uri: FixturePath.solve, method: .post, headers: formHeaders,
                body: ByteBuffer(string: fields.joined(separator: "&"))
            ).json()
        }
    }

    @Test func `every set of an answer has the fields that its class declares`() async throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10) { $0.name = "Quay" }
        let layer = NetworkLayer(network: try sketch.build(), configuration: nil, analyses: .all)
        // Delay fields exist only while the layer has live speeds.
        let speeds = sketch.edges(along: "abc").map { EdgeSpeed(edge: $0, kilometersPerHour: 30) }
        // So do the fields of what a feed states.
        let works = sketch.edges(along: "ab").map {
            EdgeEvent(edge: $0, event: TrafficEvent(kind: .works), from: nil, until: nil)
        }
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: speeds, closures: [], events: works,
                made: Int64(Date().timeIntervalSince1970 * 1_000), on: layer.network))
        let answers = [
            try await answer(layer, sketch, directions: "esriDOTComplete"),
            try await answer(layer, sketch, directions: "esriDOTFeatureSets"),
        ]
        // A vehicle implies its direction restriction.
        let active = layer.network.description.includingImplied(
            layer.layerDescription.configuration.restrictionAttributeNames
        ).map(\.name)
        let restrictions = layer.layerDescription.attributes.filter { $0.usage == .restriction }
        let idle = Set(restrictions.map { "Attr_\($0.name)" }).subtracting(
            active.map { "Attr_\($0)" })
        for found in AnalysisClass.all(of: layer.layerDescription) {
            let set = try #require(
                answers.lazy.compactMap { $0[found.answerKey] }.first, "\(found.name)")
            // Roles, like handles, have a field only where legs are requested.
            let fields = try #require(set["fields"]?.array).filter {
                found.answerKey != "stops" || $0["name"]?.string != "Role"
            }
            let declared = found.fields.filter {
                $0.direction != .input && !idle.contains($0.name)
            }
            // Restrictions come in the request's order, not the network's.
            func isOfRestriction(_ field: Column) -> Bool {
                active.contains { field.name == "Attr_\($0)" }
            }
            let names = declared.filter { !isOfRestriction($0) } + declared.filter(isOfRestriction)
            let written = fields.map { "\($0["name"]?.string ?? "") \($0["type"]?.string ?? "")" }
            let wanted = names.map { "\($0.name) \($0.type.rawValue)" }
            let fixed = declared.count { !isOfRestriction($0) }
            #expect(written.prefix(fixed) == wanted.prefix(fixed), "\(found.name)")
            #expect(Set(written) == Set(wanted), "\(found.name)")
            #expect(
                fields.map { $0["length"]?.integer } == declared.map(\.length), "\(found.name)")
            #expect(set["geometryType"]?.string == found.geometryType?.rawValue, "\(found.name)")
        }
    }
}
