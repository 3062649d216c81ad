// How long a vehicle stays at stops, which decides when the next leg begins.

import Preparation
import Sequencing

/// What a vehicle does at a stop besides its service.
struct Stay: Hashable {
    /// The instant at which service can begin.
    var opens: Int64?
    /// The break after the service.
    var pause: TourBreak?
}

extension RouteFinder {
    /// How often a route's legs are timed again, because its schedule's waits and break differ from
    /// those under which the legs were found.
    static let mostTimings = 3

    /// Returns the instant at which the vehicle leaves a stop reached at some instant.
    ///
    /// If the stay is unknown, the vehicle waits for the next window and takes no break.
    func departure(from stop: Int, reachedAt instant: Int64) -> Int64 {
        let service = service(stop, request.settings.impedance)
        guard let stay = stays[stop] else {
            let next = windows(of: stop).filter { $0.closes >= instant }.map(\.opens).min()
            return max(instant, next ?? instant) + service
        }
        let served = max(instant, stay.opens ?? instant) + service
        return stay.pause.map { max(served, $0.window.opens) + $0.duration } ?? served
    }

    /// Returns the same finder with a schedule's stays; `nil` if its legs already begin at the same
    /// instants, or no condition depends on them.
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
        let pause = pause(ofRouteWith: schedule.visits.first?.stop)
        for (place, visit) in schedule.visits.enumerated() {
            finder.stays[visit.stop] = Stay(
                opens: visit.window?.opens, pause: schedule.pause?.place == place ? pause : nil)
        }
        return finder
    }
}
