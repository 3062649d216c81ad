// Tests slowing down failed log-ins, and usage limits, on a simulated clock.

@testable import AccessControl
import Fixtures
import RouteAPI
import Testing

@Suite struct ThrottleTests {
    private let start = ContinuousClock.now

    /// The seconds that a log-in must wait, `nil` if it may go on.
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
        // Only one failure of the address was taken back.
        #expect(wait(throttle, "other", "a", 0) == nil)
        #expect(wait(throttle, "other", "a", 0) == 1)
    }

    @Test func `an attempt that is refused leaves no trace`() {
        let throttle = LogInThrottle()
        for _ in 0..<6 { _ = wait(throttle, "ann", "a", 0) }
        for number in 0..<15 { _ = wait(throttle, "user\(number)", "a", 0) }
        let held = throttle.count
        // Neither the waiting name nor new names from a waiting address get through.
        for number in 0..<1_000 {
            #expect(wait(throttle, "ann", "a", 0.5) == 1)
            #expect(wait(throttle, "fresh\(number)", "a", 0.5) == 1)
        }
        #expect(throttle.count == held)
        // Nor did they prolong this wait or the next one.
        #expect(wait(throttle, "ann", "a", 1) == nil)
        #expect(wait(throttle, "ann", "a", 1) == 2)
    }

    /// Fails as ann from "a" for a minute, until the next wait exceeds `seconds`.
    private func block(_ throttle: LogInThrottle, at seconds: Double) {
        var now = seconds - 60
        while now < seconds { now += Double(wait(throttle, "ann", "a", now) ?? 0) }
        #expect((wait(throttle, "ann", "a", seconds) ?? 0) > 1)
    }

    @Test(arguments: [1, 20])
    func `ten thousand fresh names free no one, from one address or from many`(each: Int) {
        let throttle = LogInThrottle()
        block(throttle, at: 1_000)
        for number in 0..<10_000 { _ = wait(throttle, "fresh\(number)", "b", 1_000) }
        for number in 0..<12_000 {
            _ = wait(throttle, "fresh\(number)", "network\(number / each)", 1_000)
        }
        for number in 0..<10_000 { _ = wait(throttle, "fresh\(number)", "a", 1_000) }
        #expect((wait(throttle, "ann", "a", 1_000) ?? 0) > 1)
        // The address that tried them all waits as well.
        #expect(wait(throttle, "ben", "b", 1_000) != nil)
        #expect(throttle.count <= 20_000)
    }

    @Test func `an address that is held up stays so while many others fail`() {
        let throttle = LogInThrottle(capacity: 500)
        for number in 0..<21 { _ = wait(throttle, "user\(number)", "a", 0) }
        for number in 0..<2_000 {
            _ = wait(throttle, "ann", "2001:db8:0:\(String(number, radix: 16))", 0.1)
        }
        #expect(wait(throttle, "ben", "a", 0.5) == 1)
    }

    @Test func `what was quiet for a quarter of an hour is forgotten before what is counted`() {
        let throttle = LogInThrottle(capacity: 500)
        for number in 0..<500 {
            for _ in 0..<6 { _ = wait(throttle, "old", "network\(number)", 0) }
        }
        for _ in 0..<3 { _ = wait(throttle, "ann", "a", 1_000) }
        for number in 0..<300 { _ = wait(throttle, "new", "other\(number)", 1_000) }
        // Three failures are still remembered, so three more are free.
        for _ in 0..<3 { #expect(wait(throttle, "ann", "a", 1_000) == nil) }
        #expect(wait(throttle, "ann", "a", 1_000) == 1)
    }

    @Test func `an attempt that was not checked is taken back`() {
        let throttle = LogInThrottle()
        for _ in 0..<100 {
            #expect(wait(throttle, "ann", "a", 0) == nil)
            throttle.withdraw("ann", from: "a", at: start)
        }
        for _ in 0..<6 { #expect(wait(throttle, "ann", "a", 0) == nil) }
        #expect(wait(throttle, "ann", "a", 0) == 1)
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

    @Test func `accounts of unknown clients do not grow without end`() throws {
        var limits = UsageLimits()
        limits.requestsPerMinute = 10
        let service = MeteredService(limits: limits) { "Harbor" }
        let meter = UsageMeter(capacity: 100)
        for number in 0..<5_000 {
            try meter.countRequest(of: .anonymous(network: "n\(number)"), to: service)
        }
        #expect(meter.count <= 100)
    }

    @Test func `one subscriber is one network, whichever address is used`() {
        func network(_ address: String) -> String { TestUsers.source(address).network }
        #expect(network("192.0.2.7") == "192.0.2.7")
        #expect(network("::ffff:192.0.2.7") == "192.0.2.7")
        #expect(network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9"))
        #expect(network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
    }
}
