// The schedule of a route: arrivals, waits, services and violations.

import RouteAPI

/// A visit of a route to a stop, in milliseconds since the start of the route.
package struct Visit: Hashable, Sendable {
    /// The position of the stop in the request.
    package var stop: Int
    /// The time of arrival.
    package var arrivalMilliseconds: Int64 = 0
    package var waitMilliseconds: Int64 = 0
    package var violationMilliseconds: Int64 = 0
    package var serviceMilliseconds: Int64 = 0

    /// The time of departure.
    package var departureMilliseconds: Int64 {
        arrivalMilliseconds + waitMilliseconds + serviceMilliseconds
    }
}

/// The visits of one route with their times.
package struct Schedule: Hashable, Sendable {
    /// The instant at which the route starts in epoch milliseconds; `nil` without a start time and
    /// without windows.
    package var startClock: Int64?
    package var visits: [Visit]

    /// Computes the schedule of a route.
    ///
    /// Without a start time, the route starts when the window of the first stop opens, or else when
    /// the earliest window opens. Windows apply to arrivals: an early vehicle waits, a late one
    /// continues.
    ///
    /// - Parameters:
    ///   - stops: The positions of the stops in the request.
    ///   - travel: The milliseconds of each leg.
    ///   - services: The milliseconds of service at each stop.
    ///   - windows: The window of each stop as instants; `nil` without one.
    ///   - startClock: The start of the route, if it is given.
    /// - Complexity: O(*n*) for *n* stops.
    package init(
        stops: [Int], travel: [Int64], services: [Int64], windows: [(start: Int64, end: Int64)?],
        startClock: Int64?
    ) {
        self.startClock =
            startClock ?? windows.first.flatMap { $0?.start }
            ?? windows.compactMap { $0?.start }.min()
        var clock: Int64 = 0
        visits = []
        for (position, stop) in stops.enumerated() {
            if position > 0 { clock += travel[position - 1] }
            var visit = Visit(stop: stop, arrivalMilliseconds: clock)
            visit.serviceMilliseconds = services[position]
            if let window = windows[position], let start = self.startClock {
                visit.waitMilliseconds = max(0, window.start - (start + clock))
                visit.violationMilliseconds = max(0, start + clock - window.end)
            }
            visits.append(visit)
            clock = visit.departureMilliseconds
        }
    }
}
