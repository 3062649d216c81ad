// The same request has the same answer, whatever was asked before.

import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct DeterminismProperties {
    @Test(arguments: UInt64(7_000)..<7_012)
    func `an answer does not depend on what was asked before`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(nodes: 60, meanDegree: 4, seed: seed)
        let requests = (0..<6).map { _ in
            let trip = RandomTrip(on: drawn.dataset, stops: 3, &generator)
            var parameters = trip.parameters
            RandomBarriers(on: drawn.dataset, trip.travel, &generator).apply(to: &parameters)
            parameters.outputLines = .trueShapeWithMeasure
            parameters.returnDirections = true
            parameters.returnPolygonBarriers = true
            parameters.ignoreInvalidLocations = true
            return parameters
        }
        let fresh = requests.map { Self.answer($0, RouteLayer.random(drawn.dataset)) }
        let shared = RouteLayer.random(drawn.dataset)
        for order in [Array(requests.indices), requests.indices.reversed(), [2, 2, 0, 4, 4, 2]] {
            for index in order {
                #expect(
                    Self.answer(requests[index], shared) == fresh[index],
                    "seed \(seed) request \(index)")
            }
        }
    }

    private static func answer(
        _ parameters: RouteParameters, _ layer: RouteLayer
    ) -> Result<RouteResult, RouteRequestError> {
        do throws(RouteRequestError) {
            return .success(try layer.solve(parameters))
        } catch {
            return .failure(error)
        }
    }
}
