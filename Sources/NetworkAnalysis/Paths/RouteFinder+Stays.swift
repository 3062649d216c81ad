// How long a vehicle stays at stops, which decides when the next leg begins.

import Sequencing

/// What a vehicle does at a stop besides its service.
struct Stay: Hashable {
    /// The instant before which it is not served.
    var opens: Int64?
    /// The break after the service.
    var pause: TourBreak?
}

extension RouteFinder {
    /// How often the legs of a route are timed anew, since waits and the break of its schedule
    /// differ from those under which they were found.
    static let mostTimings = 3

    /// The instant at which a stop is left, by the instant at which it is reached.
    ///
    /// Where its stay is not known, the vehicle waits for the next window, and has no break.
    func departure(from stop: Int, reachedAt instant: Int64) -> Int64 {
        let service = service(stop, request.settings.impedance)
        guard let stay = stays[stop] else {
            let next = windows(of: stop).filter { $0.closes >= instant }.map(\.opens).min()
            return max(instant, next ?? instant) + service
        }
        let served = max(instant, stay.opens ?? instant) + service
        return stay.pause.map { max(served, $0.window.opens) + $0.duration } ?? served
    }

    /// The same finder with the stays of a schedule; `nil` if its legs begin at the same instants
    /// already, or no condition depends on them.
    func staying(as schedule: Schedule) -> RouteFinder? {
        guard request.timedConditions != nil, request.clock.start != nil,
            let start = schedule.startClock
        else { return nil }
        let isOther = schedule.visits.contains { visit in
            departure(from: visit.stop, reachedAt: start + visit.arrivalMilliseconds)
                != start + visit.departureMilliseconds
        }
        guard isOther else { return nil }
        var finder = self
        for (place, visit) in schedule.visits.enumerated() {
            finder.stays[visit.stop] = Stay(
                opens: visit.window?.opens, pause: schedule.pause?.place == place ? pause : nil)
        }
        return finder
    }
}
