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
    /// A start that floats is as late as it can be without more lateness, when that saves waiting.
    ///
    /// - Parameters:
    ///   - stops: The positions of the stops in the request.
    ///   - travel: The milliseconds of each leg.
    ///   - services: The milliseconds of service at each stop.
    ///   - windows: The window of each stop as instants; `nil` without one.
    ///   - startClock: The start of the route, if it is given.
    ///   - startFloats: Whether a start that is not given is chosen so that the route waits little.
    /// - Complexity: O(*n*) for *n* stops.
    package init(
        stops: [Int], travel: [Int64], services: [Int64], windows: [(start: Int64, end: Int64)?],
        startClock: Int64?, startFloats: Bool = false
    ) {
        let opening = windows.first.flatMap { $0?.start }
        func visits(from start: Int64?) -> [Visit] {
            var clock: Int64 = 0
            return stops.indices.map { position in
                if position > 0 { clock += travel[position - 1] }
                var visit = Visit(stop: stops[position], arrivalMilliseconds: clock)
                visit.serviceMilliseconds = services[position]
                if let window = windows[position], let start {
                    visit.waitMilliseconds = max(0, window.start - (start + clock))
                    visit.violationMilliseconds = max(0, start + clock - window.end)
                }
                clock = visit.departureMilliseconds
                return visit
            }
        }
        if startFloats, startClock == nil,
            let (place, window) = windows.enumerated().first(where: { $0.element != nil })
                .flatMap({ place, window in window.map { (place, $0) } })
        {
            // At the soonest, the route does not wait at its first stop with a window.
            let soonest = opening ?? window.start - visits(from: nil)[place].arrivalMilliseconds
            let delay = Self.delay(of: visits(from: soonest), from: soonest, windows)
            self.startClock = soonest + delay
        } else {
            self.startClock = startClock ?? opening ?? windows.compactMap { $0?.start }.min()
        }
        self.visits = visits(from: self.startClock)
    }

    /// By how much a route may start later without more lateness, as far as that saves waiting.
    ///
    /// Method: the forward time slack of M. Savelsbergh, *The vehicle routing problem with time
    /// windows: minimizing route duration*, ORSA Journal on Computing 4 (1992),
    /// [doi:10.1287/ijoc.4.2.146](https://doi.org/10.1287/ijoc.4.2.146).
    private static func delay(
        of visits: [Visit], from start: Int64, _ windows: [(start: Int64, end: Int64)?]
    ) -> Int64 {
        var (waited, slack) = (Int64(0), Int64.max)
        for (visit, window) in zip(visits, windows) {
            guard let window else { continue }
            slack = min(slack, waited + max(0, window.end - start - visit.arrivalMilliseconds))
            waited += visit.waitMilliseconds
        }
        return min(slack, waited)
    }
}
