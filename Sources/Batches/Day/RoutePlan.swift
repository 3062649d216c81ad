// The request for one route of a batch, without its stops.

package import Geo
package import Preparation

/// The request for one route without its stops: its fields, clocks, driver and shift.
package struct RoutePlan: Sendable {
    /// The fields without stops.
    package var fields: [String: String]
    /// How the stops' times are read.
    package let windows: StopWindows
    /// How the request reads times.
    let clock: WrittenClock
    /// The driver, if the batch has drivers.
    package var driver: Driver?
    package var shift = Shift()
    /// The current time on local clocks, if the options give one.
    package var now: Int64?

    package init(fields: [String: String], windows: StopWindows, clock: WrittenClock) {
        (self.fields, self.windows, self.clock) = (fields, windows, clock)
    }

    /// A shift on local clocks, in milliseconds.
    package struct Shift: Hashable, Sendable {
        package var start: Int64?
        var end: Int64?

        /// Reads a cell's time on local clocks. A time of day belongs to the shift's first day, or
        /// to the next day if only that lies inside the shift.
        ///
        /// - Throws: `MissingZone` if a zone is needed and none is known.
        package func local(_ time: TimeValue, _ clock: WrittenClock, today: Int64) throws -> Int64 {
            let day = ShiftWindow.midnight(start ?? today)
            func onItsDay(_ time: Int64) -> Int64 {
                let (first, next) = (day + time, day + time + ShiftWindow.dayLength)
                guard let start, let end, first < start, next <= end else { return first }
                return next
            }
            switch time {
            case .written(.timeOfDay(let time)): return onItsDay(time)
            case .written(let time): return try clock.local(time, day: day)
            case .milliseconds(let time):
                // Databases put times of day on the first day of their calendar.
                let ofDay = time - ShiftWindow.noDay
                return (0..<ShiftWindow.dayLength).contains(ofDay) ? onItsDay(ofDay) : time
            }
        }
    }

    /// Reads a cell's time on local clocks.
    func local(_ time: TimeValue) throws -> Int64 {
        try shift.local(time, clock, today: clock.local(ofStart: nil, isUTC: false) ?? 0)
    }
}

extension Driver {
    /// Writes a driver's settings for the whole route into its request's fields. The greatest time
    /// is checked when the route is found.
    package func write(to fields: inout [String: String]) {
        if start != nil { fields["preserveFirstStop"] = "true" }
        if end != nil { fields["preserveLastStop"] = "true" }
    }

    /// Reads the shift on local clocks.
    ///
    /// - Parameters:
    ///   - start: The start from the options, if any.
    ///   - today: Without a start, times of day belong to this day.
    /// - Throws: ``BatchError`` naming row and column; `MissingZone` if a zone is needed and none
    ///   is known.
    package func shift(
        _ clock: WrittenClock, start: Int64?, today: Int64
    ) throws -> RoutePlan.Shift {
        var shift = RoutePlan.Shift(start: start)
        let day = start ?? today
        if let shiftStart {
            shift.start = try RoutePlan.Shift(start: ShiftWindow.midnight(day))
                .local(shiftStart, clock, today: day)
        }
        guard let shiftEnd else { return shift }
        guard let begins = shift.start else {
            throw BatchError(
                "\(label), column ShiftStart: is empty, and ShiftEnd is not; write when the shift "
                    + "begins, or give --start-time")
        }
        var end = try shift.local(shiftEnd, clock, today: day)
        if end <= begins, shiftEnd.isOfSomeDay { end += ShiftWindow.dayLength }
        guard end > begins else {
            throw BatchError(
                "\(label), column ShiftEnd: \(ISODateTime.text(end).dropLast()) is not after "
                    + "the beginning of the shift, \(ISODateTime.text(begins).dropLast())")
        }
        shift.end = end
        return shift
    }
}

extension TimeValue {
    /// Whether the time has no date.
    fileprivate var isOfSomeDay: Bool {
        switch self {
        case .written(.timeOfDay): true
        case .written: false
        case .milliseconds(let time):
            (0..<ShiftWindow.dayLength).contains(time - ShiftWindow.noDay)
        }
    }
}

extension RoutePlan {
    /// Adds a driver's break, unless it should have begun before now.
    ///
    /// - Throws: `MissingZone` if a zone is needed and none is known.
    package mutating func addBreak(of driver: Driver) throws {
        guard let rest = driver.rest else { return }
        let latest = try local(rest.latest)
        if let now, latest < now { return }
        func value(_ local: Int64) throws -> String {
            let isUTC = fields["timeWindowsAreUTC"] == "true"
            return String(isUTC ? try clock.instant(.wallClock(local), day: 0) : local)
        }
        fields["breakDuration"] = JSONValue.number(rest.minutes).text
        fields["breakStart"] = try rest.earliest.map { try value(try local($0)) }
        fields["breakEnd"] = try value(latest)
    }
}
