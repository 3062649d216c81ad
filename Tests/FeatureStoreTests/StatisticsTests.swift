// Tests groups, distinct values, boxes and distances, in every kind of store.

import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct StatisticsTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
        // Drivers in turn from Ben: 4 × Ben, 4 × Cléo, 4 × Ada; weight is null for 5 and 10.
        try store.addDeliveries(12)
    }

    private func rows(
        _ asked: StatisticsQuery, where condition: String? = nil
    ) throws -> [[AttributeValue]] {
        let query = LayerQuery(layer: "Deliveries", where: condition, limit: 1)
        return try store.statistics(asked, of: query) { false }.features.features.map(\.values)
    }

    @Test func `statistics are those of the values that are there`() throws {
        let kinds = Statistic.Kind.allCases.map { Statistic($0, of: "weight") }
        let row = try #require(
            try rows(StatisticsQuery(statistics: kinds + [Statistic(.count, of: "*")])).first)
        let weights = [1, 2, 3, 4, 6, 7, 8, 9, 11, 12].map { Double($0) / 4 }
        let mean = weights.reduce(0, +) / 10
        let squares = weights.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let expected = [
            10, weights.reduce(0, +), 0.25, 3, mean, (squares / 9).squareRoot(), squares / 9,
        ]
        for (value, wanted) in zip(row, expected) {
            switch value {
            case .integer(let number): #expect(Double(number) == wanted)
            case .double(let number): #expect(abs(number - wanted) < 1e-12)
            case .null, .string, .date: Issue.record("\(value)")
            }
        }
        #expect(row.last == .integer(12))
    }

    @Test func `groups are sorted, chosen and cut`() throws {
        var asked = StatisticsQuery(
            groupBy: ["DRIVER"],
            statistics: [
                Statistic(.max, of: "parcels", as: "most"), Statistic(.count, of: "fid", as: "n"),
            ])
        #expect(
            try rows(asked, where: "fid < 12") == [
                [.string("Ada"), .integer(6), .integer(3)],
                [.string("Ben"), .integer(4), .integer(4)],
                [.string("Cléo"), .integer(5), .integer(4)],
            ])
        asked.orderBy = [OrderTerm("n", isAscending: false), OrderTerm("most", isAscending: false)]
        #expect(
            try rows(asked, where: "fid < 12").map(\.[0])
                == [.string("Cléo"), .string("Ben"), .string("Ada")])
        asked.having = "COUNT(*) > 3 AND max(Parcels) < 5 OR driver = 'Ada'"
        #expect(
            try rows(asked, where: "fid < 12").map(\.[0]) == [.string("Ben"), .string("Ada")])
        (asked.having, asked.limit, asked.offset) = (nil, 1, 1)
        let query = LayerQuery(layer: "deliveries", where: "fid < 12", limit: 1)
        let cut = try store.statistics(asked, of: query) { false }
        #expect(cut.features.features.map(\.values[0]) == [.string("Ben")])
        #expect(cut.exceededLimit)
    }

    @Test(arguments: [
        ("MIN(due) + 7 > MAX(due)", "MIN(due) + INTERVAL '7' DAY > MAX(due)"),
        ("day + COUNT(*) = DATE '2026-03-06'", "day = DATE '2026-03-03'"),
        ("latest >= '2026-03-02'", "latest >= DATE '2026-03-02'"),
        ("max(DUE) - 1 < '2026-03-01 12:00'", "latest < TIMESTAMP '2026-03-02 12:00:00'"),
        ("COUNT(*) > '0'", "COUNT(*) > 0"), ("MAX(parcels) < '5'", "MAX(parcels) < 5"),
    ])
    func `a condition on groups knows the types of what it names`(
        text: String, plain: String
    ) throws {
        var asked = StatisticsQuery(
            groupBy: ["day"], statistics: [Statistic(.max, of: "due", as: "latest")])
        let all = try rows(asked)
        asked.having = plain
        let expected = try rows(asked)
        asked.having = text
        #expect(try rows(asked) == expected)
        #expect(!expected.isEmpty && expected.count <= all.count)
    }

    @Test func `without statistics the groups are distinct values`() throws {
        #expect(
            try rows(StatisticsQuery(groupBy: ["driver"]))
                == [[.string("Ada")], [.string("Ben")], [.string("Cléo")]])
        #expect(try rows(StatisticsQuery(groupBy: ["driver", "parcels"])).count == 12)
        #expect(try rows(StatisticsQuery(groupBy: ["driver"]), where: "1 = 2").isEmpty)
        // All nulls are one value.
        #expect(try rows(StatisticsQuery(groupBy: ["weight"])).count == 11)
    }

    @Test func `statistics of no rows are a row`() throws {
        let asked = StatisticsQuery(statistics: [
            Statistic(.count, of: "weight"), Statistic(.sum, of: "weight"),
            Statistic(.variance, of: "weight"),
        ])
        #expect(try rows(asked, where: "1 = 2") == [[.integer(0), .null, .null]])
    }

    @Test(arguments: [
        (StatisticsQuery(groupBy: ["drivr"]), "driver"),
        (StatisticsQuery(statistics: [Statistic(.sum, of: "driver")]), "numbers are needed"),
        (StatisticsQuery(statistics: [Statistic(.average, of: "day")]), "numbers are needed"),
        (StatisticsQuery(statistics: [Statistic(.sum, of: "*")]), "no field"),
        (StatisticsQuery(groupBy: ["driver"], having: "COUNT(drivr) > 1"), "drivr"),
        (StatisticsQuery(groupBy: ["driver"], having: "parcels > 1"), "neither a field"),
        (StatisticsQuery(groupBy: ["driver"], having: "COUNT(*) >"), "having: "),
        (StatisticsQuery(groupBy: ["driver"], having: "MAX(due) > 'soon'"), "having: MAX(due)"),
        (StatisticsQuery(groupBy: ["driver"], having: "COUNT(*) = 'two'"), "column of numbers"),
        (StatisticsQuery(groupBy: ["driver"], having: "driver + 1 = 2"), "driver is text"),
        (StatisticsQuery(groupBy: ["driver"], orderBy: [OrderTerm("day")]), "neither a field"),
    ])
    func `what cannot be summed up says why`(asked: StatisticsQuery, words: String) {
        let error = #expect(throws: FeatureStoreError.self) { try rows(asked) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func `the box is that of the rows, in the system asked for`() throws {
        var query = LayerQuery(layer: "deliveries", where: "fid IN (2, 3, 6)", limit: 1)
        let found = try store.extent(of: query) { false }
        #expect(found.count == 3)
        #expect(found.extent == Envelope(minX: 2, minY: 1, maxX: 6, maxY: 3))
        query.outSR = .webMercator
        let plane = try store.extent(of: query) { false }.extent
        #expect(abs(plane.minX - 222_638.98) < 0.01)
        query.where = "1 = 2"
        #expect(try store.extent(of: query) { false }.extent.isEmpty)
    }

    @Test(arguments: [4326, 3857, 25832])
    func `rows within a distance are those that geodesics reach`(wkid: Int) throws {
        let system = SpatialReference(wkid: wkid)
        let center = Coordinate(x: 9.1, y: 48.2)
        let places = (0..<200).map { number in
            let (column, row) = (number % 20, number / 20)
            return Coordinate(
                x: 9 + 0.013 * Double(column), y: 48.1 + 0.021 * Double(row))
        }
        try store.create(
            LayerSchema(
                name: "near", geometryType: .point, spatialReference: system, fields: []))
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: places.map { Feature(values: [], geometry: .point($0)) })
        #expect(try store.apply(LayerEdits(adds: set), to: "near").isComplete)
        for meters in [1.0, 1_500, 6_000, 11_000] {
            let shape = QueryGeometry(
                .point(center), spatialReference: .wgs84, distanceMeters: meters)
            let found = try store.objectIDs(
                LayerQuery(layer: "near", geometry: shape, limit: 999))
            let expected = places.indices.filter {
                Geodesic.distanceMeters(from: center, to: places[$0]) <= meters
            }
            #expect(found == expected.map { Int64($0 + 1) }, "\(meters)")
        }
        // From a line, measured at right angles.
        let line = QueryGeometry(
            .polyline(paths: [[Coordinate(x: 9, y: 48.2), Coordinate(x: 9.25, y: 48.2)]]),
            spatialReference: .wgs84, distanceMeters: 1_300)
        let found = try store.objectIDs(LayerQuery(layer: "near", geometry: line, limit: 999))
        let rows = Set(found.map { (Int($0) - 1) / 20 })
        // 48.184 lies 1,779 m from the line, 48.205 some 556 m.
        #expect(rows == [5])
        #expect(found.count == 20)
    }

    @Test func `a distance over the antimeridian and near a pole is no error`() throws {
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: [
                Feature(values: [], geometry: .point(Coordinate(x: -179.99, y: 10))),
                Feature(values: [], geometry: .point(Coordinate(x: 30, y: 89.9))),
            ])
        let ids = try store.apply(LayerEdits(adds: set), to: "deliveries").adds.map(\.objectID)
        func near(_ x: Double, _ y: Double, _ meters: Double) throws -> [Int64] {
            try store.objectIDs(
                LayerQuery(
                    layer: "deliveries",
                    geometry: QueryGeometry(
                        .point(Coordinate(x: x, y: y)), distanceMeters: meters), limit: 99))
        }
        #expect(try near(179.99, 10, 3_000) == [ids[0]])
        #expect(try near(-150, 89.9, 30_000) == [ids[1]])
    }

    @Test func `a distance that cannot be answered says why`() throws {
        func message(_ geometry: QueryGeometry) -> String {
            do throws(FeatureStoreError) {
                _ = try store.count(LayerQuery(layer: "deliveries", geometry: geometry, limit: 1))
                return ""
            } catch {
                return error.message
            }
        }
        let point = Geometry.point(Coordinate(x: 1, y: 1))
        #expect(message(QueryGeometry(point, distanceMeters: 2e6)).contains("1000000 m"))
        #expect(message(QueryGeometry(point, distanceMeters: .nan)).contains("distance is nan"))
        #expect(
            message(QueryGeometry(point, relation: .touches, distanceMeters: 5))
                .contains("esriSpatialRelIntersects"))
    }

    @Test func `what is done together is done or undone together`() throws {
        try store.create(LayerSchema(name: "b", geometryType: nil, fields: []))
        let row = FeatureSet(
            geometryType: nil, spatialReference: .wgs84, fields: [],
            features: [Feature(values: [], geometry: nil)])
        for isKept in [false, true] {
            let count = try store.together(on: ["deliveries", "b"], keeping: { _ in isKept }) {
                () throws(FeatureStoreError) -> Int in
                _ = try store.apply(LayerEdits(deletes: [1]), to: "deliveries")
                _ = try store.apply(LayerEdits(adds: row), to: "b")
                return 2
            }
            #expect(count == 2)
            #expect(try store.ids("fid = 1").isEmpty == isKept)
            #expect(try store.ids(nil, layer: "b").count == (isKept ? 1 : 0))
        }
    }
}
