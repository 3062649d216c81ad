// Tests which metrics the cache keeps and which it evicts.

import DataStructures
import RouteTesting
import RoutingEngine
import Testing

struct MetricCacheTests {
    private func key(_ value: UInt32) -> MetricKey {
        MetricKey(
            column: 0, family: 0,
            restrictions: [
                ActiveRestriction(
                    mask: TestNetwork.height, effect: .prohibits,
                    limit: .init(column: 0, vehicleValue: value))
            ], uTurns: .everywhere)
    }

    @Test func `hits, misses and evictions are counted, and bytes stay within the budget`() throws {
        let network = try RandomNetwork(nodes: 50, meanDegree: 3, seed: 3).dataset
        let one = Metric(key: key(0), network: network).byteCount
        let cache = MetricCache(network: network, budgetBytes: 3 * one)
        for value in UInt32(0)..<5 { _ = cache.metric(for: key(value)) }
        #expect(cache.counts.misses == 5)
        #expect(cache.counts.evictions == 2)
        #expect(cache.counts.bytes == 3 * one)
        _ = cache.metric(for: key(2))
        #expect(cache.counts.hits == 1)
        // The least recently used was evicted: the third was used again, the fourth was not.
        _ = cache.metric(for: key(5))
        _ = cache.metric(for: key(2))
        #expect(cache.counts.hits == 2)
        _ = cache.metric(for: key(3))
        #expect(cache.counts.misses == 7)
    }

    @Test func `customized weights count as bytes, and one metric is kept whatever its size`()
        throws
    {
        let network = try RandomNetwork(nodes: 50, meanDegree: 3, seed: 3).dataset
        let hierarchy = try #require(Hierarchy(network, family: 0))
        var served = key(0)
        served.restrictions.append(
            ActiveRestriction(mask: TestNetwork.oneway, effect: .prohibits))
        let cache = MetricCache(network: network, budgetBytes: 1)
        let metric = cache.metric(for: served)
        #expect(!cache.isCustomized(metric))
        let customized = try #require(
            cache.customized(metric, hierarchy, monitor: NeverStops()))
        #expect(cache.counts.bytes == metric.byteCount + customized.byteCount)
        #expect(cache.isCustomized(metric))
        #expect(cache.customized(metric, hierarchy, monitor: NeverStops()) === customized)
    }

    @Test func `barriers are known by what they do, in a few words`() throws {
        let network = try RandomNetwork(nodes: 50, meanDegree: 3, seed: 3).dataset
        let cache = MetricCache(network: network, budgetBytes: 1)
        let metric = cache.metric(for: key(0))
        func costs(_ pieces: [(segment: Int, effect: BarrierEffect)], node: UInt32? = nil)
            -> RequestCosts
        {
            var barriers = BarrierSet()
            for (segment, effect) in pieces {
                barriers.segments[segment, default: SegmentBarriers()].add(
                    BarrierPiece(from: 0.25, to: 0.5, effect: effect))
            }
            if let node { barriers.nodes[node] = [.barred] }
            return RequestCosts(network: network, metric: metric, barriers: barriers)
        }
        let factor = BarrierEffect.scaled([CostFactor(thousandths: 2_000)])
        #expect(!cache.hasSeen(costs([(1, .barred), (2, factor)])))
        #expect(cache.hasSeen(costs([(1, .barred), (2, factor)])))
        #expect(!cache.hasSeen(costs([(1, .barred), (2, .barred)])))
        #expect(!cache.hasSeen(costs([(1, .barred), (3, factor)])))
        #expect(!cache.hasSeen(costs([(1, .barred), (2, factor)], node: 4)))
        #expect(!cache.hasSeen(costs([])))
        // A cache holds a thousand of them, and hashes them while other threads wait.
        #expect(MemoryLayout<BarrierIdentity>.size <= 32)
    }

    @Test func `a compact metric is small, and when it is asked for it is what it was`() throws {
        var compactCount = 0
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed &+ 5_000)
            let network = try RandomNetwork(nodes: 80, meanDegree: 3, seed: seed).dataset
            let hierarchy = try #require(Hierarchy(network, family: 0))
            var served = RandomRequest(on: network, &generator).key.prohibiting(TestNetwork.oneway)
            served.family = 0
            let guiding = served.permissive(in: network)
            // Every other metric differs little from its guiding metric.
            if seed % 2 == 1 {
                served = guiding
                served.uTurns = .deadEndsAndIntersections
            }
            guard guiding != served else { continue }
            let cache = MetricCache(network: network, budgetBytes: 1)
            let promised = cache.metric(for: served)
            cache.pin([promised], hierarchy)
            let before = cache.counts
            for _ in 0..<2 { cache.keepCompact([(guiding, beside: promised)], hierarchy) }
            let compactBytes = cache.counts.pinnedBytes - before.pinnedBytes
            #expect(cache.counts.bytes - before.bytes == compactBytes)

            let made = CustomizedMetric(
                hierarchy, Metric(key: guiding, network: network), threads: 1)
            if compactBytes < made.byteCount / 2 { compactCount += 1 }
            #expect(compactBytes <= made.byteCount + made.metric.byteCount)
            // Beyond the budget they are dropped for the next one, and expanded again.
            for _ in 0..<2 {
                let metric = cache.metric(for: guiding)
                #expect(cache.isCustomized(metric))
                let expanded = try #require(
                    cache.customized(metric, hierarchy, monitor: NeverStops()))
                expectSameArcs(expanded, made)
                _ = cache.metric(for: key(9))
                #expect(cache.counts.pinnedBytes == before.pinnedBytes + compactBytes)
            }
        }
        #expect((3...17).contains(compactCount), "\(compactCount) of 20 differ little")
    }

    @Test func `what a server promised stays, whatever single requests bring`() throws {
        let network = try RandomNetwork(nodes: 50, meanDegree: 3, seed: 3).dataset
        let hierarchy = try #require(Hierarchy(network, family: 0))
        var served = key(0)
        served.restrictions.append(
            ActiveRestriction(mask: TestNetwork.oneway, effect: .prohibits))
        let cache = MetricCache(network: network, budgetBytes: 1)
        let promised = cache.metric(for: served)
        cache.pin([promised], hierarchy)
        cache.pin([promised], hierarchy)
        let bytes = cache.counts.pinnedBytes
        for value in UInt32(1)..<5 { _ = cache.metric(for: key(value)) }
        #expect(cache.isCustomized(promised))
        #expect(cache.counts.evictions == 3)
        #expect(cache.counts.pinnedBytes == bytes)
        #expect(cache.counts.bytes == bytes + promised.byteCount)
    }
}
