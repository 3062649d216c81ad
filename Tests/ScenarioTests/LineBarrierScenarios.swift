// Line barriers across a street, along it and at a junction, restricting and scaling.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct LineBarrierScenarios {
    private let sketch = barrierBlock

    private var ends: [Coordinate] {
        [sketch.place("a", "b", at: 0.1), sketch.place("a", "b", at: 0.9)]
    }

    /// The part of ab between two shares, as a line.
    private func along(_ from: Double, _ to: Double) -> [Coordinate] {
        [sketch.place("a", "b", at: from), sketch.place("a", "b", at: to)]
    }

    /// The attributes of a barrier that scales the time.
    private func scaled(_ factor: Double) -> [[String: AttributeValue]] {
        [["BarrierType": .integer(1), "Attr_TravelTime": .double(factor)]]
    }

    @Test func `a line across a street blocks the crossing point`() throws {
        let line = sketch.across("a", "b", at: 0.5)
        #expect(try milliseconds(sketch, ends) { $0.barLines([line]) } == 32_000)
        let before = [ends[0], sketch.place("a", "b", at: 0.45)]
        #expect(try milliseconds(sketch, before) { $0.barLines([line]) } == 3_500)
    }

    @Test func `a line that ends before the street blocks nothing`() throws {
        let line = [
            sketch.place("a", "b", at: 0.5, right: 20), sketch.place("a", "b", at: 0.5, right: 1),
        ]
        #expect(try milliseconds(sketch, ends) { $0.barLines([line]) } == 8_000)
    }

    @Test func `a line that touches the street blocks it`() throws {
        let line = [sketch.place("a", "b", at: 0.5, right: 20), sketch.place("a", "b", at: 0.5)]
        #expect(try milliseconds(sketch, ends) { $0.barLines([line]) } == 32_000)
    }

    @Test func `a line along a street blocks the shared part`() throws {
        let line = along(0.3, 0.6)
        #expect(try milliseconds(sketch, ends) { $0.barLines([line]) } == 32_000)
        let inside = try answer(sketch, [ends[0], sketch.place("a", "b", at: 0.42)]) {
            $0.barLines([line])
        }
        #expect(inside.status(stop: 1) == .notLocatedOnClosest)
        #expect(inside.impedance == 2_000)
    }

    @Test func `a line that meets the streets at a junction closes it`() throws {
        let b = sketch.place("b")
        let line = [b, Coordinate(x: b.x + 1e-3, y: b.y + 1e-3)]
        #expect(try milliseconds(sketch, .middles("ab", "bc")) { $0.barLines([line]) } == 30_000)
    }

    @Test func `a scaled line along a street makes the shared part dearer`() throws {
        let cost = try milliseconds(sketch, "ab") { $0.barLines([along(0.25, 0.75)], scaled(3)) }
        #expect(cost == 20_000)
        let dear = try milliseconds(sketch, "ab") { $0.barLines([along(0.25, 0.75)], scaled(10)) }
        #expect(dear == 30_000)
    }

    @Test func `a scaled line across a street has no length and no effect`() throws {
        let cost = try milliseconds(sketch, ends) {
            $0.barLines([sketch.across("a", "b", at: 0.5)], scaled(10))
        }
        #expect(cost == 8_000)
    }

    @Test func `a line over several streets and parts acts on each`() throws {
        let result = try answer(sketch, "ab") {
            $0.barriers.line = .shapes(
                [
                    .polyline(paths: [
                        sketch.across("a", "b", at: 0.5), sketch.across("d", "c", at: 0.5),
                    ])
                ], .polyline,
                attributes: [["BarrierType": .integer(1), "Attr_TravelTime": .double(3)]])
            $0.returnBarriers.line = true
        }
        let set = try #require(result.barriers.line)
        let row = try #require(set.features.first)
        #expect(set.value("AffectedEdges", of: row) == .integer(2))
        #expect(set.value("AffectedLengthInMeters", of: row) == .double(0))
        #expect(result.impedance == 10_000)
    }

    @Test func `an earlier route drawn as a scaled line yields another`() throws {
        let first = try answer(sketch, "ac")
        #expect(first.impedance == 20_000)
        let path = sketch.letters(along: first)
        let shape = try #require(first.routes?.features.first?.geometry)
        let second = try answer(sketch, "ac") {
            $0.barriers.line = .shapes([shape], .polyline, attributes: scaled(2))
        }
        #expect(Set([path, sketch.letters(along: second)]) == ["abc", "adc"])
        #expect(second.impedance == 20_000)
    }

    @Test func `a line barrier that touches nothing is reported`() throws {
        let a = sketch.place("a")
        let line = [Coordinate(x: a.x, y: a.y + 0.01), Coordinate(x: a.x + 0.01, y: a.y + 0.01)]
        let result = try answer(sketch, ends) { $0.barLines([line], [["Name": .string("Fence")]]) }
        #expect(result.impedance == 8_000)
        #expect(result.messages.first?.type == .informative)
        #expect(result.messageText.contains("The line barrier \"Fence\" touches no street"))
    }
}
