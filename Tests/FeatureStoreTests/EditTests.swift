// Tests adding, changing and deleting rows, and refused edits.

import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct EditTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
        try store.addDeliveries(10)
    }

    private func row(_ id: Int64) throws -> Feature? {
        try store.features(LayerQuery(layer: "deliveries", objectIDs: [id], limit: 1))
            .features.features.first
    }

    private func set(
        _ fields: [Field], _ values: [AttributeValue], _ shape: Geometry? = nil,
        in reference: SpatialReference = .wgs84
    ) -> FeatureSet {
        FeatureSet(
            geometryType: .point, spatialReference: reference, fields: fields,
            features: [Feature(values: values, geometry: shape)])
    }

    private func add(_ set: FeatureSet, keepsIDs: Bool = false) throws -> EditResult {
        let edits = LayerEdits(adds: set, keepsObjectIDs: keepsIDs)
        let outcome = try store.apply(edits, to: "Deliveries")
        return try #require(outcome.adds.first)
    }

    @Test func `added rows get ids and are found`() throws {
        let result = try add(
            set([Field("DRIVER", .string)], [.string("Dan")], .point(Coordinate(x: 5, y: 6))))
        #expect(result == EditResult(objectID: 11))
        let row = try #require(try row(11))
        #expect(row.values[2] == .string("Dan"))
        #expect(row.values[3] == .null)
        #expect(row.geometry == .point(Coordinate(x: 5, y: 6)))
        #expect(
            try store.objectIDs(
                LayerQuery(
                    layer: "deliveries", geometry: QueryGeometry(box(4.9, 5.9, 5.1, 6.1)), limit: 9)
            )
                == [11])
    }

    @Test func `ids are kept where that is wanted`() throws {
        let fields = [Field("FID", .objectID), Field("driver", .string)]
        let kept = set(fields, [.integer(500), .string("a")])
        #expect(try add(kept, keepsIDs: true).objectID == 500)
        #expect(try add(kept).objectID == 501)
        let taken = try add(kept, keepsIDs: true)
        #expect(taken.failure?.code == .invalidRow)
        #expect(taken.failure?.message.contains("refuses the row") == true)
    }

    @Test(arguments: [
        Coordinate(x: 1e308, y: 0), Coordinate(x: 0, y: 91), Coordinate(x: -721, y: 3),
        Coordinate(x: 5_000_000, y: 400_000),
    ])
    func `a position outside the system is refused, and the others are stored`(
        place: Coordinate
    ) throws {
        var rows = set([], [], .point(Coordinate(x: 5, y: 6)))
        rows.features.append(Feature(values: [], geometry: .point(place)))
        let outcome = try store.apply(
            LayerEdits(
                adds: rows,
                updates: [FeatureUpdate(objectID: 3, geometry: .point(place))],
                rollbackOnFailure: false), to: "deliveries")
        #expect(outcome.adds[0].failure == nil)
        for failed in [outcome.adds[1], outcome.updates[0]] {
            #expect(failed.failure?.code == .invalidRow)
            #expect(failed.failure?.message.contains("has no place") == true)
        }
        #expect(try row(3)?.geometry == .point(Coordinate(x: 3, y: 1.5)))
    }

    @Test(arguments: [
        (3857, Coordinate(x: 1e308, y: 0)), (3857, Coordinate(x: 0, y: 1e9)),
        (25832, Coordinate(x: 500_000, y: 3e7)), (25832, Coordinate(x: 9e7, y: 5e6)),
    ])
    func `a position outside a projected system is refused`(
        wkid: Int, place: Coordinate
    ) throws {
        let system = SpatialReference(wkid: wkid)
        try store.create(
            LayerSchema(
                name: "plane", geometryType: .point, spatialReference: system, fields: []))
        for (place, isStored) in [(place, false), (Coordinate(x: 600_000, y: 5e6), true)] {
            let edits = LayerEdits(adds: set([], [], .point(place), in: system))
            let result = try store.apply(edits, to: "plane").adds[0]
            #expect((result.failure == nil) == isStored, "\(result)")
        }
    }

    @Test func `a row that cannot be projected comes without its shape`() throws {
        // The zone's formulas end a quarter of the Earth from its middle.
        let id = try #require(try add(set([], [], .point(Coordinate(x: 99, y: 0)))).objectID)
        var query = LayerQuery(layer: "deliveries", limit: 99)
        query.outSR = SpatialReference(wkid: 25832)
        let found = try store.features(query)
        let rows = zip(found.objectIDs, found.features.features)
        for (row, feature) in rows { #expect((feature.geometry == nil) == (row == id)) }
        #expect(found.messages.count == 1)
        #expect(found.messages.first?.hasPrefix("Row \(id) comes without its shape") == true)
        query.outSR = nil
        #expect(try store.features(query).messages.isEmpty)
    }

    @Test func `a number of a deleted row is not given again`() throws {
        _ = try store.apply(LayerEdits(deletes: [10]), to: "deliveries")
        #expect(try add(set([], [])).objectID == 11)
    }

    @Test func `shapes are projected to the layer's system`() throws {
        let shape = Geometry.point(Coordinate(x: 111_319.49079327357, y: 0))
        let id = try #require(try add(set([], [], shape, in: .webMercator)).objectID)
        guard case .point(let place)? = try row(id)?.geometry else {
            Issue.record("no point")
            return
        }
        #expect(abs(place.x - 1) < 1e-9)
        var own = set([], [], shape)
        own.features[0].spatialReference = .webMercator
        let second = try #require(try add(own).objectID)
        #expect(try row(second)?.geometry == .point(place))
    }

    @Test func `updates change what they name and nothing else`() throws {
        let before = try #require(try row(4))
        let edits = LayerEdits(updates: [
            FeatureUpdate(objectID: 4, attributes: ["Driver": .string("Eve"), "weight": .null]),
            FeatureUpdate(objectID: 5, geometry: .point(Coordinate(x: 100, y: 50))),
            FeatureUpdate(objectID: 6, geometry: .empty), FeatureUpdate(objectID: 7),
            FeatureUpdate(objectID: 8, attributes: ["fid": .integer(8), "parcels": .string("12")]),
        ])
        #expect(try store.apply(edits, to: "deliveries").isComplete)
        let after = try #require(try row(4))
        #expect(after.values[2] == .string("Eve"))
        #expect(after.values[4] == .null)
        #expect(after.values[1] == before.values[1])
        #expect(after.geometry == before.geometry)
        #expect(try row(5)?.geometry == .point(Coordinate(x: 100, y: 50)))
        #expect(try row(6)?.geometry == nil)
        #expect(try row(8)?.values[3] == .integer(12))
        let near = LayerQuery(
            layer: "deliveries", geometry: QueryGeometry(box(0, 0, 200, 200)), limit: 99)
        #expect(try store.objectIDs(near) == [1, 2, 3, 4, 5, 7, 8, 9, 10])
        let old = LayerQuery(
            layer: "deliveries", geometry: QueryGeometry(box(4.9, 2.4, 5.1, 2.6)), limit: 99)
        #expect(try store.objectIDs(old).isEmpty)
    }

    @Test func `deleted rows are gone from the index too`() throws {
        #expect(try store.apply(LayerEdits(deletes: [1, 3]), to: "deliveries").isComplete)
        #expect(try store.ids(nil) == [2, 4, 5, 6, 7, 8, 9, 10])
        let near = LayerQuery(
            layer: "deliveries", geometry: QueryGeometry(box(0, 0, 200, 200)), limit: 99)
        #expect(try store.count(near) == 8)
    }

    @Test func `one failure undoes all`() throws {
        let edits = LayerEdits(
            adds: .deliveries(2),
            updates: [FeatureUpdate(objectID: 1, attributes: ["driver": .null])],
            deletes: [2, 999])
        let outcome = try store.apply(edits, to: "deliveries")
        #expect(outcome.adds.map(\.failure?.code) == [.rolledBack, .rolledBack])
        #expect(outcome.adds.map(\.objectID) == [nil, nil])
        #expect(outcome.updates.map(\.failure?.code) == [.rolledBack])
        #expect(outcome.deletes.map(\.failure?.code) == [.rolledBack, .noSuchRow])
        #expect(try store.ids(nil) == Array(1...10))
        #expect(try row(1)?.values[2] == .string("Ben"))
    }

    @Test func `or the others are made all the same`() throws {
        let edits = LayerEdits(
            updates: [FeatureUpdate(objectID: 77, attributes: ["driver": .null])],
            deletes: [2, 999],
            rollbackOnFailure: false)
        let outcome = try store.apply(edits, to: "deliveries")
        #expect(outcome.updates.map(\.failure?.code) == [.noSuchRow])
        #expect(outcome.deletes.map(\.failure?.code) == [nil, .noSuchRow])
        #expect(try store.ids(nil).count == 9)
    }

    @Test(arguments: [
        ("parcels", AttributeValue.string("many"), "a whole number is needed"),
        ("parcels", .double(1.5), "a whole number is needed"),
        ("weight", .string("heavy"), "a finite number is needed"),
        ("weight", .double(.infinity), "a finite number is needed"),
        ("day", .string("yesterday"), "a date"), ("due", .date(.max), "years 1 to 9999"),
        ("customer", .string(String(repeating: "x", count: 41)), "40 are allowed"),
        ("nothing", .integer(1), "has no field \"nothing\""),
    ])
    func `a value that does not suit is refused`(
        field: String, value: AttributeValue, words: String
    ) throws {
        let added = try add(set([Field(field, .string)], [value]))
        #expect(added.failure?.message.contains(words) == true, "\(added.failure?.message ?? "")")
        let update = FeatureUpdate(objectID: 1, attributes: [field: value])
        let changed = try store.apply(LayerEdits(updates: [update]), to: "deliveries").updates[0]
        #expect(changed.failure?.message.contains(words) == true)
    }

    @Test func `a null in a field that the layer lacks does no harm`() throws {
        #expect(try add(set([Field("nothing", .string)], [.null])).failure == nil)
    }

    @Test func `values are converted where nothing is lost`() throws {
        let fields = ["customer", "parcels", "weight", "day", "due"].map { Field($0, .string) }
        let id = try #require(
            try add(
                set(
                    fields,
                    [
                        .integer(7), .double(3), .integer(2), .string("2026-03-02T23:59:59Z"),
                        .integer(1_772_409_600_000),
                    ])
            ).objectID)
        #expect(
            try row(id)?.values
                == [
                    .integer(Int(id)), .string("7"), .null, .integer(3), .double(2),
                    .date(1_772_409_600_000), .date(1_772_409_600_000),
                ])
    }

    @Test(arguments: [
        box(0, 0, 1, 1), .multipoint([Coordinate(x: 1, y: 1), Coordinate(x: 2, y: 2)]),
        .polyline(paths: [[Coordinate(x: 1, y: 1), Coordinate(x: 2, y: 2)]]),
        .point(Coordinate(x: .nan, y: 1)), .point(Coordinate(x: 1, y: .infinity)),
    ])
    func `a shape of another kind is refused`(shape: Geometry) throws {
        #expect(try add(set([], [], shape)).failure?.code == .invalidRow)
        let update = FeatureUpdate(objectID: 1, geometry: shape)
        let outcome = try store.apply(LayerEdits(updates: [update]), to: "deliveries")
        #expect(outcome.updates[0].failure?.code == .invalidRow)
    }

    @Test func `a system that is not known is the row's failure`() throws {
        let shape = Geometry.point(Coordinate(x: 1, y: 1))
        let result = try add(set([], [], shape, in: SpatialReference(wkid: 4)))
        #expect(result.failure?.message.contains("well-known id 4") == true)
    }

    @Test func `a field that needs a value refuses null`() throws {
        try store.create(
            LayerSchema(
                name: "t", geometryType: nil, fields: [LayerField("a", .string, isNullable: false)])
        )
        let explicit = set([Field("a", .string)], [.null])
        let outcome = try store.apply(LayerEdits(adds: explicit), to: "t")
        #expect(outcome.adds[0].failure?.message == "a is null; a value is needed")
        let missing = try store.apply(LayerEdits(adds: set([], [])), to: "t")
        #expect(missing.adds[0].failure?.message.lowercased().contains("null") == true)
    }

    @Test func `a table refuses shapes`() throws {
        try store.create(LayerSchema(name: "t", geometryType: nil, fields: []))
        let shaped = set([], [], .point(Coordinate(x: 1, y: 1)))
        #expect(try store.apply(LayerEdits(adds: shaped), to: "t").adds[0].failure != nil)
        #expect(try store.apply(LayerEdits(adds: set([], [])), to: "t").isComplete)
    }

    @Test func `edits of nothing are complete`() throws {
        #expect(try store.apply(LayerEdits(), to: "deliveries").isComplete)
        #expect(throws: FeatureStoreError.self) { try store.apply(LayerEdits(), to: "nothing") }
    }

    @Test func `lines keep their measures`() throws {
        try store.create(
            LayerSchema(name: "l", geometryType: .polyline, fields: [], hasMeasures: true))
        let shape = Geometry.polyline(
            paths: [
                [Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 0)],
                [Coordinate(x: 2, y: 0), Coordinate(x: 3, y: 0)],
            ], measures: [[0, 1.5], [2, 4]])
        let lines = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84, fields: [],
            features: [Feature(values: [], geometry: shape)], hasMeasures: true)
        #expect(try store.apply(LayerEdits(adds: lines), to: "l").isComplete)
        let found = try store.features(LayerQuery(layer: "l", limit: 1)).features
        #expect(found.hasMeasures)
        #expect(found.features[0].geometry == shape)
    }

    @Test func `areas keep their holes and parts`() throws {
        try store.create(LayerSchema(name: "p", geometryType: .polygon, fields: []))
        guard case .polygon(let a) = box(0, 0, 4, 4), case .polygon(let hole) = box(1, 1, 2, 2),
            case .polygon(let b) = box(10, 0, 14, 4)
        else { return }
        let areas = FeatureSet(
            geometryType: .polygon, spatialReference: .wgs84, fields: [],
            features: [Feature(values: [], geometry: .polygon(rings: a + hole + b))])
        #expect(try store.apply(LayerEdits(adds: areas), to: "p").isComplete)
        let found = try store.features(LayerQuery(layer: "p", limit: 1)).features.features[0]
        guard case .polygon(let rings)? = found.geometry else {
            Issue.record("no polygon")
            return
        }
        #expect(rings.count == 3)
        let inside = LayerQuery(
            layer: "p", geometry: QueryGeometry(.point(Coordinate(x: 1.5, y: 1.5))), limit: 1)
        #expect(try store.count(inside) == 0)
    }

    @Test func `rows of more systems than sixteen are refused, and the others are added`() throws {
        var rows = set([Field("driver", .string)], [.string("Dan")])
        rows.features = (0..<20).map { row in
            var feature = Feature(
                values: [.string("Dan")], geometry: .point(Coordinate(x: 4_500_000, y: 4_800_000)))
            feature.spatialReference = SpatialReference(wkid: 31_466 + row % 4)
            return feature
        }
        for row in 0..<17 {
            rows.features[row].spatialReference = SpatialReference(wkid: 900_100 + row)
        }
        let outcome = try store.apply(
            LayerEdits(adds: rows, rollbackOnFailure: false), to: "deliveries")
        let failures = outcome.adds.map { $0.failure?.message ?? "" }
        #expect(failures[..<16].allSatisfy { $0.contains("No coordinate system") })
        #expect(failures[16...].allSatisfy { $0.contains("more than 16") })
    }
}
