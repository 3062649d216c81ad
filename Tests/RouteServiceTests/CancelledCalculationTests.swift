// A client's calculation that ends early stops the server's work.

import Fixtures
import Foundation
import Geo
import Hummingbird
import RouteAPI
import RouteTaskClient
import ServerTesting
import Testing

@testable import RouteService

@Suite struct CancelledCalculationTests {
    @Test(arguments: [true, false])
    func `a calculation that is cancelled, or that nobody holds any more, stops its solve`(
        isCancelled: Bool
    ) async throws {
        let layer = FakeLayer(.busy)
        try await makeServer(layer).test { client in
            let server = "http://127.0.0.1:\(client.port)"
            let url = try #require(URL(string: server + FixturePath.layer))
            let provider = ServerRouteProvider(RouteTask(url: url))
            let parameters = RouteParameters(
                Itinerary(
                    from: ItineraryPoint(coordinate: Coordinate(x: 7.41, y: 43.73)),
                    to: ItineraryPoint(coordinate: Coordinate(x: 7.42, y: 43.74))))
            var calculation: RouteCalculation? = try provider.calculate(parameters)
            try await eventually { layer.started == 1 }
            #expect(layer.stopped == 0)
            #expect(calculation?.status.hasFinished == false)
            if isCancelled { calculation?.cancel() } else { calculation = nil }
            try await eventually { layer.stopped == 1 }
            withExtendedLifetime(calculation) {}
        }
    }
}
