// Tests a solve's timings as an HTTP header.

import Testing

@testable import Preparation

@Suite struct SolveTimingsTests {
    @Test func `a header has each stage in milliseconds with three decimals`() {
        var timings = SolveTimings()
        timings.reading = .microseconds(7)
        timings.barriers = .nanoseconds(12_345_678)
        timings.locating = .microseconds(1_020)
        timings.routing = .seconds(61)
        #expect(
            timings.serverTiming
                == "read;dur=0.007, barriers;dur=12.346, locate;dur=1.020, route;dur=61000.000, "
                + "assemble;dur=0.000")
    }

    @Test func `sentences of directions are a part of their own, if there are any`() {
        var timings = SolveTimings()
        timings.assembling = .microseconds(1_500)
        timings.wording = .microseconds(250)
        #expect(timings.serverTiming.hasSuffix(", assemble;dur=1.500, words;dur=0.250"))
    }

    @Test func `the mechanisms describe the stage of routes, by name`() {
        var timings = SolveTimings()
        timings.legMechanisms = ["hierarchy": 12, "derivedMetric": 1]
        #expect(
            timings.serverTiming
                == "read;dur=0.000, barriers;dur=0.000, locate;dur=0.000, "
                + "route;dur=0.000;desc=\"derivedMetric 1, hierarchy 12\", assemble;dur=0.000")
    }
}
