// Tests the spatial relations between many shapes and one.

import DataStructures
import Geo
import Testing

@testable import SpatialOperations

@Suite struct ShapeRelationTests {
    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Geometry {
        .polygon(rings: [
            [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)].map {
                Coordinate(x: x + $0.0 * width, y: y + $0.1 * height)
            }
        ])
    }

    @Test(arguments: UInt64(0)..<40)
    func `points and boxes agree with arithmetic`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        func whole(_ range: ClosedRange<Int>) -> Double {
            Double(Int.random(in: range, using: &random))
        }
        let (x, y, width, height) = (whole(0...6), whole(0...6), whole(1...5), whole(1...5))
        let shape = box(x, y, width, height)
        let relations = try SpatialRelation.allCases.filter { $0 != .relation }.map {
            ($0, try ShapeRelation(shape, $0))
        }
        for _ in 0..<40 {
            let place = Coordinate(x: whole(0...12), y: whole(0...12))
            let isIn = (x...(x + width)).contains(place.x) && (y...(y + height)).contains(place.y)
            let isInside =
                isIn && place.x != x && place.x != x + width && place.y != y
                && place.y != y + height
            for (name, relation) in relations {
                let expected =
                    switch name {
                    case .intersects, .envelopeIntersects, .indexIntersects: isIn
                    case .contains: isInside
                    case .touches: isIn && !isInside
                    case .crosses, .overlaps, .within, .relation: false
                    }
                let found = try relation.holds(for: .point(place))
                #expect(found == expected, "seed \(seed): \(name) \(place)")
            }
        }
    }

    @Test func `rings in any order and direction are one area`() throws {
        guard case .polygon(let outer) = box(0, 0, 4, 4), case .polygon(let inner) = box(1, 1, 2, 2)
        else { return }
        for rings in [outer + inner, inner + outer, [Array(inner[0].reversed())] + outer] {
            let relation = try ShapeRelation(.polygon(rings: rings), .intersects)
            #expect(try !relation.holds(for: .point(Coordinate(x: 2, y: 2))))
            #expect(try relation.holds(for: .point(Coordinate(x: 1, y: 2))))
            #expect(try relation.holds(for: .point(Coordinate(x: 0.5, y: 2))))
        }
    }

    @Test func `a bow tie is made valid`() throws {
        let tie = Geometry.polygon(rings: [
            [(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)].map { Coordinate(x: $0.0, y: $0.1) }
        ])
        let relation = try ShapeRelation(tie, .contains)
        #expect(try relation.holds(for: .point(Coordinate(x: 0.2, y: 1))))
        #expect(try !relation.holds(for: .point(Coordinate(x: 1, y: 0.2))))
        // With the shapes exchanged.
        let point = try ShapeRelation(.point(Coordinate(x: 0.2, y: 1)), .within)
        #expect(try point.holds(for: tie))
    }

    @Test func `a matrix may ask for no contact`() throws {
        let shape = box(0, 0, 1, 1)
        let apart = try ShapeRelation(shape, .relation, matrix: "FF*FF****")
        #expect(!apart.needsContact)
        #expect(try apart.holds(for: .point(Coordinate(x: 9, y: 9))))
        #expect(try !apart.holds(for: .point(Coordinate(x: 1, y: 1))))
        let inside = try ShapeRelation(shape, .relation, matrix: "T********")
        #expect(inside.needsContact)
        let border = try ShapeRelation(shape, .relation, matrix: "F**0*****")
        #expect(border.needsContact)
        #expect(try border.holds(for: .point(Coordinate(x: 1, y: 0.5))))
    }

    @Test func `empty shapes have no relation`() throws {
        let relation = try ShapeRelation(box(0, 0, 1, 1), .intersects)
        for shape in [Geometry.empty, .multipoint([]), .polyline(paths: []), .polygon(rings: [])] {
            #expect(try !relation.holds(for: shape))
            #expect(throws: ShapeRelationError.self) { try ShapeRelation(shape, .intersects) }
        }
    }

    @Test func `shapes that are not finite are refused`() throws {
        for value in [Double.nan, .infinity] {
            let place = Coordinate(x: value, y: 1)
            for shape in [
                Geometry.point(place), .multipoint([place]), .polyline(paths: [[place, place]]),
                .polygon(rings: [[place, place, place, place]]),
            ] {
                #expect(throws: ShapeRelationError.self) { try ShapeRelation(shape, .intersects) }
            }
        }
    }

    @Test func `lines of one vertex and collapsed rings are lines`() throws {
        let line = Geometry.polyline(paths: [[Coordinate(x: 1, y: 1)]])
        let relation = try ShapeRelation(box(0, 0, 2, 2), .intersects)
        #expect(try relation.holds(for: line))
        let flat = Geometry.polygon(rings: [
            [(0, 0), (3, 0), (0, 0), (0, 0)].map { Coordinate(x: $0.0, y: $0.1) }
        ])
        #expect(try relation.holds(for: flat))
    }

    @Test func `systems are listed with authority and text`() throws {
        let utm = try CoordinateSystemRecord(SpatialReference(wkid: 25832))
        #expect(utm.authority == "EPSG")
        #expect(utm.code == 25832)
        #expect(utm.name == "ETRS89 / UTM zone 32N")
        #expect(utm.wellKnownText.hasPrefix("PROJCS["))
        let mercator = try CoordinateSystemRecord(.webMercator)
        #expect(mercator.code == 3857)
        let albers = try CoordinateSystemRecord(SpatialReference(wkid: 102_003))
        #expect(albers.authority == "ESRI")
        let text = SpatialReference(wkt: utm.wellKnownText)
        #expect(try CoordinateSystemRecord(text).code == 25832)
        #expect(throws: SpatialReferenceError.self) {
            try CoordinateSystemRecord(SpatialReference(wkid: 4))
        }
    }
}
