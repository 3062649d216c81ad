// Tests sizes with units, as drivers and offices write them.

import Testing

@testable import Geo

@Suite struct SizeUnitsTests {
    @Test(
        arguments: [
            ("4.1m", 4.1), ("4,1 m", 4.1), ("410cm", 4.1), ("4,1", nil), ("1,200m", nil),
            ("x4m", nil),
        ] as [(String, Double?)])
    func `sizes may have a decimal comma`(text: String, meters: Double?) {
        #expect(SizeUnits.lengths.value(of: text) == meters)
    }

    @Test(
        arguments: [
            ("7.5t", 7_500), ("7,5 T", 7_500), ("3500kg", 3_500), ("16000 lb", 7_257.477_9),
            ("3500", nil), ("-1t", nil), ("0kg", nil), ("nan t", nil), ("inft", nil), ("", nil),
        ] as [(String, Double?)])
    func `a weight is in kilograms, and needs a number above 0 and a unit`(
        text: String, kilograms: Double?
    ) {
        #expect(SizeUnits.weights.value(of: text) == kilograms)
    }

    @Test func `the names are as messages list them`() {
        #expect(SizeUnits.lengths.names == "m, cm, ft, in")
    }
}
