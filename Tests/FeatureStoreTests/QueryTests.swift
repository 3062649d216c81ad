// Tests finding rows by condition, id and order, and cutting results.

import Geo
import Synchronization
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct QueryTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
        try store.addDeliveries(60)
    }

    @Test func `all rows come in the order of their ids`() throws {
        let found = try store.features(LayerQuery(layer: "deliveries", limit: 100))
        #expect(found.objectIDs == Array(1...60))
        #expect(!found.exceededLimit)
        #expect(found.features.geometryType == .point)
        #expect(found.features.spatialReference == .wgs84)
        #expect(
            found.features.fields.map(\.name)
                == ["fid", "customer", "driver", "parcels", "weight", "day", "due"])
        #expect(found.features.fields[0].type == .objectID)
        #expect(found.features.fields[1].length == 40)
        let expected = FeatureSet.deliveries(60)
        for (row, feature) in found.features.features.enumerated() {
            #expect(feature.values[0] == .integer(row + 1))
            #expect(Array(feature.values.dropFirst()) == expected.features[row].values)
            #expect(feature.geometry == expected.features[row].geometry)
        }
    }

    @Test(arguments: [
        ("day = CURRENT_DATE", "day = DATE '2026-03-03'"),
        ("due > CURRENT_TIMESTAMP - INTERVAL '30' MINUTE", "due > TIMESTAMP '2026-03-02 00:20:00'"),
        ("CURRENT_TIME = '00:50:00' AND day < CURRENT_TIMESTAMP", "day <= DATE '2026-03-03'"),
    ])
    func `the query's time is that of the request`(condition: String, same: String) throws {
        var query = LayerQuery(layer: "deliveries", where: condition, limit: 100)
        // 2026-03-03T00:50:00Z, or the day before for times of that day.
        query.now = 1_772_499_000_000 - (condition.hasPrefix("due") ? 86_400_000 : 0)
        let found = try store.features(query).objectIDs
        let expected = try store.features(
            LayerQuery(layer: "deliveries", where: same, limit: 100)
        ).objectIDs
        #expect(found == expected && !found.isEmpty && found.count < 60)
        #expect(try store.count(query) == found.count)
    }

    @Test func `without a time of its own a query asks the clock`() throws {
        let query = LayerQuery(
            layer: "deliveries", where: "CURRENT_TIMESTAMP > DATE '2020-01-01'", limit: 100)
        #expect(try store.features(query).objectIDs.count == 60)
    }

    @Test func `names of layers and fields are found in any case`() throws {
        var query = LayerQuery(
            layer: "DeLiVeRiEs", where: "PARCELS = 3 AND Driver = 'Ada'", limit: 9)
        query.outFields = ["CUSTOMER", "customer", "FID"]
        let found = try store.features(query)
        #expect(found.objectIDs == [3, 24, 45])
        #expect(found.features.fields.map(\.name) == ["fid", "customer"])
    }

    @Test func `a limit says that there is more`() throws {
        var query = LayerQuery(layer: "deliveries", limit: 10)
        #expect(try store.features(query).exceededLimit)
        query.limit = 60
        #expect(try !store.features(query).exceededLimit)
        query.limit = 0
        #expect(try store.features(query).exceededLimit)
        #expect(try store.features(query).objectIDs.isEmpty)
        query.where = "1 = 0"
        #expect(try !store.features(query).exceededLimit)
        query.limit = .max
        query.where = nil
        #expect(try store.features(query).objectIDs.count == 60)
    }

    @Test(arguments: [nil, "upper(driver) = 'ADA'"])
    func `an offset leaves rows out at the beginning`(condition: String?) throws {
        var query = LayerQuery(layer: "deliveries", where: condition, limit: 100)
        let all = try store.features(query).objectIDs
        query.offset = 7
        query.limit = 5
        let part = try store.features(query)
        #expect(part.objectIDs == Array(all[7..<12]))
        #expect(part.exceededLimit)
        query.offset = 1_000
        #expect(try store.features(query).objectIDs.isEmpty)
    }

    @Test(arguments: [(-1, 0), (1, -1)])
    func `negative limits are refused`(limit: Int, offset: Int) throws {
        let query = LayerQuery(layer: "deliveries", limit: limit, offset: offset)
        #expect(throws: FeatureStoreError.self) { try store.features(query) }
    }

    @Test func `rows are sorted, ties by id`() throws {
        var query = LayerQuery(layer: "deliveries", orderBy: [OrderTerm("parcels")], limit: 100)
        var ids = try store.features(query).objectIDs
        #expect(ids == (1...60).sorted { ($0 % 7, $0) < ($1 % 7, $1) })
        query.orderBy = [OrderTerm("driver", isAscending: false), OrderTerm("WEIGHT")]
        ids = try store.features(query).objectIDs
        #expect(ids.first == 5)  // Cléo, whose weight is null
        query.orderBy = [OrderTerm("fid", isAscending: false), OrderTerm("parcels")]
        #expect(try store.features(query).objectIDs == (1...60).reversed())
        query.orderBy = [OrderTerm("due", isAscending: false)]
        #expect(try store.features(query).objectIDs == (1...60).reversed())
    }

    @Test func `an unknown field of the order is named`() throws {
        let query = LayerQuery(layer: "deliveries", orderBy: [OrderTerm("Drivr")], limit: 1)
        let error = #expect(throws: FeatureStoreError.self) { try store.features(query) }
        #expect(error?.message.contains("did you mean \"driver\"?") == true)
    }

    @Test func `an unknown field of the answer is named`() throws {
        let query = LayerQuery(layer: "deliveries", outFields: ["nothing"], limit: 1)
        #expect(throws: FeatureStoreError.self) { try store.features(query) }
    }

    @Test func `only the ids of a list are found`() throws {
        var query = LayerQuery(layer: "deliveries", objectIDs: [40, 3, 3, 999, -1], limit: 100)
        #expect(try store.features(query).objectIDs == [3, 40])
        query.where = "fid > 5"
        #expect(try store.count(query) == 1)
        query.objectIDs = []
        #expect(try store.count(query) == 0)
        query.objectIDs = Array(1...50_000)
        #expect(try store.count(query) == 55)
    }

    @Test func `shapes are left out where they are not wanted`() throws {
        var query = LayerQuery(layer: "deliveries", limit: 3)
        query.returnsGeometry = false
        let found = try store.features(query).features
        #expect(found.geometryType == nil)
        #expect(found.features.allSatisfy { $0.geometry == nil })
    }

    @Test func `shapes come in the system that is wanted`() throws {
        var query = LayerQuery(layer: "deliveries", limit: 1)
        query.outSR = .webMercator
        let found = try store.features(query).features
        #expect(found.spatialReference == .webMercator)
        guard case .point(let place)? = found.features[0].geometry else {
            Issue.record("no point")
            return
        }
        #expect(abs(place.x - 111_319.49) < 0.01)
        query.outSR = SpatialReference(wkid: 4)
        #expect(throws: FeatureStoreError.self) { try store.features(query) }
    }

    @Test func `ids beyond the limit are an error`() throws {
        let query = LayerQuery(layer: "deliveries", limit: 59)
        #expect(throws: FeatureStoreError.tooMany(what: "rows", allowed: 59)) {
            try store.objectIDs(query)
        }
        #expect(try store.ids("weight IS NULL").count == 12)
    }

    @Test func `counts do not depend on limit, offset and order`() throws {
        let query = LayerQuery(
            layer: "deliveries", where: "parcels < 2", orderBy: [OrderTerm("due")], limit: 1,
            offset: 3)
        #expect(try store.count(query) == 17)
        var slow = query
        slow.where = "abs(parcels) < 2"
        #expect(try store.count(slow) == 17)
    }

    @Test func `distinct values are sorted`() throws {
        var query = LayerQuery(layer: "deliveries", limit: 0)
        func values(_ field: String) throws -> [AttributeValue] {
            try store.distinctValues(of: field, query, limit: 20, isCancelled: { false })
        }
        #expect(try values("DRIVER") == [.string("Ada"), .string("Ben"), .string("Cléo")])
        #expect(try values("parcels") == (0...6).map { .integer($0) })
        query.where = "fid <= 6"
        #expect(try values("weight").first == .null)
        #expect(try values("weight").count == 6)
        query.where = "lower(driver) <> 'ben' AND fid < 10"
        #expect(try values("driver") == [.string("Ada"), .string("Cléo")])
        #expect(try values("fid").count == 6)
        query.where = nil
        #expect(
            throws: FeatureStoreError.tooMany(what: "different values of fid", allowed: 20)
        ) { try values("fid") }
    }

    @Test func `two spellings of one letter are two values`() throws {
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("driver", .string)],
            features: ["Cl\u{E9}o", "Cle\u{301}o"].map {
                Feature(values: [.string($0)], geometry: nil)
            })
        _ = try store.apply(LayerEdits(adds: set), to: "deliveries")
        let values = try store.distinctValues(
            of: "driver", LayerQuery(layer: "deliveries", where: "fid > 60", limit: 0), limit: 9,
            isCancelled: { false })
        #expect(values.count == 2)
        #expect(try store.ids("driver = 'Cle\u{301}o'") == [62])
    }

    @Test func `batches give all rows of one moment`() throws {
        var sizes: [Int] = []
        var ids: [Int64] = []
        var isLast: [Bool] = []
        try store.forEachBatch(
            of: 25, LayerQuery(layer: "deliveries", limit: 55), isCancelled: { false }
        ) { batch throws(FeatureStoreError) in
            sizes.append(batch.objectIDs.count)
            ids += batch.objectIDs
            isLast.append(batch.exceededLimit)
            // Neither another write nor another read changes it.
            _ = try store.apply(LayerEdits(deletes: [60]), to: "deliveries")
            _ = try store.count(LayerQuery(layer: "deliveries", limit: 1))
        }
        #expect(sizes == [25, 25, 5])
        #expect(ids == Array(1...55))
        #expect(isLast == [false, false, true])
    }

    @Test func `no rows are one empty batch`() throws {
        var batches = 0
        try store.forEachBatch(
            of: 5, LayerQuery(layer: "deliveries", where: "1=0", limit: 9), isCancelled: { false }
        ) { batch in
            batches += 1
            #expect(batch.features.fields.count == 7)
        }
        #expect(batches == 1)
    }

    @Test func `an error of the body ends the batches`() throws {
        #expect(throws: FeatureStoreError.badRequest("enough")) {
            try store.forEachBatch(
                of: 5, LayerQuery(layer: "deliveries", limit: 50), isCancelled: { false }
            ) { _ throws(FeatureStoreError) in throw .badRequest("enough") }
        }
        #expect(try store.count(LayerQuery(layer: "deliveries", limit: 1)) == 60)
    }

    @Test func `a query is cancelled before its first row`() throws {
        #expect(throws: FeatureStoreError.cancelled) {
            try store.features(LayerQuery(layer: "deliveries", limit: 9), isCancelled: { true })
        }
    }

    @Test func `many threads read at once`() async throws {
        let store = store
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try store.features(
                        LayerQuery(layer: "deliveries", where: "parcels = \(number % 7)", limit: 99)
                    ).objectIDs.count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(
            counts
                == (0..<40).reduce(0) { sum, number in
                    sum + (1...60).filter { $0 % 7 == number % 7 }.count
                })
    }
}
