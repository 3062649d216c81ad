// Compares tables with costs in several attributes with the oracle and with single paths.

import DataStructures
import RoadNetwork
import RouteTesting
import Synchronization
import Testing

@testable import RoutingEngine

struct LegTableTests {
    /// A random network with places for a table.
    private struct Case {
        let network: NetworkDataset
        let reference: ReferenceRouter
        let engine: LegEngine
        let costs: RequestCosts
        let barriers: BarrierSet
        let sources: [[SearchOrigin]]
        let targets: [[SearchDestination]]

        init(seed: UInt64, places: Int) throws {
            var generator = SeededGenerator(seed &+ 110_000)
            let drawn = try RandomNetwork(
                nodes: Int.random(in: 4...45, using: &generator),
                meanDegree: Double.random(in: 1.8...4, using: &generator), seed: seed)
            network = drawn.dataset
            let requests = (0..<places).map { [network] _ in
                RandomRequest(on: network, &generator)
            }
            let key = requests[0].key.prohibiting(TestNetwork.oneway)
            barriers = generator.chance(0.5) ? requests[0].barriers : BarrierSet()
            engine = LegEngine(network: network)
            costs = RequestCosts(
                network: network, metric: engine.metric(for: key), barriers: barriers,
                attribute: 0)
            sources = requests.map(\.origins)
            targets = requests.map(\.destinations)
            reference = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: key, barriers: barriers,
                attribute: 0)
        }

        /// A path's cost in an attribute, computed without the engine.
        func sum(of attribute: Int, along path: NetworkPath) -> UInt64 {
            let column = network.description.costs[attribute].column
            var total: UInt64 = 0
            for (index, element) in path.elements.enumerated() {
                if index > 0 {
                    let before = path.elements[index - 1].edge
                    total += UInt64(
                        network.turnCost(column: column, from: before, to: element.edge))
                    for effect in barriers.nodes[network.head(of: before).row] ?? [] {
                        if case .added(let added) = effect { total += UInt64(added[attribute]) }
                    }
                }
                let cost = network.costs[column][element.edge.row]
                guard let effects = barriers.segments[element.edge.segment] else {
                    total += UInt64(CostProfile.prefix(of: cost, upTo: element.to))
                    total -= UInt64(CostProfile.prefix(of: cost, upTo: element.from))
                    continue
                }
                let profile = CostProfile(
                    cost: cost, usage: .one, barriers: effects, attribute: attribute,
                    isForward: element.edge.isForward)
                let isWhole = element.from == 0 && element.to == 1
                total += UInt64(
                    isWhole
                        ? profile.whole : profile.cost(from: element.from, to: element.to) ?? 0)
            }
            return total
        }
    }

    @Test(arguments: UInt64(0)..<160)
    func `costs are the oracle's and sums those along the path between the same candidates`(
        seed: UInt64
    ) throws {
        // Small tables unpack paths, large ones sum arcs.
        let drawn = try Case(seed: seed, places: seed % 2 == 0 ? 4 : 17)
        let attributes = Array(drawn.network.description.costs.indices)
        try drawn.engine.withRouter(drawn.costs, by: .customized) { router in
            let found = router.table(
                from: drawn.sources, to: drawn.targets, summing: attributes,
                monitor: NeverStops())
            let table = try #require(found)
            for (row, source) in drawn.sources.enumerated() {
                for (place, target) in drawn.targets.enumerated() {
                    let expected = drawn.reference.costs(from: source, to: target)
                        .compactMap(\.self).min()
                    #expect(table.cost(from: row, to: place) == expected ?? .max)
                    guard let ends = table.ends(from: row, to: place) else { continue }
                    let leg = router.path(
                        from: source[ends.origin], to: target[ends.destination])
                    let path = try #require(leg)
                    #expect(path.cost == expected)
                    for attribute in attributes {
                        #expect(
                            table.sum(attribute, from: row, to: place)
                                == drawn.sum(of: attribute, along: path.path),
                            "seed \(seed), \(row) to \(place), attribute \(attribute)")
                    }
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<80)
    func `the nearest places are those of the whole table`(seed: UInt64) throws {
        let drawn = try Case(seed: seed &+ 900, places: 12)
        var generator = SeededGenerator(seed)
        let added = drawn.targets.map { _ in UInt32.random(in: 0...40, using: &generator) }
        try drawn.engine.withRouter(drawn.costs, by: .customized) { router in
            let found = router.table(from: drawn.sources, to: drawn.targets, monitor: NeverStops())
            let table = try #require(found)
            for (source, row) in table.enumerated() {
                let count = Int.random(in: 1...4, using: &generator)
                let limit =
                    generator.chance(0.5)
                    ? .max : row.filter { $0 != .max }.randomElement(using: &generator) ?? .max
                let ranks = row.indices.filter { row[$0] != .max && row[$0] <= limit }
                    .map { (group: $0, rank: UInt64(row[$0]) + UInt64(added[$0])) }
                    .sorted { ($0.rank, $0.group) < ($1.rank, $1.group) }
                let nearest = router.nearest(
                    NearestGroups(
                        count, of: drawn.targets.map(\.count), adding: added, within: limit),
                    from: drawn.sources[source], among: drawn.targets.flatMap(\.self),
                    labels: .max, monitor: NeverStops())
                guard ranks.count >= count else {
                    #expect(nearest == nil, "seed \(seed)")
                    continue
                }
                let last = ranks[count - 1].rank
                let expected = ranks.filter { $0.rank <= last }.map(\.group).sorted()
                #expect(nearest?.map(\.group) == expected, "seed \(seed)")
                for (group, cost) in nearest ?? [] { #expect(cost == row[group]) }
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `one to many, a plain search and a kept metric all agree on costs`(seed: UInt64) throws {
        let drawn = try Case(seed: seed &+ 500, places: 5)
        let source = [drawn.sources[0]]
        let methods: [LegEngine.Method] = [.customized, .plainSearch, .quickest]
        let tables = try methods.map { method in
            let found = drawn.engine.withRouter(drawn.costs, by: method) { router in
                router.table(
                    from: source, to: drawn.targets, summing: [0], monitor: NeverStops())
            }
            let table = try #require(found)
            return drawn.targets.indices.map { table.cost(from: 0, to: $0) }
        }
        #expect(tables[0] == tables[1])
        #expect(tables[0] == tables[2])
    }

    /// Counts a search's checks: one before each row of a table.
    private final class CheckCounter: SearchMonitor {
        private let count = Atomic(0)
        var checks: Int { count.load(ordering: .sequentiallyConsistent) }
        var shouldStop: Bool {
            count.add(1, ordering: .sequentiallyConsistent)
            return false
        }
    }

    @Test(arguments: [17, 640])
    func `a table in stripes holds one stripe of each thread at most`(rows: Int) throws {
        let drawn = try Case(seed: 5, places: 17)
        let sources = (0..<rows).map { drawn.sources[$0 % drawn.sources.count] }
        let (stripe, monitor) = (8, CheckCounter())
        var handed: [(checks: Int, rows: Int, before: Int)] = []
        let isDone = drawn.engine.withRouter(drawn.costs, by: .customized) { router in
            router.stripes(
                of: stripe, from: sources, to: drawn.targets, summing: [], monitor: monitor
            ) { first, table in
                handed.append((monitor.checks, table.sourceCount, first))
            }
        }
        #expect(isDone)
        #expect(handed.map(\.rows).reduce(0, +) == rows)
        #expect(handed.allSatisfy { $0.rows <= stripe })
        // Every row is computed after a check; the number of earlier checks is known at the end.
        let others = monitor.checks - rows
        // Few cells are computed on one thread.
        let threads = rows * drawn.targets.count > 10_000 ? drawn.engine.threads : 1
        for (checks, count, before) in handed {
            let held = checks - others - before
            #expect(held >= count && held <= stripe * threads)
        }
    }

    @Test func `sums are kept with the metric, and the cache counts their bytes`() throws {
        let drawn = try Case(seed: 3, places: 17)
        drawn.engine.prepare([drawn.costs.metric.key])
        let before = drawn.engine.cacheCounts.bytes
        func ask() -> Int {
            _ = drawn.engine.withRouter(drawn.costs, by: .customized) { router in
                router.table(
                    from: drawn.sources, to: drawn.targets, summing: [0],
                    monitor: NeverStops())
            }
            return drawn.engine.cacheCounts.bytes
        }
        let after = ask()
        #expect(after > before)
        #expect(ask() == after)
    }
}
