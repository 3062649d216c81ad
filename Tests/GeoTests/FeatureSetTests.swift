// Tests feature sets' fields.

import Geo
import Testing

@Suite struct FeatureSetTests {
    @Test func `a field is found by its exact name, or else in any case`() {
        let set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [Field("NAME", .string), Field("Name", .string), Field("Größe", .double)])
        #expect(set.fieldIndex("Name") == 1)
        #expect(set.fieldIndex("NAME") == 0)
        #expect(set.fieldIndex("name") == 0)
        #expect(set.fieldIndex("GRÖSSE") == nil)
        #expect(set.fieldIndex("GRÖßE") == 2)
        #expect(set.fieldIndex("Names") == nil)
    }
}
