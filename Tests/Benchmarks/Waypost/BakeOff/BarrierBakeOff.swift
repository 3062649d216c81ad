// Compares methods of answering requests with barriers.

import DataStructures
import Foundation
import Geo
import RoadNetwork
import RouteTesting
import RoutingEngine

/// Legs between random streets, with squares of 200 m on the path and elsewhere, answered by each
/// of the engine's mechanisms and by the rival.
struct BarrierBakeOff {
    /// The number of squares, and whether every other one halves the cost instead of barring.
    struct Case {
        var count: Int
        var halves: Bool
        var name: String { "\(count) \(halves ? "half lowering" : "raising")" }
    }

    static let cases = [false, true].flatMap { halves in
        [1, 10, 100].map { Case(count: $0, halves: halves) }
    }
    private static let halfSideMeters = 100.0

    private let network: NetworkDataset
    private let hierarchy: Hierarchy
    private let engine: LegEngine
    private let metric: Metric
    private let base: CustomizedMetric
    private let rival: CellSearch
    private let queries: HierarchySpace
    private let plain: SearchSpace
    private let passes: Int
    private var generator: SeededGenerator
    private let edges: [UInt32]
    /// The memory that the rival's cells need beside the metric, as text.
    let rivalFacts: String

    /// An origin, a destination, and an edge in the middle of the best path without barriers.
    private struct Pair {
        var origin: SearchOrigin
        var destination: SearchDestination
        var middle: UInt32
    }

    init(_ network: NetworkDataset, seed: UInt64, passes: Int) throws {
        self.network = network
        self.passes = passes
        generator = SeededGenerator(seed)
        let description = network.description
        let names = ["Driving an Automobile", "Through Traffic Prohibited"]
        let key = MetricKey(
            column: description.cost(named: "TravelTime")?.column ?? 0,
            family: description.familyIndex(named: "motor") ?? 0,
            restrictions: description.includingImplied(names).map {
                ActiveRestriction(
                    mask: $0.mask, effect: .prohibits, isThroughTraffic: $0.rule == .throughTraffic)
            },
            uTurns: .deadEndsAndIntersections)
        guard let hierarchy = Hierarchy(network, family: key.family) else {
            throw BenchmarkError("the network has no hierarchy: build it with this version")
        }
        self.hierarchy = hierarchy
        engine = LegEngine(network: network, smallArcCount: .max)
        engine.prepare([key])
        metric = engine.metric(for: key)
        base = CustomizedMetric(hierarchy, metric, threads: 1)
        let base = base
        let (time, overlay) = Stopwatch.milliseconds { CellOverlay(base) }
        rival = CellSearch(overlay, metric)
        let sizes = CellOverlay.limits.map(String.init).joined(separator: ", ")
        rivalFacts =
            "\(overlay.cliques.count) cells of at most \(sizes) vertices, "
            + "\(overlay.byteCount / 1_000) kB of cliques, made in \(Int(time)) ms"
        queries = HierarchySpace(hierarchy)
        plain = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        let costs = RequestCosts(network: network, metric: metric)
        edges = (0..<UInt32(network.edgeCount)).filter {
            costs.isUsable($0) && !costs.isThroughBarred($0)
                && network.nodeComponent[key.family][network.edgeHead[$0]] == 0
        }
    }

    /// Measures every case and prints a Markdown table to standard output.
    ///
    /// - Returns: The number of answers that differ from the plain search's.
    mutating func run(pairCount: Int) -> Int {
        let pairs = makePairs(pairCount)
        print("Rival: \(rivalFacts).\n")
        print("| Squares | Method | p50 ms | p95 ms | max ms | differences |")
        print("| --- | --- | ---: | ---: | ---: | ---: |")
        var differences = 0
        var free: [UInt32?] = []
        var notes: [String] = []
        let none = Case(count: 0, halves: false)
        for question in [none] + Self.cases {
            let barriers = pairs.map { self.barriers(question, across: $0.middle) }
            let (plainLatencies, truth) = answers(.plainSearch, pairs, barriers)
            if question.count == 0 { free = truth }
            let changed = zip(free, truth).count { $0 != $1 }
            let shut = truth.count { $0 == nil }
            notes.append("\(question.name): \(changed) costs changed, \(shut) without a path.")
            for method in Method.allCases where question.count > 0 || method == .rival {
                let (latencies, costs) =
                    method == .plainSearch
                    ? (plainLatencies, truth) : answers(method, pairs, barriers)
                let differing = zip(costs, truth).count { $0 != $1 }
                differences += differing
                let figures = [0.5, 0.95, 1].map {
                    String(format: "%.2f", latencies.percentile($0))
                }
                print(
                    "| \(question.name) | \(method.rawValue) | "
                        + "\(figures.joined(separator: " | ")) | \(differing) |")
                fflush(nil)
            }
        }
        print("\n" + notes.joined(separator: "\n"))
        return differences
    }

    private enum Method: String, CaseIterable {
        case quickest
        case guided = "guided only"
        case derived = "derived only"
        case customized = "full customization"
        case rival = "cells (rival)"
        case plainSearch = "plain search"
    }

    private mutating func makePairs(_ count: Int) -> [Pair] {
        let search = HierarchySearch(
            RequestCosts(network: network, metric: metric), base, space: queries)
        var pairs: [Pair] = []
        while pairs.count < count {
            let origin = SearchOrigin(edge: randomEdge(), fraction: 0.3)
            let destination = SearchDestination(edge: randomEdge(), fraction: 0.6)
            guard let path = search.path(from: [origin], to: destination)?.path.elements else {
                continue
            }
            pairs.append(
                Pair(
                    origin: origin, destination: destination,
                    middle: path[path.count / 2].edge.row))
        }
        return pairs
    }

    private mutating func randomEdge() -> UInt32 {
        edges[Int.random(in: edges.indices, using: &generator)]
    }

    private mutating func barriers(_ question: Case, across middle: UInt32) -> BarrierSet {
        var barriers = BarrierSet()
        let half = [CostFactor](repeating: CostFactor(thousandths: 500), count: 8)
        for number in 0..<question.count {
            // Lowers costs in the only square, or in every other one, including the one across the
            // path.
            let isHalving = question.halves && number % 2 == 0
            let effect: BarrierEffect = isHalving ? .scaled(half) : .barred
            for segment in square(around: number == 0 ? middle : randomEdge()) {
                var effects = barriers.segments[segment] ?? SegmentBarriers()
                effects.add(BarrierPiece(from: 0, to: 1, effect: effect))
                barriers.segments[segment] = effects
            }
        }
        return barriers
    }

    private func square(around edge: UInt32) -> [Int] {
        let center = network.coordinate(of: network.head(of: EdgeID(row: edge)))
        let north = Self.halfSideMeters / 111_320
        let east = north / cos(center.y * .pi / 180)
        var box = Envelope()
        box.add(Coordinate(x: center.x - east, y: center.y - north))
        box.add(Coordinate(x: center.x + east, y: center.y + north))
        return Set(network.index.segments(in: box)).sorted()
    }

    /// The least time of several passes for each pair, and the costs found.
    private func answers(
        _ method: Method, _ pairs: [Pair], _ barriers: [BarrierSet]
    ) -> (latencies: Latencies, costs: [UInt32?]) {
        var least = [Double](repeating: .infinity, count: pairs.count)
        var found = [UInt32?](repeating: nil, count: pairs.count)
        // A full customization takes as long with any barriers, so once is enough.
        for _ in 0..<(method == .customized ? 1 : passes) {
            for (index, pair) in pairs.enumerated() {
                var fresh = barriers[index]
                // A new hash each time, so that the engine does not recognize the barriers.
                fresh.hash = BarrierSetHash(
                    high: .random(in: 0...UInt64.max), low: .random(in: 0...UInt64.max))
                let costs = RequestCosts(network: network, metric: metric, barriers: fresh)
                let (time, cost) = Stopwatch.milliseconds { answer(method, pair, costs) }
                least[index] = min(least[index], time)
                found[index] = cost
            }
        }
        var latencies = Latencies()
        for time in least { latencies.add(time) }
        return (latencies, found)
    }

    private func answer(_ method: Method, _ pair: Pair, _ costs: RequestCosts) -> UInt32? {
        switch method {
        case .quickest: return leg(pair, costs, .quickest) { _ in }
        case .guided: return leg(pair, costs, .guided) { _ in }
        case .derived: return leg(pair, costs, .quickest) { $0.derive(NeverStops()) }
        case .customized:
            let whole = CustomizedMetric.whole(hierarchy, for: costs, threads: 1)
            return HierarchySearch(costs, whole, space: queries)
                .costs(from: [pair.origin], to: [pair.destination])[0]?.cost
        case .rival:
            let ends = HierarchySearch(costs, base, space: queries)
                .ends(from: [pair.origin], to: pair.destination)
            return rival.cost(ends, under: costs)
        case .plainSearch:
            var search = LegSearch(costs, space: plain)
            return search.costs(
                from: [pair.origin], to: [pair.destination], monitor: NeverStops())?[0]
        }
    }

    private func leg(
        _ pair: Pair, _ costs: RequestCosts, _ method: LegEngine.Method,
        _ prepare: (inout LegRouter) -> Void
    ) -> UInt32? {
        engine.withRouter(costs, by: method) { router in
            prepare(&router)
            return router.find(
                from: [pair.origin], to: [pair.destination], need: .best, monitor: NeverStops()
            )?[0]?.cost
        }
    }
}
