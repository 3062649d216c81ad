// Samples of the documentation: progress, distances and times on a route.

import Geo
import Navigation
import Testing

@Suite struct ProgressSamples {
    /// A straight route of 2 km, driven at 10 m/s.
    private var index: RouteIndex {
        get throws {
            let line = [0.0, 500, 2_000].map { RouteSketch.place(east: $0, north: 0) }
            return try RouteIndex(FollowedRoute(line: line, metersPerSecond: 10))
        }
    }

    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    // sample: Tell the progress
    func progress(on index: RouteIndex, at position: RoutePosition) -> Double {
        1 - index.remainder(from: position).meters / index.lengthMeters
    }
    // end of sample

    @Test func `tell the progress`() throws {
        let index = try index
        #expect(progress(on: index, at: .start) == 0)
        #expect(progress(on: index, at: index.end) == 1)
        let middle = index.position(atMeters: index.lengthMeters / 4)
        #expect(abs(progress(on: index, at: middle) - 0.25) < 1e-4)
        #expect(abs(index.remainder(from: middle).progress - 0.25) < 1e-4)
    }

    // sample: Measure between two places
    func meters(on index: RouteIndex, from first: Coordinate, to second: Coordinate) -> Double? {
        guard let first = index.closest(to: first, maximumMeters: 1),
            let second = index.closest(to: second, maximumMeters: 1)
        else { return nil }
        return index.meters(from: first.position, to: second.position)
    }
    // end of sample

    @Test func `measure between two places`() throws {
        let index = try index
        let ahead = try #require(meters(on: index, from: place(300), to: place(1_700)))
        #expect(abs(ahead - 1_400) < 2)
        let back = try #require(meters(on: index, from: place(1_700), to: place(300)))
        #expect(abs(back + ahead) < 0.01)
        #expect(meters(on: index, from: place(300), to: place(1_700, 5)) == nil)
    }

    // sample: Tell the time to a place
    func seconds(
        on index: RouteIndex, from position: RoutePosition, to place: Coordinate
    ) -> Double? {
        index.closest(to: place, priority: .position(position)).map {
            index.seconds(from: position, to: $0.position)
        }
    }
    // end of sample

    @Test func `tell the time to a place`() throws {
        let index = try index
        let position = index.position(atMeters: 500)
        let ahead = try #require(seconds(on: index, from: position, to: place(1_500, 8)))
        #expect(abs(ahead - 100) < 0.5)
        let behind = try #require(seconds(on: index, from: position, to: place(100)))
        #expect(abs(behind + 40) < 0.5)
    }
}
