// Times that people wrote, as the epoch milliseconds of the REST contract.

import Foundation
import Geo
import RouteAnalysis

/// The clocks that a request's times are read from.
///
/// The contract knows instants, and local times in the zone of the service. What was written
/// without a zone is read in the zone of `--time-zone`, or in the service's.
struct RequestClock {
    /// The zone that the service reads local times in; `nil` when it does not tell.
    var service: ZoneClock?
    /// The zone that was asked for.
    var asked: ZoneClock?
    /// What "today" and "now" are.
    var now = Int64(Date().timeIntervalSince1970 * 1_000)

    /// The zone of times without one.
    var reading: ZoneClock? { asked ?? service }

    /// Whether local times are the service's own, so that they can be sent as they are.
    var readsLocally: Bool { asked == nil || asked == service }

    /// A start time as the fields of a request.
    ///
    /// - Throws: ``CommandFailure`` when a zone is needed and none is known.
    func fields(ofStart start: StartText) throws -> (startTime: String, isUTC: Bool?) {
        switch start {
        case .now: return ("now", nil)
        case .number(let milliseconds): return ("\(milliseconds)", nil)
        case .written(.instant(let milliseconds)): return ("\(milliseconds)", true)
        case .written(let time):
            let local = try local(time, day: today("--start-time"))
            guard !readsLocally, let reading else { return ("\(local)", false) }
            return ("\(reading.utc(ofLocal: local))", true)
        }
    }

    /// The local midnight of the day on which a request starts, or `nil` when no zone tells.
    func day(ofStart start: StartText?, isUTC: Bool) -> Int64? {
        switch start {
        case .written(.wallClock(let local)): return Self.midnight(local)
        case .number(let local) where !isUTC: return Self.midnight(local)
        case .number(let instant), .written(.instant(let instant)):
            return reading.map { Self.midnight($0.local(ofUTC: instant)) }
        case .now, .written(.timeOfDay), nil:
            return reading.map { Self.midnight($0.local(ofUTC: now)) }
        }
    }

    /// The local time that a clock shows; of an instant, the one that it shows then.
    ///
    /// - Parameter day: The midnight that a time of day counts from.
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

    private func today(_ option: String) throws -> Int64 {
        guard let reading else { throw Self.noZone(option) }
        return Self.midnight(reading.local(ofUTC: now))
    }

    private static func noZone(_ what: String) -> CommandFailure {
        CommandFailure(
            .usage,
            "\(what): the server does not say in which time zone it reads times; name one with "
                + "--time-zone, such as --time-zone Europe/Lisbon")
    }

    private static func midnight(_ local: Int64) -> Int64 {
        let day: Int64 = 86_400_000
        return local - (local % day + day) % day
    }
}

/// The start time as it was asked for.
enum StartText: Hashable {
    case now
    /// Epoch milliseconds, as the contract has them.
    case number(Int64)
    case written(WrittenTime)

    /// Reads the text of `--start-time`, or is `nil` when it is no time.
    init?(_ text: String) {
        if text.lowercased() == "now" {
            self = .now
        } else if let milliseconds = Int64(text) {
            self = .number(milliseconds)
        } else if let time = WrittenTime(text) {
            self = .written(time)
        } else {
            return nil
        }
    }

    /// Whether it is read in some zone.
    var needsZone: Bool {
        switch self {
        case .now, .number, .written(.instant): false
        case .written: true
        }
    }
}
