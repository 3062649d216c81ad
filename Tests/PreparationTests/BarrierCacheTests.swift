// Tests which barriers are one set for the cache, and what the cache keeps.

import DataStructures
import Geo
import RouteAPI
import RouteTesting
import RoutingEngine
import Testing

@testable import Preparation

struct BarrierCacheTests {
    private static let metric = MetricKey(
        column: 0, family: 0, restrictions: [], uTurns: .everywhere)

    /// A request with barriers on a random network.
    private static func draw(_ seed: UInt64) throws -> RouteParameters {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 10, meanDegree: 3.5, seed: seed).dataset
        let trip = RandomTrip(on: network, stops: 2, &generator)
        var parameters = trip.parameters
        RandomBarriers(on: network, trip.travel, &generator).apply(to: &parameters)
        return parameters
    }

    @Test(arguments: UInt64(7_100)..<7_140)
    func `a change of any coordinate, attribute or rule is another set`(seed: UInt64) throws {
        func made(
            _ parameters: RouteParameters, tolerance: Double = 5_000, ignores: Bool = true
        ) -> BarrierKey? {
            BarrierKey(
                parameters.analysis.locations,
                .init(
                    preservesObjectID: false, ignoresInvalid: ignores, skipsRestricted: true,
                    toleranceMeters: tolerance), metric: Self.metric)
        }
        let base = try Self.draw(seed)
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
                        toleranceMeters: 1), metric: Self.metric))
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
