// A server does not go on with a network that was written to.

import RouteAPI
import NetworkAnalysis
import RouteAnalysis
import ServiceLifecycle
import Synchronization
import Testing

@testable import RouteService

@Suite struct NetworkWatchTests {
    /// A layer whose file changes when the test says so.
    private final class ChangingLayer: RouteAnswering {
        let layerDescription = FakeLayer.description
        let isChanged = Atomic(false)
        var hasChangedFile: Bool { isChanged.load(ordering: .relaxed) }

        let operations = [AnalysisOperation.solve, .locate]
        let networkOperations = [AnalysisOperation.locate]

        func answer(
            _ request: AnalysisRequest, control: SolveControl
        ) throws(RouteRequestError) -> AnalysisResult { AnalysisResult() }
    }

    @Test func `a network that changes ends the server with its name and the cure`() async throws {
        let (still, changing) = (ChangingLayer(), ChangingLayer())
        let watch = NetworkWatch(
            catalog: ServiceCatalog([
                PublishedLayer(service: "still", layer: "Route", answering: still),
                PublishedLayer(service: "changing", layer: "Route", answering: changing),
            ]), interval: .milliseconds(1))
        let running = Task { try await watch.run() }
        changing.isChanged.store(true, ordering: .relaxed)
        let error = await #expect(throws: ChangedNetwork.self) { try await running.value }
        #expect(error?.layers.count == 1)
        #expect(error?.description.contains("changing/NAServer/Route") == true)
        #expect(error?.description.contains("waypost network build") == true)
    }

    @Test func `a watch that is cancelled ends quietly`() async throws {
        let watch = NetworkWatch(
            catalog: ServiceCatalog([
                PublishedLayer(service: "still", layer: "Route", answering: ChangingLayer())
            ]), interval: .milliseconds(1))
        let running = Task { try await watch.run() }
        running.cancel()
        try await running.value
    }
}
