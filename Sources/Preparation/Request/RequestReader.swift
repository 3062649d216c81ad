// Checks a request and fills in its defaults: the first step of a solve.

import Directions
import Geo
package import RoadNetwork
package import RouteAPI
import RoutingEngine
import SpatialOperations

/// Checks requests and resolves them for a layer.
package struct RequestReader {
    package let network: NetworkDataset
    package let layer: LayerDefaults
    /// The cached street conditions.
    package var selections: StreetSelections?
    /// Stops from earlier requests.
    package var knownStops: KnownStops?
    /// The conditional restrictions in force for requests without a time of travel.
    package var conditions = ConditionStates.none
    /// Where traffic comes from.
    package var traffic = TrafficSource.same(nil)
    /// Returns the present in epoch milliseconds.
    package var now = TrafficBoard.systemTime
    /// Whether searches ignore turn restrictions, as explanations do.
    package var ignoresTurnRules = false

    /// Checks and resolves a route request.
    ///
    /// - Parameters:
    ///   - minimumStops: The least number of stops.
    ///   - returns: Which parts the answer has, in place of the request's own choice.
    /// - Throws: An error naming the parameter, what was found and what would work.
    package func read(
        _ requested: RouteParameters, minimumStops: Int = 2,
        returning returns: ResolvedRequest.Returned? = nil
    ) throws(RouteRequestError) -> Shared<ResolvedRequest> {
        try read(
            requested, [LocationDemand(RouteParameters.stopsName, minimum: minimumStops)],
            order: { StopOrder($0) }, returning: { returns ?? .init($0) }
        ).request
    }

    /// Checks and resolves a request.
    ///
    /// - Parameters:
    ///   - demands: The location inputs it needs.
    ///   - order: Returns the rules for stop order.
    ///   - returns: Returns which parts the answer has.
    /// - Returns: The request, and its effective parameter values, from which an analysis reads its
    ///   own.
    /// - Throws: An error naming the parameter, what was found and what would work.
    package func read<Parameters: OperationParameters>(
        _ requested: Parameters, _ demands: [LocationDemand],
        order: (ResolvedParameters<Parameters>) -> StopOrder,
        returning returns: (ResolvedParameters<Parameters>) -> ResolvedRequest.Returned
    ) throws(RouteRequestError)
        -> (request: Shared<ResolvedRequest>, parameters: ResolvedParameters<Parameters>)
    {
        let reader = TravelSettingsReader(network: network, layer: layer)
        let unknown = UnknownNames(reader: reader, requested)
        try unknown.refuse()
        let resolved = try reader.resolve(requested)
        var order = order(resolved)
        var effective = EffectiveParameters(resolved)
        var messages = try unknown.messages + unknown.leaveOut(of: &effective)
        var settings = try self.settings(effective, by: reader, &messages)
        let rules = LocateRules(
            network: network, layer: layer, effective.requested, selections: selections)
        try rules.check()
        let reference = effective[\.output.outSR]
        let (stops, groups) = try locations(demands, effective, settings, order, rules)
        messages += RouteGroups.messages(onNamelessOf: stops)
        let clock = try times(effective, &order, settings, stops, &messages)
        let traffic = try trafficInForce(effective, clock, &settings, &messages)
        var outputMessages = unavailable(effective)
        let style = directionsStyle(effective.requested, &outputMessages)
        let language = language(&effective)
        let request = Shared(
            ResolvedRequest(
                settings: settings, stops: stops, locations: groups,
                barrierRules: barrierRules(effective, settings, rules.barriers),
                locateBarriers: rules.barriers,
                streetsForBarriers: try rules.streets(for: rules.barriers),
                ignoresInvalid: effective[\.locations.ignoreInvalidLocations], order: order,
                clock: clock, outputReference: reference, toOutput: try transformer(to: reference),
                outputLines: effective[\.output.outputLines], returns: returns(resolved),
                directionsLengthUnits: try lengthUnits(
                    effective[\.directions.directionsLengthUnits]),
                directionsLanguage: language,
                directionsOutputType: effective[\.directions.directionsOutputType],
                directionsStyle: style,
                directionsPaging: DirectionsPaging(
                    fromMeters: effective.value(\.directions.directionsFrom) ?? 0,
                    lengthMeters: effective.value(\.directions.directionsLength) ?? 0),
                geometryPrecision: effective.value(\.output.geometryPrecision),
                measurePrecision: effective.value(\.output.geometryPrecisionM),
                traffic: traffic, isDeterministic: effective[\.service.deterministic],
                effective: effective,
                messages: messages, outputMessages: outputMessages))
        return (request, resolved)
    }

    /// Reads what travels and which conditions are in force.
    private func settings(
        _ effective: EffectiveParameters, by reader: TravelSettingsReader,
        _ messages: inout [Message]
    ) throws(RouteRequestError) -> TravelSettings {
        messages += IneffectiveValues(of: effective, in: network.description).messages
        var settings = try reader.read(effective)
        messages += IdleRowCosts(settings, in: network.description).messages(on: effective)
        settings.key.conditions =
            conditions.isNone
            ? network.conditions.states(during: nil, for: settings.vehicle, of: network)
            : conditions
        settings.key.ignoresTurnRules = ignoresTurnRules
        if let access = UnrestrictedAccess(settings, on: network.description) {
            messages.append(access.message)
        }
        return settings
    }

    /// Reads when routes begin, and settles which rules about times count.
    private func times(
        _ effective: EffectiveParameters, _ order: inout StopOrder, _ settings: TravelSettings,
        _ stops: [Shared<StopInput>], _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestClock {
        order.usesWindows = usesTimeWindows(order, settings, stops, &messages)
        let hasStart = effective.requested.time.startTime != nil
        order.pause = try order.pause?.checked(
            isTimeBased: isTimeBased(settings), hasClock: hasStart || order.usesWindows, &messages)
        let clock = try clock(effective, order, settings, stops, &messages)
        order.startFloats = floatsStart(order, clock, &messages)
        return clock
    }

    /// Finds the traffic that counts, and sets its key.
    private func trafficInForce(
        _ effective: EffectiveParameters, _ clock: RequestClock, _ settings: inout TravelSettings,
        _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestTraffic? {
        let traffic = try self.traffic.traffic(
            of: effective, start: clock.start, family: settings.key.family)
        settings.key.traffic = traffic?.epoch(family: settings.key.family)
        messages += traffic?.messages(clock) ?? ignoredSnapshot(effective)
        return traffic
    }

    /// Warns if the request names a traffic snapshot without effect.
    private func ignoredSnapshot(_ effective: EffectiveParameters) -> [Message] {
        guard effective.requested.time.trafficSnapshot != nil else { return [] }
        let cause = traffic.cause(ofIgnoring: effective)
        return [
            Message(
                .warning, "Parameter \"trafficSnapshot\" was ignored, because \(cause).")
        ]
    }

    /// Reads the location inputs with the rules for placing them.
    private func locations(
        _ demands: [LocationDemand], _ effective: EffectiveParameters, _ settings: TravelSettings,
        _ order: StopOrder, _ rules: LocateRules
    ) throws(RouteRequestError) -> (stops: [Shared<StopInput>], groups: [LocationGroup]) {
        let extent = try effective.requested.locations.context?.extent.map {
            extent throws(RouteRequestError) in try ContextExtent(extent)
        }
        let reader = StopReader(
            network: network,
            rules: StopReader.Rules(
                limits: layer.limits, preservesObjectID: effective[\.locations.preserveObjectID],
                requestsObjectIDs: effective.requested.locations.preserveObjectID != nil,
                impedance: settings.impedance,
                checksSequence: !order.findsBest || order.preservesSequence,
                usesWindows: order.usesWindows && isTimeBased(settings),
                windowZone: ZoneClock(layer.timeZoneName), windowsAreUTC: order.windowsAreUTC),
            known: knownStops)
        var (stops, groups): ([Shared<StopInput>], [LocationGroup]) = ([], [])
        for demand in demands {
            var input = effective.requested.inputs[demand.name]
            if let set = input?.features, set.geometryType == .multipoint {
                input?.features = set.splittingMultipoints()
            }
            var rows = try reader.read(input, demand)
            extent?.leaveOut(&rows)
            let placed = rules.settings(of: demand.name)
            groups.append(
                LocationGroup(
                    name: demand.name, range: stops.count..<(stops.count + rows.count),
                    rows: input?.features,
                    rules: PlacingRules(
                        settings: placed,
                        skipsRestricted: input?.doNotLocateOnRestrictedElements ?? true,
                        streets: try rules.streets(for: placed),
                        withoutStops: rules.withoutStops(placed, family: settings.key.family),
                        ignoresCurbsOfOneWays: effective.requested.caller.ignoresCurbsOfOneWays)))
            stops += rows
        }
        return (stops, groups)
    }

    private func barrierRules(
        _ effective: EffectiveParameters, _ travel: TravelSettings, _ settings: LocateSettings
    ) -> BarrierKey.Rules {
        let locations = effective.requested.locations
        return BarrierKey.Rules(
            preservesObjectID: effective[\.locations.preserveObjectID],
            ignoresInvalid: effective[\.locations.ignoreInvalidLocations],
            skipsRestricted: locations.barriers.point?.doNotLocateOnRestrictedElements ?? true,
            toleranceMeters: settings.toleranceMeters, sources: settings.sources ?? [],
            extent: locations.context?.extent, conditions: travel.key.conditions,
            limits: layer.limits,
            allowedMeters: layer.maximumToleranceMeters)
    }

    private func isTimeBased(_ settings: TravelSettings) -> Bool {
        network.description.costs[settings.impedance].kind == .time
    }

    private func usesTimeWindows(
        _ order: StopOrder, _ settings: TravelSettings, _ stops: [Shared<StopInput>],
        _ messages: inout [Message]
    ) -> Bool {
        guard order.usesWindows else {
            let idle = stops.filter { !$0.timeWindows.isEmpty }
            if order.mayUseWindows, !idle.isEmpty {
                messages.append(
                    Message(
                        .warning,
                        "The time windows of \(LabelList.joined(idle.map(\.label))) were not used; "
                            + "useTimeWindows=true uses them."))
            }
            return false
        }
        guard isTimeBased(settings) else {
            messages.append(
                Message(
                    .warning,
                    "The time windows were ignored because the impedance attribute is not "
                        + "time-based."))
            return false
        }
        return true
    }

    /// Whether routes' start floats; adds a message if the request asks for it without effect.
    private func floatsStart(
        _ order: StopOrder, _ clock: RequestClock, _ messages: inout [Message]
    ) -> Bool {
        guard order.startFloats else { return false }
        let cause =
            clock.start != nil
            ? "startTime fixes the start" : order.usesWindows ? nil : "no time windows are used"
        guard let cause else { return true }
        messages.append(
            Message(
                .warning, "Parameter \"optimizeStartTime\" was ignored, because \(cause)."))
        return false
    }

    private func clock(
        _ effective: EffectiveParameters, _ order: StopOrder, _ settings: TravelSettings,
        _ stops: [Shared<StopInput>], _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestClock {
        var clock = try RequestClock(
            start: effective.requested.time.startTime, startIsUTC: effective[\.time.startTimeIsUTC],
            windowsAreUTC: order.windowsAreUTC, zoneName: layer.timeZoneName, now: now)
        if let warning = clock.warning { messages.append(Message(.warning, warning)) }
        if order.usesWindows {
            let windowed = stops.map { stop in
                ShiftBeginnings.Stop(
                    route: stop.routeName, sequence: stop.sequence,
                    windows: stop.timeWindows.map { ($0.start, $0.end) })
            }
            let hasWindows = windowed.contains { !$0.windows.isEmpty }
            let day = clock.chooseDay(
                of: windowed, order.shiftOrder, pause: hasWindows ? order.pause?.opens : nil,
                now: now)
            if let day { messages.append(day) }
            messages += windowMessages(stops, clock)
        } else if order.maxViolationMinutes != nil {
            let text = "was ignored, because no time windows are used."
            messages.append(Message(.warning, "Parameter \"maxViolationTime\" \(text)"))
        }
        guard effective.requested.time.startTime != nil, !isTimeBased(settings) else {
            return clock
        }
        messages.append(
            Message(
                .warning,
                "The start time was ignored because the impedance attribute is not time-based."))
        return clock.withoutStart()
    }

    /// Writes messages about windows on days when clocks change, and about those on a later day
    /// than the start: times of day, and dates more than a year away. For the first such stops.
    private func windowMessages(_ stops: [Shared<StopInput>], _ clock: RequestClock) -> [Message] {
        var bounds: [(name: String, milliseconds: Int64, isSecond: Bool)] = []
        var later: [Message] = []
        for stop in stops {
            let label = stop.label
            let windows = stop.timeWindows.map { window in
                let placed = clock.placed(
                    from: window.start, to: window.end, in: stop.routeName)
                let names = (
                    Column.windowStart(window.number), Column.windowEnd(window.number)
                )
                let isSecond = clock.isSecond(placed)
                bounds.append(("The \(names.0) of \(label),", placed.start, isSecond))
                bounds.append(("The \(names.1) of \(label),", placed.end, isSecond))
                return placed
            }
            // A window that is over for today matters if there is no other.
            guard let first = windows.min(by: { $0.start < $1.start }) else { continue }
            if first.daysLater > 0 {
                later.append(Message(.informative, first.sentence(about: label)))
            } else if let text = clock.warning(aboutWindowsOf: label, windows) {
                later.append(Message(.warning, text))
            }
        }
        return clock.warnings(about: bounds).prefix(6).map { Message(.warning, $0) }
            + later.prefix(6)
    }

    private func lengthUnits(_ units: NetworkUnit) throws(RouteRequestError) -> NetworkUnit {
        guard units.meters != nil else {
            throw RouteRequestError(
                .invalidParameter, extendedCode: .badLengthUnits,
                parameter: "directionsLengthUnits",
                "\(units.rawValue) is not a unit of length; use esriNAUKilometers, esriNAUMeters, "
                    + "esriNAUMiles, esriNAUFeet, esriNAUYards or esriNAUNauticalMiles.")
        }
        return units
    }

    private func transformer(
        to reference: SpatialReference
    ) throws(RouteRequestError) -> CoordinateTransformer {
        do throws(SpatialReferenceError) {
            return try CoordinateTransformer(from: .wgs84, to: reference)
        } catch {
            throw RouteRequestError(
                .unknownSpatialReference, extendedCode: .invalidInput,
                parameter: "outSR", "\(error)")
        }
    }

    /// Returns the directions' language: the requested one, or the layer's if that is not
    /// available.
    private func language(_ effective: inout EffectiveParameters) -> String {
        let language =
            layer.language(effective[\.directions.directionsLanguage])
            ?? layer.directionsLanguage
        if effective[\.directions.directionsLanguage] != language {
            effective.fallBack(
                \.directions.directionsLanguage, to: language, of: "directionsLanguage")
        }
        return language
    }
}
