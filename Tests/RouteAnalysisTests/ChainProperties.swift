// Compares chains of legs with brute force on random networks.

import DataStructures
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct ChainProperties {
    @Test(arguments: UInt64(0)..<50)
    func `a chain of stops costs what trying every combination costs`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 1_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...12, using: &generator),
            meanDegree: Double.random(in: 2.5...5, using: &generator), seed: seed &+ 1_000)
        let layer = NetworkLayer.random(drawn.dataset)
        for round in 0..<4 {
            let trip = RandomTrip(
                on: drawn.dataset, stops: Int.random(in: 2...4, using: &generator), &generator)
            let outcome = Outcome(of: trip.parameters, from: layer)
            guard let stops = trip.chain(on: drawn.dataset) else {
                #expect(outcome == .failed(.notLocated), "seed \(seed) round \(round)")
                continue
            }
            let router = ReferenceRouter(
                network: drawn.dataset, prohibitions: drawn.prohibitions, key: trip.travel.key,
                barriers: .init(), attribute: trip.travel.attribute)
            var chain = ReferenceChain(router: router, stops: stops)
            let expected = chain.cost().map { Outcome.solved($0) } ?? .failed(.noSolution)
            #expect(outcome == expected, "seed \(seed) round \(round): \(trip)")
        }
    }
}

/// A request's outcome.
enum Outcome: Equatable {
    /// Its impedance in quanta.
    case solved(Int64)
    /// The reason for the failure.
    case failed(RouteRequestError.Identifier)

    init(of parameters: RouteParameters, from layer: NetworkLayer) {
        do throws(RouteRequestError) {
            self = .solved(try layer.solve(parameters).quanta?.first?.impedance ?? -1)
        } catch {
            self = .failed(error.identifier)
        }
    }
}
