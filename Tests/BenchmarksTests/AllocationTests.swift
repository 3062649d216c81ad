// Tests that the main works of the benchmark allocate no more than they did.

import CAllocations
import Geo
import Preparation
import RouteAPI
import RouteTesting
import Testing

@testable import Benchmarks

/// Allocations say on any machine, busy or not, how much a request makes and copies. Time does
/// not.
struct AllocationTests {
    /// By work, the most allocations of a request on the sample: a tenth above what was counted.
    /// If a change needs more, raise them, and say in its commit what users get for it. Known
    /// barriers took up to twice as many: the engine chooses its search by the time that others
    /// took, which depends on what else runs.
    #if DEBUG
    private static let most = [
        "duration": 940, "mode-walking": 1_000, "mode-cycling": 990, "mode-trucking": 1_030,
        "route": 13_300, "alternatives": 35_700, "sequence-25": 110_000, "squares-1": 29_500,
        "squares-10": 301_000, "points-100": 512_000, "kept-barriers": 4_600_000,
    ]
    #else
    private static let most = [
        "duration": 370, "mode-walking": 370, "mode-cycling": 365, "mode-trucking": 395,
        "route": 1_130, "alternatives": 2_820, "sequence-25": 14_100, "squares-1": 9_300,
        "squares-10": 115_000, "points-100": 236_000, "kept-barriers": 3_400_000,
    ]
    #endif

    /// Counts a work's allocations for each request, after a first round: only that one fills
    /// caches and scratch memory.
    private func count(_ work: RouteWork, _ bench: LayerBench) throws -> Int {
        var total: UInt64 = 0
        for pass in 0...1 {
            total = 0
            for index in 0..<work.count {
                let parameters = try work.request(index, pass)
                let before = waypost_allocations()
                _ = try bench.answer(parameters, work)
                total += waypost_allocations() - before
            }
        }
        return Int(total) / work.count
    }

    @Test(.enabled(if: waypost_counts_allocations(), "this build counts no allocations"))
    func `requests allocate no more than they did`() async throws {
        let layer = NetworkLayer(network: try await Extract.sample.build())
        layer.prepare()
        var maker = RequestMaker(layer, seed: 1)
        let requests = try maker.make(pairs: 8)
        let bench = LayerBench(layer: layer, requests: requests, passes: 1)
        let works =
            RouteWork.plain(requests) + RouteWork.modes(requests)
            + RouteWork.withNewBarriers(requests)
            + [.withKeptBarriers(requests), .alternatives(requests), .sequences(requests)]
        var tested: Set<String> = []
        for work in works {
            guard let most = Self.most[work.name] else { continue }
            tested.insert(work.name)
            let counted = try count(work, bench)
            #expect(counted <= most, "\(work.name): \(counted) allocations a request")
        }
        #expect(tested == Set(Self.most.keys))
    }

    @Test(.enabled(if: waypost_counts_allocations(), "this build counts no allocations"))
    func `what a thread allocates is counted`() {
        func count(_ body: () -> Void) -> UInt64 {
            let before = waypost_allocations()
            body()
            return waypost_allocations() - before
        }
        #expect(count {} == 0)
        let blocks = count { for size in 1...50 { _ = [Int](repeating: size, count: size) } }
        #expect((50...60).contains(blocks))
    }
}
