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

    @Test func `between two stops at one place there is no way, where the others are reached`()
        throws
    {
        var (turned, count) = (0, 0)
        for seed in UInt64(0)..<60 {
            var generator = SeededGenerator(seed &+ 21_000)
            let drawn = try RandomNetwork(nodes: 12, meanDegree: 3, seed: seed &+ 21_000)
            let layer = NetworkLayer.random(drawn.dataset)
            for round in 0..<6 {
                // Every second time there and back, otherwise on to another place.
                var trip = RandomTrip(on: drawn.dataset, stops: round % 2 == 0 ? 2 : 3, &generator)
                trip.visit(1, again: 1)
                if round % 2 == 0 { trip.visit(0, again: 3) }
                var parameters = trip.parameters
                parameters.returnStops = true
                guard let result = try layer.solveIfValid(parameters) else { continue }
                let reached = (0..<4).map { stop in
                    result.stop(stop, "Cumul_\(trip.travel.impedance)")
                }
                #expect(reached[1] != nil)
                count += 1
                #expect(reached[1] == reached[2], "seed \(seed) round \(round): \(reached)")
                if trip.curbs[1] == .noUTurn { turned += 1 }
            }
        }
        #expect(count > 100 && turned > 20, "\(count), \(turned)")
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
