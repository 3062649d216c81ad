// Tests how figures are written for people.

import Geo
import Testing

@Suite struct FigureTextTests {
    @Test(arguments: [
        (0.0, "0 s"), (0.5, "30 s"), (1.5, "1 min 30 s"), (12.34, "12 min"), (59.99, "60 min"),
        (61, "1 h 1 min"),
    ])
    func `durations are written in the usual units`(minutes: Double, text: String) {
        #expect(FigureText.duration(minutes: minutes) == text)
    }

    @Test(arguments: [(0.12345, "0.123"), (12.346, "12.35"), (123.46, "123.5"), (0, "0")])
    func `a length has fewer decimals the longer it is`(length: Double, text: String) {
        #expect(FigureText.length(length, "") == text)
        #expect(FigureText.length(length, "km") == text + " km")
    }

    @Test func `a total has three decimals at most`() {
        #expect(FigureText.total(1.23456) == "1.235" && FigureText.total(2) == "2")
    }
}
