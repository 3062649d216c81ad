// A request with every default filled in and every name resolved.

import Directions
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// A checked request.
struct RouteRequest: Sendable {
    var settings: TravelSettings
    /// The rows of all inputs of locations, one input after the other.
    var stops: [StopInput]
    /// The inputs that ``stops`` were read from; at least one.
    var locations: [LocationGroup]
    /// How barriers are read and placed; their rows are still those of ``asked``.
    var barrierRules: BarrierKey.Rules
    var locateBarriers: LocateSettings
    /// The streets that point barriers may be placed on; `nil` for all.
    var streetsForBarriers: StreetSelection?
    var ignoresInvalid: Bool
    var order: StopOrder
    var clock: RequestClock
    var outputReference: SpatialReference
    var toOutput: CoordinateTransformer
    var outputLines: OutputLineType
    var returns: Returned
    var directionsLengthUnits: NetworkUnit
    var directionsLanguage: String
    var directionsOutputType: DirectionsOutputType
    var directionsStyle: DirectionsStyle
    var geometryPrecision: Int?
    /// Decimals of measures.
    var measurePrecision: Int?
    /// The conditions that change while routes are under way, if any do.
    var timedConditions: TimedConditions?
    /// Whether paths must not depend on what is cached.
    var isDeterministic: Bool
    /// The parameters that all of this was read from.
    var asked: AskedParameters
    /// What reading had to say of inputs and of travel.
    var messages: [Message]
    /// What it had to say of the answer.
    var outputMessages: [Message]

    /// How the locations of the first input are placed.
    var placing: PlacingRules { locations[0].rules }

    /// The request as one for routes through its first input.
    var parameters: RouteParameters {
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
struct StopOrder: Sendable {
    /// Whether the order is free.
    var findsBest = false
    var preservesFirst = true
    var preservesLast = true
    var usesWindows = false
    var windowsAreUTC = false
}

extension StopOrder {
    /// What a request for routes says.
    init(_ asked: ResolvedParameters<RouteParameters>) {
        self.init(
            findsBest: asked[\.findBestSequence], preservesFirst: asked[\.preserveFirstStop],
            preservesLast: asked[\.preserveLastStop], usesWindows: asked[\.useTimeWindows],
            windowsAreUTC: asked[\.timeWindowsAreUTC])
    }
}

/// An input of locations in a request.
struct LocationGroup: Sendable {
    /// The parameter that carries it.
    var name: String
    /// Its rows among all.
    var range: Range<Int>
    /// The rows as they were sent.
    var rows: FeatureSet?
    var rules: PlacingRules
}

/// How locations are placed on the network.
struct PlacingRules: Sendable {
    var settings: LocateSettings
    var skipsRestricted: Bool
    /// The streets that they may be placed on; `nil` for all but those of ``withoutStops``.
    var streets: StreetSelection?
    /// Bits of the restrictions whose streets take no stops unless a condition says so.
    var withoutStops: UInt64
}

/// Reads requests against a layer's defaults.
struct RequestReader {
    let network: NetworkDataset
    let layer: LayerDefaults
    /// Conditions on streets named before.
    var selections: StreetSelections?
    /// The conditional restrictions in force where the request has no time of travel.
    var conditions = ConditionStates.none

    /// Checks a request for routes.
    ///
    /// - Parameters:
    ///   - minimumStops: Fewer stops are an error.
    ///   - returns: What is wanted of the answer, in place of what the request says.
    /// - Throws: An error that names the parameter, what was found and what would work.
    func read(
        _ requested: RouteParameters, minimumStops: Int = 2,
        returning returns: RouteRequest.Returned? = nil
    ) throws(RouteRequestError) -> Shared<RouteRequest> {
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
    func read<Parameters: OperationParameters>(
        _ requested: Parameters, _ demands: [LocationDemand],
        order: (ResolvedParameters<Parameters>) -> StopOrder,
        returning returns: (ResolvedParameters<Parameters>) -> RouteRequest.Returned
    ) throws(RouteRequestError) -> Shared<RouteRequest> {
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
            RouteRequest(
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
