// A request with all defaults filled in and all names resolved.

package import Directions
package import Geo
package import RoadNetwork
package import RouteAPI
package import RoutingEngine
import Sequencing
package import SpatialOperations

/// A checked request with all defaults filled in and all names resolved.
///
/// What a caller sends (`RouteParameters` and its siblings) may leave out nearly everything, name
/// things by aliases, and contain rows in any coordinate system. ``RequestReader`` turns that into
/// this value once; later stages never look at defaults or names again. By then, anything wrong
/// with the request is an error, a message, or a row's own problem.
///
/// It holds the travel settings (``TravelSettings``), the location rows of all inputs in one list
/// with their placing rules, the rules for stop order and times, the clock, and the form of the
/// answer. Barriers stay raw rows in ``effective``, because a cache recognizes them before they are
/// read.
///
/// Two things may change after reading: ``TravelPeriod`` sets the conditions in force and
/// ``timedConditions``, and trials replace stops. Since it is large, it is passed as ``Shared``,
/// and a change copies it.
package struct ResolvedRequest: Sendable {
    package var settings: TravelSettings
    /// The rows of all location inputs, one input after the other.
    package var stops: [Shared<StopInput>]
    /// The inputs from which ``stops`` were read; at least one.
    package var locations: [LocationGroup]
    /// How to read and place barriers, which are still rows in ``effective``.
    package var barrierRules: BarrierKey.Rules
    package var locateBarriers: LocateSettings
    /// The streets on which point barriers may be placed; `nil` for all.
    package var streetsForBarriers: StreetSelection?
    package var ignoresInvalid: Bool
    package var order: StopOrder
    package var clock: RequestClock
    package var outputReference: SpatialReference
    package var toOutput: CoordinateTransformer
    package var outputLines: OutputLineType
    package var returns: Returned
    package var directionsLengthUnits: NetworkUnit
    package var directionsLanguage: String
    package var directionsOutputType: DirectionsOutputType
    package var directionsStyle: DirectionsStyle
    /// Which part of the directions to return; `nil` for all of them.
    package var directionsPaging: DirectionsPaging?
    package var geometryPrecision: Int?
    /// How many decimals measures have.
    package var measurePrecision: Int?
    /// The conditions and closures that change during the travel period, if any.
    package var timedConditions: TimedConditions?
    /// The traffic the request uses; `nil` for none.
    package var traffic: RequestTraffic?
    /// Whether paths must not depend on what is cached.
    package var isDeterministic: Bool
    /// The parameters from which this request was resolved, with their effective values.
    package var effective: EffectiveParameters
    /// Messages about inputs and travel settings.
    package var messages: [Message]
    /// Messages about the form of the answer.
    package var outputMessages: [Message]

    /// The instant at which routes depart if ``timedConditions`` are judged, in epoch milliseconds:
    /// the start time, or else the departure under traffic. 0 without either.
    package var departure: Int64 { clock.start ?? traffic?.departure ?? 0 }

    /// Whether the answer says why stops had to move, which takes extra searches.
    package var explainsMoves: Bool { effective[\.service.explainParameters] }

    /// How to place the first input's locations.
    package var placing: PlacingRules { locations[0].rules }

    /// Returns the same request with other rows in its first input, and without the other inputs.
    func with(stops: [Shared<StopInput>]) -> ResolvedRequest {
        var changed = self
        changed.stops = stops
        changed.locations = [locations[0]]
        changed.locations[0].range = stops.indices
        changed.locations[0].rows = nil
        return changed
    }

    /// The parameters for a route request through the first input.
    package var parameters: RouteParameters {
        var parameters = RouteParameters()
        parameters.analysis = effective.requested
        parameters.findBestSequence = order.findsBest
        parameters.preserveFirstStop = order.preservesFirst
        parameters.preserveLastStop = order.preservesLast
        parameters.useTimeWindows = order.usesWindows
        parameters.timeWindowsAreUTC = order.windowsAreUTC
        if order.preservesSequence { parameters.preserveSequence = true }
        if let longest = order.longestMinutes { parameters.maxTotalTime = longest }
        parameters.maxViolationTime = order.maxViolationMinutes
        parameters.maxSequencingTime = order.sequencingSeconds
        parameters.keep(order.pause)
        if order.startFloats { parameters.optimizeStartTime = true }
        if order.latenessObjective != .sum {
            parameters.latenessObjective = order.latenessObjective
        }
        return parameters
    }
}

/// The rules for stop order and time windows.
package struct StopOrder: Sendable {
    package var findsBest = false
    package var preservesFirst = true
    package var preservesLast = true
    /// Whether stops keep their `Sequence` position in the best order.
    package var preservesSequence = false
    package var usesWindows = false
    package var windowsAreUTC = false
    /// The most minutes a route should take.
    package var longestMinutes: Double?
    /// How many minutes after its window a stop may be reached; `nil` for any time.
    package var maxViolationMinutes: Double?
    /// The seconds the search for the best order may take for each route.
    package var sequencingSeconds = 1.0
    /// The break in each route.
    package var pause: BreakDemand?
    /// Whether a route begins as late as its windows allow.
    package var startFloats = false
    package var latenessObjective = LatenessRule.sum

    /// Which measure of lateness to keep small.
    var lateness: TourGoal.Lateness { latenessObjective == .count ? .count : .sum }

    /// Whether routes may wait: for windows, or in a break.
    package var hasWaits: Bool { usesWindows || pause != nil }

    package init(
        findsBest: Bool = false, preservesFirst: Bool = true, preservesLast: Bool = true,
        usesWindows: Bool = false, windowsAreUTC: Bool = false
    ) {
        self.findsBest = findsBest
        self.preservesFirst = preservesFirst
        self.preservesLast = preservesLast
        self.usesWindows = usesWindows
        self.windowsAreUTC = windowsAreUTC
    }
}

extension StopOrder {
    /// Reads the rules from a route request.
    package init(_ resolved: ResolvedParameters<RouteParameters>) {
        self.init(
            findsBest: resolved[\.findBestSequence], preservesFirst: resolved[\.preserveFirstStop],
            preservesLast: resolved[\.preserveLastStop], usesWindows: resolved[\.useTimeWindows],
            windowsAreUTC: resolved[\.timeWindowsAreUTC])
        preservesSequence = resolved[\.preserveSequence]
        let minutes = resolved[\.maxTotalTime]
        longestMinutes = minutes > 0 ? minutes : nil
        maxViolationMinutes = resolved.value(\.maxViolationTime)
        sequencingSeconds = resolved[\.maxSequencingTime]
        pause = BreakDemand(resolved)
        startFloats = resolved[\.optimizeStartTime]
        latenessObjective = resolved[\.latenessObjective]
    }
}

/// One location input in a request.
package struct LocationGroup: Sendable {
    /// The parameter that contains it.
    package var name: String
    /// Where its rows are in the list for all inputs.
    package var range: Range<Int>
    /// The rows as sent.
    package var rows: FeatureSet?
    package var rules: PlacingRules
}

/// How to place locations on the network.
package struct PlacingRules: Sendable {
    package var settings: LocateSettings
    package var skipsRestricted: Bool
    /// The streets on which they may be placed; `nil` for all except ``withoutStops``.
    package var streets: StreetSelection?
    /// The streets that take no stops unless a condition allows it.
    package var withoutStops: StopRule

    /// Returns the rules for finding a location's place.
    package func options(for location: StopInput) -> StopLocator.Options {
        var options = StopLocator.Options(toleranceMeters: settings.toleranceMeters)
        options.skipsRestricted = skipsRestricted
        options.streets = streets
        options.withoutStops = withoutStops
        options.skipsBarred = settings.allowAutoRelocate
        if let bearing = location.bearing {
            options.bearing = (bearing, location.bearingTolerance ?? 30)
            // A vehicle may be on a motorway or in a tunnel.
            options.withoutStops = withoutStops.withoutPreferences
        }
        return options
    }
}

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
        messages += IneffectiveValues(of: effective, in: network.description).messages
        var settings = try reader.read(effective)
        settings.key.conditions =
            conditions.isNone
            ? network.conditions.states(during: nil, for: settings.vehicle, of: network)
            : conditions
        settings.key.ignoresTurnRules = ignoresTurnRules
        if let access = UnrestrictedAccess(settings, on: network.description) {
            messages.append(access.message)
        }
        let ignoresInvalid = effective[\.locations.ignoreInvalidLocations]
        let rules = LocateRules(
            network: network, layer: layer, effective.requested, selections: selections)
        try rules.check()
        let reference = effective[\.output.outSR]
        let (stops, groups) = try locations(demands, effective, settings, order, rules)
        order.usesWindows = usesTimeWindows(order, settings, &messages)
        let clock = try clock(effective, order, settings, &messages)
        if order.usesWindows { messages += windowMessages(stops, clock) }
        order.startFloats = floatsStart(order, clock, &messages)
        order.pause = try order.pause?.checked(
            isTimeBased: isTimeBased(settings), hasClock: clock.start != nil || order.usesWindows,
            &messages)
        let traffic = try self.traffic.traffic(
            of: effective, start: clock.start, family: settings.key.family)
        settings.key.traffic = traffic?.epoch(family: settings.key.family)
        messages += traffic?.messages(clock) ?? ignoredSnapshot(effective)
        var outputMessages = unavailable(effective)
        let style = directionsStyle(effective.requested, &outputMessages)
        let language = language(&effective)
        let request = Shared(
            ResolvedRequest(
                settings: settings, stops: stops, locations: groups,
                barrierRules: barrierRules(effective, settings, rules.barriers),
                locateBarriers: rules.barriers,
                streetsForBarriers: try rules.streets(for: rules.barriers),
                ignoresInvalid: ignoresInvalid, order: order, clock: clock,
                outputReference: reference, toOutput: try transformer(to: reference),
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
                        withoutStops: rules.withoutStops(placed, family: settings.key.family))))
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
        _ order: StopOrder, _ settings: TravelSettings, _ messages: inout [Message]
    ) -> Bool {
        guard order.usesWindows else { return false }
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
        _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestClock {
        let clock = try RequestClock(
            start: effective.requested.time.startTime, startIsUTC: effective[\.time.startTimeIsUTC],
            windowsAreUTC: order.windowsAreUTC, zoneName: layer.timeZoneName, now: now)
        if let warning = clock.warning { messages.append(Message(.warning, warning)) }
        guard effective.requested.time.startTime != nil, !isTimeBased(settings) else {
            return clock
        }
        messages.append(
            Message(
                .warning,
                "The start time was ignored because the impedance attribute is not time-based."))
        return clock.withoutStart()
    }

    /// Writes messages about windows on days when clocks change, and about times of day that fall
    /// on a later day than the start, for the first such stops.
    private func windowMessages(_ stops: [Shared<StopInput>], _ clock: RequestClock) -> [Message] {
        var bounds: [(name: String, milliseconds: Int64)] = []
        var later: [Message] = []
        for stop in stops {
            let label = stop.label
            let windows = stop.timeWindows.map { window in
                let placed = clock.placed(from: window.start, to: window.end)
                let names = (
                    WindowFields.start(window.number), WindowFields.end(window.number)
                )
                bounds.append(("The \(names.0) of \(label),", placed.start))
                bounds.append(("The \(names.1) of \(label),", placed.end))
                return placed
            }
            // A window that is over for today matters if there is no other.
            if let first = windows.min(by: { $0.start < $1.start }), first.daysLater > 0 {
                later.append(Message(.informative, first.sentence(about: label)))
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
