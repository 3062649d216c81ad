// Tests a route's arrivals, waits and violations.

import Sequencing
import Testing

@testable import PathFinding

struct ScheduleTests {
    @Test func `without a clock there are only durations`() {
        let schedule = Schedule(
            stops: [4, 2, 7], travel: [60_000, 30_000], services: [0, 10_000, 5_000],
            windows: [[], [], []], start: nil)
        #expect(schedule.startClock == nil)
        #expect(schedule.visits.map(\.stop) == [4, 2, 7])
        #expect(schedule.visits.map(\.arrivalMilliseconds) == [0, 60_000, 100_000])
        #expect(schedule.visits.map(\.departureMilliseconds) == [0, 70_000, 105_000])
        #expect(schedule.violation == 0 && schedule.pause == nil)
    }

    @Test func `an early vehicle waits, and a late one goes on`() {
        let first = TimeWindow(opens: 1_100_000, closes: 1_200_000)
        let second = TimeWindow(opens: 1_100_000, closes: 1_110_000)
        let schedule = Schedule(
            stops: [0, 1, 2], travel: [60_000, 60_000], services: [0, 0, 20_000],
            windows: [[], [first], [second]], start: 1_000_000)
        #expect(schedule.startClock == 1_000_000)
        #expect(schedule.visits.map(\.arrivalMilliseconds) == [0, 60_000, 160_000])
        #expect(schedule.visits.map(\.waitMilliseconds) == [0, 40_000, 0])
        // Arriving counts, not leaving: 1,160,000 is 50,000 after the end.
        #expect(schedule.visits.map(\.violationMilliseconds) == [0, 0, 50_000])
        #expect(schedule.violation == 50_000)
        #expect(schedule.visits.map(\.window) == [nil, first, second])
    }

    @Test func `of several windows the one that is kept has its own number`() {
        let windows = [TimeWindow(opens: 0, closes: 5), TimeWindow(opens: 20, closes: 30)]
        let schedule = Schedule(
            stops: [0, 1], travel: [10], services: [0, 1], windows: [[], windows],
            numbers: [[], [3, 5]], start: 0)
        #expect(schedule.visits[1].windowNumber == 5)
        #expect(schedule.visits[1].window == windows[1])
        #expect(schedule.visits[1].waitMilliseconds == 10)
        #expect(schedule.visits[1].departureMilliseconds == 21)
    }

    @Test func `a route without a start begins when its first window opens`() {
        let (early, late) = (
            TimeWindow(opens: 300, closes: 400), TimeWindow(opens: 500, closes: 600)
        )
        func start(_ windows: [[TimeWindow]]) -> Int64? {
            Schedule(
                stops: [0, 1, 2], travel: [10, 10], services: [0, 0, 0], windows: windows,
                start: nil
            ).startClock
        }
        #expect(start([[late], [early], []]) == 500, "that of the first stop")
        #expect(start([[], [late], [early]]) == 300, "or else the earliest of all")
    }

    /// A route of two stops, 100 apart, with a break of 30 that may begin in a window.
    private func schedule(_ window: TimeWindow, service: Int64 = 0) -> Schedule {
        Schedule(
            stops: [0, 1], travel: [100], services: [service, 0], windows: [[], []], start: 0,
            rules: TourRules(pause: TourBreak(duration: 30, window: window)))
    }

    @Test func `a break is where the route is least late, and counts as waiting`() throws {
        // At the second stop it would begin at 100, too late by 10; without it, the route would
        // end so.
        let schedule = schedule(TimeWindow(opens: 50, closes: 90))
        let found = try #require(schedule.pause)
        #expect(found.place == 0 && found.begin == 50 && found.end == 80)
        #expect(found.violation == 0 && schedule.violation == 0)
        #expect(schedule.visits.map(\.waitMilliseconds) == [80, 0])
        #expect(schedule.visits.map(\.arrivalMilliseconds) == [0, 180])
    }

    @Test func `a route that ends before its break has to begin takes none`() {
        let schedule = schedule(TimeWindow(opens: 50, closes: 1_000))
        #expect(schedule.pause == nil && schedule.violation == 0)
        #expect(schedule.visits.map(\.arrivalMilliseconds) == [0, 100])
    }

    @Test func `a break that begins too late is a violation`() throws {
        let schedule = schedule(TimeWindow(opens: 0, closes: 40), service: 60)
        // After the service at the first stop, at 60.
        let found = try #require(schedule.pause)
        #expect(found.place == 0 && found.begin == 60 && found.end == 90)
        #expect(found.violation == 20 && schedule.violation == 20)
    }
}
