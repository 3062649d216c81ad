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
    /// A break that a route makes after a service, unless it ends before.
    package struct Pause: Hashable, Sendable {
        package var milliseconds: Int64
        /// The first and the last instant at which it may begin.
        package var opens: Int64
        package var closes: Int64
    }

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
    package var pause: PlacedPause?
    /// By how much the route ends too late to be without a break.
    private var missedPause: Int64 = 0
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
    ///   - pause: The break of the route, which is put where the route is the least late, and ends
    ///     the soonest.
    /// - Complexity: O(*n*) for *n* stops; O(*n*²) with a break, up to 500 stops.
    package init(
        stops: [Int], travel: [Int64], services: [Int64], windows: [(start: Int64, end: Int64)?],
        startClock: Int64?, startFloats: Bool = false, pause: Pause? = nil
    ) {
        let opening = windows.first.flatMap { $0?.start }
        func visits(from start: Int64?, pausing: Int? = nil) -> [Visit] {
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
                if position == pausing, let pause, let start {
                    visit.waitMilliseconds +=
                        max(0, pause.opens - start - clock) + pause.milliseconds
                    clock = visit.departureMilliseconds
                }
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
        guard let pause, let start = self.startClock else { return }
        let plain = self
        /// What the route is like with the break after a visit.
        func placed(_ place: Int) -> Schedule {
            var placed = plain
            let began = plain.visits[place].departureMilliseconds
            let begin = max(began, pause.opens - start)
            placed.visits = visits(from: start, pausing: place)
            placed.pause = PlacedPause(
                place: place, begin: begin, end: begin + pause.milliseconds,
                violation: max(0, start + began - pause.closes))
            return placed
        }
        let end = plain.visits.last?.departureMilliseconds ?? 0
        missedPause = max(0, start + end - pause.closes)
        // It is hardly ever best long before it must begin, or after that.
        let latest = plain.visits.lastIndex { start + $0.departureMilliseconds <= pause.closes }
        let around = latest ?? 0
        for place in stops.indices where abs(place - around) <= Self.placesTried {
            let other = placed(place)
            if other.rank < rank { self = other }
        }
    }

    /// The most visits before and after the last timely one that a break is tried at.
    private static let placesTried = 250

    /// By how much the route misses its windows and its break, in milliseconds.
    package var violation: Int64 {
        visits.reduce(pause?.violation ?? missedPause) { $0 + $1.violationMilliseconds }
    }

    private var rank: (Int64, Int64) {
        (violation, visits.last?.departureMilliseconds ?? 0)
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
