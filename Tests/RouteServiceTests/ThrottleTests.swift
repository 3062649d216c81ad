// Failed log-ins and limits of use, on a clock of the tests' own.

import RouteAPI
import Testing

@testable import RouteService

@Suite struct ThrottleTests {
    private let start = ContinuousClock.now

    private func wait(
        _ throttle: LogInThrottle, _ name: String, _ address: String, _ seconds: Double
    ) -> Int? {
        do throws(LogInRefusal) {
            try throttle.begin(name, from: address, at: start + .seconds(seconds))
        } catch {
            if case .tooManyFailures(let seconds) = error { return seconds }
        }
        return nil
    }

    @Test func `five failures are free, then each doubles the wait`() {
        let throttle = LogInThrottle()
        for _ in 0..<6 { #expect(wait(throttle, "ann", "a", 0) == nil) }
        #expect(wait(throttle, "ann", "a", 0) == 1)
        #expect(wait(throttle, "ann", "a", 1) == nil)
        #expect(wait(throttle, "ann", "a", 1) == 2)
        #expect(wait(throttle, "ann", "a", 3) == nil)
        #expect(wait(throttle, "ann", "a", 3) == 4)
        // Another name and another address are not held up.
        #expect(wait(throttle, "ben", "a", 3) == nil)
        #expect(wait(throttle, "ann", "b", 3) == nil)
    }

    @Test func `a wait is five minutes at most, and is forgotten after a quiet quarter of an hour`()
    {
        let throttle = LogInThrottle()
        var now = 0.0
        for _ in 0..<30 {
            let seconds = wait(throttle, "ann", "a", now) ?? 0
            #expect(seconds <= 300)
            now += Double(seconds)
        }
        now += 1_500
        for _ in 0..<6 { #expect(wait(throttle, "ann", "a", now) == nil) }
    }

    @Test func `an address that tries many names is held up too`() {
        let throttle = LogInThrottle()
        for number in 0..<21 { #expect(wait(throttle, "user\(number)", "a", 0) == nil) }
        #expect(wait(throttle, "another", "a", 0) == 1)
        #expect(wait(throttle, "another", "b", 0) == nil)
    }

    @Test func `a success clears the name but not the address`() {
        let throttle = LogInThrottle()
        for round in 0..<21 {
            for _ in 0..<1 { _ = wait(throttle, "guess\(round)", "a", 0) }
        }
        throttle.succeed("guess20", from: "a", at: start)
        // One failure of the address was taken back, the others stay.
        #expect(wait(throttle, "other", "a", 0) == nil)
        #expect(wait(throttle, "other", "a", 0) == 1)
    }

    @Test func `a table forgets what was used least recently`() {
        var table = BoundedTable<Int, Int>(capacity: 16)
        for key in 0..<16 { table[key] = key }
        table[0] = 100
        table[16] = 16
        #expect(table.count == 15)
        #expect(table[0] == 100)
        #expect(table[1] == nil && table[2] == nil)
        #expect(table[16] == 16)
        for key in 0..<10_000 { table[key] = key }
        #expect(table.count <= 16)
    }

    @Test func `requests fill up again at their rate`() throws {
        var limits = UsageLimits()
        limits.requestsPerMinute = 6
        var account = UsageAccount(limits, at: start)
        for _ in 0..<6 { try account.handle(.request, at: start) }
        let error = #expect(throws: UsageExceeded.self) {
            try account.handle(.request, at: start)
        }
        #expect(error?.limit == "requestsPerMinute")
        #expect(error?.retrySeconds == 10)
        try account.handle(.request, at: start + .seconds(10))
        #expect(throws: UsageExceeded.self) {
            try account.handle(.request, at: start + .seconds(10))
        }
    }

    @Test func `a long solve is paid for by waiting`() throws {
        var limits = UsageLimits()
        limits.solveSecondsPerMinute = 30
        var account = UsageAccount(limits, at: start)
        try account.handle(.solveStarts, at: start)
        try account.handle(.solveEnds(seconds: 40), at: start)
        let error = #expect(throws: UsageExceeded.self) {
            try account.handle(.solveStarts, at: start)
        }
        #expect(error?.found == "40.0 seconds")
        #expect(throws: UsageExceeded.self) {
            try account.handle(.solveStarts, at: start + .seconds(19))
        }
        try account.handle(.solveStarts, at: start + .seconds(24))
    }

    @Test func `so many solves at once and no more`() throws {
        var limits = UsageLimits()
        limits.runningSolves = 2
        var account = UsageAccount(limits, at: start)
        try account.handle(.solveStarts, at: start)
        try account.handle(.solveStarts, at: start)
        #expect(throws: UsageExceeded.self) { try account.handle(.solveStarts, at: start) }
        try account.handle(.solveEnds(seconds: 1), at: start)
        try account.handle(.solveStarts, at: start)
    }

    @Test func `accounts of strangers do not grow without end`() throws {
        var limits = UsageLimits()
        limits.requestsPerMinute = 10
        let layer = PublishedLayer(service: "Harbor", usage: limits, answering: FakeLayer())
        let meter = UsageMeter(capacity: 100)
        for number in 0..<5_000 {
            try meter.countRequest(of: .anonymous(network: "n\(number)"), to: layer)
        }
        #expect(meter.count <= 100)
    }

    @Test func `one subscriber is one network, whichever address is used`() {
        #expect(source("192.0.2.7").network == "192.0.2.7")
        #expect(source("::ffff:192.0.2.7").network == "192.0.2.7")
        #expect(source("2001:db8:1:2::1").network == source("2001:db8:1:2:ffff::9").network)
        #expect(source("2001:db8:1:2::1").network != source("2001:db8:1:3::1").network)
    }
}
