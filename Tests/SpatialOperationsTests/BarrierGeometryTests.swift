// Tests barriers drawn by hand: what is covered, what is repaired, what is refused.

import DataStructures
import Geo
import Testing

@testable import SpatialOperations

/// A ring or line from pairs of numbers, in thousandths of a degree round 7° E on the equator.
func line(_ numbers: Double...) -> [Coordinate] {
    stride(from: 0, to: numbers.count - 1, by: 2).map {
        Coordinate(x: 7 + numbers[$0] / 1_000, y: numbers[$0 + 1] / 1_000)
    }
}

func square(_ low: Double, _ high: Double) -> [Coordinate] {
    line(low, low, high, low, high, high, low, high, low, low)
}

@Suite struct BarrierGeometryTests {
    private func covered(
        _ barrier: Geometry, _ edge: [Coordinate]
    ) throws -> [ClosedRange<Double>] {
        try BarrierGeometry(barrier).intervals(along: edge)
    }

    /// Expects ranges that are equal up to rounding.
    private func expect(
        _ found: [ClosedRange<Double>], _ wanted: [ClosedRange<Double>],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isSame =
            found.count == wanted.count
            && zip(found, wanted).allSatisfy {
                abs($0.lowerBound - $1.lowerBound) < 1e-6
                    && abs($0.upperBound - $1.upperBound) < 1e-6
            }
        #expect(isSame, "\(found)", sourceLocation: sourceLocation)
    }

    @Test func `an edge through a polygon is covered between its borders`() throws {
        let barrier = Geometry.polygon(rings: [square(2, 6)])
        expect(try covered(barrier, line(0, 4, 10, 4)), [0.2...0.6])
        expect(try covered(barrier, line(10, 4, 0, 4)), [0.4...0.8])
        expect(try covered(barrier, line(3, 3, 5, 5)), [0...1])
        expect(try covered(barrier, line(7, 0, 7, 10)), [])
        expect(try covered(barrier, line(4, 4, 4, 8)), [0...0.5])
    }

    @Test func `direction of rings and closing points do not matter`() throws {
        let open = Array(square(2, 6).dropLast())
        expect(try covered(.polygon(rings: [open]), line(0, 4, 10, 4)), [0.2...0.6])
        expect(
            try covered(.polygon(rings: [open.reversed()]), line(0, 4, 10, 4)), [0.2...0.6])
        for hole in [square(3, 5), square(3, 5).reversed()] {
            for shell in [square(2, 6), square(2, 6).reversed()] {
                for rings in [[shell, hole], [hole, shell]] {
                    let barrier = try BarrierGeometry(.polygon(rings: rings))
                    #expect(barrier.repair == nil)
                    expect(
                        barrier.intervals(along: line(0, 4, 10, 4)), [0.2...0.3, 0.5...0.6])
                }
            }
        }
    }

    @Test func `parts, holes and islands in holes alternate`() throws {
        let rings = [square(0, 9), square(1, 8), square(2, 7), line(20, 0, 22, 0, 22, 9, 20, 9)]
        let barrier = try BarrierGeometry(.polygon(rings: rings))
        #expect(barrier.repair == nil)
        expect(
            barrier.intervals(along: line(-10, 4.5, 30, 4.5)),
            [0.25...0.275, 0.3...0.425, 0.45...0.475, 0.75...0.8])
    }

    @Test func `touching counts`() throws {
        let barrier = Geometry.polygon(rings: [square(2, 6)])
        // A corner on the edge, an end at the border, an edge along the border and beyond.
        expect(try covered(barrier, line(0, 4, 4, 8)), [0.5...0.5])
        expect(try covered(barrier, line(0, 4, 2, 4)), [1...1])
        expect(try covered(barrier, line(6, 6, 8, 8)), [0...0])
        expect(try covered(barrier, line(0, 2, 10, 2)), [0.2...0.6])
        expect(try covered(barrier, line(2, 2, 6, 2)), [0...1])
        // An edge that touches the tip of an inner corner from inside is not split.
        let notched = Geometry.polygon(rings: [line(0, 0, 8, 0, 8, 8, 4, 4, 0, 8)])
        expect(try covered(notched, line(1, 4, 7, 4)), [0...1])
    }

    @Test func `a border along the edge touches in spite of rounding`() throws {
        // The border's ends differ from the edge's, so its direction rounds differently.
        let edge = [Coordinate(x: 7.123_456_7, y: 43.765_432_1), Coordinate(x: 7.13, y: 43.77)]
        func at(_ share: Double) -> Coordinate {
            Coordinate(
                x: edge[0].x + share * (edge[1].x - edge[0].x),
                y: edge[0].y + share * (edge[1].y - edge[0].y))
        }
        let aside = Coordinate(x: 7.14, y: 43.75)
        expect(
            try covered(.polygon(rings: [[at(0.21), at(0.77), aside]]), edge), [0.21...0.77])
        expect(try covered(.polyline(paths: [[at(0.21), at(0.77)]]), edge), [0.21...0.77])
        expect(try covered(.polyline(paths: [[at(-1), at(0.5), at(2)]]), edge), [0...1])
    }

    @Test func `lines cover crossings and shared stretches`() throws {
        let edge = line(0, 0, 10, 0)
        expect(try covered(.polyline(paths: [line(3, -1, 3, 1)]), edge), [0.3...0.3])
        expect(try covered(.polyline(paths: [line(3, 0, 3, 1)]), edge), [0.3...0.3])
        expect(try covered(.polyline(paths: [line(3, 1, 5, 0, 7, 1)]), edge), [0.5...0.5])
        expect(
            try covered(.polyline(paths: [line(2, 1, 2, 0, 4, 0, 4, 1, 6, 1, 6, -1)]), edge),
            [0.2...0.4, 0.6...0.6])
        expect(
            try covered(.polyline(paths: [line(2, 0, 3, 0), line(3, 0, 5, 0)]), edge), [0.2...0.5])
        expect(try covered(.polyline(paths: [line(10, 0, 20, 0)]), edge), [1...1])
        expect(try covered(.polyline(paths: [line(0, 1, 10, 1)]), edge), [])
        expect(try covered(.polyline(paths: [line(4, 0)]), edge), [0.4...0.4])
    }

    @Test func `a shallow crossing is a point and not a stretch`() throws {
        let barrier = Geometry.polyline(paths: [line(0, -0.5, 10, 0.5)])
        let found = try covered(barrier, line(0, 0, 10, 0))
        expect(found, [0.5...0.5])
        #expect(found[0].lowerBound == found[0].upperBound)
    }

    @Test func `an edge that visits a place twice is covered twice`() throws {
        let barrier = Geometry.polyline(paths: [line(5, -1, 5, 1)])
        let edge = line(0, 0, 10, 0, 10, 0.5, 0, 0.5)
        let found = try covered(barrier, edge)
        #expect(found.count == 2)
        expect(try covered(.polygon(rings: [square(-1, 11)]), edge + edge), [0...1])
    }

    @Test func `fractions are of meters on the ellipsoid`() throws {
        // At 60° north a degree of longitude is half as long: the corner is at a third.
        let edge = [
            Coordinate(x: 10, y: 60), Coordinate(x: 10.01, y: 60), Coordinate(x: 10.01, y: 60.01),
        ]
        let first = Geodesic.distanceMeters(from: edge[0], to: edge[1])
        let corner = first / Geodesic.lengthMeters(of: edge)
        let barrier = Geometry.polyline(paths: [
            [Coordinate(x: 10.005, y: 59), Coordinate(x: 10.005, y: 61)],
            [Coordinate(x: 10.009, y: 60), Coordinate(x: 10.02, y: 60)],
        ])
        expect(try covered(barrier, edge), [corner / 2...corner / 2, corner * 0.9...corner])
    }

    @Test func `steps and edges without length are taken as places`() throws {
        let barrier = Geometry.polygon(rings: [square(2, 6)])
        expect(try covered(barrier, line(4, 4, 4, 4)), [0...1])
        expect(try covered(barrier, line(9, 4, 9, 4)), [])
        expect(try covered(barrier, line(4, 4)), [0...1])
        expect(try covered(barrier, []), [])
        expect(try covered(barrier, line(0, 4, 0, 4, 4, 4, 4, 4, 10, 4, 10, 4)), [0.2...0.6])
    }

    @Test func `a barrier smaller than the tolerance still bars its place`() throws {
        let tiny = Geometry.polygon(rings: [
            line(5, 0, 5.000_001, 0, 5.000_001, 0.000_001, 5, 0.000_001)
        ])
        let found = try covered(tiny, line(0, 0, 10, 0))
        expect(found, [0.5...0.5])
        let flat = try BarrierGeometry(.polygon(rings: [line(4, -1, 4, 1)]))
        #expect(flat.repair != nil && !flat.isArea)
        expect(flat.intervals(along: line(0, 0, 10, 0)), [0.4...0.4])
    }

    @Test func `a bow tie is repaired and says so`() throws {
        let bowTie = try BarrierGeometry(.polygon(rings: [line(0, 0, 4, 4, 4, 0, 0, 4)]))
        #expect(bowTie.repair?.contains("Self-intersection at (7.002, 0.002)") == true)
        #expect(bowTie.isArea)
        expect(bowTie.intervals(along: line(-2, 1, 8, 1)), [0.2...0.3, 0.5...0.6])
        expect(bowTie.intervals(along: line(-1, 2, 5, 2)), [1.0 / 6...5.0 / 6])
        let twice = try BarrierGeometry(.polygon(rings: [square(0, 4), square(0, 4)]))
        #expect(twice.repair == "a ring occurs twice")
        #expect(twice.touches(line(2, 2)[0]))
    }

    @Test func `a hole that shares a stretch with its shell stays a hole`() throws {
        let barrier = try BarrierGeometry(
            .polygon(rings: [square(0, 8), line(4, 2, 8, 2, 8, 6, 4, 6)]))
        #expect(barrier.repair != nil)
        expect(barrier.intervals(along: line(-2, 4, 14, 4)), [0.125...0.375])
        expect(barrier.intervals(along: line(-2, 1, 14, 1)), [0.125...0.625])
    }

    @Test func `parts that share a border are one area`() throws {
        let barrier = try BarrierGeometry(
            .polygon(rings: [square(0, 4), line(4, 0, 8, 0, 8, 4, 4, 4)]))
        expect(barrier.intervals(along: line(-1, 2, 9, 2)), [0.1...0.9])
    }

    @Test func `a shape over the antimeridian meets both sides`() throws {
        let barrier = try BarrierGeometry(
            .polygon(rings: [
                [
                    Coordinate(x: 179.9, y: -1), Coordinate(x: 180.1, y: -1),
                    Coordinate(x: 180.1, y: 1), Coordinate(x: 179.9, y: 1),
                ]
            ]))
        #expect(barrier.searchEnvelopes.count == 2)
        for (from, to) in [(179.8, 180.0), (-180.0, -179.8)] {
            let edge = [Coordinate(x: from, y: 0), Coordinate(x: to, y: 0)]
            expect(barrier.intervals(along: edge), [from > 0 ? 0.5...1 : 0...0.5])
            #expect(barrier.searchEnvelopes.contains { $0.intersects(Envelope(edge)) })
        }
        let plain = try BarrierGeometry(.polygon(rings: [square(2, 6)]))
        #expect(plain.searchEnvelopes.count == 1)
    }

    @Test func `shapes that cannot be barriers are refused`() throws {
        func failure(_ geometry: Geometry) -> BarrierGeometryError? {
            #expect(throws: BarrierGeometryError.self) { try BarrierGeometry(geometry) }
        }
        #expect(failure(.empty) == .empty)
        #expect(failure(.polygon(rings: [])) == .empty)
        #expect(failure(.polyline(paths: [[]])) == .empty)
        #expect(failure(.point(Coordinate(x: 0, y: 0))) == .notLineOrPolygon)
        let far = Coordinate(x: 500_000, y: 5_000_000)
        #expect(failure(.polyline(paths: [[far]])) == .notDegrees(far))
        let broken = failure(.polyline(paths: [[Coordinate(x: .nan, y: 0)]]))
        #expect(broken?.description.contains("nan") == true)
        let long = [[Coordinate]](repeating: square(0, 1), count: 10_001)
        #expect(failure(.polygon(rings: long)) == .tooManyVertices(found: 50_005, allowed: 50_000))
    }

    @Test func `a hopeless tangle is refused before it is noded`() {
        var generator = SeededGenerator(1)
        let tangle = (0..<2_000).map { _ in
            Coordinate(
                x: .random(in: 0...1, using: &generator), y: .random(in: 0...1, using: &generator))
        }
        #expect(throws: BarrierGeometryError.tooManyCrossings(allowed: 10_000)) {
            try BarrierGeometry(.polygon(rings: [tangle]))
        }
    }

    @Test func `borders too dense to be checked are refused`() {
        // Thousands of slanting parallel lines: no two cross, but all boxes overlap.
        let hatch = (0..<5_000).map { index in
            let side = Double(index % 2)
            return Coordinate(x: Double(index) / 5_000 + side, y: side)
        }
        let nested = (1...4_000).map { size in square(-Double(size) / 100, Double(size) / 100) }
        for rings in [[hatch], nested] {
            #expect(throws: BarrierGeometryError.tooDense) {
                try BarrierGeometry(.polygon(rings: rings))
            }
        }
    }

    @Test func `lengths and areas are those of the plane`() throws {
        let far = 5_000_000.0
        let ring = [
            Coordinate(x: far, y: far), Coordinate(x: far + 30, y: far),
            Coordinate(x: far + 30, y: far + 40), Coordinate(x: far, y: far + 40),
        ]
        let hole = [
            Coordinate(x: far + 10, y: far + 10), Coordinate(x: far + 20, y: far + 10),
            Coordinate(x: far + 20, y: far + 20),
        ]
        #expect(try PlanarMeasure.area(of: .polygon(rings: [ring])) == 1_200)
        #expect(try PlanarMeasure.area(of: .polygon(rings: [hole, ring])) == 1_150)
        #expect(PlanarMeasure.length(of: .polygon(rings: [ring])) == 140)
        #expect(PlanarMeasure.length(of: .polyline(paths: [ring, ring])) == 200)
        #expect(try PlanarMeasure.area(of: .polyline(paths: [ring])) == 0)
        #expect(
            try PlanarMeasure.area(
                of: .polygon(rings: [[ring[0], ring[2], ring[1], ring[3]]])) == 600)
    }
}
