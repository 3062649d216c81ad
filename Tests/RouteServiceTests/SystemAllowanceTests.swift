// Tests the limit on new coordinate systems that each caller may send as text.

import AccessControl
import Foundation
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import Preparation
import RouteAnalysis
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct SystemAllowanceTests {
    private let one = Caller.user("anna")
    private let two = Caller.anonymous(network: "192.0.2.1")

    @Test func `each caller has so many new systems in a minute`() throws {
        let allowance = SystemAllowance(perMinute: 5)
        let start = ContinuousClock.now
        try allowance.admit(3, of: one, at: start)
        try allowance.admit(2, of: one, at: start + .seconds(20))
        let exceeded = #expect(throws: UsageExceeded.self) {
            try allowance.admit(1, of: one, at: start + .seconds(30))
        }
        #expect(exceeded?.retrySeconds == 31)
        try allowance.admit(0, of: one, at: start + .seconds(30))
        try allowance.admit(5, of: two, at: start + .seconds(30))
        try allowance.admit(5, of: one, at: start + .seconds(60))
        #expect(throws: UsageExceeded.self) {
            try allowance.admit(1, of: one, at: start + .seconds(61))
        }
    }

    /// A layer to which every coordinate system is new.
    private struct Forgetful: RouteAnswering {
        let layerDescription = FakeLayer.description

        func unreadSystems(in parameters: AnalysisParameters) -> Int {
            parameters.output.outSR == nil ? 0 : 1
        }

        let operations = [AnalysisOperation.solve, .locate]
        let networkOperations = [AnalysisOperation.locate]

        func answer(
            _ request: AnalysisRequest, control: SolveControl,
            passingRowsTo rows: (any AnswerRowReceiver)?
        ) throws(RouteRequestError) -> AnalysisResult {
            AnalysisResult()
        }
    }

    @Test func `a caller with ever new texts has to wait, plain requests do not`()
        async throws
    {
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: Forgetful())])
        try await makeServer(catalog) { _ in }.test { client in
            func status(_ fields: String) async throws -> HTTPResponse.Status {
                try await client.execute(
                    uri: "\(FixturePath.solve)?f=json&stops=7,43;8,43\(fields)", method: .get
                ).status
            }
            // The limit for one minute; if thirty requests take longer, some more pass.
            var last = HTTPResponse.Status.ok
            var count = 0
            while last == .ok, count < 300 {
                last = try await status("&outSR=\(2_000 + count)")
                count += 1
            }
            #expect(last == .tooManyRequests)
            #expect(count > 30)
            #expect(try await status("") == .ok)
        }
    }

    /// Sends texts of ever new systems until one is refused for their number.
    private func statusAfterManyTexts(
        _ client: TestClient, _ path: String, _ body: (_ wkt: String) -> String
    ) async throws -> Int? {
        for number in 0..<300 {
            let text = #"{"wkt":"GEOGCS[\"no system \#(UUID()) \#(number)\"]"}"#
            let answer = try await client.post(path, "f=json&\(body(text.percentEncoded))")
            if answer.status == .tooManyRequests { return number }
        }
        return nil
    }

    @Test(arguments: ["outSR", "inSR", "geometry"])
    func `the systems of queries of stored layers count`(field: String) async throws {
        let fixture = try StoredFixture()
        let catalog = fixture.catalog([try fixture.deliveries()])
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            let number = try await statusAfterManyTexts(
                client, "/arcgis/rest/services/Harbor/FeatureServer/0/query"
            ) { text in
                switch field {
                case "outSR": "where=1%3D1&outSR=\(text)"
                case "inSR": "geometry=7.4,43.7&inSR=\(text)"
                default:
                    "geometry=\(#"{"x":7.4,"y":43.7,"spatialReference":"#.percentEncoded)\(text)%7D"
                }
            }
            #expect((number ?? 0) >= 30)
        }
    }

    @Test func `the systems of shapes that select rows of inputs count`() async throws {
        let fixture = try StoredFixture()
        let catalog = fixture.catalog([try fixture.deliveries()])
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            let definition =
                #"{"type":"layer","layerName":"Deliveries","geometry":{"x":7.4,"y":43.7,"#
                + #""spatialReference":"#
            let number = try await statusAfterManyTexts(client, FixturePath.solve) { text in
                "stops=\(definition.percentEncoded)\(text)%7D%7D"
            }
            #expect((number ?? 0) >= 30)
        }
    }

    @Test func `the systems of edits count, and one request names sixteen at most`()
        async throws
    {
        let fixture = try StoredFixture()
        let catalog = fixture.catalog([try fixture.deliveries(isEditable: true)])
        let path = "/arcgis/rest/services/Harbor/FeatureServer/0/addFeatures"
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            let token = try await client.token()
            let row = #"{"geometry":{"x":7.4,"y":43.7,"spatialReference":"#
            let rows = (0..<17).map { "\(row){\"wkid\":\(20_004 + $0)}}}" }
                .joined(separator: ",")
            let many = try await client.post(
                path, "f=json&token=\(token)&features=\("[\(rows)]".percentEncoded)")
            #expect(many.text.contains("more than 16 coordinate systems"), "\(many.text)")
            let number = try await statusAfterManyTexts(client, path) { text in
                "token=\(token)&features=%5B\(row.percentEncoded)\(text)%7D%7D%5D"
            }
            #expect((number ?? 0) >= 30)
        }
    }

    @Test func `work that is repeated counts a system once`() throws {
        let allowance = SystemAllowance(perMinute: 2)
        let admission = SystemAdmission(allowance, of: one)
        let systems = NamedSystems((0..<2).map { SpatialReference(wkt: "no system \($0)") })
        try admission.admit(systems)
        try admission.admit(systems)
        #expect(throws: UsageExceeded.self) { try allowance.admit(1, of: one) }
    }
}
