// Tests a batch's output: its tables, its journal, and continuing it.

import FeatureStore
import Foundation
import Geo
import RouteAPI
import Testing

@testable import Batches

@Suite struct BatchFileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var settings: BatchSettings {
        var settings = BatchSettings()
        settings["--group-by"] = "driver"
        settings["useTimeWindows"] = "true"
        return settings
    }

    /// The rows of a driver's route, by table.
    private func rows(_ number: Int) -> BatchRowsByTable {
        let stops = BatchRows(features: deliveries(["D\(number)", "D\(number)"]), ids: [])
            .named("D\(number)")
        return GroupRows(
            number: number, key: BatchKey(.string("D\(number)")),
            groupField: Field("driver", .string)
        ).rows(
            of: answer(to: stops.features), stopIDs: [Int64(2 * number - 1), Int64(2 * number)],
            besides: [Message(.warning, "about all")])
    }

    @Test func `tables are made as rows come, and have the columns that join them`() throws {
        let store = try folder.store()
        let file = try BatchFile.begin(in: store, settings: settings, at: 5)
        #expect(!file.has(.routes))
        #expect(try file.count(.stops) == 0)
        for number in 1...3 { try file.add(rows(number), finishing: 1, lastName: "D\(number)") }
        try file.end()
        #expect(file.has(.routes) && file.has(.directions) && !file.has(.failures))
        #expect(
            file.fieldNames(of: .routes) == [
                "RouteID", "driver", "Name", "FirstStopID", "LastStopID", "StopCount",
                "Total_TravelTime",
            ])
        #expect(
            file.fieldNames(of: .stops) == [
                "RouteID", "InputID", "Name", "RouteName", "Sequence", "Status",
                "Cumul_TravelTime", "driver",
            ])
        let tables = try rowsByTable(of: store)
        let routes = try #require(tables["routes"])
        #expect(
            routes.features.map { routes.value("LastStopID", of: $0) } == [
                .integer(2), .integer(4), .integer(6),
            ])
        let stops = try #require(tables["stops"])
        #expect(
            stops.features.map { stops.value("InputID", of: $0) }
                == (1...6).map { AttributeValue.integer($0) })
        let messages = try #require(tables["messages"])
        #expect(
            messages.features.map { messages.value("Text", of: $0) } == [
                .string("about D1"), .string("about D2"), .string("about D3"),
            ])
    }

    @Test func `an output knows what it was begun with and what is finished`() throws {
        let path = folder.path("journal.gpkg")
        var store = try folder.store(at: path)
        var file = try BatchFile.begin(in: store, settings: settings, at: 1_772_409_600_000)
        try file.add(rows(1), finishing: 1, lastName: "D1")
        try file.flush()
        try store.close()

        store = try GeoPackageStore(path: path, access: .readWrite)
        file = try BatchFile.reopen(store)
        #expect(file.settings == settings && file.begun == 1_772_409_600_000)
        #expect(file.finishedCount == 1 && file.lastName == "D1" && !file.isComplete)
        #expect(try file.finishedRowCount() == 2)
        try file.add(rows(2), finishing: 1, lastName: "D2")
        try file.end()
        try store.close()

        store = try GeoPackageStore(path: path, access: .readWrite)
        file = try BatchFile.reopen(store)
        #expect(file.finishedCount == 2 && file.isComplete)
        let journal = try store.features(
            LayerQuery(layer: BatchJournal.table, returnsGeometry: false, limit: 100))
        #expect(journal.features.features.count == 6)
        try store.close()
    }

    @Test func `rows that were not flushed are not there after the end of the process`() throws {
        let path = folder.path("killed.gpkg")
        let store = try folder.store(at: path)
        let file = try BatchFile.begin(in: store, settings: settings, at: 0)
        try file.add(rows(1), finishing: 1, lastName: "D1")
        try file.flush()
        try file.add(rows(2), finishing: 1, lastName: "D2")
        let copy = folder.path("copy.gpkg")
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        let reopened = try BatchFile.reopen(GeoPackageStore(path: copy, access: .readWrite))
        #expect(reopened.finishedCount == 1)
        #expect(try reopened.count(.routes) == 1 && reopened.count(.stops) == 2)
        try reopened.store.close()
        try store.close()
    }

    @Test func `ids go on after those that are there`() throws {
        let path = folder.path("ids.gpkg")
        var store = try folder.store(at: path)
        var file = try BatchFile.begin(in: store, settings: settings, at: 0)
        try file.add(rows(1), finishing: 1, lastName: "D1")
        try file.flush()
        try store.close()
        store = try GeoPackageStore(path: path, access: .readWrite)
        file = try BatchFile.reopen(store)
        try file.add(rows(2), finishing: 1, lastName: "D2")
        try file.end()
        let query = LayerQuery(layer: "stops", limit: 10)
        #expect(try store.features(query).objectIDs == [1, 2, 3, 4])
        try store.close()
    }

    @Test func `another file is not taken for an output`() throws {
        let store = try folder.store()
        try LayerImport(layer: "deliveries").run(.set(deliveries(["Ada"])), into: store)
        #expect(throws: BatchError.self) { try BatchFile.reopen(store) }
    }

    @Test func `columns of rows do not clash with those of the output`() throws {
        var stops = answer(to: BatchRows(features: deliveries(["A"]), ids: []).named("A").features)
        stops.stops?.fields += [
            Field("fid", .integer), Field("ROUTEID", .integer), Field("geom", .string),
            Field("a\u{7}b", .string),
        ]
        stops.stops?.features[0].values += [
            .integer(9), .integer(8), .string("x"), .string("y"),
        ]
        let rows = GroupRows(
            number: 1, key: BatchKey(.string("A")), groupField: Field("driver", .string)
        ).rows(of: stops, stopIDs: [1], besides: [])
        let file = try BatchFile.begin(in: folder.store(), settings: settings, at: 0)
        try file.add(rows, finishing: 1, lastName: "A")
        try file.end()
        #expect(
            file.fieldNames(of: .stops).suffix(4) == ["fid_2", "ROUTEID_2", "geom_2", "a_b"])
    }

    @Test func `values that do not suit a column become what does, or null`() throws {
        let file = try BatchFile.begin(in: folder.store(), settings: settings, at: 0)
        let fields = [
            Field("text", .string), Field("whole", .integer), Field("number", .double),
            Field("time", .date),
        ]
        let rows: [[AttributeValue]] = [
            [.integer(1), .double(2), .integer(3), .integer(4)],
            [.double(0.5), .double(2.5), .string("x"), .double(0.5)],
            [.date(0), .string("7"), .null, .string("now")],
            [.string("a\0b"), .null, .double(.infinity), .date(.max)],
        ]
        let set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84, fields: fields,
            features: rows.map { Feature(values: $0, geometry: nil) })
        try file.add([.messages: set], finishing: 1, lastName: "A")
        try file.end()
        let stored = try #require(try rowsByTable(of: file.store)["messages"])
        let expected: [[AttributeValue]] = [
            [.string("1"), .integer(2), .double(3), .date(4)],
            [.string("0.5"), .null, .null, .null],
            [.string("1970-01-01T00:00:00Z"), .null, .null, .null],
            [.string("a b"), .null, .null, .null],
        ]
        #expect(stored.features.map { Array($0.values.dropFirst()) } == expected)
    }

    @Test func `tables have styles for QGIS`() throws {
        for table in [BatchTable.routes, .stops, .barriers(.line)] {
            let style = try #require(BatchStyle(of: table))
            #expect(style.qml.contains("<layerGeometryType>"))
            #expect(style.sld.contains("<se:Name>\(table.name)</se:Name>"))
            for text in [style.qml, style.sld] {
                #expect(text.count(where: { $0 == "<" }) == text.count(where: { $0 == ">" }))
            }
        }
        #expect(BatchStyle(of: .failures) == nil)
        #expect(BatchStyle.components(of: "#1f6feb") == "31,111,235,255")
    }
}
