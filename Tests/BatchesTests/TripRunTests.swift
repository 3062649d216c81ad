// Tests totals of trips: reading rows as trips, their order, and continued batches.

import FeatureStore
import Geo
import Testing

@testable import Batches

@Suite struct TripRunTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func all(_ layer: String = "trips") -> LayerQuery {
        LayerQuery(layer: layer, limit: .max)
    }

    private func store(_ set: FeatureSet) throws -> GeoPackageStore {
        let store = try folder.store()
        try LayerImport(layer: "trips").run(.set(set), into: store)
        return store
    }

    /// Trips of growing length; every hundredth lacks a destination.
    private func rows(_ count: Int) -> FeatureSet {
        FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: LayerTrips.columns.map { Field($0, .double) } + [Field("kind", .integer)],
            features: (0..<count).map { row in
                Feature(
                    values: [
                        .double(7), .double(43), .double(7 + Double(row) / 1_000),
                        row % 100 == 99 ? .null : .double(43), .integer(row % 2),
                    ], geometry: nil)
            })
    }

    /// A run whose totals show the trip: the difference in longitude, and the row's id.
    private func run(_ trips: LayerTrips, threads: Int = 2) -> TripRun {
        TripRun(trips, costNames: ["TravelTime", "Kilometers"], threads: threads) { rows in
            for _ in 0..<Int((rows.first?.id ?? 0) % 7) { await Task.yield() }
            return rows.map { row -> TripTotals in
                guard let origin = row.origin, let destination = row.destination else {
                    return .failed(GroupFailure("not-located", "no place"))
                }
                return .found([destination.x - origin.x, Double(row.id)])
            }
        }
    }

    @Test func `rows are trips by their columns`() throws {
        let trips = try LayerTrips(store: store(rows(250)), all("TRIPS"))
        #expect(try trips.count() == 250)
        let first = try trips.trips(after: nil, limit: 100)
        #expect(first.map(\.id) == (1...100).map { Int64($0) })
        #expect(first[5].origin == Coordinate(x: 7, y: 43))
        #expect(first[5].destination == Coordinate(x: 7.005, y: 43))
        #expect(first[99].destination == nil)
        #expect(try trips.trips(after: 245, limit: 100).map(\.id) == [246, 247, 248, 249, 250])
        #expect(try trips.trips(after: 250, limit: 100).isEmpty)
    }

    @Test func `a condition leaves trips out`() throws {
        let trips = try LayerTrips(
            store: store(rows(50)), LayerQuery(layer: "trips", where: "kind = 1", limit: .max))
        #expect(try trips.count() == 25)
        #expect(try trips.trips(after: 4, limit: 3).map(\.id) == [6, 8, 10])
    }

    @Test func `columns may have other names`() throws {
        var set = rows(2)
        for (column, name) in ["a", "b", "c", "d"].enumerated() { set.fields[column].name = name }
        let store = try store(set)
        let trips = try LayerTrips(
            store: store, all(), columns: ["a", "b", "c", "d"])
        #expect(try trips.trips(after: nil, limit: 9)[1].destination?.x == 7.001)
        #expect(throws: FeatureStoreError.self) {
            try LayerTrips(store: store, all())
        }
    }

    @Test func `lines are trips from end to end`() throws {
        let line = [
            Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 44), Coordinate(x: 7.5, y: 43.5),
        ]
        let set = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84, fields: [Field("a", .integer)],
            features: [Feature(values: [.integer(1)], geometry: .polyline(paths: [line]))])
        let trips = try LayerTrips(store: store(set), all())
        let row = try #require(try trips.trips(after: nil, limit: 9).first)
        #expect(row.origin == line[0] && row.destination == line[2])
    }

    @Test func `every trip has its totals or a reason, in order`() async throws {
        let trips = try LayerTrips(store: store(rows(9_000)), all())
        let output = try folder.store()
        let file = try BatchFile.begin(in: output, settings: BatchSettings(), at: 0)
        var last: BatchProgress?
        try await run(trips).run(into: file, control: BatchControl()) { last = $0 }
        #expect(file.isComplete && file.finishedCount == 9_000)
        #expect(last?.done == 9_000 && last?.failed == 90)
        let summary = try BatchSummary(of: file)
        #expect(summary.trips == 9_000 && summary.tripFailures == 90 && !summary.isWhole)
        let set = try #require(try rowsByTable(of: output)["trips"])
        #expect(
            set.fields.map(\.name) == [
                "fid", "RouteID", "InputID", "Total_TravelTime", "Total_Kilometers", "Reason",
                "Text",
            ])
        #expect(
            set.features.map { set.value("InputID", of: $0) }
                == (1...9_000).map { AttributeValue.integer($0) })
        #expect(set.value("Total_Kilometers", of: set.features[41]) == .double(42))
        #expect(set.value("Reason", of: set.features[99]) == .string("not-located"))
        #expect(set.value("Total_TravelTime", of: set.features[99]) == .null)
        try output.close()
    }

    @Test func `trips that are stopped continue to the same rows`() async throws {
        let trips = try LayerTrips(store: store(rows(9_000)), all())
        let whole = try folder.store()
        let all = try BatchFile.begin(in: whole, settings: BatchSettings(), at: 0)
        try await run(trips).run(into: all, control: BatchControl()) { _ in }

        let path = folder.path("trips.gpkg")
        var store = try folder.store(at: path)
        var file = try BatchFile.begin(in: store, settings: BatchSettings(), at: 0)
        let control = BatchControl()
        try await run(trips, threads: 1).run(into: file, control: control) { progress in
            if progress.done > 0 { control.stop() }
        }
        #expect(!file.isComplete && file.finishedCount > 0 && file.finishedCount < 9_000)
        try store.close()
        store = try GeoPackageStore(path: path, access: .readWrite)
        file = try BatchFile.reopen(store)
        try await run(trips).run(into: file, control: BatchControl()) { _ in }
        #expect(file.isComplete)
        #expect(try rowsByTable(of: store) == rowsByTable(of: whole))
        try store.close()
        try whole.close()
    }
}
