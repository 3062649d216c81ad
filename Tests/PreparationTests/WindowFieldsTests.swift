// Tests which windows a row has.

import Geo
import Preparation
import Testing

struct WindowFieldsTests {
    private func windows(
        _ names: [String], _ values: [AttributeValue]
    ) throws -> [WindowFields.Bounds] {
        let row = Feature(values: values, geometry: .empty)
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: names.map { Field($0, .string) }, features: [row])
        return try WindowFields(set).windows(of: row)
    }

    private static let nine = TimeValue.written(.timeOfDay(32_400_000))

    @Test func `windows have the numbers of their columns, and may lack a bound`() throws {
        let found = try windows(
            ["TimeWindowStart", "TimeWindowEnd", "timewindowstart3", "TimeWindowEnd4"],
            [.string("8:00"), .string("9:00"), .string("9:00"), .null])
        #expect(found.map(\.number) == [1, 3])
        #expect(found[0].start == .written(.timeOfDay(28_800_000)))
        #expect(found[0].end == Self.nine)
        #expect(found[1].start == Self.nine && found[1].end == nil)
    }

    @Test func `a zero is midnight beside a time of day, and else an instant`() throws {
        let names = ["TimeWindowStart", "TimeWindowEnd"]
        let midnight = TimeValue.written(.timeOfDay(0))
        #expect(try windows(names, [.integer(0), .string("9:00")])[0].start == midnight)
        #expect(try windows(names, [.string("9:00"), .integer(0)])[0].end == midnight)
        #expect(try windows(names, [.integer(0), .null])[0].start == .milliseconds(0))
    }

    @Test func `rows without columns or values have no windows`() throws {
        #expect(try windows(["Name"], [.string("8:00")]).isEmpty)
        #expect(try windows(["TimeWindowStart", "TimeWindowEnd"], [.null, .null]).isEmpty)
    }
}
