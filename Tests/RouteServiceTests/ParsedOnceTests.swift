// A request's form is read once, whichever lanes its solve runs in.

import Foundation
import HTTPTypes
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import RouteService
import ServerTesting
import Synchronization
import Testing

@Suite(.serialized) struct ParsedOnceTests {
    /// Parameters that count how often a form is read.
    private struct CountedParameters: OperationParameters {
        static let made = Atomic(0)
        static let operation = OperationDeclaration<CountedParameters>(
            LayerOperation(
                name: "solve", summary: "A test", explanation: "A test.", locations: ["stops"],
                parameters: []), [])

        var analysis = AnalysisParameters()

        init() { Self.made.add(1, ordering: .sequentiallyConsistent) }
    }

    /// A layer whose first solve takes longer than the light lane allows.
    private final class OutgrowingLayer: RouteAnswering {
        let layerDescription = FakeLayer.description
        let operations = [
            AnalysisOperation(
                CountedParameters.self, estimate: { _, _ in .light },
                run: { _, _, _, _ throws(RouteRequestError) in AnalysisResult() })
        ]
        private let attempts = Atomic(0)

        var attemptCount: Int { attempts.load(ordering: .sequentiallyConsistent) }

        func effort(of request: AnalysisRequest) -> SolveEffort { .light }

        func answer(
            _ request: AnalysisRequest, control: SolveControl,
            passingRowsTo rows: (any AnswerRowReceiver)?
        ) throws(RouteRequestError) -> AnalysisResult {
            guard attempts.add(1, ordering: .sequentiallyConsistent).newValue == 1 else {
                return AnalysisResult()
            }
            while true {
                try control.check()
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    /// An event loop reads short forms, a queue's thread longer ones.
    @Test(arguments: [1, 800])
    func `a solve that outgrows its lane does not read its form again`(places: Int) async throws {
        let layer = OutgrowingLayer()
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        try await makeServer(catalog) { _ in }.test { client in
            let stops = Array(repeating: "7.418900,43.7311", count: places)
            let before = CountedParameters.made.load(ordering: .sequentiallyConsistent)
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json", method: .post,
                headers: [.contentType: "application/x-www-form-urlencoded"],
                body: ByteBuffer(string: "stops=\(stops.joined(separator: ";"))"))
            #expect(response.status == .ok)
            #expect(layer.attemptCount == 2)
            let after = CountedParameters.made.load(ordering: .sequentiallyConsistent)
            #expect(after - before == 1)
        }
    }
}
