// What is left of a route, and what comes next on it.

/// What is left of a route from a position.
public struct RouteRemainder: Hashable, Codable, Sendable {
    /// Meters to the route's end.
    public var meters: Double
    /// Seconds to the route's end.
    public var seconds: Double
    /// The share of the route's length that is done, from 0 to 1.
    public var progress: Double
    /// The seconds of these that live speeds add; `nil` if it is unknown.
    public var delaySeconds: Double?
}

/// How soon a maneuver comes, and so how it is announced.
public enum AnnouncementStage: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
    /// About 40 seconds ahead: prepare.
    case far
    /// About 15 seconds ahead: choose the lane.
    case near
    /// About 4 seconds ahead: do it.
    case now

    /// Whether one stage comes before another.
    public static func < (a: AnnouncementStage, b: AnnouncementStage) -> Bool {
        a.order < b.order
    }

    private var order: Int {
        switch self {
        case .far: 0
        case .near: 1
        case .now: 2
        }
    }

    /// Returns the distance at which the stage begins, in meters.
    ///
    /// - Parameter isWalk: Whether the route is walked, as in ``RouteIndex/isWalk``. A car that
    ///   stands in a jam hears of a turn early, since it may soon be fast; people do not.
    public func meters(atSpeed metersPerSecond: Double, isWalk: Bool = false) -> Double {
        let least = isWalk ? leastMeters.walk : leastMeters.drive
        return switch self {
        case .far: min(2_000, max(least, metersPerSecond * 40))
        case .near: min(600, max(least, metersPerSecond * 15))
        case .now: min(120, max(least, metersPerSecond * 4))
        }
    }

    private var leastMeters: (drive: Double, walk: Double) {
        switch self {
        case .far: (300, 60)
        case .near: (100, 25)
        case .now: (25, 8)
        }
    }

    /// Returns the latest stage that has begun at a distance before a maneuver; `nil` before all.
    public static func stage(
        meters: Double, metersPerSecond: Double, isWalk: Bool = false
    ) -> AnnouncementStage? {
        allCases.last { meters <= $0.meters(atSpeed: metersPerSecond, isWalk: isWalk) }
    }
}

extension RouteIndex {
    /// Returns the meters and seconds left from a position, with the delay on the way.
    ///
    /// - Complexity: O(log *n*) in the legs.
    public func remainder(from position: RoutePosition) -> RouteRemainder {
        let left = meters(from: position, to: end)
        let whole = lengthMeters
        return RouteRemainder(
            meters: left, seconds: seconds(from: position, to: end),
            progress: whole > 0 ? 1 - left / whole : 1,
            delaySeconds: delayLeft(fromMeters: whole - left))
    }

    /// Returns what is left of each leg ahead from a position: up to each waypoint that was not
    /// reached yet, and to the end. Together they are what is left of the route.
    ///
    /// - Parameter waypointsReached: How many waypoints have been reached, as in
    ///   ``TrackerState/waypointsReached``.
    /// - Returns: The remainders in the order of travel; their progress is that in the leg.
    /// - Complexity: O(*k* log *n*) for *k* legs ahead.
    public func legRemainders(
        from position: RoutePosition, waypointsReached: Int
    ) -> [RouteRemainder] {
        let reached = max(0, min(waypointsReached, waypoints.count))
        let here = meters(at: position)
        var start = reached > 0 ? waypoints[reached - 1].offset : 0
        var (from, place) = (max(here, start), position)
        if here < start { place = self.position(atMeters: start) }
        return (waypoints[reached...].map(\.offset) + [lengthMeters]).map { offset in
            let last = max(from, offset)
            let next = offset == lengthMeters ? end : self.position(atMeters: last)
            defer { (start, from, place) = (offset, last, next) }
            let whole = offset - start
            let delay = delayLeft(fromMeters: from).flatMap { before in
                delayLeft(fromMeters: last).map { before - $0 }
            }
            return RouteRemainder(
                meters: last - from, seconds: max(0, seconds(from: place, to: next)),
                progress: whole > 0 ? 1 - (last - from) / whole : 1, delaySeconds: delay)
        }
    }

    /// Returns the seconds that live speeds add from a measure in meters to the end; `nil` if it is
    /// unknown.
    ///
    /// - Complexity: O(log *n*) in the legs.
    public func delayLeft(fromMeters meters: Double) -> Double? {
        left(fromMeters: meters, of: delays, { $0.offset }, { $0.seconds })
    }

    /// Returns what the route uses up from a measure in meters to its end, in the unit of the
    /// network's cost `Energy`; `nil` if it is unknown.
    ///
    /// - Complexity: O(log *n*) in the legs.
    public func energyLeft(fromMeters meters: Double) -> Double? {
        left(fromMeters: meters, of: energy, { $0.offset }, { $0.total })
    }

    /// Returns what is left of an amount from a measure in meters on; `nil` if it is unknown.
    ///
    /// - Parameters:
    ///   - marks: The sums up to the end of each leg.
    ///   - offset: Where a mark is.
    ///   - total: The sum there.
    private func left<Mark>(
        fromMeters meters: Double, of marks: [Mark], _ offset: (Mark) -> Double,
        _ total: (Mark) -> Double
    ) -> Double? {
        guard let whole = marks.last.map(total) else { return nil }
        let meters = max(0, meters)
        guard let leg = Self.first(of: marks.count, where: { offset(marks[$0]) > meters }) else {
            return 0
        }
        let (end, sum) = (offset(marks[leg]), total(marks[leg]))
        let (start, before) =
            leg > 0 ? (offset(marks[leg - 1]), total(marks[leg - 1])) : (0, 0)
        let share = (meters - start) / (end - start)
        return whole - before - (sum - before) * share
    }

    /// Returns the index of the first maneuver ahead of a measure in meters; `nil` if none is.
    ///
    /// The maneuver after it, if there is one, has the next index.
    ///
    /// - Complexity: O(log *n*) in the maneuvers.
    public func nextManeuver(afterMeters meters: Double) -> Int? {
        Self.first(of: maneuvers.count) { maneuvers[$0].offset > meters }
    }

    /// Returns the index of the first event ahead of a measure in meters; `nil` if none is.
    ///
    /// - Complexity: O(log *n*) in the events.
    public func nextEvent(afterMeters meters: Double) -> Int? {
        Self.first(of: events.count) { events[$0].offset > meters }
    }

    /// Returns the index of the first stretch that begins ahead of a measure in meters; `nil` if
    /// none does.
    ///
    /// - Complexity: O(log *n*) in the stretches.
    public func nextSpan(afterMeters meters: Double) -> Int? {
        Self.first(of: spans.count) { spans[$0].start > meters }
    }

    /// Returns the indices of the stretches at a measure in meters, the last to begin first.
    ///
    /// A stretch that began more than 100 km before is left out.
    ///
    /// - Parameter slackMeters: How far before its start a stretch counts.
    /// - Complexity: O(log *n* + *k*) in the stretches, for *k* that begin in the last 100 km.
    public func spans(atMeters meters: Double, slackMeters: Double = 0) -> [Int] {
        let end = nextSpan(afterMeters: meters + slackMeters) ?? spans.count
        return (0..<end).reversed().prefix { spans[$0].start >= meters - 100_000 }
            .filter { spans[$0].end > meters }
    }

    /// Returns the tunnel at a measure in meters; `nil` if there is none.
    func tunnel(atMeters meters: Double, slackMeters: Double = 0) -> FollowedRoute.Span? {
        spans(atMeters: meters, slackMeters: slackMeters).lazy.map { spans[$0] }
            .first { $0.kind == FollowedRoute.Span.tunnel }
    }

    private static func first(of count: Int, where isAhead: (Int) -> Bool) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isAhead(middle) { high = middle } else { low = middle + 1 }
        }
        return low < count ? low : nil
    }
}
