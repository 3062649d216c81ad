// The break a request wants in each route.

import Geo
import RouteAPI

/// A break in each route, as the request states it.
package struct BreakDemand: Hashable, Sendable {
    package var minutes: Double
    /// When it may begin, in milliseconds like time windows; `nil` for any time.
    package var start: Int64?
    /// When it must have begun.
    package var end: Int64

    /// Reads a request's break; `nil` if it has none.
    init?(_ resolved: ResolvedParameters<RouteParameters>) {
        let minutes = resolved[\.breakDuration]
        guard minutes > 0 else { return nil }
        self.minutes = minutes
        start = resolved.requested.breakStart.map { Int64($0) }
        end = resolved.requested.breakEnd.map { Int64($0) } ?? .min
    }

    /// The first bound given, on the day of the other if only that has a date.
    var opens: Int64 { ShiftWindow(start ?? end, end, after: nil).start }

    package var milliseconds: Int64 { Int64((minutes * 60_000).rounded()) }

    /// Returns the break, or `nil` with a message if it has no effect.
    ///
    /// - Throws: If it has no latest time, or one before its earliest.
    func checked(
        isTimeBased: Bool, hasClock: Bool, _ messages: inout [Message]
    ) throws(RouteRequestError) -> BreakDemand? {
        guard end > .min else {
            throw .invalidParameter(
                "breakEnd", "is missing; breakDuration needs the latest time to begin the break")
        }
        if let start, case let window = ShiftWindow(start, end, after: nil),
            window.end < window.start
        {
            throw .invalidParameter("breakEnd", "\(end) is before breakStart \(start)")
        }
        let cause =
            !isTimeBased
            ? "the impedance is not a time"
            : hasClock ? nil : "the route has no startTime and uses no time windows"
        guard let cause else { return self }
        messages.append(
            Message(.warning, "Parameter \"breakDuration\" was ignored, because \(cause)."))
        return nil
    }
}

extension RouteParameters {
    /// Asks for a break.
    package mutating func keep(_ pause: BreakDemand?) {
        guard let pause else { return }
        breakDuration = pause.minutes
        breakStart = pause.start.map { Int($0) }
        breakEnd = Int(pause.end)
    }
}
