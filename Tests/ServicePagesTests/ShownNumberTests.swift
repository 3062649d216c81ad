// Tests numbers, times and lengths as pages show them.

import Geo
import RouteAPI
@testable import ServicePages
import Testing

@Suite struct ShownNumberTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-12_345_678, "-12,345,678")])
    func `digits stand in threes`(number: Int, text: String) {
        #expect(ShownNumber.grouped(number) == text)
    }

    @Test(arguments: [(0, "0 rows"), (1, "1 row"), (1_200, "1,200 rows")])
    func `rows are counted in words`(count: Int, text: String) {
        #expect(ShownNumber.rows(count) == text)
    }
}
