// Tests places along a given path, by meters from its start.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteTesting
import Testing

struct PathMeasureTests {
    private let sketch: NetworkSketch
    private let network: NetworkDataset
    private let edges: [UInt32]
    /// The meters of the two streets.
    private let meters: [Double]

    init() throws {
        var sketch = NetworkSketch("a---b-------c")
        sketch.road("abc", seconds: 10)
        self.sketch = sketch
        network = try sketch.build()
        edges = sketch.edges(along: "abc")
        meters = [0, 1].map { [network, edges] in
            Double(network.lengthCentimeters(of: EdgeID(row: edges[$0]))) / 100
        }
    }

    private func leg(_ edges: [UInt32], from: Double, to: Double) -> GivenLeg {
        let place = NetworkPlace(
            coordinate: sketch.place("a"), distanceMeters: 0, segment: 0, share: 0, side: .both,
            candidates: [], isRelocated: false)
        return GivenLeg(edges: edges, from: place, to: place, departure: from, arrival: to)
    }

    private func isNear(_ one: Double?, _ other: Double) -> Bool {
        one.map { abs($0 - other) < 1e-9 * max(1, other) } ?? false
    }

    @Test func `a path is as long as the traveled parts of its streets`() {
        let measure = PathMeasure([leg(edges, from: 0.5, to: 0.75)], on: network)
        #expect(isNear(measure.meters, meters[0] / 2 + meters[1] * 0.75))
        #expect(measure.pieces.map(\.from) == [0.5, 0])
        #expect(measure.pieces.map(\.to) == [1, 0.75])
    }

    @Test func `meters are found on their edge, within the path`() {
        let measure = PathMeasure(
            [leg([edges[0]], from: 0.5, to: 1), leg([edges[1]], from: 0, to: 1)], on: network)
        let quarter = measure.position(at: meters[0] / 4)
        #expect(quarter.leg == 0 && isNear(quarter.fraction, 0.75))
        let beyond = measure.position(at: meters[0] / 2 + meters[1] / 2)
        #expect(beyond.leg == 1 && isNear(beyond.fraction, 0.5))
        let before = measure.position(at: -5)
        #expect(before.fraction == 0.5 && before.meters == 0)
        let behind = measure.position(at: 1e6)
        #expect(behind.leg == 1 && behind.fraction == 1)
        #expect(isNear(behind.meters, measure.meters))
    }

    @Test func `a place on an edge has its meters, if the path passes there`() {
        let measure = PathMeasure([leg(edges, from: 0.5, to: 1)], on: network)
        let second = EdgeID(row: edges[1])
        #expect(
            isNear(
                measure.position(on: second, at: 0.5)?.meters, meters[0] / 2 + meters[1] / 2))
        #expect(measure.position(on: second.twin, at: 0.5) == nil, "the other direction")
        #expect(measure.position(on: EdgeID(row: edges[0]), at: 0.25) == nil, "before the start")
        #expect(measure.position(on: second, at: 0.5, from: measure.meters - 1) == nil)
    }

    @Test func `the nearest place is sought from some meters on`() throws {
        // There and back: the same place twice.
        let back = sketch.edges(along: "cba")
        let measure = PathMeasure([leg(edges + back, from: 0, to: 1)], on: network)
        let whole = meters[0] + meters[1]
        let first = try #require(measure.position(nearestTo: sketch.place("b"), on: network))
        #expect(first.distance < 0.01 && abs(first.position.meters - meters[0]) < 0.01)
        let second = try #require(
            measure.position(nearestTo: sketch.place("b"), from: whole + 1, on: network))
        #expect(second.distance < 0.01)
        #expect(abs(second.position.meters - (whole + meters[1])) < 0.01)
    }
    @Test func `the nearest place is none before the meters given, within an edge too`() throws {
        let measure = PathMeasure([leg(edges, from: 0.25, to: 1)], on: network)
        let start = meters[0] / 4
        let found = try #require(
            measure.position(nearestTo: sketch.place("a"), from: start, on: network))
        #expect(abs(found.position.meters - start) < 1e-6)
        #expect(isNear(found.position.fraction, 0.5))
        #expect(abs(found.distance - meters[0] / 2) < 0.5)
    }
}
