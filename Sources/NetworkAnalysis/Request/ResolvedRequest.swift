// A request with every default filled in and every name resolved.

package import Directions
package import Geo
package import RoadNetwork
package import RouteAPI
package import RoutingEngine
package import SpatialOperations

/// A checked request.
package struct ResolvedRequest: Sendable {
    package var settings: TravelSettings
    /// The rows of all inputs of locations, one input after the other.
    package var stops: [StopInput]
    /// The inputs that ``stops`` were read from; at least one.
    package var locations: [LocationGroup]
    /// How barriers are read and placed; their rows are still those of ``asked``.
    package var barrierRules: BarrierKey.Rules
    package var locateBarriers: LocateSettings
    /// The streets that point barriers may be placed on; `nil` for all.
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
    package var geometryPrecision: Int?
    /// Decimals of measures.
    package var measurePrecision: Int?
    /// The conditions that change while routes are under way, if any do.
    package var timedConditions: TimedConditions?
    /// Whether paths must not depend on what is cached.
    package var isDeterministic: Bool
    /// The parameters that all of this was read from.
    package var asked: AskedParameters
    /// What reading had to say of inputs and of travel.
    package var messages: [Message]
    /// What it had to say of the answer.
    package var outputMessages: [Message]

    /// How the locations of the first input are placed.
    package var placing: PlacingRules { locations[0].rules }

    /// The request as one for routes through its first input.
    package var parameters: RouteParameters {
        var parameters = RouteParameters()
        parameters.analysis = asked.requested
        parameters.findBestSequence = order.findsBest
        parameters.preserveFirstStop = order.preservesFirst
        parameters.preserveLastStop = order.preservesLast
        parameters.useTimeWindows = order.usesWindows
        parameters.timeWindowsAreUTC = order.windowsAreUTC
        return parameters
    }
}

/// In which order stops are visited, and when.
package struct StopOrder: Sendable {
    /// Whether the order is free.
    package var findsBest = false
    package var preservesFirst = true
    package var preservesLast = true
    package var usesWindows = false
    package var windowsAreUTC = false

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
    /// What a request for routes says.
    package init(_ asked: ResolvedParameters<RouteParameters>) {
        self.init(
            findsBest: asked[\.findBestSequence], preservesFirst: asked[\.preserveFirstStop],
            preservesLast: asked[\.preserveLastStop], usesWindows: asked[\.useTimeWindows],
            windowsAreUTC: asked[\.timeWindowsAreUTC])
    }
}

/// An input of locations in a request.
package struct LocationGroup: Sendable {
    /// The parameter that carries it.
    package var name: String
    /// Its rows among all.
    package var range: Range<Int>
    /// The rows as they were sent.
    package var rows: FeatureSet?
    package var rules: PlacingRules
}

/// How locations are placed on the network.
package struct PlacingRules: Sendable {
    package var settings: LocateSettings
    package var skipsRestricted: Bool
    /// The streets that they may be placed on; `nil` for all but those of ``withoutStops``.
    package var streets: StreetSelection?
    /// Bits of the restrictions whose streets take no stops unless a condition says so.
    package var withoutStops: UInt64
}

/// Reads requests against a layer's defaults.
package struct RequestReader {
    package let network: NetworkDataset
    package let layer: LayerDefaults
    /// Conditions on streets named before.
    package var selections: StreetSelections?
    /// The conditional restrictions in force where the request has no time of travel.
    package var conditions = ConditionStates.none

    /// Checks a request for routes.
    ///
    /// - Parameters:
    ///   - minimumStops: Fewer stops are an error.
    ///   - returns: What is wanted of the answer, in place of what the request says.
    /// - Throws: An error that names the parameter, what was found and what would work.
    package func read(
        _ requested: RouteParameters, minimumStops: Int = 2,
        returning returns: ResolvedRequest.Returned? = nil
    ) throws(RouteRequestError) -> Shared<ResolvedRequest> {
        try read(
            requested, [LocationDemand(RouteParameters.stopsName, minimum: minimumStops)],
            order: { StopOrder($0) }, returning: { returns ?? .init($0) })
    }

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - demands: The inputs of locations that it needs.
    ///   - order: In which order they are visited.
    ///   - returns: What is wanted of the answer.
    /// - Throws: An error that names the parameter, what was found and what would work.
    package func read<Parameters: OperationParameters>(
        _ requested: Parameters, _ demands: [LocationDemand],
        order: (ResolvedParameters<Parameters>) -> StopOrder,
        returning returns: (ResolvedParameters<Parameters>) -> ResolvedRequest.Returned
    ) throws(RouteRequestError) -> Shared<ResolvedRequest> {
        let reader = TravelSettingsReader(network: network, layer: layer)
        let unknown = UnknownNames(reader: reader, requested)
        try unknown.refuse()
        let resolved = try reader.resolve(requested)
        var order = order(resolved)
        var asked = AskedParameters(resolved)
        var messages = unknown.messages + unknown.leaveOut(of: &asked)
        messages += IdleValues(of: asked, in: network.description).messages
        var settings = try reader.read(asked)
        settings.key.conditions = conditions
        if let doubt = AccessDoubt(settings, on: network.description) {
            messages.append(doubt.message)
        }
        let ignoresInvalid = asked[\.locations.ignoreInvalidLocations]
        let rules = LocateRules(
            network: network, layer: layer, asked.analysis, selections: selections)
        try rules.check()
        let reference = asked[\.output.outSR]
        let (stops, groups) = try locations(demands, asked, settings, order, rules)
        order.usesWindows = usesTimeWindows(order, settings, &messages)
        let clock = try clock(asked, order, settings, &messages)
        if order.usesWindows { messages += doubts(about: stops, clock) }
        var outputMessages = unavailable(asked.analysis)
        let style = directionsStyle(asked.requested, &outputMessages)
        let language = language(&asked)
        return Shared(
            ResolvedRequest(
                settings: settings, stops: stops, locations: groups,
                barrierRules: barrierRules(asked, rules.barriers),
                locateBarriers: rules.barriers,
                streetsForBarriers: try rules.streets(for: rules.barriers),
                ignoresInvalid: ignoresInvalid, order: order, clock: clock,
                outputReference: reference, toOutput: try transformer(to: reference),
                outputLines: asked[\.output.outputLines], returns: returns(resolved),
                directionsLengthUnits: try lengthUnits(asked[\.directions.directionsLengthUnits]),
                directionsLanguage: language,
                directionsOutputType: asked[\.directions.directionsOutputType],
                directionsStyle: style,
                geometryPrecision: asked.analysis.output.geometryPrecision,
                measurePrecision: asked.analysis.output.geometryPrecisionM,
                isDeterministic: asked[\.service.deterministic],
                asked: asked,
                messages: messages, outputMessages: outputMessages))
    }

    /// Reads the inputs of locations, and how they are placed.
    private func locations(
        _ demands: [LocationDemand], _ asked: AskedParameters, _ settings: TravelSettings,
        _ order: StopOrder, _ rules: LocateRules
    ) throws(RouteRequestError) -> (stops: [StopInput], groups: [LocationGroup]) {
        let extent = try asked.analysis.locations.context?.extent.map {
            extent throws(RouteRequestError) in try ContextExtent(extent)
        }
        let reader = StopReader(
            network: network, limits: layer.limits,
            preservesObjectID: asked[\.locations.preserveObjectID],
            asksForObjectID: asked.requested.locations.preserveObjectID != nil,
            impedance: settings.impedance, checksSequence: !order.findsBest)
        var (stops, groups): ([StopInput], [LocationGroup]) = ([], [])
        for demand in demands {
            let input = asked.analysis.inputs[demand.name]
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
        _ asked: AskedParameters, _ settings: LocateSettings
    ) -> BarrierKey.Rules {
        let locations = asked.analysis.locations
        return BarrierKey.Rules(
            preservesObjectID: asked[\.locations.preserveObjectID],
            ignoresInvalid: asked[\.locations.ignoreInvalidLocations],
            skipsRestricted: locations.barriers.point?.doNotLocateOnRestrictedElements ?? true,
            toleranceMeters: settings.toleranceMeters, sources: settings.sources ?? [],
            extent: locations.context?.extent, conditions: conditions, limits: layer.limits,
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

    private func clock(
        _ asked: AskedParameters, _ order: StopOrder, _ settings: TravelSettings,
        _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestClock {
        let clock = try RequestClock(
            start: asked.analysis.time.startTime, startIsUTC: asked[\.time.startTimeIsUTC],
            windowsAreUTC: order.windowsAreUTC, zoneName: layer.timeZoneName)
        if let doubt = clock.doubt { messages.append(Message(.warning, doubt)) }
        guard asked.analysis.time.startTime != nil, !isTimeBased(settings) else { return clock }
        messages.append(
            Message(
                .warning,
                "The start time was ignored because the impedance attribute is not time-based."))
        return clock.withoutStart()
    }

    /// What is to be said about windows on days whose clocks change, of the first such stops.
    private func doubts(about stops: [StopInput], _ clock: RequestClock) -> [Message] {
        let bounds = stops.flatMap { stop -> [(name: String, milliseconds: Int64)] in
            guard let window = stop.timeWindow else { return [] }
            let label = stop.reference.label
            return [
                ("The TimeWindowStart of \(label),", window.start),
                ("The TimeWindowEnd of \(label),", window.end),
            ]
        }
        return clock.doubts(about: bounds).prefix(6).map { Message(.warning, $0) }
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

    /// The language of directions: the one on offer, or the layer's own where that is missing.
    private func language(_ asked: inout AskedParameters) -> String {
        let language =
            layer.language(asked[\.directions.directionsLanguage])
            ?? layer.directionsLanguage
        if asked[\.directions.directionsLanguage] != language {
            asked.fallBack(\.directions.directionsLanguage, to: language, of: "directionsLanguage")
        }
        return language
    }
}
