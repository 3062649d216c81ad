// A rule's hours, which may follow the sun.

/// A time on a rule's day or the next.
struct DayTime: Hashable, Sendable {
    /// What it is counted from; midnight if it is `nil`.
    var event: SunEvent?
    /// Minutes after the event.
    var minutes: Int
    var isOnNextDay = false

    /// The minute of the rule's day on an ordinary day, from 1,440 on the next day's.
    var usualMinute: Int { nextDay + (event?.usualMinute ?? 0) + minutes }

    private var nextDay: Int { isOnNextDay ? 1_440 : 0 }

    /// Returns the minute, counted from the midnight that begins the rule's day.
    func minute(onDay day: Int, under sky: LocalSky) -> Int {
        guard let event else { return nextDay + minutes }
        return nextDay + sky.minute(of: event, onDay: isOnNextDay ? day + 1 : day) + minutes
    }
}

/// Where the sun is judged, and the clocks in use there.
struct LocalSky {
    /// The place; if it is `nil`, the sun keeps its usual hours.
    var place: SunPlace?
    /// How many minutes clocks are ahead of UTC.
    var ahead: Int

    func minute(of event: SunEvent, onDay day: Int) -> Int {
        place?.minute(of: event, onDay: day, ahead: ahead) ?? event.usualMinute
    }
}

/// Hours of a rule, from a time to before another.
struct DaySpan: Hashable, Sendable {
    let start: DayTime
    private(set) var end: DayTime

    /// Makes a span that ends on the next day if that is usual: `sunset-07:00`.
    init(_ start: DayTime, _ end: DayTime) {
        self.start = start
        self.end = end
        self.end.isOnNextDay = end.usualMinute < start.usualMinute || end == start
    }

    init(minutes: Range<Int>) {
        start = DayTime(minutes: minutes.lowerBound)
        end = DayTime(minutes: minutes.upperBound)
    }

    static let wholeDay = DaySpan(minutes: 0..<1_440)

    /// Whether the span depends on the sun.
    var followsSun: Bool { start.event != nil || end.event != nil }

    /// Returns the minutes of a day; from 1,440 on they belong to the next day, below 0 to the one
    /// before. They are empty where the sun ends the span before it begins.
    func minutes(onDay day: Int, under sky: LocalSky) -> Range<Int> {
        let first = start.minute(onDay: day, under: sky)
        return first..<max(first, end.minute(onDay: day, under: sky))
    }
}
