// Tests words in place of a field's numbers.

import Geo
import Testing

@testable import Preparation

struct CodedFieldTests {
    private func code(
        _ field: CodedField, _ value: AttributeValue, upTo last: Int = 2
    ) throws(FieldError) -> Int? {
        let row = Feature(values: [value], geometry: .empty)
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field(field.name.lowercased(), .string)], features: [row])
        return try FeatureFields(set).code(field, row, upTo: last)
    }

    @Test(arguments: [
        ("Right side of vehicle", 1), ("left side of vehicle", 2), ("Either side of vehicle", 0),
        ("No U-Turn", 3), ("Right Side", 1), ("left-side", 2), ("esriNAEitherSideOfVehicle", 0),
        ("esriNANoUTurn", 3), ("right", 1), (" 2 ", 2), ("3", 3),
    ])
    func `words of tables, clients and constants are the curb's codes`(
        text: String, expected: Int
    ) throws {
        #expect(try code(.curbApproach, .string(text), upTo: 3) == expected)
    }

    @Test func `every field has its words`() throws {
        #expect(try code(.locationType, .string("Waypoint")) == 1)
        #expect(try code(.barrierType, .string("Scaled Cost")) == 1)
        #expect(try code(.barrierType, .string("Added Cost")) == 2)
        #expect(try code(.sideOfEdge, .string("Left Side")) == 2)
    }

    @Test func `numbers, nulls and words for none are what they were`() throws {
        #expect(try code(.curbApproach, .integer(1)) == 1)
        #expect(try code(.curbApproach, .double(2)) == 2)
        #expect(try code(.curbApproach, .null) == nil)
        #expect(try code(.curbApproach, .string("  ")) == nil)
        #expect(try code(.curbApproach, .string("null")) == nil)
    }

    @Test func `other words are answered with those that count`() {
        let error = #expect(throws: FieldError.self) {
            try code(.curbApproach, .string("No U-turn"))
        }
        #expect(
            error?.text
                == "CurbApproach is \"No U-turn\"; it must be a number from 0 to 2, or one of "
                + "\"Either side of vehicle\", \"Right side of vehicle\", \"Left side of vehicle\"")
        #expect(throws: FieldError.self) { try code(.locationType, .string("s")) }
        #expect(throws: FieldError.self) { try code(.curbApproach, .string("side")) }
    }
}
