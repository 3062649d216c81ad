// Compares the decoder with every sequence of candidates, one by one, on small networks.

import DataStructures
import Foundation
import Geo
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

@testable import MapMatching

/// The model in its plainest form: no pruning, no shared search, one path at a time.
private struct PlainModel {
    let costs: RequestCosts
    let model: MatchModel
    let points: [ModelPoint]
    let candidates: [[Candidate]]

    private var network: NetworkDataset { costs.network }

    private func price(_ edge: UInt32) -> Double {
        Double(network.costs[TestNetwork.length][edge]) / 100 * Double(model.perMeter)
            + seconds(edge) * Double(model.perSecond)
    }

    private func seconds(_ edge: UInt32) -> Double {
        Double(network.costs[TestNetwork.travelTime][edge]) / 1_000
    }

    /// A turn's price, including the price for entering a closed edge.
    private func turn(_ from: UInt32, _ to: UInt32) -> Double {
        let seconds =
            Double(
                network.turnCost(
                    column: TestNetwork.travelTime, from: EdgeID(row: from), to: EdgeID(row: to)))
            / 1_000
        var price = seconds * Double(model.perSecond)
        if to == from ^ 1, network.nodeValence[0][network.edgeHead[from]] != 1 {
            price += Double(model.brokenRule)
        }
        if !costs.isUsable(to), costs.isUsable(from) { price += Double(model.brokenRule) }
        return price
    }

    /// The price and seconds of the cheapest path from one place to another.
    private func path(_ source: Candidate, _ target: Candidate) -> (price: Double, seconds: Double)
    {
        // Rounds over all edges until nothing changes: prices at the ends of edges.
        var least = [Double](repeating: .infinity, count: network.edgeCount)
        var time = least
        least[Int(source.edge)] = price(source.edge) * (1 - source.share)
        time[Int(source.edge)] = seconds(source.edge) * (1 - source.share)
        var best = (price: Double.infinity, seconds: Double.infinity)
        if source.edge == target.edge {
            let share = target.share - source.share
            if share >= 0 {
                best = (price(source.edge) * share, seconds(source.edge) * share)
            } else {
                let deviations =
                    -share * Double(network.costs[TestNetwork.length][source.edge]) / 100
                    / points[0].sigma
                if deviations <= 6 {
                    best = (0.3 + 0.4 * deviations + 0.3 * deviations * deviations, 0)
                }
            }
        } else if source.edge == target.edge ^ 1, max(source.share, 1 - target.share) < 1 - 1e-6 {
            let farthest = max(source.share, 1 - target.share)
            let share = farthest - source.share + target.share - (1 - farthest)
            let closing = !costs.isUsable(target.edge) && costs.isUsable(source.edge)
            best = (
                Double(model.turningRound) + price(source.edge) * share
                    + (closing ? Double(model.brokenRule) : 0), seconds(source.edge) * share
            )
        }
        var hasChanged = true
        while hasChanged {
            hasChanged = false
            for edge in 0..<UInt32(network.edgeCount) where least[Int(edge)] < .infinity {
                let head = EdgeID(row: edge)
                for row in network.edges(leaving: network.head(of: head)) {
                    let next = network.outEdges[row]
                    let total = least[Int(edge)] + turn(edge, next) + price(next)
                    guard total < least[Int(next)] - 1e-12 else { continue }
                    least[Int(next)] = total
                    time[Int(next)] = time[Int(edge)] + seconds(next)
                    hasChanged = true
                }
            }
        }
        let tail = network.tail(of: EdgeID(row: target.edge))
        for row in network.edges(leaving: tail) {
            let edge = network.outEdges[row] ^ 1
            guard least[Int(edge)] < .infinity else { continue }
            let total =
                least[Int(edge)] + turn(edge, target.edge) + price(target.edge) * target.share
            if total < best.price {
                best = (
                    total, time[Int(edge)] + seconds(target.edge) * target.share
                )
            }
        }
        return best
    }

    private func robust(_ deviation: Double) -> Double {
        let size = abs(deviation)
        return size <= 3 ? size * size / 2 : 3 * size - 4.5
    }

    /// The nats of a step, infinite if it is impossible.
    func step(_ index: Int, _ source: Candidate, _ target: Candidate) -> Double {
        let (first, second) = (points[index - 1], points[index])
        let elapsed = (second.seconds ?? 0) - (first.seconds ?? 0)
        let lasts =
            Double(model.correlatedShare)
            * exp(-elapsed / Double(model.correlationSeconds))
        let normal = SIMD2<Double>(target.normal)
        let cosine = (SIMD2<Double>(source.normal) * normal).sum()
        let expected = lasts * (SIMD2<Double>(source.residual) * normal).sum()
        let rest = 1 - lasts * lasts * cosine * cosine
        let position =
            robust((Double(target.deviation) - expected) / rest.squareRoot()) + 0.5 * log(rest)
        let path = path(source, target)
        let tolerance = Double(model.timeTolerance) + (first.sigma + second.sigma) / 10
        guard path.seconds <= Double(model.mostSpeeding) * (elapsed + tolerance) else {
            return .infinity
        }
        let ratio = log((path.seconds + tolerance) / (elapsed + tolerance))
        let time = ratio / Double(ratio > 0 ? model.hasteSpread : model.delaySpread)
        return path.price + position + time * time / 2
    }

    func begin(_ candidate: Candidate) -> Double {
        robust(Double(candidate.deviation)) + (candidate.price.isClosed ? 9 : 0)
            + (candidate.share >= 1 ? 0.01 : 0)
    }

    /// Every sequence of candidates with its nats.
    func sequences() -> [(chosen: [Int], nats: Double)] {
        var all = candidates[0].indices.map { ([$0], begin(candidates[0][$0])) }
        for index in 1..<points.count {
            let steps = candidates[index - 1].map { source in
                candidates[index].map { step(index, source, $0) }
            }
            all = all.flatMap { chosen, nats in
                candidates[index].indices.map { target in
                    (chosen + [target], nats + steps[chosen[index - 1]][target])
                }
            }
        }
        return all.map { (chosen: $0.0, nats: $0.1) }
    }
}

struct OracleTests {
    @Test(arguments: UInt64(0)..<60)
    func `the path is the likeliest of all, and posteriors are the sums`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let town = try DrawnTown(seed: seed, size: 3, spacing: 70)
        var model = MatchModel()
        model.slack = 40
        model.candidateCount = 6
        let world = MatchNetwork(town.costs, model)
        let finder = CandidateFinder(world, MatchOptions())
        let link = StepLink(
            world: world, search: TransitionSearch(world), greatestStep: 10_000)
        var chain = StepChain()
        var steps: [MatchStep] = []
        for index in 0..<4 {
            let place = DrawnTown.place(
                Double.random(in: 0...140, using: &generator),
                Double.random(in: 0...140, using: &generator))
            let point = ModelPoint(
                TracePoint(coordinate: place, time: Double(index) * 12), index: index, sigma: 9)
            let step = MatchStep(point)
            guard finder.find(point, into: &step.candidates) else { return }
            if let last = steps.last {
                guard let verdict = link.link(last, to: step, monitor: NeverStops()) else { return }
                switch verdict {
                case .plausible, .implausible: break
                default: return
                }
            } else {
                step.begin(model)
            }
            steps.append(step)
            chain.append(step)
        }
        let plain = PlainModel(
            costs: town.costs, model: model, points: steps.map(\.point),
            candidates: steps.map(\.candidates))
        let all = plain.sequences()
        let least = try #require(all.map(\.nats).min())
        guard least < .infinity else { return }
        check(chain, world, steps, all, least, seed)
    }

    private func check(
        _ chain: StepChain, _ world: MatchNetwork, _ steps: [MatchStep],
        _ all: [(chosen: [Int], nats: Double)],
        _ least: Double, _ seed: UInt64
    ) {
        var chain = chain
        _ = chain.takeAll(on: world)
        var chosen: [Int] = []
        var at = steps[steps.count - 1].best
        for step in steps.reversed() {
            chosen.insert(at, at: 0)
            at = step.before[at]
        }
        let found = all.first { $0.chosen == chosen }?.nats ?? .infinity
        #expect(found - least < 0.02, "seed \(seed): \(found) \(least)")
        let total = all.reduce(0) { $0 + exp(least - $1.nats) }
        for (index, step) in steps.enumerated() {
            let posterior = step.posterior()
            for candidate in step.candidates.indices {
                let share =
                    all.filter { $0.chosen[index] == candidate }
                    .reduce(0) { $0 + exp(least - $1.nats) } / total
                #expect(
                    abs(Double(posterior[candidate]) - share) < 0.01,
                    "seed \(seed) step \(index) candidate \(candidate)")
            }
        }
    }
}
