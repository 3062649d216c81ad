// Tests the progress display.

import Testing

@testable import RouteCLI

@Suite struct ProgressLineTests {
    private func line(_ fraction: Double, remaining: Double? = 12) -> ProgressLine {
        ProgressLine(
            step: (2, 8), title: "Reading nodes", fraction: fraction, count: 1_234_567,
            unit: "nodes", ratePerSecond: 1_250_000, remainingSeconds: remaining,
            elapsedSeconds: 3.21)
    }

    @Test func `phase, bar, share, rate and time to go stand in one line`() {
        #expect(
            line(0.5).line(columns: 100)
                == "[2/8] Reading nodes  ▕████████████            ▏  50 %  1.3 M nodes/s  0:12 left"
        )
    }

    @Test func `without an honest guess no time is shown`() {
        #expect(line(0.01, remaining: nil).line(columns: 100).hasSuffix("1.3 M nodes/s"))
    }

    @Test(arguments: 0...120)
    func `a line never reaches the last column`(columns: Int) {
        #expect(line(0.37).line(columns: columns).count <= max(0, columns - 1))
    }

    @Test(arguments: 30...120)
    func `only the bar shrinks while there is room for the facts`(columns: Int) {
        let facts = "50 %  1.3 M nodes/s  0:12 left"
        let room = "[2/8] Reading nodes  ".count + facts.count
        if columns > room { #expect(line(0.5).line(columns: columns).hasSuffix(facts)) }
    }

    @Test func `a narrow terminal loses the bar before the facts`() {
        #expect(
            line(0.5).line(columns: 60) == "[2/8] Reading nodes  50 %  1.3 M nodes/s  0:12 left")
    }

    @Test(arguments: [-1, 0, 0.001, 0.33, 0.999, 1, 1.5, .nan, .infinity])
    func `a bar is as wide at every share`(fraction: Double) {
        let bar = line(fraction).line(columns: 100)
        let cells = bar.drop { $0 != "▕" }.dropFirst().prefix(24)
        #expect(cells.count == 24)
        #expect(
            ProgressLine.bar(min(max(fraction.isNaN ? 0 : fraction, 0), 1), cells: 9).count == 11)
    }

    @Test func `a summary has the work that was done`() {
        #expect(line(1).summary == "[2/8] Reading nodes: 1,234,567 nodes in 3.2 s")
    }

    @Test(arguments: [
        (0.04, "0.0 s"), (9.94, "9.9 s"), (9.96, "0:10"), (75, "1:15"), (3_600, "1:00:00"),
        (.infinity, "?"),
    ])
    func `clocks read as clocks`(seconds: Double, text: String) {
        #expect(ProgressLine.clock(seconds) == text)
    }

    @Test(arguments: [(999, "999"), (1_000, "1,000"), (-12_345_678, "-12,345,678"), (0, "0")])
    func `large numbers are grouped`(number: Int, text: String) {
        #expect(ProgressLine.grouped(number) == text)
    }
}
