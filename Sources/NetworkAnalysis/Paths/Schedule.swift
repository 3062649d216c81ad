// When each stop is reached: waits, services and violations along a route.

import RouteAPI

/// One stop's place in time, in milliseconds since the route began.
package struct Visit: Hashable, Sendable {
    /// The position in the request's stops.
    package var stop: Int
    /// Travel, waiting and service before arriving.
    package var arrivalMilliseconds: Int64 = 0
    package var waitMilliseconds: Int64 = 0
    package var violationMilliseconds: Int64 = 0
    package var serviceMilliseconds: Int64 = 0

    /// When the stop is finished.
    package var departureMilliseconds: Int64 {
        arrivalMilliseconds + waitMilliseconds + serviceMilliseconds
    }
}

/// The timetable of one route.
package struct Schedule: Hashable, Sendable {
    /// The instant at which the route starts in epoch milliseconds; `nil` when neither a start time
    /// nor a window fixes it.
    package var startClock: Int64?
    package var visits: [Visit]

    /// Walks along a route. Without a start time it begins when the first stop's window opens, or
    /// else when the first window of all does. Windows govern arrival: early vehicles wait, late
    /// ones go on.
    ///
    /// - Parameters:
    ///   - travel: Milliseconds of each leg.
    ///   - windows: For each stop its window in instants, when windows count.
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
