// The sums over all routes of a batch, and the hours they take.

import Geo

/// The sums over all routes, in minutes and in the length unit.
package struct DayTotals: Hashable {
    var routes = 0
    var visits = 0
    var left = 0
    var late = 0
    var drive = 0.0
    var service = 0.0
    var wait = 0.0
    /// The sum of the stops' lateness.
    var violation = 0.0
    /// The length, if it is totaled.
    var distance: Double?
    /// The hours of routes with a start time.
    private(set) var clocks: ClosedRange<Double>?
    /// The longest duration among routes without a start time.
    private(set) var longest = 0.0

    package init() {}

    package mutating func add(_ route: DayRoute) {
        routes += 1
        visits += route.visits.count
        left += route.left.count
        late += route.lateCount
        drive += route.drive
        service += route.service
        wait += route.wait
        violation += route.visits.reduce(0) { $0 + $1.violation }
        if let length = route.distance { distance = (distance ?? 0) + length }
        guard let span = route.span else { return }
        if route.hasClock {
            clocks =
                clocks.map {
                    min($0.lowerBound, span.lowerBound)...max($0.upperBound, span.upperBound)
                } ?? span
        } else {
            longest = max(longest, span.upperBound - span.lowerBound)
        }
    }

    /// The first and the last day, or the only one: `Monday, 2026-03-02`; `nil` without clocks.
    var day: String? { clocks.map(DayDate.text(of:)) }

    /// The axis that shows all routes.
    package var axis: DayAxis {
        guard let clocks else { return DayAxis(hours: 0...max(longest, 1), isClock: false) }
        let end = max(clocks.upperBound, clocks.lowerBound + max(longest, 1))
        return DayAxis(hours: clocks.lowerBound...end, isClock: true)
    }

    /// Writes a line about lengths and times.
    ///
    /// - Parameter unit: The length unit.
    package func text(lengthUnit unit: String?) -> String {
        var parts: [String] = []
        if let distance {
            parts.append(FigureText.length(distance, unit ?? ""))
        }
        parts.append("drive \(FigureText.duration(minutes: drive))")
        parts.append("service \(FigureText.duration(minutes: service))")
        if wait > 0 { parts.append("wait \(FigureText.duration(minutes: wait))") }
        if late > 0 {
            parts.append("\(late) late by \(FigureText.duration(minutes: violation)) in all")
        }
        return parts.joined(separator: ", ")
    }
}

/// The dates for minutes on local clocks.
enum DayDate {
    private static let minutesOfDay = 1_440.0
    private static let weekdays = [
        "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]

    /// Writes the date of a span of minutes since 1970-01-01T00:00, or its first and last dates.
    static func text(of span: ClosedRange<Double>) -> String {
        let first = day(of: span.lowerBound)
        let last = day(of: span.upperBound)
        return first == last ? text(ofDay: first) : "\(text(ofDay: first)) – \(text(ofDay: last))"
    }

    private static func day(of minute: Double) -> Int {
        Int((minute / minutesOfDay).rounded(.down))
    }

    private static func text(ofDay day: Int) -> String {
        let date = ISODateTime.text(Int64(day) * 86_400_000).prefix { $0 != "T" }
        // 1970-01-01 was a Thursday.
        return "\(weekdays[((day % 7) + 7) % 7]), \(date)"
    }
}

/// A time axis with ticks, the same for every route in a report.
package struct DayAxis: Hashable {
    /// The first and the last minute.
    let range: ClosedRange<Double>
    /// Whether minutes count on local clocks.
    let isClock: Bool
    /// The minutes between ticks.
    let step: Double

    /// The possible distances between ticks, in minutes.
    private static let steps: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720]
    private static let mostTicks = 8.0
    private static let day = 1_440.0

    /// Makes an axis that begins and ends at ticks.
    init(hours: ClosedRange<Double>, isClock: Bool) {
        let length = max(1, hours.upperBound - hours.lowerBound)
        let days = (length / Self.day / Self.mostTicks).rounded(.up) * Self.day
        let step = Self.steps.first { length / $0 <= Self.mostTicks } ?? max(Self.day, days)
        let first = (hours.lowerBound / step).rounded(.down) * step
        let last = max(first + step, (hours.upperBound / step).rounded(.up) * step)
        range = first...last
        self.isClock = isClock
        self.step = step
    }

    /// The minutes of the ticks.
    var ticks: [Double] {
        Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
    }

    /// A minute's place on the axis in percent, bounded by its ends.
    func place(_ minute: Double) -> Double {
        let share = (minute - range.lowerBound) / (range.upperBound - range.lowerBound)
        return 100 * min(max(share, 0), 1)
    }

    /// Writes a minute as the hour on local clocks, `08:30`, or since the beginning, `0:30`. Days
    /// after the first are counted, `+1 08:30`.
    func text(_ minute: Double) -> String {
        let rounded = Int(minute.rounded(.down))
        guard isClock else { return "\(rounded / 60):\(Self.two(rounded % 60))" }
        let days = Int((minute / Self.day).rounded(.down))
        let first = Int((range.lowerBound / Self.day).rounded(.down))
        let rest = rounded - days * Int(Self.day)
        let clock = "\(Self.two(rest / 60)):\(Self.two(rest % 60))"
        return days == first ? clock : "\(days > first ? "+" : "")\(days - first) \(clock)"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
