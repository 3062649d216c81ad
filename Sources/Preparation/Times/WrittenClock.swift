// Converts written times to the REST contract's epoch milliseconds.

import Foundation
package import Geo

/// Reads a request's written times.
///
/// The contract has instants, and local times in the service's zone. A time without a zone is read
/// in the zone of `--time-zone`, or else of the service. Unless the two zones differ, a local time
/// is sent unchanged, and the service converts it; otherwise it is converted here and sent as an
/// instant. If a zone is needed and none is known, reading throws, and the message asks for
/// `--time-zone`.
///
/// "Today" and "now" are the moment at which the clock was made. A batch that continues on another
/// day makes its clock with the moment at which it began, so its times keep their meaning.
package struct WrittenClock: Sendable {
    /// The time zone for the service's local times; `nil` if unknown.
    package let service: ZoneClock?
    /// The zone of `--time-zone`.
    let chosen: ZoneClock?
    /// The current time, for "today" and "now".
    let now: Int64

    /// Makes a clock that stands at `now`; by default at the moment of the call.
    package init(service: ZoneClock?, chosen: ZoneClock?, now: Int64? = nil) {
        self.service = service
        self.chosen = chosen
        self.now = now ?? Int64(Date().timeIntervalSince1970 * 1_000)
    }

    /// The zone for times without one.
    package var reading: ZoneClock? { chosen ?? service }

    /// Whether local times are in the service's zone and can be sent unchanged.
    package var readsLocally: Bool { chosen == nil || chosen == service }

    /// Converts a start time, or a time of day, to fields of a request.
    ///
    /// - Throws: ``MissingZone`` if a zone is needed and none is known.
    package func fields(ofStart start: StartText) throws -> (startTime: String, isUTC: Bool?) {
        switch start {
        case .now: return ("now", nil)
        case .number(let milliseconds): return ("\(milliseconds)", nil)
        case .written(.instant(let milliseconds)): return ("\(milliseconds)", true)
        case .written(let time):
            let local = try local(time, day: today("a time of day"))
            guard !readsLocally, let reading else { return ("\(local)", false) }
            return ("\(reading.utc(ofLocal: local))", true)
        }
    }

    /// Midnight of today on the local clock, or `nil` without a known zone.
    package var today: Int64? { reading.map { ShiftWindow.midnight($0.local(ofUTC: now)) } }

    /// Returns the start on the local clock, or `nil` without a known zone. Without a start, it is
    /// the beginning of today.
    package func local(ofStart start: StartText?, isUTC: Bool) -> Int64? {
        switch start {
        case .written(.wallClock(let local)): return local
        case .number(let local) where !isUTC: return local
        case .number(let instant), .written(.instant(let instant)):
            return reading?.local(ofUTC: instant)
        case .now: return reading?.local(ofUTC: now)
        case .written(.timeOfDay(let time)): return today.map { $0 + time }
        case nil: return today
        }
    }

    /// Converts a time to local time.
    ///
    /// - Parameter day: The midnight that a time of day is added to.
    package func local(_ time: WrittenTime, day: @autoclosure () throws -> Int64) throws -> Int64 {
        switch time {
        case .wallClock(let local): return local
        case .timeOfDay(let milliseconds): return try day() + milliseconds
        case .instant(let instant):
            guard let reading else { throw MissingZone("a time with a zone") }
            return reading.local(ofUTC: instant)
        }
    }

    /// Converts a time to an instant.
    package func instant(
        _ time: WrittenTime, day: @autoclosure () throws -> Int64
    ) throws -> Int64 {
        if case .instant(let instant) = time { return instant }
        guard let reading else { throw MissingZone("a time without a zone") }
        return reading.utc(ofLocal: try local(time, day: try day()))
    }

    private func today(_ what: String) throws -> Int64 {
        guard let today else { throw MissingZone(what) }
        return today
    }
}

/// A time's meaning depends on a time zone, and none is known.
package struct MissingZone: Error, Hashable, CustomStringConvertible {
    /// The time, in the words of a message.
    private let time: String

    init(_ time: String) { self.time = time }

    /// A sentence that says what would work.
    package var description: String {
        "\(time): the server does not say in which time zone it reads times; name one with "
            + "--time-zone, such as --time-zone Europe/Lisbon"
    }
}
