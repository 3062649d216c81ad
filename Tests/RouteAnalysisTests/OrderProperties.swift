// Compares best orders of stops with the costs of whole routes in every order.

import DataStructures
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

/// A stop may have to be left in the direction of arrival. Then a leg's cost depends on the legs
/// beside it, and the best order by the costs of single legs is not the best one.
struct OrderProperties {
    private func permutations(_ stops: [Int]) -> [[Int]] {
        if stops.isEmpty { return [[]] }
        return stops.flatMap { first in
            permutations(stops.filter { $0 != first }).map { [first] + $0 }
        }
    }

    /// The orders that keep the fixed ends.
    private func orders(_ count: Int, _ parameters: RouteParameters) -> [[Int]] {
        permutations(Array(0..<count)).filter {
            (parameters.preserveFirstStop != true || $0.first == 0)
                && (parameters.preserveLastStop != true || $0.last == count - 1)
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `the best order on a drawn network costs what the best of all orders costs`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 9_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 6...14, using: &generator),
            meanDegree: Double.random(in: 2.5...4, using: &generator), seed: seed &+ 9_000)
        let trip = RandomTrip(
            on: drawn.dataset, stops: Int.random(in: 3...5, using: &generator), &generator)
        var parameters = trip.parameters
        parameters.findBestSequence = true
        parameters.preserveFirstStop = generator.chance(0.6)
        parameters.preserveLastStop = generator.chance(0.6)
        guard let stops = trip.chain(on: drawn.dataset) else { return }
        let router = ReferenceRouter(
            network: drawn.dataset, prohibitions: drawn.prohibitions, key: trip.travel.key,
            barriers: .init(), attribute: trip.travel.attribute)
        let best = orders(stops.count, parameters).compactMap { order in
            var chain = ReferenceChain(router: router, stops: order.map { stops[$0] })
            return chain.cost()
        }.min()
        let outcome = Outcome(of: parameters, from: .random(drawn.dataset))
        #expect(
            outcome == best.map { .solved($0) } ?? .failed(.noSolution), "seed \(seed): \(trip)")
    }

    @Test(arguments: Extract.sampleAndShared("porto.osm.pbf"))
    func `the best order on real streets costs what the best of all orders costs`(
        extract: Extract
    ) async throws {
        let network = try await extract.build()
        let layer = NetworkLayer(network: network, analyses: [])
        var generator = SeededGenerator(41)
        var (compared, better) = (0, 0)
        for round in 0..<Self.rounds(extract) {
            for policy in UTurnPolicy.allCases {
                for curb in CurbApproach.allCases {
                    let isSpread = extract == .sample
                    var parameters = parameters(network, curb, policy, isSpread, &generator)
                    let label = "\(round), \(policy), \(curb)"
                    let given = parameters.stops?.features.features ?? []
                    var costs: [Int64] = []
                    for order in orders(given.count, parameters) {
                        var fixed = parameters
                        fixed.findBestSequence = false
                        fixed.stops?.features.features = order.map { given[$0] }
                        if let cost = try cost(fixed, layer) { costs.append(cost) }
                    }
                    parameters.findBestSequence = true
                    let found = try cost(parameters, layer)
                    #expect(found == costs.min(), "\(label)")
                    compared += 1
                    if let found, found < costs[0] { better += 1 }
                }
            }
        }
        // If most drawn orders were already the best, the comparison would prove nothing.
        #expect(better > compared / 4, "\(better) of \(compared)")
    }

    /// The number of cases for each curb side and U-turn policy: a few, or as many as
    /// `ORDER_ROUNDS` says.
    private static func rounds(_ extract: Extract) -> Int {
        ProcessInfo.processInfo.environment["ORDER_ROUNDS"].flatMap { Int($0) }
            ?? (extract == .sample ? 3 : 2)
    }

    private func parameters(
        _ network: NetworkDataset, _ curb: CurbApproach, _ policy: UTurnPolicy,
        _ isSpread: Bool, _ generator: inout SeededGenerator
    ) -> RouteParameters {
        // Near each other, where a U-turn weighs as much as the path.
        let center = network.randomPlace(family: 0, &generator)
        let places = (0..<5).map { _ in
            isSpread
                ? network.randomPlace(family: 0, &generator)
                : Coordinate(
                    x: center.x + Double.random(in: -8e-3...8e-3, using: &generator),
                    y: center.y + Double.random(in: -6e-3...6e-3, using: &generator))
        }
        var parameters = RouteParameters(through: [])
        parameters.stops = LocationInput(
            features: .places(
                places,
                attributes: places.map { _ in ["CurbApproach": .integer(curb.rawValue)] }))
        parameters.travel.restrictUTurns = policy
        parameters.preserveFirstStop = true
        parameters.preserveLastStop = generator.chance(0.5)
        parameters.returnDirections = false
        parameters.outputLines = OutputLineType.none
        parameters.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(toleranceMeters: 5_000, allowAutoRelocate: false))
        return parameters
    }

    /// A route's impedance, `nil` without a path.
    private func cost(_ parameters: RouteParameters, _ layer: NetworkLayer) throws -> Int64? {
        var parameters = parameters
        parameters.ignoreInvalidLocations = false
        parameters.returnQuanta = true
        let answer = try layer.solveIfPossible(parameters) {
            $0.identifier == .noSolution || $0.identifier == .notLocated
        }
        return answer?.quanta?.first?.impedance
    }
}
