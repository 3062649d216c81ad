// If a window has only times of day, tests on which day it lies.

import Testing

@testable import Preparation

struct ShiftWindowTests {
    private static let hour: Int64 = 3_600_000
    /// Midnight at the beginning of 24 June 2024.
    private static let midnight: Int64 = 1_719_187_200_000

    /// A bound without a date.
    private static func timeOfDay(_ hours: Int64) -> Int64 { ShiftWindow.noDay + hours * hour }

    /// A bound or start with a date, in hours from the beginning of 24 June.
    private static func dated(_ hours: Int64) -> Int64 { midnight + hours * hour }

    @Test(
        arguments: [
            // Over at the start: the next day.
            (22, 3, 5, 27, 29, 1),
            // Open at the start, or not yet over by its last moment.
            (22, 20, 23, 20, 23, 0), (22, 20, 22, 20, 22, 0),
            // Later on the same day as the start.
            (7, 8, 10, 8, 10, 0),
            // Over midnight, on the way in.
            (22, 21, 2, 21, 26, 0),
            // Over midnight, begun the day before.
            (1, 22, 2, -2, 2, -1),
            // Of a whole day, which begins anew at the start.
            (0, 0, 24, 0, 24, 0), (8, 8, 32, 8, 32, 0), (9, 8, 32, 8, 32, 0),
        ] as [(Int64, Int64, Int64, Int64, Int64, Int)])
    func `a window of times of day is the first that is not over at the start`(
        start: Int64, from: Int64, to: Int64, opens: Int64, closes: Int64, days: Int
    ) {
        let window = ShiftWindow(
            Self.timeOfDay(from), Self.timeOfDay(to), after: Self.dated(start))
        #expect(window.start == Self.dated(opens))
        #expect(window.end == Self.dated(closes))
        #expect(window.daysLater == days)
    }

    @Test func `bounds with dates stay, and give their day to one without`() {
        let start = Self.dated(22)
        let past = ShiftWindow(Self.dated(1), Self.dated(2), after: start)
        #expect(past.start == Self.dated(1) && past.end == Self.dated(2) && past.daysLater == 0)
        let toNight = ShiftWindow(Self.dated(23), Self.timeOfDay(1), after: start)
        #expect(toNight.start == Self.dated(23) && toNight.end == Self.dated(25))
        let fromNight = ShiftWindow(Self.timeOfDay(23), Self.dated(25), after: start)
        #expect(fromNight.start == Self.dated(23) && fromNight.end == Self.dated(25))
    }

    /// A bound on a weekday of no week, in hours from the beginning of Monday.
    private static func weekday(_ hours: Int64) -> Int64 { 631_152_000_000 + hours * hour }

    /// 24 June 2024 is a Monday.
    @Test(
        arguments: [
            // On the day of the start: later, open, and over, which is a week later.
            (7, 8, 10, 8, 0), (9, 8, 10, 8, 0), (10, 8, 10, 8, 0), (11, 8, 10, 176, 7),
            // On Tuesday, and on Sunday.
            (11, 32, 34, 32, 1), (11, 152, 154, 152, 6),
            // From a Thursday: the Monday after it.
            (80, 8, 10, 176, 4),
            // From Saturday to Sunday, begun the day before, and next.
            (-3, 142, 166, -26, -1), (1, 142, 166, 142, 5),
            // Over the end of the week.
            (1, 166, 2, -2, -1), (3, 166, 2, 166, 6),
        ] as [(Int64, Int64, Int64, Int64, Int)])
    func `a window on weekdays is the first that is not over at the start`(
        start: Int64, from: Int64, to: Int64, opens: Int64, days: Int
    ) {
        let window = ShiftWindow(
            Self.weekday(from), Self.weekday(to), after: Self.dated(start))
        #expect(window.start == Self.dated(opens))
        #expect(window.end - window.start == (to - from + (to < from ? 168 : 0)) * Self.hour)
        #expect(window.daysLater == days)
        // As stored once it was read.
        let read = ShiftWindow(Self.weekday(from), Self.weekday(to), after: nil)
        #expect(ShiftWindow(read.start, read.end, after: Self.dated(start)) == window)
    }

    @Test func `weekdays stay beside a start on a weekday, or none, and take times of day`() {
        let (from, to) = (Self.weekday(32), Self.weekday(34))
        for start in [nil, Self.weekday(9), Self.weekday(100)] {
            let window = ShiftWindow(from, to, after: start)
            #expect(window.start == from && window.end == to && window.daysLater == 0)
        }
        let night = ShiftWindow(Self.weekday(22), Self.timeOfDay(2), after: Self.dated(-10))
        #expect(night.start == Self.dated(22) && night.end == Self.dated(26))
        // Dates that differ by more than a week are no weekdays.
        let years = ShiftWindow(from, Self.dated(0), after: Self.dated(1))
        #expect(years.start == from && years.end == Self.dated(0))
    }

    @Test func `without a start, times of day stay without a date, or take that of a day`() {
        let window = ShiftWindow(Self.timeOfDay(22), Self.timeOfDay(2), after: nil)
        #expect(window.start == Self.timeOfDay(22))
        #expect(window.end == Self.timeOfDay(26))
        #expect(window.daysLater == 0)
        let onDay = ShiftWindow(
            Self.timeOfDay(22), Self.timeOfDay(2), after: nil, on: Self.midnight)
        #expect(onDay.start == Self.dated(22) && onDay.end == Self.dated(26))
    }

    @Test func `a sentence says the day and how much later it is`() {
        let next = ShiftWindow(Self.timeOfDay(3), Self.timeOfDay(5), after: Self.dated(22))
        #expect(
            next.sentence(about: "stop 2")
                == "The time window of stop 2, 03:00 to 05:00, lies on 2024-06-25, "
                + "the day after the start.")
    }
}
