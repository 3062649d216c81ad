// Reads and checks a request's stops from feature rows.

import Geo
import RoadNetwork
import RouteAPI
import SpatialOperations

/// Reads stops. An invalid row becomes a stop with a problem; errors concern the whole request.
struct StopReader {
    /// What a request's stops depend on besides its rows.
    struct Rules: Hashable, Sendable {
        let limits: ServiceLimits
        let preservesObjectID: Bool
        /// Whether the request itself sets `preserveObjectID`.
        let requestsObjectIDs: Bool
        /// The impedance's index among the costs; latencies are in its unit.
        let impedance: Int
        /// Whether `Sequence` values give the visiting order.
        let checksSequence: Bool
        /// Whether time windows count; if not, no window makes a stop invalid.
        let usesWindows: Bool
        /// The clock for local times; `nil` for an unknown zone.
        let windowZone: ZoneClock?
        let windowsAreUTC: Bool
    }

    let network: NetworkDataset
    let rules: Rules
    /// Stops from earlier requests; `nil` to read every row.
    let known: KnownStops?

    /// Reads an input's rows.
    ///
    /// - Throws: For too few or too many rows, an unknown spatial reference, or repeated ids.
    /// - Complexity: O(*n*) for *n* rows; O(1) if they are known.
    func read(
        _ input: LocationInput?, _ demand: LocationDemand
    ) throws(RouteRequestError) -> [Shared<StopInput>] {
        let features = input?.features.features ?? []
        guard features.count <= rules.limits.maximumStops else {
            throw RouteRequestError(
                .limitExceeded, extendedCode: .tooManyLocations,
                details: [
                    "The number of input locations loaded into \(demand.className) exceeded the "
                        + "maximum of \(rules.limits.maximumStops) allowed by the service.",
                    "maximumStops is \(rules.limits.maximumStops); found \(features.count).",
                ]
            ).blaming(demand.name)
        }
        guard input != nil || demand.minimum > 0 else { return [] }
        guard let set = input?.features, features.count >= demand.minimum else {
            throw RouteRequestError(
                .tooFewStops, extendedCode: .tooFewLocations,
                details: [
                    "Need at least \(demand.minimum) valid \(demand.nouns).",
                    "Parameter \"\(demand.name)\" has \(features.count).",
                ]
            ).blaming(demand.name)
        }
        guard let known else { return try stops(of: set, demand) }
        return try known.stops(of: set, rules, demand) { () throws(RouteRequestError) in
            try stops(of: set, demand)
        }
    }

    private func stops(
        of set: FeatureSet, _ demand: LocationDemand
    ) throws(RouteRequestError) -> [Shared<StopInput>] {
        let fields = FeatureFields(set)
        let windows = WindowFields(set)
        let projector = InputProjector(defaultReference: set.spatialReference)
        let nothingAdded = [Double](repeating: 0, count: network.description.costs.count)
        var stops: [StopInput] = []
        stops.reserveCapacity(set.features.count)
        for (index, feature) in set.features.enumerated() {
            var stop: StopInput
            do throws(SpatialReferenceError) {
                stop = try projected(feature, index, fields, projector, nothingAdded)
            } catch {
                throw .unknownSystem(
                    error, of: demand.name, row: feature.spatialReference == nil ? nil : index)
            }
            stop.input = demand.name
            do throws(FieldError) {
                try readFields(of: feature, fields, windows, demand, into: &stop)
                if let field = demand.targetCount {
                    stop.targetCount = try targetCount(field, of: feature, fields)
                }
                if demand.haveCutoffs, fields.haveCutoffs {
                    stop.cutoff = try cutoff(of: feature, fields)
                }
            } catch {
                stop.problem = (.invalidFieldValues, error.text)
            }
            stops.append(stop)
        }
        if rules.preservesObjectID { try settleIDs(of: &stops, demand.name) }
        RouteGroups.unifyNames(of: &stops)
        StopSequences.readZeros(&stops)
        if rules.checksSequence { StopSequences.check(&stops) }
        StopPredecessors.check(&stops)
        return stops.map { Shared($0) }
    }

    private func projected(
        _ feature: Feature, _ index: Int, _ fields: FeatureFields, _ projector: InputProjector,
        _ nothingAdded: [Double]
    ) throws(SpatialReferenceError) -> StopInput {
        var stop = StopInput(
            index: index, objectID: index + 1,
            name: fields.name("Name", feature) ?? DefaultName.ofRow(index),
            added: nothingAdded)
        switch feature.geometry {
        case .point(let coordinate):
            let reference = feature.spatialReference ?? projector.defaultReference
            stop.original = (coordinate, reference)
            switch try projector.project(coordinate, from: reference) {
            case .success(let place): stop.coordinate = place
            case .failure(let problem): stop.problem = (.notLocated, problem.text)
            }
        case nil, .empty: break
        default:
            stop.problem = (.invalidFieldValues, "its shape is not a point")
        }
        return stop
    }

    private func readFields(
        of feature: Feature, _ fields: FeatureFields, _ windows: WindowFields,
        _ demand: LocationDemand, into stop: inout StopInput
    ) throws(FieldError) {
        // Read the id first, so that a row with other invalid fields keeps it.
        if rules.preservesObjectID,
            let id = try fields.integer("ObjectID", feature, in: 0...Int(Int32.max))
        {
            stop.objectID = id
        }
        if demand.areVisited { try readOrder(of: feature, fields, into: &stop) }
        if let code = try fields.code(.curbApproach, feature, upTo: 3) {
            stop.curbApproach = CurbApproach(rawValue: code) ?? .eitherSide
        }
        if demand.areVisited { try readVisit(of: feature, fields, windows, into: &stop) }
        try readBearing(of: feature, fields, into: &stop)
        if demand.haveCosts, fields.haveCosts {
            try readCosts(of: feature, fields, into: &stop)
        }
        stop.storedLocation = try fields.storedLocation(
            feature, on: network, hasShape: stop.coordinate != nil)
        if stop.coordinate == nil, stop.storedLocation == nil, stop.problem == nil {
            stop.problem = (.notLocated, "it has no shape (x and y) and no SourceOID")
        }
    }

    /// Reads which route a stop belongs to, and its place in it.
    private func readOrder(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        stop.routeName = fields.string("RouteName", feature)
        do throws(FieldError) {
            stop.sequence = try fields.integer("Sequence", feature, in: 0...1_000_000)
        } catch {
            if rules.checksSequence { throw error }
        }
        if let after = fields.string("After", feature) {
            stop.after = after.split(separator: ";").map { String($0).trimmingBlanks }
                .filter { !$0.isEmpty }
        }
    }

    /// Reads what happens at a stop: whether it is one, and when it may be reached.
    private func readVisit(
        of feature: Feature, _ fields: FeatureFields, _ windows: WindowFields,
        into stop: inout StopInput
    ) throws(FieldError) {
        if let code = try fields.code(.locationType, feature, upTo: 2) {
            stop.locationType = LocationType(rawValue: code) ?? .stop
        }
        do throws(FieldError) {
            try readWindows(of: feature, windows, into: &stop)
            stop.maxViolationMinutes = try maxViolation(of: feature, fields)
        } catch {
            if rules.usesWindows { throw error }
            (stop.timeWindows, stop.maxViolationMinutes, stop.problemCode) = ([], nil, nil)
        }
    }

    /// Reads a row's number of targets; `nil` also for zero, which data frames write for absent.
    private func targetCount(
        _ field: String, of feature: Feature, _ fields: FeatureFields
    ) throws(FieldError) -> Int? {
        let count = try fields.integer(field, feature, in: 0...1_000_000)
        return count == 0 ? nil : count
    }

    /// Reads a row's cutoff in the impedance's unit; `nil` also for zero.
    private func cutoff(
        of feature: Feature, _ fields: FeatureFields
    ) throws(FieldError) -> Double? {
        for name in network.description.costs[rules.impedance].names {
            guard let cutoff = try fields.number("Cutoff_\(name)", feature), cutoff != 0 else {
                continue
            }
            guard cutoff > 0, cutoff < 1e9 else {
                throw FieldError(
                    text: "Cutoff_\(name) is \(cutoff.formattedForMessage); it must be 0 or more "
                        + "and below 1000000000")
            }
            return cutoff
        }
        return nil
    }

    private func maxViolation(
        of feature: Feature, _ fields: FeatureFields
    ) throws(FieldError) -> Double? {
        guard let minutes = try fields.number("MaxViolationTime", feature) else { return nil }
        guard (0...100_000).contains(minutes) else {
            throw FieldError(
                text: "MaxViolationTime is \(minutes.formattedForMessage); it must be from 0 to "
                    + "100000 minutes")
        }
        return minutes
    }

    private func readCosts(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        let given = try fields.values(of: network.description.costs, feature)
        for (position, cost) in given.enumerated() {
            guard let (field, value) = cost else { continue }
            guard value >= 0, value < 1e9 else {
                throw FieldError(
                    text:
                        "\(field) is \(value.formattedForMessage); it must be 0 or more and below "
                        + "1000000000")
            }
            stop.added[position] = value
        }
    }

    private func readBearing(
        of feature: Feature, _ fields: FeatureFields, into stop: inout StopInput
    ) throws(FieldError) {
        if let bearing = try fields.number("Bearing", feature) {
            guard bearing.isFinite else {
                throw FieldError(
                    text: "Bearing is \(bearing.formattedForMessage); it must be in degrees")
            }
            stop.bearing = bearing
        }
        // Without a bearing, neither its tolerance nor its age counts.
        guard stop.bearing != nil else { return }
        if let width = try fields.number("BearingTol", feature) {
            guard (0...180).contains(width) else {
                throw FieldError(
                    text: "BearingTol is \(width.formattedForMessage); it must be from 0 to 180")
            }
            stop.bearingTolerance = width
        }
        // Two zeros mean absent values: no street has a bearing of exactly 0.
        if stop.bearing == 0, stop.bearingTolerance == 0 {
            (stop.bearing, stop.bearingTolerance) = (nil, nil)
        }
        if let latency = try fields.number("NavLatency", feature) {
            guard latency >= 0, latency < 1e9 else {
                throw FieldError(
                    text: "NavLatency is \(latency.formattedForMessage); it must be 0 or more")
            }
            let cost = network.description.costs[rules.impedance]
            stop.latencyQuanta = latency / cost.unitsPerQuantum
        }
    }

    private func readWindows(
        of feature: Feature, _ fields: WindowFields, into stop: inout StopInput
    ) throws(FieldError) {
        let windows: [WindowFields.Bounds]
        do throws(FeatureReadError) {
            windows = try fields.windows(of: feature)
        } catch {
            stop.problemCode = .badTimeWindow
            throw FieldError(text: error.reason)
        }
        for window in windows {
            do throws(FieldError) {
                if let read = try self.window(window) { stop.timeWindows.append(read) }
            } catch {
                stop.problemCode = .badTimeWindow
                throw error
            }
        }
    }

    /// Reads a window; `nil` if zeros stand for absent values.
    private func window(_ bounds: WindowFields.Bounds) throws(FieldError) -> StopWindow? {
        let names = (Column.windowStart(bounds.number), Column.windowEnd(bounds.number))
        switch (bounds.start.map(milliseconds), bounds.end.map(milliseconds)) {
        // No window is one instant at the beginning of 1970.
        case (nil, nil), (0, 0), (0, nil), (nil, 0): return nil
        case (let start?, let end?):
            for (name, time) in [(names.0, start), (names.1, end)]
            where time.magnitude >= 1_000_000_000_000_000 {
                throw FieldError(text: "\(name) is \(time), which is no time of these millennia")
            }
            let placed = ShiftWindow(start, end, after: nil)
            guard placed.start <= placed.end else {
                throw FieldError(
                    text: "\(names.0) \(shown(start)) is later than \(names.1) \(shown(end))")
            }
            return StopWindow(number: bounds.number, start: placed.start, end: placed.end)
        default:
            throw FieldError(
                text: "it has only one of \(names.0) and \(names.1); give both or none")
        }
    }

    /// Returns a window's bound as messages show it.
    private func shown(_ milliseconds: Int64) -> String {
        let text =
            rules.windowsAreUTC
            ? ISODateTime.text(milliseconds) : ISODateTime.clockText(milliseconds)
        let isTimeOfDay = (0..<86_400_000).contains(milliseconds - ShiftWindow.noDay)
        return isTimeOfDay ? String(text.split(separator: "T")[1]) : text
    }

    /// Returns a time as the request has it: in UTC, or on local clocks; a time of day on
    /// 1899-12-30.
    private func milliseconds(_ time: TimeValue) -> Int64 {
        switch time {
        case .milliseconds(let milliseconds): milliseconds
        case .written(.timeOfDay(let time)): ShiftWindow.noDay + time
        case .written(.wallClock(let local)): local
        case .written(.instant(let instant)):
            rules.windowsAreUTC ? instant : rules.windowZone?.local(ofUTC: instant) ?? instant
        }
    }

    /// Checks that ids are unique. If the request does not set `preserveObjectID`, rows with
    /// repeated ids are numbered, since data frames may write zero for every id.
    private func settleIDs(
        of stops: inout [StopInput], _ input: String
    ) throws(RouteRequestError) {
        var seen: Set<Int> = []
        if !rules.requestsObjectIDs, !stops.allSatisfy({ seen.insert($0.objectID).inserted }) {
            for row in stops.indices { stops[row].objectID = row + 1 }
            return
        }
        seen = []
        for stop in stops where !seen.insert(stop.objectID).inserted {
            throw .invalidParameter(
                input,
                "ObjectID \(stop.objectID) occurs more than once; with preserveObjectID=true, give "
                    + "each stop its own ObjectID.")
        }
    }
}
