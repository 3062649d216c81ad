// One stop of a schedule, with its times.

package import Sequencing

/// A visit to a stop, in milliseconds since the route's start.
package struct Visit: Hashable, Sendable {
    /// The stop's position in the request.
    package var stop: Int
    package var arrivalMilliseconds: Int64 = 0
    package var waitMilliseconds: Int64 = 0
    package var violationMilliseconds: Int64 = 0
    package var serviceMilliseconds: Int64 = 0
    /// The window the visit waits for or misses, as instants.
    package var window: TimeWindow?
    /// That window's number at the stop.
    package var windowNumber = 1

    /// When the vehicle leaves: after waiting and service.
    package var departureMilliseconds: Int64 {
        arrivalMilliseconds + waitMilliseconds + serviceMilliseconds
    }
}
