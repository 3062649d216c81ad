// A request with every default filled in and every name resolved.

import Directions
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// A checked solve request.
struct RouteRequest: Sendable {
    var settings: TravelSettings
    var stops: [StopInput]
    /// The rows that ``stops`` were read from.
    var stopRows: FeatureSet?
    var skipsRestrictedForStops: Bool
    /// How barriers are read and placed; their rows are still those of ``asked``.
    var barrierRules: BarrierKey.Rules
    var locateStops: LocateSettings
    var locateBarriers: LocateSettings
    /// The streets that stops may be placed on; `nil` for all but those of ``withoutStops``.
    var streetsForStops: StreetSelection?
    /// Bits of the restrictions whose streets take no stops unless a condition says so.
    var withoutStops: UInt64
    /// The streets that point barriers may be placed on; `nil` for all.
    var streetsForBarriers: StreetSelection?
    var ignoresInvalid: Bool
    var findsBestSequence: Bool
    var preservesFirst: Bool
    var preservesLast: Bool
    var usesTimeWindows: Bool
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
    var asked: ResolvedParameters
    /// What reading had to say of inputs and of travel.
    var messages: [Message]
    /// What it had to say of the answer.
    var outputMessages: [Message]
}

/// Reads requests against a layer's defaults.
struct RequestReader {
    let network: NetworkDataset
    let layer: LayerDefaults
    /// Conditions on streets named before.
    var selections: StreetSelections?
    /// The conditional restrictions in force where the request has no time of travel.
    var conditions = ConditionStates.none

    /// Checks a request.
    ///
    /// - Parameters:
    ///   - minimumStops: Fewer stops are an error.
    ///   - returns: What is wanted of the answer, in place of what the request says.
    /// - Throws: An error that names the parameter, what was found and what would work.
    func read(
        _ requested: RouteParameters, minimumStops: Int = 2,
        returning returns: RouteRequest.Returned? = nil
    ) throws(RouteRequestError) -> Shared<RouteRequest> {
        let reader = TravelSettingsReader(network: network, layer: layer)
        let unknown = UnknownNames(reader: reader, requested)
        try unknown.refuse()
        var asked = try reader.resolve(requested)
        var messages = unknown.messages + unknown.leaveOut(of: &asked)
        let parameters = asked.parameters
        messages += IdleValues(of: asked, in: network.description).messages
        var settings = try reader.read(asked)
        settings.key.conditions = conditions
        if let doubt = AccessDoubt(settings, on: network.description) {
            messages.append(doubt.message)
        }
        let ignoresInvalid = asked[\.locations.ignoreInvalidLocations]
        let preservesID = asked[\.locations.preserveObjectID]
        let inputs = LocateRules(
            network: network, layer: layer, parameters, selections: selections)
        try inputs.check()
        let reference = asked[\.output.outSR]
        let extent = try parameters.context?.extent.map { extent throws(RouteRequestError) in
            try ContextExtent(extent)
        }
        let findsBest = asked[\.findBestSequence]
        var stops = try StopReader(
            network: network, limits: layer.limits, preservesObjectID: preservesID,
            impedance: settings.impedance, checksSequence: !findsBest
        ).read(parameters.stops, minimum: minimumStops)
        extent?.leaveOut(&stops)
        let usesWindows = usesTimeWindows(asked, settings, &messages)
        let clock = try clock(asked, settings, &messages)
        if usesWindows { messages += doubts(about: stops, clock) }
        var outputMessages = unavailable(parameters)
        let style = directionsStyle(requested, &outputMessages)
        let language = language(&asked)
        return Shared(
            RouteRequest(
                settings: settings, stops: stops, stopRows: parameters.stops?.features,
                skipsRestrictedForStops: parameters.stops?.doNotLocateOnRestrictedElements ?? true,
                barrierRules: barrierRules(asked, inputs.barriers),
                locateStops: inputs.stops, locateBarriers: inputs.barriers,
                streetsForStops: try inputs.streets(for: inputs.stops),
                withoutStops: inputs.withoutStops(family: settings.key.family),
                streetsForBarriers: try inputs.streets(for: inputs.barriers),
                ignoresInvalid: ignoresInvalid, findsBestSequence: findsBest,
                preservesFirst: asked[\.preserveFirstStop],
                preservesLast: asked[\.preserveLastStop],
                usesTimeWindows: usesWindows, clock: clock, outputReference: reference,
                toOutput: try transformer(to: reference),
                outputLines: asked[\.outputLines], returns: returns ?? .init(asked),
                directionsLengthUnits: try lengthUnits(asked[\.directions.directionsLengthUnits]),
                directionsLanguage: language,
                directionsOutputType: asked[\.directions.directionsOutputType],
                directionsStyle: style,
                geometryPrecision: parameters.geometryPrecision,
                measurePrecision: parameters.geometryPrecisionM,
                isDeterministic: asked[\.service.deterministic],
                asked: asked,
                messages: messages, outputMessages: outputMessages))
    }

    private func barrierRules(
        _ asked: ResolvedParameters, _ settings: LocateSettings
    ) -> BarrierKey.Rules {
        let parameters = asked.parameters
        return BarrierKey.Rules(
            preservesObjectID: asked[\.locations.preserveObjectID],
            ignoresInvalid: asked[\.locations.ignoreInvalidLocations],
            skipsRestricted: parameters.barriers.point?.doNotLocateOnRestrictedElements ?? true,
            toleranceMeters: settings.toleranceMeters, sources: settings.sources ?? [],
            extent: parameters.context?.extent, conditions: conditions, limits: layer.limits,
            allowedMeters: layer.maximumToleranceMeters)
    }

    private func isTimeBased(_ settings: TravelSettings) -> Bool {
        network.description.costs[settings.impedance].kind == .time
    }

    private func usesTimeWindows(
        _ asked: ResolvedParameters, _ settings: TravelSettings, _ messages: inout [Message]
    ) -> Bool {
        guard asked[\.useTimeWindows] else { return false }
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
        _ asked: ResolvedParameters, _ settings: TravelSettings, _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestClock {
        let clock = try RequestClock(
            start: asked.parameters.startTime, startIsUTC: asked[\.time.startTimeIsUTC],
            windowsAreUTC: asked[\.timeWindowsAreUTC], zoneName: layer.timeZoneName)
        if let doubt = clock.doubt { messages.append(Message(.warning, doubt)) }
        guard asked.parameters.startTime != nil, !isTimeBased(settings) else { return clock }
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
    private func language(_ asked: inout ResolvedParameters) -> String {
        let language =
            UnknownNames.language(asked[\.directions.directionsLanguage], of: layer)
            ?? layer.directionsLanguage
        if asked[\.directions.directionsLanguage] != language {
            asked.fallBack(\.directions.directionsLanguage, to: language, of: "directionsLanguage")
        }
        return language
    }
}
