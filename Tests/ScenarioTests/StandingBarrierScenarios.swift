// The service's standing barriers, which count in every request.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StandingBarrierScenarios {
    private let sketch = barrierBlock

    /// Two places on the street ab.
    private func places(_ from: Double, _ to: Double) -> [Coordinate] {
        [sketch.place("a", "b", at: from), sketch.place("a", "b", at: to)]
    }

    /// A closed area on the street from a to b.
    private func flood(_ part: ClosedRange<Double> = 0.4...0.6) -> StandingBarriers {
        StandingBarriers([
            .init(
                layer: "Closures", kind: .polygon,
                features: .shapes(
                    [.polygon(rings: [sketch.box("a", "b", part)])], .polygon,
                    attributes: [["Name": .string("Flood")]]))
        ])
    }

    @Test func `a standing barrier closes streets that a request says nothing of`() throws {
        #expect(try milliseconds(sketch, places(0.1, 0.9)) == 8_000)
        #expect(
            try milliseconds(sketch, places(0.1, 0.9)) { $0.analysis.standing = flood() } == 32_000)
    }

    @Test func `it counts beside the barriers of the request, and under a travel mode`() throws {
        let both = try milliseconds(sketch, places(0.1, 0.9)) {
            $0.analysis.standing = flood()
            $0.barLines([sketch.across("c", "d", at: 0.5)])
            $0.keepInPlace()
        }
        #expect(both == nil)
        let change = try milliseconds(sketch, places(0.1, 0.9)) {
            $0.analysis.standing = flood()
            $0.accumulateAttributeNames = []
            $0.impedanceAttributeName = "TravelTime"
        }
        #expect(change == 32_000)
    }

    @Test func `the answer has it after the barriers of the request, with an id of its own`()
        throws
    {
        let result = try answer(sketch, places(0.1, 0.3)) {
            $0.analysis.standing = flood()
            $0.barPolygons([[sketch.box("a", "b", 0.8...0.9)]], [["Name": .string("Own")]])
            $0.returnBarriers.polygon = true
        }
        let set = try #require(result.barriers.polygon)
        #expect(set.column("Name") == [.string("Own"), .string("Flood")])
        #expect(set.column("ObjectID") == [.integer(1), .integer(2)])
        let alone = try answer(sketch, places(0.1, 0.3)) {
            $0.analysis.standing = flood()
            $0.returnBarriers.polygon = true
        }
        #expect(alone.barriers.polygon?.features.count == 1)
        #expect(alone.barriers.line == nil)
    }

    @Test func `ids that a request keeps are not taken by standing barriers`() throws {
        let result = try answer(sketch, places(0.1, 0.3)) {
            $0.analysis.standing = flood()
            $0.preserveObjectID = true
            $0.barPolygons(
                [[sketch.box("a", "b", 0.8...0.9)]],
                [["Name": .string("Own"), "ObjectID": .integer(40)]])
            $0.returnBarriers.polygon = true
        }
        let set = try #require(result.barriers.polygon)
        #expect(set.column("ObjectID") == [.integer(40), .integer(41)])
    }

    @Test func `a standing barrier that cannot be used never fails a request`() throws {
        let broken = StandingBarriers([
            .init(
                layer: "Closures", kind: .polygon,
                features: .shapes([.empty], .polygon, attributes: [["Name": .string("Gone")]])),
            .init(
                layer: "Works", kind: .point,
                features: .places([Coordinate(x: 60, y: 10)])),
        ])
        let result = try answer(sketch, places(0.1, 0.9)) {
            $0.analysis.standing = broken
            $0.ignoreInvalidLocations = false
        }
        #expect(result.impedance == 8_000)
        #expect(result.messageText.contains("standing layer \"Closures\""))
        #expect(result.messages.allSatisfy { $0.type != .error })
    }

    @Test func `one beyond the network, or beyond the request's extent, is no matter`() throws {
        let far = sketch.box("a", "b", 0.4...0.6).map { Coordinate(x: $0.x, y: $0.y + 0.01) }
        let result = try answer(sketch, places(0.1, 0.9)) {
            $0.analysis.standing = StandingBarriers([
                .init(
                    layer: "Closures", kind: .polygon,
                    features: .shapes([.polygon(rings: [far])], .polygon))
            ])
        }
        #expect(result.impedance == 8_000)
        #expect(!result.messageText.contains("touches no street"))
    }

    @Test func `the limits of a request do not count standing barriers`() throws {
        let layer = try layer(sketch) {
            $0.limits.maximumBarriers.polygon = 0
            $0.limits.maximumAffectedFeatures.polygon = 0
        }
        let result = try answer(from: layer, places(0.1, 0.9)) { $0.analysis.standing = flood() }
        #expect(result.impedance == 32_000)
    }

    @Test func `a missing route names the standing barrier, and no change that leaves it out`()
        throws
    {
        let street = NetworkSketch.street("abc", seconds: 10)
        let error = try failure(street, "ac") {
            $0.keepInPlace()
            $0.analysis.standing = StandingBarriers([
                .init(
                    layer: "Closures", kind: .polygon,
                    features: .shapes(
                        [.polygon(rings: [street.box("b", "c", 0.4...0.6)])], .polygon,
                        attributes: [["Name": .string("Flood")]]))
            ])
        }
        #expect(error?.identifier == .noSolution)
        #expect(try #require(error?.text).contains("the standing polygon barrier \"Flood\""))
        let reason = try #require(error?.reasons.first)
        #expect(reason.barriers.map(\.isStanding) == [true])
        #expect(reason.change == nil)
    }

    @Test func `while nothing changes, its effects come from the cache`() throws {
        let layer = try layer(sketch) { _ in }
        let standing = flood()
        for _ in 0..<3 {
            _ = try answer(from: layer, places(0.1, 0.9)) { $0.analysis.standing = standing }
        }
        let counts = layer.barriers.counts
        #expect(counts.misses == 1)
        #expect(counts.hits >= 2)
        // As far as the cache knows, another set of the same rows may have other rows.
        let moved = try answer(from: layer, places(0.1, 0.9)) {
            $0.analysis.standing = flood(0.2...0.3)
        }
        #expect(moved.impedance == 32_000)
        #expect(layer.barriers.counts.misses == 2)
    }

    @Test func `standing barriers at too many places fail every solve`() throws {
        let few = try layer(sketch) { $0.limits.maximumStandingBarrierPlaces = 0 }
        let error = try #require(
            try failure(from: few, places(0.1, 0.9)) { $0.analysis.standing = flood() })
        #expect(error.identifier == .limitExceeded)
        #expect(error.code == 500)
        #expect(error.text.contains("touch streets at more than 0 places"))
        let enough = try layer(sketch) { $0.limits.maximumStandingBarrierPlaces = 1 }
        #expect(
            try failure(from: enough, places(0.1, 0.9)) { $0.analysis.standing = flood() } == nil)
    }

    @Test func `a solve without standing barriers is as it was`() throws {
        let layer = try layer(sketch) { _ in }
        _ = try answer(from: layer, places(0.1, 0.9)) { $0.analysis.standing = flood() }
        let free = try answer(from: layer, places(0.1, 0.9))
        #expect(free.impedance == 8_000)
    }
}
