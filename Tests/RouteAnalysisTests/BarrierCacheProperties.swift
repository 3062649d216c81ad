// Tests that barriers sent again give the same answer from the cache.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import SpatialOperations
import Testing

@testable import Preparation
@testable import RouteAnalysis

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

    @Test(arguments: UInt64(7_100)..<7_140)
    func `a change of any coordinate, attribute or rule is another set`(seed: UInt64) throws {
        let drawn = try draw(seed)
        let key = RandomTravelKey.key
        func made(
            _ parameters: RouteParameters, tolerance: Double = 5_000, ignores: Bool = true
        ) -> BarrierKey? {
            BarrierKey(
                parameters.analysis.locations,
                .init(
                    preservesObjectID: false, ignoresInvalid: ignores, skipsRestricted: true,
                    toleranceMeters: tolerance), metric: key)
        }
        let base = drawn.parameters
        guard let first = made(base) else { return }
        #expect(made(base)?.words == first.words)
        #expect(made(base)?.hash == first.hash)
        #expect(made(base, ignores: false)?.hash != first.hash)
        if base.barriers.point?.features.features.isEmpty == false {
            #expect(made(base, tolerance: 4_999)?.hash != first.hash)
        }
        for set in [\RouteParameters.barriers.line, \.barriers.polygon] {
            guard let count = base[keyPath: set]?.features.features.count, count > 0 else {
                continue
            }
            var changed = base
            let shape = changed[keyPath: set]?.features.features[0].geometry
            changed[keyPath: set]?.features.features[0].geometry = shape?.slightlyMoved
            #expect(made(changed)?.hash != first.hash)
            changed = base
            changed[keyPath: set]?.features.features.removeLast()
            #expect(made(changed)?.hash != first.hash)
            changed = base
            changed[keyPath: set]?.features.fields[0].name += "x"
            #expect(made(changed)?.hash != first.hash)
        }
    }

    @Test func `the budget is kept by dropping what was used least recently`() throws {
        func key(_ number: Int) throws -> BarrierKey {
            var parameters = RouteParameters(through: [])
            parameters.barriers.point = LocationInput(
                features: .places([Coordinate(x: Double(number), y: 0)], attributes: [[:]]))
            return try #require(
                BarrierKey(
                    parameters.analysis.locations,
                    .init(
                        preservesObjectID: false, ignoresInvalid: true, skipsRestricted: true,
                        toleranceMeters: 1), metric: RandomTravelKey.key))
        }
        var kept = ResolvedBarriers()
        kept.readingMessages = [Message(.warning, String(repeating: "x", count: 1_000))]
        let cache = BarrierCache(budgetBytes: 10_000)
        for number in 0..<100 {
            cache.keep(kept, for: try key(number))
            #expect(cache.find(try key(number)) != nil)
            #expect(cache.find(try key(0)) != nil, "the first is asked for all the time")
            #expect(cache.counts.bytes <= 10_000)
        }
        #expect(cache.find(try key(50)) == nil)
        #expect(cache.find(try key(99)) != nil)
        #expect(cache.counts.evictions > 80)
        #expect(cache.counts.hits == 201)
        #expect(cache.counts.misses == 1)
        let small = BarrierCache(budgetBytes: 100)
        #expect(small.keep(kept, for: try key(1)), "no other set has its hash")
        #expect(small.find(try key(1)) == nil)
        #expect(small.counts.bytes == 0)
    }

    @Test(arguments: UInt64(7_200)..<7_260)
    func `the index gives every street that a barrier touches`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 60, meanDegree: 3, seed: seed).dataset
        var candidates = BarrierCandidates(index: network.index)
        for _ in 0..<10 {
            let corners = (0..<Int.random(in: 3...6, using: &generator)).map { _ in
                network.randomPlace(family: 0, &generator)
            }
            let shape = try BarrierGeometry(
                generator.chance(0.7) ? .polygon(rings: [corners]) : .polyline(paths: [corners]))
            var found: [Int: Bool] = [:]
            var order: [Int] = []
            candidates.forEach(near: shape) { candidate in
                found[candidate.segment] = candidate.isInside
                order.append(candidate.segment)
            }
            #expect(order == order.sorted() && order.count == found.count, "seed \(seed)")
            for segment in 0..<network.segmentCount {
                let intervals = shape.intervals(along: network.shape(ofSegment: segment))
                if found[segment] == true {
                    #expect(intervals == [0...1], "seed \(seed), \(segment)")
                } else if !intervals.isEmpty {
                    #expect(found[segment] == false, "seed \(seed), \(segment)")
                }
            }
        }
    }
}

private enum RandomTravelKey {
    static let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
}

extension Geometry {
    /// A line or area whose coordinates lie the least step farther east.
    fileprivate var slightlyMoved: Geometry {
        func moved(_ parts: [[Coordinate]]) -> [[Coordinate]] {
            parts.map { part in part.map { Coordinate(x: $0.x.nextUp, y: $0.y) } }
        }
        return switch self {
        case .polyline(let paths, let measures):
            .polyline(paths: moved(paths), measures: measures)
        case .polygon(let rings): .polygon(rings: moved(rings))
        case .point, .multipoint, .empty: self
        }
    }
}
