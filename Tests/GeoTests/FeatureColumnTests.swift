// Tests tables that are declared by column.

import Geo
import Testing

@Suite struct FeatureColumnTests {
    private struct Depot {
        var name: String?
        var bays: Int?
        var height: Double?
        var opened: Int64?
        var place: Coordinate?
    }

    private let depots = [
        Depot(name: "North", bays: 4, place: Coordinate(x: 7, y: 44)), Depot(height: 3.5),
    ]

    private let columns: [FeatureColumn<Depot>] = [
        FeatureColumn(id: "ObjectID") { _ in 1 }, FeatureColumn("Name", length: 20) { $0.name },
        FeatureColumn("Bays") { $0.bays }, FeatureColumn("Height") { $0.height },
        FeatureColumn("Opened") { $0.opened },
    ]

    @Test func `a column has its type, and a row without a value is null`() {
        let table = FeatureSet(columns, of: depots, shape: .point) { $0.place.map { .point($0) } }
        #expect(
            table.fields == [
                Field("ObjectID", .objectID), Field("Name", .string, length: 20),
                Field("Bays", .integer), Field("Height", .double), Field("Opened", .date),
            ])
        #expect(
            table.features[0].values == [.integer(1), .string("North"), .integer(4), .null, .null])
        #expect(table.features[1].values == [.integer(1), .null, .null, .double(3.5), .null])
        #expect(table.features.map(\.geometry) == [.point(Coordinate(x: 7, y: 44)), nil])
    }

    @Test func `columns in another order change no value`() {
        let table = FeatureSet(columns, of: depots)
        let turned = FeatureSet(columns.reversed(), of: depots)
        for column in columns {
            let name = column.field.name
            #expect(
                zip(table.features, turned.features).allSatisfy {
                    table.value(name, of: $0) == turned.value(name, of: $1)
                })
        }
    }

    @Test func `columns that no row has a value in are left out`() {
        let table = FeatureSet(columns, of: depots).withoutEmptyColumns
        #expect(table.fields.map(\.name) == ["ObjectID", "Name", "Bays", "Height"])
        #expect(table.features[1].values == [.integer(1), .null, .null, .double(3.5)])
        #expect(FeatureSet(columns, of: []).withoutEmptyColumns.fields.isEmpty)
    }
}
