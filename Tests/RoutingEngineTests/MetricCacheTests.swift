// What is kept of metrics, and what is let go.

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
        // The least recently used went first: the third was asked for again, the fourth was not.
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
        let customized = cache.customized(metric, hierarchy)
        #expect(cache.counts.bytes == metric.byteCount + customized.byteCount)
        #expect(cache.customizedIfHeld(metric) === customized)
    }

    @Test func `what a server promised stays, whatever single requests bring`() throws {
        let network = try RandomNetwork(nodes: 50, meanDegree: 3, seed: 3).dataset
        let hierarchy = try #require(Hierarchy(network, family: 0))
        var served = key(0)
        served.restrictions.append(
            ActiveRestriction(mask: TestNetwork.oneway, effect: .prohibits))
        let cache = MetricCache(network: network, budgetBytes: 1)
        let promised = cache.metric(for: served)
        cache.pin(promised, hierarchy)
        cache.pin(promised, hierarchy)
        let bytes = cache.counts.pinnedBytes
        for value in UInt32(1)..<5 { _ = cache.metric(for: key(value)) }
        #expect(cache.customizedIfHeld(promised) != nil)
        #expect(cache.counts.evictions == 3)
        #expect(cache.counts.pinnedBytes == bytes)
        #expect(cache.counts.bytes == bytes + promised.byteCount)
    }
}
