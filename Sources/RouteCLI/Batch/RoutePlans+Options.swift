// Makes the plans of a batch from its options and its table of drivers.

import Batches
import DataStructures
import Geo
import Preparation
import RouteAPI
import RouteAnalysis

extension RoutePlans {
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
            } catch let error as BatchError {
                plans[RouteNameKey(driver.name)] = .failure(Self.failure(error.description))
            }
        }
        let modes = Set(drafts.values.map { $0.fields["travelMode"] })
        self.init(
            usual: usual, drivers: drivers, plans: plans,
            costNames: modes.count > 1
                ? Self.costs(ofModes: modes, try await layer.layerResource()) : [])
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
