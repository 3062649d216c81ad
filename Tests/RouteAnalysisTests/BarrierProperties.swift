// Tests barriers from shape to cost on random networks.

import DataStructures
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct BarrierProperties {
    private struct Case {
        var drawn: RandomNetwork
        var trip: RandomTrip
        var barriers: RandomBarriers
        var parameters: RouteParameters
    }

    /// A random network with a request that has barriers.
    private func draw(_ seed: UInt64) throws -> Case {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...12, using: &generator),
            meanDegree: Double.random(in: 2.5...5, using: &generator), seed: seed)
        let trip = RandomTrip(
            on: drawn.dataset, stops: Int.random(in: 2...3, using: &generator), &generator)
        let barriers = RandomBarriers(on: drawn.dataset, trip.travel, &generator)
        var parameters = trip.parameters
        barriers.apply(to: &parameters)
        return Case(drawn: drawn, trip: trip, barriers: barriers, parameters: parameters)
    }

    @Test(arguments: UInt64(5_000)..<5_180)
    func `shapes of barriers cost what clipping says`(seed: UInt64) throws {
        let drawn = try draw(seed)
        let network = drawn.drawn.dataset
        let outcome = Outcome(of: drawn.parameters, from: .random(network))
        guard let stops = drawn.trip.chain(on: network) else {
            #expect(outcome == .failed(.notLocated), "seed \(seed)")
            return
        }
        let travel = drawn.trip.travel
        var chain = ReferenceChain(
            router: ReferenceRouter(
                network: network, prohibitions: drawn.drawn.prohibitions, key: travel.key,
                barriers: drawn.barriers.effects, attribute: travel.attribute), stops: stops)
        guard let expected = chain.cost() else {
            #expect(outcome == .failed(.noSolution), "seed \(seed)")
            return
        }
        guard case .solved(let found) = outcome else {
            Issue.record("seed \(seed): \(outcome), by clipping \(expected)")
            return
        }
        // A border may be off by the millimeter within which shapes touch, and by rounding.
        #expect(abs(found - expected) <= 3, "seed \(seed): \(found), by clipping \(expected)")
    }

    @Test(arguments: UInt64(5_200)..<5_260)
    func `totals equal the search cost when no usage is a factor`(seed: UInt64) throws {
        let drawn = try draw(seed)
        let travel = drawn.trip.travel
        guard !travel.hasFactors else { return }
        do throws(RouteRequestError) {
            let result = try NetworkLayer.random(drawn.drawn.dataset).solve(drawn.parameters)
            for quanta in result.quanta ?? [] {
                let reported = quanta.costs.first { $0.name == travel.impedance }?.value
                #expect(reported == quanta.impedance, "seed \(seed)")
            }
        } catch {
            #expect([.noSolution, .notLocated].contains(error.identifier), "seed \(seed)")
        }
    }
}
