// Tests finding rows by their shapes.

import DataStructures
import Geo
import SpatialOperations
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct SpatialQueryTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
    }

    private func add(_ shapes: [Geometry?], _ type: GeometryType) throws {
        try store.create(LayerSchema(name: "shapes", geometryType: type, fields: []))
        let set = FeatureSet(
            geometryType: type, spatialReference: .wgs84, fields: [],
            features: shapes.map { Feature(values: [], geometry: $0) })
        #expect(try store.apply(LayerEdits(adds: set), to: "shapes").isComplete)
    }

    private func ids(
        _ shape: Geometry, _ relation: SpatialRelation, matrix: String? = nil
    ) throws -> [Int64] {
        let query = LayerQuery(
            layer: "shapes", geometry: QueryGeometry(shape, relation: relation, matrix: matrix),
            limit: 1_000)
        let ids = try store.objectIDs(query)
        #expect(try store.count(query) == ids.count)
        return ids
    }

    private func line(_ ordinates: [Double]) -> Geometry {
        .polyline(paths: [
            stride(from: 0, to: ordinates.count, by: 2).map {
                Coordinate(x: ordinates[$0], y: ordinates[$0 + 1])
            }
        ])
    }

    @Test func `each relation selects the points that it should`() throws {
        // 1 inside, 2 on the border, 3 on a corner, 4 outside, 5 without a shape.
        try add(
            [(1, 1), (2, 1), (2, 2), (3, 3)].map { .point(Coordinate(x: $0.0, y: $0.1)) }
                + [nil, .empty], .point)
        let area = box(0, 0, 2, 2)
        #expect(try ids(area, .intersects) == [1, 2, 3])
        #expect(try ids(area, .contains) == [1])
        #expect(try ids(area, .touches) == [2, 3])
        #expect(try ids(area, .envelopeIntersects) == [1, 2, 3])
        #expect(try ids(area, .indexIntersects) == [1, 2, 3])
        #expect(try ids(area, .within).isEmpty)
        #expect(try ids(area, .overlaps).isEmpty)
        #expect(try ids(area, .crosses).isEmpty)
        #expect(try ids(area, .relation, matrix: "T********") == [1])
        #expect(try ids(area, .relation, matrix: "ff*ff****") == [4])
        #expect(try ids(.point(Coordinate(x: 2, y: 1)), .within) == [2])
        #expect(try ids(.point(Coordinate(x: 2, y: 1)), .intersects) == [2])
    }

    @Test func `each relation selects the areas that it should`() throws {
        // 1 equal, 2 within, 3 overlapping, 4 neighbor, 5 round it, 6 far away.
        try add(
            [
                box(0, 0, 2, 2), box(0.5, 0.5, 1, 1), box(1, 1, 3, 3), box(2, 0, 4, 2),
                box(-1, -1, 5, 5), box(7, 7, 8, 8),
            ], .polygon)
        let area = box(0, 0, 2, 2)
        #expect(try ids(area, .intersects) == [1, 2, 3, 4, 5])
        #expect(try ids(area, .contains) == [1, 2])
        #expect(try ids(area, .within) == [1, 5])
        #expect(try ids(area, .overlaps) == [3])
        #expect(try ids(area, .touches) == [4])
        #expect(try ids(area, .crosses).isEmpty)
        #expect(try ids(line([-1, 1, 3, 1]), .crosses) == [1, 4])
        #expect(try ids(area, .relation, matrix: "T*F**FFF*") == [1])
    }

    @Test func `each relation selects the lines that it should`() throws {
        // 1 crosses, 2 within, 3 on the border, 4 ends at it, 5 outside with an overlapping box.
        try add(
            [
                line([-1, 1, 1, 1]), line([0.5, 0.5, 1, 1]), line([0, 0, 2, 0]),
                line([2, 1, 4, 1]),
                line([1, 4, 4, 1]),
            ], .polyline)
        let area = box(0, 0, 2, 2)
        #expect(try ids(area, .crosses) == [1])
        #expect(try ids(area, .contains) == [2])
        #expect(try ids(area, .touches) == [3, 4])
        #expect(try ids(area, .intersects) == [1, 2, 3, 4])
        #expect(try ids(box(2.1, 2.1, 2.2, 2.2), .envelopeIntersects) == [5])
        #expect(try ids(box(2.1, 2.1, 2.2, 2.2), .intersects).isEmpty)
        #expect(try ids(line([0, 0, 1, 0]), .overlaps).isEmpty)
        #expect(try ids(line([-1, 0, 1, 0]), .overlaps) == [3])
        #expect(try ids(line([0, 0, 1, 0]), .within) == [3])
    }

    @Test func `a hole is outside`() throws {
        try add([.point(Coordinate(x: 2, y: 2)), .point(Coordinate(x: 0.5, y: 0.5))], .point)
        guard case .polygon(let outer) = box(0, 0, 4, 4), case .polygon(let inner) = box(1, 1, 3, 3)
        else { return }
        #expect(try ids(.polygon(rings: inner + outer), .intersects) == [2])
    }

    @Test func `the shape of the query may be in another system`() throws {
        try add((1...20).map { .point(Coordinate(x: Double($0), y: 40)) }, .point)
        let meters = 111_319.490793
        let query = LayerQuery(
            layer: "shapes",
            geometry: QueryGeometry(
                box(2.5 * meters, 4_800_000, 6.5 * meters, 4_900_000),
                spatialReference: .webMercator, relation: .contains), limit: 99)
        #expect(try store.objectIDs(query) == [3, 4, 5, 6])
    }

    @Test func `a shape and a condition hold together`() throws {
        try store.addDeliveries(60)
        var query = LayerQuery(
            layer: "deliveries", where: "driver = 'Ada'",
            geometry: QueryGeometry(box(0, 0, 30.5, 100)), limit: 5)
        #expect(try store.count(query) == 10)
        let found = try store.features(query)
        #expect(found.objectIDs == [3, 6, 9, 12, 15])
        #expect(found.exceededLimit)
        query.objectIDs = [6, 7, 60]
        #expect(try store.features(query).objectIDs == [6])
        query.returnsGeometry = false
        #expect(try store.features(query).features.features[0].geometry == nil)
    }

    @Test(arguments: [
        ("no matrix", SpatialRelation.relation, nil), ("short", .relation, "TTT"),
        ("letters", .relation, "TTTTTTTTX"), ("empty", .relation, ""),
    ])
    func `a bad matrix is refused`(name: String, relation: SpatialRelation, matrix: String?) throws
    {
        try add([], .point)
        let error = #expect(throws: FeatureStoreError.self) {
            try ids(box(0, 0, 1, 1), relation, matrix: matrix)
        }
        #expect(error?.message.contains("nine letters") == true)
    }

    @Test func `shapes that cannot be compared are refused`() throws {
        try add([], .point)
        for shape in [
            .empty, .polygon(rings: []), .point(Coordinate(x: .nan, y: 1)),
            .polyline(paths: [
                (0...ShapeRelation.maximumVertices).map { Coordinate(x: Double($0), y: 0) }
            ]), .multipoint([]),
        ] as [Geometry] {
            #expect(throws: FeatureStoreError.self) { try ids(shape, .intersects) }
        }
        try store.create(LayerSchema(name: "t", geometryType: nil, fields: []))
        let query = LayerQuery(layer: "t", geometry: QueryGeometry(box(0, 0, 1, 1)), limit: 1)
        let error = #expect(throws: FeatureStoreError.self) { try store.count(query) }
        #expect(error?.message.contains("table without shapes") == true)
    }

    /// A shape of some kind within (0, 0) to (10, 10).
    private func shape(_ kind: Int, using random: inout SeededGenerator) -> Geometry {
        func ordinate() -> Double { Double(Int.random(in: 0...20, using: &random)) / 2 }
        switch kind {
        case 0: return .point(Coordinate(x: ordinate(), y: ordinate()))
        case 1:
            return .multipoint(
                (0..<3).map { _ in Coordinate(x: ordinate(), y: ordinate()) })
        case 2:
            return .polyline(
                paths: (0..<2).map { _ in
                    (0..<3).map { _ in Coordinate(x: ordinate(), y: ordinate()) }
                })
        default:
            let (x, y) = (ordinate(), ordinate())
            return box(x, y, x + 0.5 + ordinate() / 3, y + 0.5 + ordinate() / 3)
        }
    }

    /// Removes the layer's spatial index.
    private func dropIndex() throws {
        if let file = store as? GeoPackageStore {
            try file.writing { try $0.run("DELETE FROM gpkg_extensions") }
        } else {
            try place.run("DROP INDEX shapes_geom_idx; ANALYZE shapes")
        }
    }

    @Test(arguments: UInt64(0)..<16)
    func `the index leaves out no row, with and without it`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let kind = Int(seed % 4)
        let types: [GeometryType] = [.point, .multipoint, .polyline, .polygon]
        let shapes = (0..<60).map { _ in shape(kind, using: &random) }
        try add(shapes, types[kind])
        let relations = SpatialRelation.allCases.filter { $0 != .relation }
        for round in 0..<12 {
            if round == 6 {
                try dropIndex()
            }
            let other = shape(Int.random(in: 0..<4, using: &random), using: &random)
            for relation in relations {
                let judge = try ShapeRelation(other, relation)
                let expected = try shapes.enumerated()
                    .filter { try judge.holds(for: $0.element) }.map { Int64($0.offset + 1) }
                #expect(try ids(other, relation) == expected, "seed \(seed), \(relation)")
            }
        }
    }

}
