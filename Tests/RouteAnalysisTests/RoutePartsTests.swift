// Tests dividing a request for several routes into parts of one route each.

import Geo
import RouteAPI
import RouteAnalysis
import Testing

@Suite struct RoutePartsTests {
    private func parameters(_ rows: [(id: Int?, name: String?, route: String?)]) -> RouteParameters
    {
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84,
                fields: [
                    Field("OBJECTID", .integer), Field("Name", .string),
                    Field("RouteName", .string),
                ],
                features: rows.map { row in
                    Feature(
                        values: [
                            row.id.map { .integer($0) } ?? .null,
                            row.name.map { .string($0) } ?? .null,
                            row.route.map { .string($0) } ?? .null,
                        ], geometry: .point(Coordinate(x: 7, y: 43)))
                }))
        return parameters
    }

    private let rows: [(id: Int?, name: String?, route: String?)] = [
        (10, "A", "r"), (nil, nil, "s"), (30, "C", nil), (40, "D", "r"), (50, nil, "s"),
        (60, "F", "t"),
    ]

    private func part(_ part: Int, of parts: RouteParts) -> RouteParameters {
        guard let found = parts.request(part, now: 0) as? RouteParameters else {
            preconditionFailure("a part of a request for routes must be such a request")
        }
        return found
    }

    /// A field's values at the stops of a part.
    private func values(
        _ field: String, ofPart number: Int, _ parts: RouteParts
    ) throws -> [AttributeValue] {
        let set = try #require(part(number, of: parts).stops?.features)
        let column = try #require(set.fieldIndex(field))
        return set.features.map { $0.values[column] }
    }

    @Test func `each route is a part, in the order of first stops`() throws {
        let parts = try #require(RouteParts(of: parameters(rows), mostStops: 10))
        #expect(parts.count == 3)
        let names = try (0..<3).map { try values("Name", ofPart: $0, parts) }
        #expect(
            names == [
                [.string("A"), .string("C"), .string("D")],
                [.string("Location 2"), .string("Location 5")], [.string("F")],
            ])
    }

    @Test func `names of routes count in any case, and numbers are names`() throws {
        let rows: [(id: Int?, name: String?, route: String?)] = [
            (1, "A", "Ann"), (2, "B", "ben"), (3, "C", " ANN "), (4, "D", "Ben"),
        ]
        let parts = try #require(RouteParts(of: parameters(rows), mostStops: 10))
        #expect(parts.count == 2)
        #expect((0..<2).map { parts.name($0) } == ["Ann", "ben"])
        #expect(try values("Name", ofPart: 0, parts) == [.string("A"), .string("C")])
        var request = parameters(rows)
        if case .features(var set)? = request.stops?.source {
            for row in set.features.indices { set.features[row].values[2] = .integer(row / 2) }
            request.stops?.source = .features(set)
        }
        let numbered = try #require(RouteParts(of: request, mostStops: 10))
        #expect((0..<2).map { numbered.name($0) } == ["0", "1"])
    }

    @Test func `stops keep the ids of the whole request`() throws {
        var request = parameters(rows)
        let counted = try #require(RouteParts(of: request, mostStops: 10))
        #expect(
            try values("ObjectID", ofPart: 1, counted) == [.integer(2), .integer(5)])
        request.locations.preserveObjectID = true
        let kept = try #require(RouteParts(of: request, mostStops: 10))
        #expect(
            try values("ObjectID", ofPart: 1, kept) == [.integer(2), .integer(50)])
        #expect(part(1, of: kept).locations.preserveObjectID == true)
    }

    @Test func `now is one instant in all parts`() throws {
        var request = parameters(rows)
        request.time.startTime = .now
        let parts = try #require(RouteParts(of: request, mostStops: 10))
        let times = (0..<3).map { parts.request($0, now: 5_000).analysis.time }
        #expect(times.allSatisfy { $0.startTime == .milliseconds(5_000) })
        #expect(times.allSatisfy { $0.startTimeIsUTC == true })
    }

    @Test func `barriers are answered once`() throws {
        var request = parameters(rows)
        request.output.returnBarriers.point = true
        let parts = try #require(RouteParts(of: request, mostStops: 10))
        #expect(parts.request(0, now: 0).analysis.output.returnBarriers.point == true)
        #expect(parts.request(1, now: 0).analysis.output.returnBarriers.point == false)
    }

    @Test func `a request that is one piece is not divided`() {
        #expect(RouteParts(of: RouteParameters(), mostStops: 10) == nil)
        #expect(RouteParts(of: parameters([(1, "A", "r"), (2, "B", "r")]), mostStops: 10) == nil)
        #expect(RouteParts(of: parameters([(1, "A", nil), (2, "B", nil)]), mostStops: 10) == nil)
        #expect(RouteParts(of: parameters(rows), mostStops: 5) == nil)
        var checked = parameters(rows)
        checked.service.validate = true
        #expect(RouteParts(of: checked, mostStops: 10) == nil)
    }
}
