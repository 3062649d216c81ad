// What many vehicles on one route take in memory: their states, beside one index.

import Geo
import Testing

@testable import Navigation

@Suite struct TrackerMemoryTests {
    /// A street of 6 km from west to east.
    private let line = [0.0, 6_000].map { RouteSketch.place(east: $0, north: 0) }

    /// A street to the north every meter, so that as many as possible are weighed at once.
    private var comb: Corridor {
        let branches = stride(from: 1.0, to: 6_000, by: 1).compactMap { meters in
            Corridor.Branch(
                offset: meters,
                line: [0.0, 200].map { RouteSketch.place(east: meters, north: $0) })
        }
        return Corridor(fromMeters: 0, toMeters: 6_000, branches: branches)
    }

    /// The bytes of a state and of its lists on the heap.
    private func bytes(of state: TrackerState) -> Int {
        func onHeap<Element>(_ list: [Element]) -> Int {
            list.capacity > 0 ? 32 + list.capacity * MemoryLayout<Element>.stride : 0
        }
        return MemoryLayout<TrackerState>.stride + onHeap(state.recent)
            + onHeap(state.toldAhead ?? []) + onHeap(state.corridor?.branches ?? [])
    }

    @Test func `ten thousand vehicles share an index, and need 2 kB each beside it`() throws {
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 10))
        let corridor = comb
        let trackers = (0..<10_000).map { _ in RouteTracker(index) }
        let lines = trackers.map { tracker in
            tracker.index.vertices.withUnsafeBufferPointer { $0.baseAddress }
        }
        #expect(Set(lines).count == 1)
        var states: [TrackerState] = []
        for (number, tracker) in trackers.enumerated() {
            var state = TrackerState()
            // Fixes without speeds are kept for a while.
            for second in 0..<6 {
                let place = RouteSketch.place(
                    east: Double(number % 5_000) + Double(second) * 10, north: 0)
                let fix = Fix(
                    time: Int64(second) * 1_000, longitude: place.x, latitude: place.y,
                    accuracyMeters: 7.5)
                state = tracker.track(fix, from: state, beside: corridor).state
            }
            states.append(state)
        }
        #expect(states.allSatisfy { $0.phase == .following && $0.recent.count == 4 })
        let branches = states.map { $0.corridor?.branches.count ?? 0 }
        #expect(branches.max() == CorridorEvidence.mostBranches)
        let most = try #require(states.map { bytes(of: $0) }.max())
        #expect(most <= 2_000)
    }
}
