// Coordinate systems that come as texts: so many new ones for each caller.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RouteAPI
import NetworkAnalysis
import RouteAnalysis
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

    /// A layer to which every coordinate system is news.
    private struct Forgetful: RouteAnswering {
        let layerDescription = FakeLayer.description

        func unreadSystems(in parameters: AnalysisParameters) -> Int {
            parameters.output.outSR == nil ? 0 : 1
        }

        let operations = [AnalysisOperation.solve, .locate]
        let networkOperations = [AnalysisOperation.locate]

        func answer(
            _ request: AnalysisRequest, control: SolveControl
        ) throws(RouteRequestError) -> AnalysisResult {
            AnalysisResult()
        }
    }

    @Test func `a caller with ever new texts has to wait, plain requests do not`()
        async throws
    {
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: Forgetful())])
        try await makeServer(catalog) { _ in }.test(.router) { client in
            func status(_ fields: String) async throws -> HTTPResponse.Status {
                try await client.execute(
                    uri: "\(FixturePath.solve)?f=json&stops=7,43;8,43\(fields)", method: .get
                ).status
            }
            // What is allowed in a minute; where thirty requests take longer, some more are.
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
}
