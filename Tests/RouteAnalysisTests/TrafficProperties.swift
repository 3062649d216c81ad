// Compares requests under random traffic snapshots with the oracle.

import Answers
import DataStructures
import Foundation
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Synchronization
import Testing

@testable import RouteAnalysis

struct TrafficProperties {
    private static let now: Int64 = 1_790_000_000_000

    @Test(arguments: UInt64(0)..<60)
    func `a chain of stops under traffic costs what trying every combination costs`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 180_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...12, using: &generator),
            meanDegree: Double.random(in: 2.5...5, using: &generator), seed: seed &+ 180_000)
        let network = drawn.dataset
        let layer = NetworkLayer.random(network, now: Self.now)
        for round in 0..<4 {
            // The oracle has no clock: closures begin and end before the departure only.
            let traffic = ReferenceTraffic(on: network, departure: Self.now, &generator)
                .withoutLaterChanges
            let snapshot = traffic.snapshot(on: network)
            layer.traffic.publish(snapshot)
            let trip = RandomTrip(
                on: network, stops: Int.random(in: 2...4, using: &generator), &generator)
            let outcome = Outcome(of: trip.parameters, from: layer)
            let key = trip.travel.key
            let epoch = snapshot.epoch(at: Self.now, family: key.family)
            guard let stops = trip.chain(on: network, under: epoch) else {
                #expect(outcome == .failed(.notLocated), "seed \(seed) round \(round)")
                continue
            }
            let router = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: key,
                barriers: .init(), attribute: trip.travel.attribute, traffic: traffic)
            var chain = ReferenceChain(router: router, stops: stops)
            let expected = chain.cost().map { Outcome.solved($0) } ?? .failed(.noSolution)
            #expect(outcome == expected, "seed \(seed) round \(round): \(trip)")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `without a start time, closures count as for a start now`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 185_000)
        let network = try RandomNetwork(
            nodes: 24, meanDegree: 3, seed: seed &+ 185_000
        ).dataset
        let layer = NetworkLayer.random(network, now: Self.now)
        for round in 0..<4 {
            let traffic = ReferenceTraffic(on: network, departure: Self.now, &generator)
            layer.traffic.publish(traffic.snapshot(on: network))
            var parameters = RandomTrip(
                on: network, stops: Int.random(in: 2...3, using: &generator), &generator
            ).parameters
            parameters.impedanceAttributeName = "TravelTime"
            let timeless = Outcome(of: parameters, from: layer)
            parameters.startTime = .milliseconds(Self.now)
            parameters.startTimeIsUTC = true
            let timed = Outcome(of: parameters, from: layer)
            // If no path is open on arrival, the streets open now count.
            guard case .solved = timed else { continue }
            #expect(timeless == timed, "seed \(seed) round \(round)")
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `the delay is the sum over the edges of what live speeds add, to the millisecond`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 190_000)
        let network = try RandomNetwork(
            nodes: 20, meanDegree: 3.5, seed: seed &+ 190_000
        ).dataset
        let layer = NetworkLayer.random(network, now: Self.now)
        let traffic = ReferenceTraffic(on: network, departure: Self.now, &generator)
        layer.traffic.publish(traffic.snapshot(on: network))
        for _ in 0..<4 {
            var parameters = RandomTrip(on: network, stops: 2, &generator).parameters
            parameters.accumulateAttributeNames = ["TravelTime"]
            let solver = layer.solver(SolveControl())
            let solved: SolvedAnalysis
            do {
                solved = try solver.search(solver.read(parameters).request)
            } catch {
                continue
            }
            let isMotor = solved.prepared.metric.key.family == 0
            for leg in solved.found.routes.flatMap(\.legs) {
                var delay: Int64 = 0
                for element in leg.path.elements {
                    let base = network.costs[0][element.edge.row]
                    let live = traffic.cost(of: element.edge.row, column: 0, on: network)
                    func part(_ cost: UInt32) -> Int64 {
                        Int64((element.to * Double(cost)).rounded())
                            - Int64((element.from * Double(cost)).rounded())
                    }
                    delay += part(isMotor ? live ?? base : base) - part(base)
                }
                #expect(leg.total(0) - leg.freeFlowTotal(0) == delay, "seed \(seed)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<4)
    func `while snapshots are published, each answer is that of the snapshot it names`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 210_000)
        let network = try RandomNetwork(
            nodes: 60, meanDegree: 3.5, seed: seed &+ 210_000
        ).dataset
        let layer = NetworkLayer.random(network, now: Self.now)
        let snapshots = (0..<24).map { _ in
            ReferenceTraffic(on: network, departure: Self.now, &generator).snapshot(on: network)
        }
        var requests: [RouteParameters] = []
        while requests.count < 12 {
            let parameters = RandomTrip(on: network, stops: 2, &generator).parameters
            if case .solved = Outcome(of: parameters, from: layer) { requests.append(parameters) }
        }
        let asked = requests
        let isPublishing = Mutex(true)
        let count = Mutex(0)
        let answers = Mutex<[(request: Int, snapshot: String?, outcome: Outcome)]>([])
        layer.traffic.publish(snapshots[0])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            guard thread > 0 else {
                for snapshot in snapshots.dropFirst() {
                    layer.traffic.publish(snapshot)
                    // For networks this small the metrics exist before a request is answered.
                    let before = count.withLock(\.self)
                    while count.withLock(\.self) < before + 2 { usleep(50) }
                }
                isPublishing.withLock { $0 = false }
                return
            }
            var number = thread
            while isPublishing.withLock(\.self) {
                let request = number % asked.count
                do throws(RouteRequestError) {
                    let result = try layer.solve(asked[request])
                    let outcome = Outcome.solved(result.quanta?.first?.impedance ?? -1)
                    answers.withLock { $0.append((request, result.traffic?.id, outcome)) }
                } catch {
                    // Errors do not name their snapshot.
                    #expect(error.identifier == .noSolution || error.identifier == .notLocated)
                }
                number += 1
                count.withLock { $0 += 1 }
            }
        }
        let alone = NetworkLayer.random(network, now: Self.now)
        var named: Set<String?> = []
        for snapshot in snapshots {
            alone.traffic.publish(snapshot)
            for answer in answers.withLock(\.self) where answer.snapshot == snapshot.id {
                named.insert(snapshot.id)
                #expect(
                    answer.outcome == Outcome(of: asked[answer.request], from: alone),
                    "seed \(seed): request \(answer.request)")
            }
        }
        #expect(named.count > 1, "seed \(seed): the snapshots of \(named.count)")
    }

    @Test(arguments: UInt64(0)..<20)
    func `an old snapshot has the same answers while new ones come`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 200_000)
        let network = try RandomNetwork(
            nodes: 30, meanDegree: 3.5, seed: seed &+ 200_000
        ).dataset
        let layer = NetworkLayer.random(network, now: Self.now)
        func publish() -> TrafficSnapshot {
            let snapshot = ReferenceTraffic(on: network, departure: Self.now, &generator)
                .snapshot(on: network)
            layer.traffic.publish(snapshot)
            return snapshot
        }
        let first = publish()
        var parameters = RandomTrip(on: network, stops: 3, &generator).parameters
        parameters.returnDirections = true
        parameters.deterministic = true
        var pinned = parameters
        pinned.trafficSnapshot = first.id
        func answer(_ parameters: RouteParameters) -> [UInt8] {
            do throws(RouteRequestError) {
                return AnalysisResultWriter.json(try layer.solve(parameters))
            } catch {
                return Array(error.details.joined().utf8)
            }
        }
        let before = answer(pinned)
        for _ in 0..<4 {
            _ = publish()
            #expect(answer(pinned) == before, "seed \(seed)")
        }
        layer.traffic.withdraw()
        let without = answer(parameters)
        parameters.useTraffic = false
        #expect(answer(parameters) == without)
    }
}
