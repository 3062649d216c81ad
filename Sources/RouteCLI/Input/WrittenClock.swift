// Converts written times to the REST contract's epoch milliseconds.

import Foundation
import Geo
import Preparation
import RouteAnalysis

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
struct WrittenClock {
    /// The time zone for the service's local times; `nil` if unknown.
    var service: ZoneClock?
    /// The zone of `--time-zone`.
    var chosen: ZoneClock?
    /// The current time, for "today" and "now".
    var now = Int64(Date().timeIntervalSince1970 * 1_000)

    /// The zone for times without one.
    var reading: ZoneClock? { chosen ?? service }

    /// Whether local times are in the service's zone and can be sent unchanged.
    var readsLocally: Bool { chosen == nil || chosen == service }

    /// Converts a start time, or a time of day, to fields of a request.
    ///
    /// - Throws: ``CommandFailure`` if a zone is needed and none is known.
    func fields(ofStart start: StartText) throws -> (startTime: String, isUTC: Bool?) {
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
    var today: Int64? { reading.map { Self.midnight($0.local(ofUTC: now)) } }

    /// Returns the start on the local clock, or `nil` without a known zone. Without a start, it is
    /// the beginning of today.
    func local(ofStart start: StartText?, isUTC: Bool) -> Int64? {
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
    func local(_ time: WrittenTime, day: @autoclosure () throws -> Int64) throws -> Int64 {
        switch time {
        case .wallClock(let local): return local
        case .timeOfDay(let milliseconds): return try day() + milliseconds
        case .instant(let instant):
            guard let reading else { throw Self.noZone("a time with a zone") }
            return reading.local(ofUTC: instant)
        }
    }

    /// Converts a time to an instant.
    func instant(_ time: WrittenTime, day: @autoclosure () throws -> Int64) throws -> Int64 {
        if case .instant(let instant) = time { return instant }
        guard let reading else { throw Self.noZone("a time without a zone") }
        return reading.utc(ofLocal: try local(time, day: try day()))
    }

    private func today(_ what: String) throws -> Int64 {
        guard let today else { throw Self.noZone(what) }
        return today
    }

    private static func noZone(_ what: String) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(what): the server does not say in which time zone it reads times; name one with "
                + "--time-zone, such as --time-zone Europe/Lisbon")
    }

    static func midnight(_ local: Int64) -> Int64 {
        let day: Int64 = 86_400_000
        return local - (local % day + day) % day
    }
}

/// The value of `--start-time` or `--time`.
enum StartText: Hashable {
    case now
    /// Epoch milliseconds, as in the contract.
    case number(Int64)
    case written(WrittenTime)

    /// Parses the text. Returns `nil` if it is not a time.
    init?(_ text: String) {
        if text.lowercased() == "now" {
            self = .now
        } else if let number = Int64(text), text.first != "0" || number == 0 && text.count == 1 {
            switch TimeReader.reading(Double(number)) {
            case .milliseconds?: self = .number(number)
            case .written(let time)?: self = .written(time)
            case nil: return nil
            }
        } else if let time = TimeText(text)?.time(nil) {
            self = .written(time)
        } else {
            return nil
        }
    }

    /// Returns an option's text unchanged if it is a time.
    ///
    /// - Throws: ``CommandFailure`` if it is not a time.
    static func checked(_ text: String, option: String) throws -> String {
        guard StartText(text) != nil else {
            throw CommandFailure(
                .usage,
                "\(option): \"\(text)\" is no time; write now, 09:30, 2026-11-21T09:30, "
                    + "2026-11-21T09:30:00+01:00 or 1795253400000")
        }
        return text
    }

    /// Whether its value depends on a time zone.
    var needsZone: Bool {
        switch self {
        case .now, .number, .written(.instant): false
        case .written: true
        }
    }
}
