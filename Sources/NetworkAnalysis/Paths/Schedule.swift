// The schedule of a route: arrivals, waits, services and violations.

import RouteAPI
package import Sequencing

/// A visit of a route to a stop, in milliseconds since the start of the route.
package struct Visit: Hashable, Sendable {
    /// The position of the stop in the request.
    package var stop: Int
    /// The time of arrival.
    package var arrivalMilliseconds: Int64 = 0
    package var waitMilliseconds: Int64 = 0
    package var violationMilliseconds: Int64 = 0
    package var serviceMilliseconds: Int64 = 0
    /// The window that the visit waits for or misses, as instants.
    package var window: TimeWindow?
    /// The number of that window among those of the stop.
    package var windowNumber = 1

    /// The time of departure.
    package var departureMilliseconds: Int64 {
        arrivalMilliseconds + waitMilliseconds + serviceMilliseconds
    }
}

/// The visits of one route with their times.
package struct Schedule: Hashable, Sendable {
    /// A break in a route.
    package struct PlacedPause: Hashable, Sendable {
        /// The position of the visit that it follows.
        package var place: Int
        /// When it begins and ends, since the start of the route.
        package var begin: Int64
        package var end: Int64
        /// By how much it begins too late.
        package var violation: Int64
    }

    /// The break, which is part of the wait of the visit that it follows.
    package private(set) var pause: PlacedPause?
    /// By how much the route ends too late to be without a break.
    private var missedPause: Int64 = 0
    /// The instant at which the route starts in epoch milliseconds; `nil` without a start time and
    /// without windows.
    package var startClock: Int64?
    package private(set) var visits: [Visit] = []

    /// Computes the schedule of a route.
    ///
    /// Without a start time, the route starts when a window of the first stop opens, or else when
    /// the earliest window opens. Windows apply to arrivals: an early vehicle waits, a late one
    /// continues. Of several windows of a stop, and of the places for the break, those count with
    /// which the route is the least late, then ends the soonest.
    ///
    /// A start that floats is as late as it can be without more lateness, when that saves waiting.
    ///
    /// - Parameters:
    ///   - stops: The positions of the stops in the request.
    ///   - travel: The milliseconds of each leg.
    ///   - services: The milliseconds of service at each stop.
    ///   - windows: The windows of each stop as instants.
    ///   - numbers: The numbers of these windows; 1 and up where empty.
    ///   - start: The start of the route, if it is given.
    ///   - startFloats: Whether a start that is not given is chosen so that the route waits little.
    ///   - rules: The break of the route and its longest time. Without a start and windows there is
    ///     no clock for a break.
    ///   - lateness: What of the lateness is to be small.
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

    /// When the last visit ends.
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

    /// Makes the break after the service at the last stop.
    private mutating func rest(_ pause: TourBreak) {
        let last = visits.count - 1
        let served = endMilliseconds
        let begin = max(served, pause.window.opens - clock(at: 0))
        self.pause = PlacedPause(
            place: last, begin: begin, end: begin + pause.duration,
            violation: max(0, clock(at: served) - pause.window.closes))
        visits[last].waitMilliseconds += begin - served + pause.duration
    }

    /// By how much the route misses its windows and its break, in milliseconds.
    package var violation: Int64 {
        visits.reduce(pause?.violation ?? missedPause) { $0 + $1.violationMilliseconds }
    }
}
