// Barriers sent again give the same answer from the cache.

import DataStructures
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct BarrierCacheProperties {
    private struct Case {
        var network: NetworkDataset
        var parameters: RouteParameters
    }

    /// A random network with a request that has barriers.
    private func draw(_ seed: UInt64) throws -> Case {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 10, meanDegree: 3.5, seed: seed).dataset
        let trip = RandomTrip(on: network, stops: 2, &generator)
        let barriers = RandomBarriers(on: network, trip.travel, &generator)
        var parameters = trip.parameters
        barriers.apply(to: &parameters)
        parameters.returnBarriers.point = true
        parameters.returnBarriers.line = true
        parameters.returnBarriers.polygon = true
        return Case(network: network, parameters: parameters)
    }

    /// The answer as JSON, or the error as text.
    private func answer(_ parameters: RouteParameters, from layer: NetworkLayer) -> String {
        do throws(RouteRequestError) {
            let result = try layer.solve(parameters)
            return String(decoding: AnalysisResultWriter.json(result), as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    /// Without spare memory, each request's metrics make room for the next. The layer's promised
    /// ones stay, and answers do not change.
    @Test func `a layer keeps to the memory its metrics may take`() throws {
        let network = try RandomNetwork(nodes: 40, meanDegree: 3.5, seed: 7_500).dataset
        let free = NetworkLayer(network: network)
        let narrow = NetworkLayer(network: network, metricBytes: 0)
        narrow.prepare()
        let promised = narrow.metricUse
        #expect(promised.pinnedBytes > 0 && promised.bytes == promised.pinnedBytes)
        var generator = SeededGenerator(7_501)
        for _ in 0..<12 {
            let parameters = RandomTrip(on: network, stops: 2, &generator).parameters
            #expect(answer(parameters, from: narrow) == answer(parameters, from: free))
        }
        #expect(narrow.metricUse.evictions > 0)
        #expect(narrow.metricUse.pinnedBytes == promised.pinnedBytes)
        #expect(narrow.metricUse.bytes < free.metricUse.bytes + promised.bytes)
    }

    @Test(arguments: UInt64(7_000)..<7_100)
    func `barriers sent again are answered as the first time`(seed: UInt64) throws {
        let drawn = try draw(seed)
        let layer = NetworkLayer.random(drawn.network)
        let first = answer(drawn.parameters, from: layer)
        let misses = layer.barriers.counts.misses
        #expect(answer(drawn.parameters, from: layer) == first, "seed \(seed)")
        // The same streets with another total cost.
        var other = drawn.parameters
        other.impedanceAttributeName = "Length"
        let fresh = NetworkLayer.random(drawn.network)
        #expect(answer(other, from: layer) == answer(other, from: fresh), "seed \(seed)")
        other.barriers.point = nil
        #expect(answer(other, from: layer) == answer(other, from: fresh), "seed \(seed)")
        if misses == 1, layer.barriers.counts.bytes > 0 { #expect(layer.barriers.counts.hits >= 1) }
    }

    @Test func `layers of one network share its metrics and barriers, and keep their limits`()
        throws
    {
        let drawn = try draw(7_001)
        let wide = NetworkLayer.random(drawn.network)
        _ = answer(drawn.parameters, from: wide)
        let metrics = wide.metricUse
        let same = wide.layer(under: wide.configuration)
        #expect(same.networkIdentity == wide.networkIdentity)
        #expect(answer(drawn.parameters, from: same) == answer(drawn.parameters, from: wide))
        #expect(same.metricUse.hits > metrics.hits)
        #expect(same.metricUse.hits == wide.metricUse.hits)
        #expect(wide.barriers.counts.hits >= 2)
        var configuration = wide.configuration
        configuration.limits.maximumBarriers = ByBarrierClass { _ in 0 }
        let narrow = wide.layer(under: configuration)
        #expect(answer(drawn.parameters, from: narrow).contains("this service allows 0"))
        #expect(NetworkLayer.random(drawn.network).networkIdentity != wide.networkIdentity)
    }
}
