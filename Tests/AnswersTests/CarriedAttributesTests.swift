// Tests which attributes of an input an answer repeats.

import Answers
import Geo
import Testing

struct CarriedAttributesTests {
    private let set = FeatureSet(
        geometryType: .point, spatialReference: .wgs84,
        fields: [
            Field("OBJECTID", .objectID), Field("NAME", .string), Field("Shape", .string),
            Field("FID", .integer), Field("Team", .string), Field("team", .string),
            Field("Note", .integer),
        ],
        features: [
            Feature(
                values: [
                    .integer(1), .string("A"), .null, .integer(1), .string("red"),
                    .string("blue"), .integer(7),
                ], geometry: .empty),
            Feature(values: [.integer(2), .string("B"), .null, .null, .null], geometry: .empty),
        ])

    @Test func `fields of the class, ids and shapes are not repeated, nor a name twice`() {
        let carried = CarriedAttributes(of: set, besides: ["Name", "RouteName"])
        #expect(carried.fields.map(\.name) == ["Team", "Note"])
        #expect(carried.values(ofRow: 0) == [.string("red"), .integer(7)])
    }

    @Test func `a value that a row lacks is null`() {
        let carried = CarriedAttributes(of: set, besides: ["Name"])
        #expect(carried.values(ofRow: 1) == [.null, .null])
        #expect(carried.values(ofRow: 2) == [.null, .null])
        #expect(CarriedAttributes(of: nil, besides: []).values(ofRow: 0).isEmpty)
    }
}
