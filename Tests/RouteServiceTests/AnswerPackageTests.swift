// Tests answers as GeoPackages.

import FeatureStore
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import Preparation
@testable import PublishedServices
import RouteAnalysis
import RouteTesting
import ServerTesting
import Testing

@testable import RouteService

@Suite struct AnswerPackageTests {
    private let files = TestFiles()

    private func server(_ sketch: NetworkSketch) throws -> some ApplicationProtocol {
        let layer = NetworkLayer(network: try sketch.build(), configuration: nil, analyses: .all)
        let published = PublishedLayer(service: "Harbor", answering: layer)
        return try makeServer(ServiceCatalog([published])) { _ in }
    }

    @Test func `an answer is a GeoPackage with all its tables`() async throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10) { $0.name = "Quay" }
        let (a, c) = (sketch.place("a"), sketch.place("c"))
        let stops = "stops=\(a.x),\(a.y);\(c.x),\(c.y)&returnStops=true"
        try await server(sketch).test { client in
            let answer = try await client.execute(
                uri: "\(FixturePath.solve)?\(stops)&outSR=3857&f=gpkg", method: .get)
            #expect(answer.headers[.contentType] == "application/geopackage+sqlite3")
            #expect(
                answer.headers[.contentDisposition] == "attachment; filename=\"solve.gpkg\"")
            let path = try files.write("answer.gpkg", Data(answer.body.readableBytesView))
            let store = try GeoPackageStore(path: path, access: .readOnly)
            let names = try store.layers().map(\.name)
            #expect(names.contains("stops"))
            #expect(names.contains("directions"))
            let routes = try store.layer(named: "routes")
            #expect(routes.geometryType == .polyline)
            #expect(routes.spatialReference.latestWKID == 3857)
            #expect(try store.count(LayerQuery(layer: "routes", limit: 10)) == 1)
            try store.close()
        }
    }

    @Test func `a failure of an answer asked as a GeoPackage is JSON`() async throws {
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10)
        try await server(sketch).test { client in
            let refusal = try await client.execute(
                uri: "\(FixturePath.solve)?stops=1,2&f=gpkg", method: .get)
            #expect(refusal.headers[.contentType] == "application/json;charset=utf-8")
            #expect(try refusal.errorCode() == 400)
        }
    }
}
