// The requests of a batch without their stops: one plan for all routes, or one for each driver.

import Batches
import DataStructures
import Geo
import Preparation
import RouteAPI
import RouteAnalysis

/// The request for one route without its stops: its fields, clocks, driver and shift.
struct RoutePlan: Sendable {
    /// The fields without stops.
    var fields: [String: String]
    /// How the stops' times are read.
    let windows: StopWindows
    /// How the request reads times.
    let clock: WrittenClock
    /// The driver, if the batch has drivers.
    var driver: Driver?
    var shift = Shift()
    /// The current time on local clocks, if the options give one.
    var now: Int64?

    /// A shift on local clocks, in milliseconds.
    struct Shift: Hashable, Sendable {
        var start: Int64?
        var end: Int64?

        /// Reads a cell's time on local clocks. A time of day belongs to the shift's first day, or
        /// to the next day if only that lies inside the shift.
        ///
        /// - Throws: ``CommandFailure`` if a zone is needed and none is known.
        func local(_ time: TimeValue, _ clock: WrittenClock, today: Int64) throws -> Int64 {
            let day = WrittenClock.midnight(start ?? today)
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
    fileprivate func write(to fields: inout [String: String]) {
        if start != nil { fields["preserveFirstStop"] = "true" }
        if end != nil { fields["preserveLastStop"] = "true" }
    }

    /// Reads the shift on local clocks.
    ///
    /// - Parameters:
    ///   - start: The start from the options, if any.
    ///   - today: Without a start, times of day belong to this day.
    /// - Throws: ``CommandFailure`` naming row and column.
    fileprivate func shift(
        _ clock: WrittenClock, start: Int64?, today: Int64
    ) throws -> RoutePlan.Shift {
        var shift = RoutePlan.Shift(start: start)
        let day = start ?? today
        if let shiftStart {
            shift.start = try RoutePlan.Shift(start: WrittenClock.midnight(day))
                .local(shiftStart, clock, today: day)
        }
        guard let shiftEnd else { return shift }
        guard let begins = shift.start else {
            throw CommandFailure(
                .invalidInput,
                "\(label), column ShiftStart: is empty, and ShiftEnd is not; write when the shift "
                    + "begins, or give --start-time")
        }
        var end = try shift.local(shiftEnd, clock, today: day)
        if end <= begins, shiftEnd.isOfSomeDay { end += ShiftWindow.dayLength }
        guard end > begins else {
            throw CommandFailure(
                .invalidInput,
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
    /// - Throws: ``CommandFailure`` if a zone is needed and none is known.
    fileprivate mutating func addBreak(of driver: Driver) throws {
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

/// The plans for all routes of a batch.
///
/// Each driver's row becomes a plan, once, before any route is searched: the travel settings with
/// the driver's vehicle, the shift on local clocks, the break and the current time. If a row has a
/// bad cell, or its vehicle a wrong setting, the plan is a failure instead, which ``plan(for:)``
/// throws for that driver's route alone. Without `--drivers`, all routes share ``usual``.
struct RoutePlans: Sendable {
    /// The plan for routes without drivers.
    let usual: RoutePlan
    private let drivers: Drivers?
    private let plans: [RouteNameKey: Result<RoutePlan, GroupFailure>]
    /// The costs whose totals routes may have, if vehicles use different ones.
    let costNames: Set<String>

    /// Returns the plan for a route.
    ///
    /// - Throws: `GroupFailure` if the route's driver has no row, or a row with a bad cell.
    func plan(for name: String) throws(GroupFailure) -> RoutePlan {
        guard let drivers else { return usual }
        if let plan = plans[RouteNameKey(name)] { return try plan.get() }
        throw GroupFailure(
            "no-driver",
            "\(drivers.source) has no row whose \(DriverField.name.rawValue) is "
                + "\"\(name.excerpt(60))\". "
                + NearestName.sentences(for: name, among: drivers.all.prefix(20).map(\.name)))
    }

    /// The inputs from which plans are made.
    struct Settings {
        /// The request from the options.
        var asked: RequestDraft
        /// The same, completed with the layer's settings.
        var settled: RequestDraft
        var travel: TravelOptions
        /// The current time, as written.
        var now: String?
        var service: ServiceZone
        /// When the batch began, in milliseconds since 1970.
        var begun: Int64
        var dates: DateOrder?
    }

    /// Makes the plans. If a driver's settings cannot be read or used, only that driver's route
    /// fails, with the file, the row and the column.
    ///
    /// - Parameter request: The request for routes without drivers.
    /// - Throws: ``CommandFailure`` naming the option.
    init(
        _ request: BatchRequest, drivers: Drivers?, _ settings: Settings, on layer: AnalysisSource
    ) async throws {
        let asked = settings.asked
        let clock = WrittenClock(
            service: settings.service.clock, chosen: asked.zone, now: settings.begun)
        let isUTC = asked.fields["startTimeIsUTC"]?.lowercased() == "true"
        let today = clock.local(ofStart: asked.start, isUTC: isUTC)
        let start = asked.start == nil ? nil : today
        var usual = RoutePlan(fields: request.fields, windows: request.windows, clock: clock)
        usual.shift.start = start
        usual.now = try settings.now(by: clock, in: usual.shift)
        (self.usual, self.drivers) = (usual, drivers)
        var drafts: [Driver.Vehicle: RequestDraft] = [:]
        var plans: [RouteNameKey: Result<RoutePlan, GroupFailure>] = [:]
        for driver in drivers?.all ?? [] {
            guard driver.problems.isEmpty else {
                plans[RouteNameKey(driver.name)] = .failure(
                    Self.failure(driver.problems.joined(separator: "\n")))
                continue
            }
            do {
                let draft: RequestDraft
                if let known = drafts[driver.vehicle] {
                    draft = known
                } else {
                    draft = try await settings.draft(for: driver, on: layer)
                    drafts[driver.vehicle] = draft
                }
                let shift = try driver.shift(clock, start: start, today: today ?? 0)
                plans[RouteNameKey(driver.name)] = .success(
                    try settings.plan(of: draft, driver, shift, clock))
            } catch let failure as CommandFailure where failure.outcome == .invalidInput {
                plans[RouteNameKey(driver.name)] = .failure(Self.failure(failure.message))
            }
        }
        self.plans = plans
        let modes = Set(drafts.values.map { $0.fields["travelMode"] })
        costNames =
            modes.count > 1 ? Self.costs(ofModes: modes, try await layer.layerResource()) : []
    }

    private static func failure(_ text: String) -> GroupFailure {
        GroupFailure("invalid-driver", text)
    }

    /// Collects the costs that travel modes use.
    private static func costs(
        ofModes modes: Set<String?>, _ resource: JSONValue
    ) -> Set<String> {
        let known = resource["supportedTravelModes"]?.array ?? []
        let usual = resource["defaultTravelMode"]?.string
        let keys = ["impedanceAttributeName", "timeAttributeName", "distanceAttributeName"]
        var costs = Set([resource["impedance"]?.string].compactMap(\.self))
        for text in modes {
            let given = text.flatMap { $0.first == "{" ? try? JSONValue.parse($0) : nil }
            let wanted = (given?["name"]?.string ?? text ?? usual)?.lowercased()
            let mode = known.first { mode in
                ["name", "id", "itemId"].contains { mode[$0]?.string?.lowercased() == wanted }
            }
            for key in keys {
                if let name = (given?[key] ?? mode?[key])?.string { costs.insert(name) }
            }
        }
        return costs
    }
}

extension RoutePlans.Settings {
    /// The current time on local clocks.
    fileprivate func now(
        by clock: WrittenClock, in shift: RoutePlan.Shift
    ) throws -> Int64? {
        guard let now else { return nil }
        let text = StartText(try StartText.checked(now, option: "--now"))
        if case .written(let time)? = text {
            let today = clock.local(ofStart: .now, isUTC: false) ?? 0
            return try shift.local(.written(time), clock, today: today)
        }
        return clock.local(ofStart: text, isUTC: false)
    }

    /// Adds a driver's vehicle to the request, and checks it.
    ///
    /// - Throws: ``CommandFailure`` naming the row.
    fileprivate func draft(
        for driver: Driver, on layer: AnalysisSource
    ) async throws -> RequestDraft {
        let vehicle = driver.vehicle
        if vehicle.isUsual { return settled }
        var travel = travel
        if let mode = vehicle.travelMode {
            travel.travelMode = mode
            travel.impedance = nil
        }
        func text(_ size: Double?, _ unit: String) -> String? {
            size.map { JSONValue.number($0).text + unit }
        }
        travel.vehicle.height = text(vehicle.height, "m") ?? travel.vehicle.height
        travel.vehicle.width = text(vehicle.width, "m") ?? travel.vehicle.width
        travel.vehicle.length = text(vehicle.length, "m") ?? travel.vehicle.length
        travel.vehicle.weight = text(vehicle.weight, "kg") ?? travel.vehicle.weight
        do {
            let draft = try await asked.travelling(by: travel).settled(on: layer)
            if case .network(let local) = layer {
                var fields = draft.fields
                for name in ["startTime", "startTimeIsUTC"] { fields[name] = nil }
                _ = try local.place(
                    RouteParameters(
                        fields: fields, locateDefaults: local.configuration.locateSettings))
            }
            return draft
        } catch let error as RouteRequestError {
            let text = error.details.isEmpty ? error.message : error.details.joined(separator: "; ")
            throw CommandFailure(.invalidInput, "\(driver.label), the vehicle: \(text)")
        } catch let failure as CommandFailure {
            throw CommandFailure(failure.outcome, "\(driver.label), the vehicle: \(failure)")
        }
    }

    /// Makes a driver's plan.
    fileprivate func plan(
        of draft: RequestDraft, _ driver: Driver, _ shift: RoutePlan.Shift, _ clock: WrittenClock
    ) throws -> RoutePlan {
        let floats = draft.fields["optimizeStartTime"] == "true"
        let start = shift.start.map { String(ISODateTime.text($0).dropLast()) }
        let request = try (start.map { draft.starting(at: $0) } ?? draft)
            .batch(in: service, begun: begun, dates: dates)
        var fields = request.fields
        if floats { for name in ["startTime", "startTimeIsUTC"] { fields[name] = nil } }
        driver.write(to: &fields)
        var plan = RoutePlan(fields: fields, windows: request.windows, clock: clock)
        plan.driver = driver
        plan.shift = shift
        plan.now = try now(by: clock, in: shift)
        if let most = driver.maxTotalTime {
            // Only the time left of the day remains to plan with.
            let begins = shift.start ?? 0
            let spent = Double(max(0, (plan.now ?? begins) - begins)) / 60_000
            plan.fields["maxTotalTime"] = JSONValue.number(max(1, most - spent)).text
        }
        try plan.addBreak(of: driver)
        return plan
    }
}
