// Converts written times to the epoch milliseconds of the REST contract.

import Foundation
import Geo
import NetworkAnalysis
import RouteAnalysis

/// The clocks that a request's times are read from.
///
/// The contract has instants, and local times in the zone of the service. Times without a zone are
/// read in the zone of `--time-zone`, or else of the service.
struct RequestClock {
    /// The time zone of the service's local times; `nil` if unknown.
    var service: ZoneClock?
    /// The zone of `--time-zone`.
    var chosen: ZoneClock?
    /// The current time, for "today" and "now".
    var now = Int64(Date().timeIntervalSince1970 * 1_000)

    /// The zone of times without one.
    var reading: ZoneClock? { chosen ?? service }

    /// Whether local times are in the service's zone and can be sent unchanged.
    var readsLocally: Bool { chosen == nil || chosen == service }

    /// A start time, or a time of day, as the fields of a request.
    ///
    /// - Throws: ``CommandFailure`` when a zone is needed and none is known.
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

    /// The start on the clock that times without a zone are read from, or `nil` without a known
    /// zone. Without a start it is the beginning of today.
    func local(ofStart start: StartText?, isUTC: Bool) -> Int64? {
        switch start {
        case .written(.wallClock(let local)): return local
        case .number(let local) where !isUTC: return local
        case .number(let instant), .written(.instant(let instant)):
            return reading?.local(ofUTC: instant)
        case .now: return reading?.local(ofUTC: now)
        case .written(.timeOfDay(let time)):
            return reading.map { Self.midnight($0.local(ofUTC: now)) + time }
        case nil: return reading.map { Self.midnight($0.local(ofUTC: now)) }
        }
    }

    /// A time as local time; instants are converted.
    ///
    /// - Parameter day: The midnight to add a time of day to.
    func local(_ time: WrittenTime, day: @autoclosure () throws -> Int64) throws -> Int64 {
        switch time {
        case .wallClock(let local): return local
        case .timeOfDay(let milliseconds): return try day() + milliseconds
        case .instant(let instant):
            guard let reading else { throw Self.noZone("a time with a zone") }
            return reading.local(ofUTC: instant)
        }
    }

    /// The instant of a time.
    func instant(_ time: WrittenTime, day: @autoclosure () throws -> Int64) throws -> Int64 {
        if case .instant(let instant) = time { return instant }
        guard let reading else { throw Self.noZone("a time without a zone") }
        return reading.utc(ofLocal: try local(time, day: try day()))
    }

    private func today(_ what: String) throws -> Int64 {
        guard let reading else { throw Self.noZone(what) }
        return Self.midnight(reading.local(ofUTC: now))
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

/// The argument of `--start-time` and of `--time`.
enum StartText: Hashable {
    case now
    /// Epoch milliseconds, as in the contract.
    case number(Int64)
    case written(WrittenTime)

    /// Parses the text; `nil` if it is not a time.
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

    /// The text of an option, unchanged.
    ///
    /// - Throws: ``CommandFailure`` when it is not a time.
    static func checked(_ text: String, option: String) throws -> String {
        guard StartText(text) != nil else {
            throw CommandFailure(
                .usage,
                "\(option): \"\(text)\" is not one of now, 09:30, 2026-11-21T09:30, "
                    + "2026-11-21T09:30:00+01:00, 1795253400000")
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
