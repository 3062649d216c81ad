// Tests numbers, times and lengths as pages show them.

import Geo
import RouteAPI
import Testing

@testable import RouteService

@Suite struct ShownNumberTests {
    @Test(arguments: [
        (0.004, "0 s"), (0.2, "12 s"), (1.0, "1 min"), (12.34, "12.3 min"), (59.99, "60 min"),
        (60.0, "1 h 0 min"), (125.4, "2 h 5 min"),
    ])
    func `times are written in the usual units`(minutes: Double, text: String) {
        #expect(ShownNumber.minutes(minutes) == text)
    }

    @Test(arguments: [
        (0.164, NetworkUnit.kilometers, "164 m"), (2.333, .kilometers, "2.3 km"),
        (0.164, .miles, "0.16 mi"), (30, .meters, "30 m"),
    ])
    func `lengths are written in the usual units`(length: Double, unit: NetworkUnit, text: String) {
        #expect(ShownNumber.length(length, unit) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-12_345_678, "-12,345,678")])
    func `digits stand in threes`(number: Int, text: String) {
        #expect(ShownNumber.grouped(number) == text)
    }

    @Test(arguments: [(0, "0 rows"), (1, "1 row"), (1_200, "1,200 rows")])
    func `rows are counted in words`(count: Int, text: String) {
        #expect(ShownNumber.rows(count) == text)
    }
}
