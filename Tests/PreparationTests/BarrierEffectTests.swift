// Tests what barriers do on the streets and junctions they touch.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Testing

struct BarrierEffectTests {
    private let sketch: NetworkSketch
    private let layer: NetworkLayer

    /// Two streets in a row, 400 m each; `a` to `b` is segment 0.
    init() throws {
        var sketch = NetworkSketch("a-------b-------c")
        sketch.road("abc", seconds: 20)
        self.sketch = sketch
        layer = try NetworkLayer.sketched(sketch)
    }

    private func resolved(
        _ change: (inout RouteParameters) -> Void
    ) throws -> ResolvedBarriers {
        var parameters = RouteParameters(
            through: [sketch.place("a", "b", at: 0.1), sketch.place("b", "c", at: 0.9)])
        change(&parameters)
        return try layer.prepared(parameters).barriers
    }

    private func point(
        _ place: Coordinate, _ attributes: [String: AttributeValue] = [:]
    ) throws -> BarrierSet {
        try resolved {
            $0.barriers.point = LocationInput(
                features: .places([place], attributes: [attributes]))
        }.effects
    }

    /// A box some meters wide around the street between two places.
    private func polygon(
        _ west: Coordinate, _ east: Coordinate, _ attributes: [String: AttributeValue] = [:]
    ) throws -> ResolvedBarriers {
        let ring = [(west.x, -1e-4), (east.x, -1e-4), (east.x, 1e-4), (west.x, 1e-4)].map {
            Coordinate(x: $0.0, y: west.y + $0.1)
        }
        return try resolved {
            $0.barriers.polygon = .shapes(
                [.polygon(rings: [ring])], .polygon, attributes: [attributes])
        }
    }

    private func isSame(_ piece: BarrierPiece?, _ range: ClosedRange<Double>) -> Bool {
        guard let piece else { return false }
        return abs(piece.from - range.lowerBound) < 1e-6
            && abs(piece.to - range.upperBound) < 1e-6
    }

    // MARK: - Points

    @Test func `a point bars its place on a street in both directions`() throws {
        let effects = try point(sketch.place("a", "b", at: 0.25))
        #expect(effects.nodes.isEmpty && effects.segments[1] == nil)
        let found = try #require(effects.segments[0])
        #expect(found.pieces.isEmpty)
        let bar = try #require(found.points.first)
        #expect(found.points.count == 1 && abs(bar.at - 0.25) < 1e-6)
        #expect(bar.effect == .barred && bar.affectsForward && bar.affectsBackward)
    }

    @Test(arguments: [1, 2])
    func `a point with a curb approach bars the direction that has it on that side`(
        curb: Int
    ) throws {
        var place = sketch.place("a", "b", at: 0.25)
        // South of a street drawn eastwards: on its right.
        place.y -= 2e-5
        let effects = try point(place, ["CurbApproach": .integer(curb)])
        let bar = try #require(effects.segments[0]?.points.first)
        #expect(bar.affectsForward == (curb == 1))
        #expect(bar.affectsBackward == (curb == 2))
    }

    @Test func `a point at a junction bars the junction`() throws {
        let effects = try point(sketch.place("b"))
        #expect(effects.segments.isEmpty)
        let node = layer.layer.network.head(of: EdgeID(row: sketch.edge("a", "b")))
        #expect(effects.nodes == [node.row: [.barred]])
    }

    @Test func `a point that closes full edges bars its street, or all that meet there`() throws {
        let whole = BarrierPiece(from: 0, to: 1, effect: .barred)
        let full: [String: AttributeValue] = ["FullEdge": .integer(1)]
        let street = try point(sketch.place("a", "b", at: 0.25), full)
        #expect(street.segments[0]?.pieces == [whole])
        #expect(street.segments[0]?.points == [] && street.segments[1] == nil)
        let junction = try point(sketch.place("b"), full)
        #expect(junction.nodes.isEmpty)
        #expect(junction.segments[0]?.pieces == [whole])
        #expect(junction.segments[1]?.pieces == [whole])
    }

    @Test func `an added cost is in quanta of the cost, and of no other`() throws {
        let effects = try point(
            sketch.place("a", "b", at: 0.25),
            ["BarrierType": .integer(2), "Attr_TravelTime": .double(1.5)])
        // One and a half minutes are 90,000 ms.
        #expect(effects.segments[0]?.points.first?.effect == .added([90_000, 0, 0, 0, 0]))
    }

    // MARK: - Lines and polygons

    @Test func `a line bars the place where it crosses`() throws {
        var (north, south) = (sketch.place("b", "c", at: 0.5), sketch.place("b", "c", at: 0.5))
        north.y += 1e-4
        south.y -= 1e-4
        let effects = try resolved {
            $0.barriers.line = .shapes([.polyline(paths: [[north, south]])], .polyline)
        }.effects
        #expect(effects.segments[0] == nil)
        #expect(effects.segments[1]?.pieces.count == 1)
        #expect(isSame(effects.segments[1]?.pieces.first, 0.5...0.5))
        #expect(effects.segments[1]?.pieces.first?.effect == .barred)
    }

    @Test func `a polygon bars the parts within, and says their length`() throws {
        let barriers = try polygon(
            sketch.place("a", "b", at: 0.75), sketch.place("b", "c", at: 0.5))
        let effects = barriers.effects
        #expect(isSame(effects.segments[0]?.pieces.first, 0.75...1))
        #expect(isSame(effects.segments[1]?.pieces.first, 0...0.5))
        #expect(effects.segments[0]?.isBarred(at: 0.7) == false)
        #expect(effects.segments[0]?.isBarred(at: 0.8) == true)
        let row = try #require(barriers[.polygon].first)
        #expect(row.segments == [0, 1])
        #expect(abs(row.lengthMeters - 300) < 1)
    }

    @Test func `a scaled cost has its factor in thousandths, and other costs one`() throws {
        let barriers = try polygon(
            sketch.place("a", "b", at: 0.25), sketch.place("a", "b", at: 0.75),
            ["BarrierType": .integer(1), "Attr_TravelTime": .double(2.5)])
        let piece = try #require(barriers.effects.segments[0]?.pieces.first)
        #expect(isSame(piece, 0.25...0.75))
        let others = [CostFactor](repeating: CostFactor(thousandths: 1_000), count: 4)
        #expect(piece.effect == .scaled([CostFactor(thousandths: 2_500)] + others))
    }
}
