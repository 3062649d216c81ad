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
    var barriers: BarrierInputs
    var skipsRestrictedForStops: Bool
    var skipsRestrictedForBarriers: Bool
    var locateStops: LocateSettings
    var locateBarriers: LocateSettings
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
    /// Whether ways must not depend on what is cached.
    var isDeterministic: Bool
    var messages: [Message]

    /// Which parts of the answer are wanted.
    struct Returned: Sendable {
        var routes: Bool
        var stops: Bool
        var barriers: Bool
        var lineBarriers: Bool
        var polygonBarriers: Bool
        var directions: Bool
        var traversal: Traversal
        var quanta: Bool

        /// Which sets of what routes run over are wanted.
        struct Traversal: Sendable {
            var edges: Bool
            var junctions: Bool
            var turns: Bool

            var isAny: Bool { edges || junctions || turns }
        }
    }
}

/// Reads requests against a layer's defaults.
struct RequestReader {
    let network: NetworkDataset
    let layer: RouteLayerConfiguration
    /// Barriers resolved before.
    var barriers: BarrierCache?
    /// The conditional restrictions in force.
    var conditions = ConditionStates.none

    /// Checks a request.
    ///
    /// - Throws: An error that names the parameter, what was found and what would work.
    func read(
        _ parameters: RouteParameters, minimumStops: Int = 2
    ) throws(RouteRequestError) -> RouteRequest {
        var messages = parameters.notes.map { Message(.warning, $0) }
        var settings = try TravelSettingsReader(network: network, layer: layer).read(parameters)
        settings.key.conditions = conditions
        let ignoresInvalid = parameters.ignoreInvalidLocations ?? layer.ignoreInvalidLocations
        let preservesID = parameters.preserveObjectID ?? false
        let barrierReader = BarrierReader(
            network: network, limits: layer.limits, preservesObjectID: preservesID,
            ignoresInvalid: ignoresInvalid, extent: parameters.context?.extent)
        let inputs = LocateRules(network: network, layer: layer, parameters)
        try inputs.check()
        let reference =
            parameters.outSR ?? parameters.context?.outSR ?? layer.outputSpatialReference
        let extent = try parameters.context?.extent.map { extent throws(RouteRequestError) in
            try ContextExtent(extent)
        }
        let findsBest = parameters.findBestSequence ?? layer.findBestSequence
        var stops = try StopReader(
            network: network, limits: layer.limits, preservesObjectID: preservesID,
            impedance: settings.impedance, checksSequence: !findsBest
        ).read(parameters.stops, minimum: minimumStops)
        extent?.leaveOut(&stops)
        let skipsForBarriers = parameters.barriers?.doNotLocateOnRestrictedElements ?? true
        let locateBarriers = inputs.barriers
        let barrierKey = BarrierKey(
            parameters,
            rules: .init(
                preservesObjectID: preservesID, ignoresInvalid: ignoresInvalid,
                skipsRestricted: skipsForBarriers, toleranceMeters: locateBarriers.toleranceMeters,
                extent: parameters.context?.extent),
            metric: settings.key)
        let barriers = try barrierReader.read(parameters, key: barrierKey, in: barriers)
        messages += barriers.messages + unavailable(parameters)
        return RouteRequest(
            settings: settings, stops: stops, stopRows: parameters.stops?.features,
            barriers: barriers,
            skipsRestrictedForStops: parameters.stops?.doNotLocateOnRestrictedElements ?? true,
            skipsRestrictedForBarriers: skipsForBarriers,
            locateStops: inputs.stops,
            locateBarriers: locateBarriers,
            ignoresInvalid: ignoresInvalid,
            findsBestSequence: findsBest,
            preservesFirst: parameters.preserveFirstStop ?? layer.preserveFirstStop,
            preservesLast: parameters.preserveLastStop ?? layer.preserveLastStop,
            usesTimeWindows: try usesTimeWindows(parameters, settings, &messages),
            clock: try clock(parameters, settings, &messages), outputReference: reference,
            toOutput: try transformer(to: reference),
            outputLines: parameters.outputLines ?? layer.outputLines, returns: returns(parameters),
            directionsLengthUnits: try lengthUnits(parameters),
            directionsLanguage: language(parameters, &messages),
            directionsOutputType: parameters.directionsOutputType ?? .standard,
            directionsStyle: directionsStyle(parameters, &messages),
            geometryPrecision: parameters.geometryPrecision,
            measurePrecision: parameters.geometryPrecisionM,
            isDeterministic: parameters.deterministic ?? false, messages: messages)
    }

    private func returns(_ parameters: RouteParameters) -> RouteRequest.Returned {
        RouteRequest.Returned(
            routes: parameters.returnRoutes ?? true, stops: parameters.returnStops ?? false,
            barriers: (parameters.returnBarriers ?? false) && parameters.barriers != nil,
            lineBarriers: (parameters.returnPolylineBarriers ?? false)
                && parameters.polylineBarriers != nil,
            polygonBarriers: (parameters.returnPolygonBarriers ?? false)
                && parameters.polygonBarriers != nil,
            directions: parameters.returnDirections ?? layer.returnDirections,
            traversal: .init(
                edges: parameters.returnTraversedEdges ?? false,
                junctions: parameters.returnTraversedJunctions ?? false,
                turns: parameters.returnTraversedTurns ?? false),
            quanta: parameters.returnQuanta ?? false)
    }

    private func isTimeBased(_ settings: TravelSettings) -> Bool {
        network.description.costs[settings.impedance].kind == .time
    }

    private func usesTimeWindows(
        _ parameters: RouteParameters, _ settings: TravelSettings, _ messages: inout [Message]
    ) throws(RouteRequestError) -> Bool {
        guard parameters.useTimeWindows ?? layer.useTimeWindows else { return false }
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
        _ parameters: RouteParameters, _ settings: TravelSettings, _ messages: inout [Message]
    ) throws(RouteRequestError) -> RequestClock {
        let clock = try RequestClock(
            start: parameters.startTime, startIsUTC: parameters.startTimeIsUTC ?? false,
            windowsAreUTC: parameters.timeWindowsAreUTC ?? false, zoneName: layer.timeZoneName)
        guard parameters.startTime != nil, !isTimeBased(settings) else { return clock }
        messages.append(
            Message(
                .warning,
                "The start time was ignored because the impedance attribute is not time-based."))
        return clock.withoutStart()
    }

    private func lengthUnits(_ parameters: RouteParameters) throws(RouteRequestError) -> NetworkUnit
    {
        let units = parameters.directionsLengthUnits ?? layer.directionsLengthUnits
        guard units.meters != nil else {
            throw RouteRequestError(
                .invalidParameter, extendedCode: -2_147_200_912,
                details: [
                    "Parameter \"directionsLengthUnits\": \(units.rawValue) is no unit of length; "
                        + "use esriNAUKilometers, esriNAUMeters, esriNAUMiles, esriNAUFeet, "
                        + "esriNAUYards or esriNAUNauticalMiles."
                ])
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
                .unknownSpatialReference, extendedCode: -2_147_200_939,
                details: ["Parameter \"outSR\": \(error)"])
        }
    }

    /// The language on offer that matches exactly, else in its family, else the layer's own.
    private func language(_ parameters: RouteParameters, _ messages: inout [Message]) -> String {
        guard let asked = parameters.directionsLanguage else { return layer.directionsLanguage }
        let wanted = asked.replacing("_", with: "-").lowercased()
        let offered = layer.directionsSupportedLanguages
        if let exact = offered.first(where: { $0.lowercased() == wanted }) { return exact }
        let family = wanted.split(separator: "-").first.map(String.init) ?? wanted
        if let near = offered.first(where: {
            $0.lowercased().split(separator: "-").first.map(String.init) == family
        }) {
            return near
        }
        messages.append(
            Message(
                .warning,
                "Directions are not available in \"\(asked)\"; they are written in "
                    + "\"\(layer.directionsLanguage)\". Available: "
                    + offered.joined(separator: ", ") + "."))
        return layer.directionsLanguage
    }
}
