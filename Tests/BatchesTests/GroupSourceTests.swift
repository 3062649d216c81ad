// Tests reading rows by group: files and layers give the same groups.

import FeatureStore
import Geo
import Testing

@testable import Batches

@Suite struct GroupSourceTests {
    private let rows = deliveries(["Bea", "Ada", nil, "Ada", "Bea", "O'Neil", "Ada"])
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// The rows as a file and as a layer.
    private func sources(
        of rows: FeatureSet? = nil, where condition: String? = nil, mostRows: Int = 100
    ) throws -> [any BatchSource] {
        let rows = rows ?? self.rows
        let store = try folder.store()
        try LayerImport(layer: "deliveries").run(.set(rows), into: store)
        return [
            try FileGroups(
                rows, where: condition, groupedBy: "DRIVER",
                mostRows: mostRows),
            try LayerGroups(
                store: store, LayerQuery(layer: "Deliveries", where: condition, limit: .max),
                groupedBy: "DRIVER", mostRows: mostRows),
        ]
    }

    @Test func `groups are sorted, missing values first`() throws {
        for source in try sources() {
            #expect(
                try source.keys().map(\.value) == [
                    .null, .string("Ada"), .string("Bea"), .string("O'Neil"),
                ])
            #expect(try source.rowCount() == 7)
            #expect(source.groupField.name == "driver" && source.groupField.type == .string)
        }
    }

    @Test func `a group has its rows in their order with their ids`() throws {
        for source in try sources() {
            let ada = try source.rows(of: BatchKey(.string("Ada")))
            #expect(ada.ids == [2, 4, 7] && !ada.isCut)
            let set = ada.features
            #expect(
                set.features.map { set.value("Name", of: $0) } == [
                    .string("Stop 2"), .string("Stop 4"), .string("Stop 7"),
                ])
            #expect(try source.rows(of: BatchKey(.null)).ids == [3])
            #expect(try source.rows(of: BatchKey(.string("O'Neil"))).ids == [6])
        }
    }

    @Test func `names in any case are one group`() throws {
        for source in try sources(of: deliveries(["Ada", "bea", "ADA", "Bea ", nil])) {
            let keys = try source.keys()
            #expect(keys.map { $0.name.lowercased() } == ["", "ada", "bea"])
            #expect(try keys.map { try source.rows(of: $0).ids } == [[5], [1, 3], [2, 4]])
        }
    }

    @Test func `a condition leaves rows out`() throws {
        for source in try sources(where: "Weight > 0 AND driver <> 'Bea'") {
            #expect(try source.rowCount() == 3)
            #expect(try source.keys().map(\.value) == [.string("Ada")])
            #expect(try source.rows(of: BatchKey(.string("Ada"))).ids == [2, 4, 7])
        }
    }

    @Test func `a number beside a date is one of days in both`() throws {
        // 1970-01-01, and a day later each.
        var dated = deliveries(["Ada", "Ada", "Ada"])
        dated.fields.append(Field("due", .date))
        for row in dated.features.indices {
            dated.features[row].values.append(.date(Int64(row) * 86_400_000))
        }
        let condition = "due + 1 * 2 = '1970-01-04' OR due - 1 * 1 = DATE '1969-12-31'"
        for source in try sources(of: dated, where: condition) {
            #expect(try source.rows(of: BatchKey(.string("Ada"))).ids == [1, 2])
        }
    }

    @Test func `a group with too many rows is cut`() throws {
        for source in try sources(mostRows: 2) {
            let ada = try source.rows(of: BatchKey(.string("Ada")))
            #expect(ada.ids == [2, 4] && ada.isCut)
            #expect(try !source.rows(of: BatchKey(.string("Bea"))).isCut)
        }
    }

    @Test func `fields that are not there are named with those that are`() throws {
        #expect(throws: BatchError.self) {
            try FileGroups(rows, where: nil, groupedBy: "drivr", mostRows: 1)
        }
        let error = #expect(throws: BatchError.self) {
            try FileGroups(
                rows, where: "wight > 1", groupedBy: "driver", mostRows: 1)
        }
        #expect(error?.description.contains("did you mean \"weight\"?") == true)
        let store = try folder.store()
        try LayerImport(layer: "deliveries").run(.set(rows), into: store)
        #expect(throws: FeatureStoreError.self) {
            try LayerGroups(
                store: store, LayerQuery(layer: "deliveries", limit: .max), groupedBy: "drivr",
                mostRows: 1)
        }
    }

    @Test(arguments: ["weight >", "1=1) OR (1=1", "weight = 1 --"])
    func `a condition that cannot be read is refused with its place`(condition: String) {
        #expect(throws: FeatureStoreError.self) { try sources(where: condition) }
        #expect(throws: FeatureStoreError.self) {
            let store = try folder.store()
            try LayerImport(layer: "deliveries").run(.set(rows), into: store)
            _ = try LayerGroups(
                store: store, LayerQuery(layer: "deliveries", where: condition, limit: .max),
                groupedBy: "driver", mostRows: 1)
        }
    }

    @Test func `the rows of a group may have an order`() throws {
        let store = try folder.store()
        try LayerImport(layer: "deliveries").run(.set(rows), into: store)
        let query = LayerQuery(
            layer: "deliveries", orderBy: [OrderTerm("Name", isAscending: false)], limit: .max)
        let source = try LayerGroups(store: store, query, groupedBy: "driver", mostRows: 9)
        #expect(try source.rows(of: BatchKey(.string("Ada"))).ids == [7, 4, 2])
    }

    @Test func `texts that are dates of a file are compared with dates`() throws {
        var rows = rows
        rows.fields.append(Field("day", .string))
        for row in rows.features.indices {
            rows.features[row].values.append(.string(row < 4 ? "2026-03-02" : "2026-03-03"))
        }
        for condition in ["day = DATE '2026-03-02'", "day = '2026-03-02'", "DAY LIKE '%02'"] {
            let source = try FileGroups(
                rows, where: condition, groupedBy: "driver", mostRows: 9)
            #expect(source.rowCount() == 4, "\(condition)")
        }
    }

    @Test func `rows get the name of their route`() {
        let named = BatchRows(features: rows, ids: []).named("Ada").features
        #expect(named.features.allSatisfy { named.value("RouteName", of: $0) == .string("Ada") })
        let again = BatchRows(features: named, ids: []).named("Bea").features
        #expect(again.fields.count == named.fields.count)
        #expect(again.features.allSatisfy { again.value("RouteName", of: $0) == .string("Bea") })
    }
}
