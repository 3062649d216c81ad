// A route's maneuvers, found and not yet worded.

/// What directions tell a driver along a whole route, in no language yet.
///
/// ``DirectionsWriter/maneuvers(stops:legs:)`` makes it and ``DirectionsWriter/entries(of:)`` words
/// it; nobody else looks inside.
package struct RouteManeuvers: Sendable {
    /// The way from one stop with entries to the next, perhaps through waypoints.
    struct Trip: Sendable {
        /// The indices of its legs, from 0.
        let legs: ClosedRange<Int>
        let travel: Travel
        let speech: Speech
        /// The maneuver before the arrival; `nil` if there is none.
        let last: Maneuver?
    }

    let stops: [DirectionsStop]
    /// The trips in the order of travel; none if the route has a single stop.
    var trips: [Trip] = []
}
