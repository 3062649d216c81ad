// A route's schedule: arrivals, waits, services and violations.

import RouteAPI
package import Sequencing

/// One route's visits with their times.
///
/// A schedule answers when a vehicle arrives, waits, serves and leaves, given the travel time of
/// each leg. All times count from the route's start in milliseconds; ``startClock`` turns them into
/// instants. Without a start time and without windows there are only durations.
///
/// Windows apply to arrivals. An early vehicle waits; a late one continues, and the visit records
/// the violation. `OrderedVisits`, in the room Sequencing, chooses the departure, a window for each
/// stop and the place for the break, so that orders are judged by the same rules when they are
/// optimized and when they are reported.
///
/// ``RouteFinder`` makes schedules, ``SolvedRoute/rank(by:longest:)`` compares routes by them, and
/// answers read them as `ArriveTime`, `Wait` and `Violation` fields.
package struct Schedule: Hashable, Sendable {
    /// A break at its place in a route.
    package struct PlacedPause: Hashable, Sendable {
        /// The index of the visit before the break.
        package var place: Int
        /// When it begins and ends, since the route's start.
        package var begin: Int64
        package var end: Int64
        /// How much too late it begins.
        package var violation: Int64
    }

    /// The break. Its time is part of the wait at the visit before it.
    package private(set) var pause: PlacedPause?
    /// How long after the break's window the route ends, if it takes no break.
    private var missedPause: Int64 = 0
    /// The instant at which the route starts, in epoch milliseconds; `nil` without a start time and
    /// without windows.
    package var startClock: Int64?
    package private(set) var visits: [Visit] = []

    /// Computes a route's schedule.
    ///
    /// Without a start time, the route starts when a window opens at the first stop, or else when
    /// the earliest window opens. Windows apply to arrivals: an early vehicle waits, a late one
    /// continues. Among a stop's windows, and among places for the break, those are chosen with
    /// which the route is least late, then ends soonest.
    ///
    /// A floating start is as late as possible without adding lateness, if that saves waiting.
    ///
    /// - Parameters:
    ///   - stops: The stops' positions in the request.
    ///   - travel: The milliseconds of each leg.
    ///   - services: The milliseconds of service at each stop.
    ///   - windows: Each stop's windows as instants.
    ///   - numbers: The windows' numbers; counted from 1 if empty.
    ///   - start: The route's start, if given.
    ///   - startFloats: Whether to choose a start that is not given so that the route waits little.
    ///   - rules: The route's break and longest time. Without a start and windows there is no clock
    ///     for a break.
    ///   - lateness: Which measure of lateness to keep small.
    /// - Complexity: O(*n*) for *n* stops.
    package init(
        stops: [Int], travel: [Int64], services: [Int64], windows: [[TimeWindow]],
        numbers: [[Int]] = [], start: Int64?, startFloats: Bool = false,
        rules: TourRules = TourRules(), lateness: TourGoal.Lateness = .sum
    ) {
        startClock = start
        let hasWindows = windows.contains { !$0.isEmpty }
        guard hasWindows || start != nil && rules.pause != nil else {
            for (position, stop) in stops.enumerated() {
                visit(stop, after: position > 0 ? travel[position - 1] : 0, services[position])
            }
            return
        }
        let plan = OrderedVisits(
            legs: travel, services: services, windows: windows, start: start,
            departureFloats: startFloats, rules: rules, lateness: lateness)
        startClock = plan.departure
        for (position, stop) in stops.enumerated() {
            visit(stop, after: position > 0 ? travel[position - 1] : 0, services[position])
            if let chosen = plan.windows[position] {
                keep(
                    windows[position][chosen],
                    number: numbers.isEmpty ? chosen + 1 : numbers[position][chosen])
            }
            if position == plan.breakPlace, let pause = rules.pause { rest(pause) }
        }
        if let pause = rules.pause, plan.breakPlace == nil {
            missedPause = max(0, clock(at: endMilliseconds) - pause.window.closes)
        }
    }

    private var endMilliseconds: Int64 { visits.last?.departureMilliseconds ?? 0 }

    private func clock(at milliseconds: Int64) -> Int64 { (startClock ?? 0) + milliseconds }

    private mutating func visit(_ stop: Int, after travel: Int64, _ service: Int64) {
        visits.append(
            Visit(
                stop: stop, arrivalMilliseconds: endMilliseconds + travel,
                serviceMilliseconds: service))
    }

    /// Waits at the last stop for a window, or misses it.
    private mutating func keep(_ window: TimeWindow, number: Int) {
        let last = visits.count - 1
        let arrival = clock(at: visits[last].arrivalMilliseconds)
        visits[last].window = window
        visits[last].windowNumber = number
        visits[last].waitMilliseconds = max(0, window.opens - arrival)
        visits[last].violationMilliseconds = max(0, arrival - window.closes)
    }

    /// Takes the break after the service at the last stop.
    private mutating func rest(_ pause: TourBreak) {
        let last = visits.count - 1
        let served = endMilliseconds
        let begin = max(served, pause.window.opens - clock(at: 0))
        self.pause = PlacedPause(
            place: last, begin: begin, end: begin + pause.duration,
            violation: max(0, clock(at: served) - pause.window.closes))
        visits[last].waitMilliseconds += begin - served + pause.duration
    }

    /// How much the route misses its windows and its break, in milliseconds.
    package var violation: Int64 {
        visits.reduce(pause?.violation ?? missedPause) { $0 + $1.violationMilliseconds }
    }
}
