// A request's answer does not depend on earlier requests.

import DataStructures
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct DeterminismProperties {
    /// The orders of sending requests, with repetitions.
    private static let orders = [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [2, 2, 0, 4, 4, 2]]

    @Test(arguments: UInt64(7_000)..<7_012)
    func `a deterministic answer does not depend on what was asked before`(seed: UInt64) throws {
        let (network, requests) = try Self.draw(seed, isDeterministic: true)
        let fresh = requests.map { Self.answer($0, NetworkLayer.random(network)) }
        let shared = NetworkLayer.random(network)
        for index in Self.orders.joined() {
            #expect(
                Self.answer(requests[index], shared) == fresh[index],
                "seed \(seed) request \(index)")
        }
    }

    /// If another mechanism is the quickest, the search may take another of equally cheap paths.
    @Test(arguments: UInt64(7_100)..<7_112)
    func `what a path costs never depends on what was asked before`(seed: UInt64) throws {
        let (network, requests) = try Self.draw(seed, isDeterministic: false)
        let fresh = requests.map { Self.searchCosts($0, NetworkLayer.random(network)) }
        let shared = NetworkLayer.random(network)
        for index in Self.orders.joined() {
            #expect(
                Self.searchCosts(requests[index], shared) == fresh[index],
                "seed \(seed) request \(index)")
        }
    }

    /// A random network with six requests.
    private static func draw(
        _ seed: UInt64, isDeterministic: Bool
    ) throws -> (NetworkDataset, [RouteParameters]) {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(nodes: 60, meanDegree: 4, seed: seed)
        let requests = (0..<6).map { _ in
            let trip = RandomTrip(on: drawn.dataset, stops: 3, &generator)
            var parameters = trip.parameters
            RandomBarriers(on: drawn.dataset, trip.travel, &generator).apply(to: &parameters)
            parameters.outputLines = .trueShapeWithMeasure
            parameters.returnDirections = true
            parameters.returnBarriers.polygon = true
            parameters.ignoreInvalidLocations = true
            parameters.returnQuanta = true
            parameters.deterministic = isDeterministic
            return parameters
        }
        return (drawn.dataset, requests)
    }

    /// The search cost of each route in an answer; empty if there is none.
    private static func searchCosts(_ parameters: RouteParameters, _ layer: NetworkLayer) -> [Int64]
    {
        switch answer(parameters, layer) {
        case .success(let result): result.quanta?.map(\.impedance) ?? []
        case .failure: []
        }
    }

    private static func answer(
        _ parameters: RouteParameters, _ layer: NetworkLayer
    ) -> Result<AnalysisResult, RouteRequestError> {
        do throws(RouteRequestError) {
            return .success(try layer.solve(parameters))
        } catch {
            return .failure(error)
        }
    }
}
