// Turns requests in OSRM's form into parameters for Waypost's operations.

import Geo
package import RouteAPI

extension OSRMRequest {
    /// Makes the parameters for `route`, `trip` and `nearest`.
    ///
    /// - Throws: ``OSRMError`` if an option cannot be met; the message names the option.
    package func routeParameters(on layer: OSRMLayer) throws(OSRMError) -> RouteParameters {
        var parameters: RouteParameters = try own(on: layer)
        let travel = try OSRMTravel(self, parameters.analysis, on: layer)
        travel.apply(to: &parameters.analysis)
        place(&parameters.analysis, on: layer)
        parameters.stops = LocationInput(features: stops(on: layer, travel))
        guard service != .nearest else {
            parameters.analysis.caller.nearestCount = min(options.number, Self.mostPlaces)
            return parameters
        }
        parameters.analysis.travel.accumulateAttributeNames =
            travel.costs(withLength: true)
        parameters.analysis.caller.explainsMissingRoutes = !mayTurnElsewhere(by: travel)
        // Like OSRM, find alternatives only between two coordinates.
        parameters.alternatives = coordinates.count == 2 ? options.alternatives : 0
        parameters.useTimeWindows = false
        parameters.findBestSequence = service == .trip
        if service == .trip {
            parameters.preserveFirstStop = options.isRoundtrip || options.startsAtFirst
            parameters.preserveLastStop = options.isRoundtrip || options.endsAtLast
        }
        parameters.returnRoutes = true
        parameters.returnStops = true
        ask(&parameters.analysis)
        return parameters
    }

    /// The most places that `nearest` finds.
    private static let mostPlaces = 100

    /// Makes the parameters for `table`.
    ///
    /// - Throws: ``OSRMError`` if an option cannot be met; the message names the option.
    package func tableParameters(
        on layer: OSRMLayer
    ) throws(OSRMError) -> ODCostMatrixParameters {
        var parameters: ODCostMatrixParameters = try own(on: layer)
        let travel = try OSRMTravel(self, parameters.analysis, on: layer)
        travel.apply(to: &parameters.analysis)
        place(&parameters.analysis, on: layer)
        guard travel.length != nil || !options.hasDistances else {
            throw OSRMError(
                .notImplemented, "annotations has distance, and the network has no length.")
        }
        parameters.analysis.travel.accumulateAttributeNames =
            travel.costs(withLength: options.hasDistances)
        let every = Array(coordinates.indices)
        let rows = stops(on: layer, travel)
        func some(_ places: [Int]?) -> LocationInput {
            var chosen = rows
            // The answer repeats the rows and columns of a coordinate that is named twice.
            var known: Set<Int> = []
            chosen.features = (places ?? every).filter { known.insert($0).inserted }
                .map { rows.features[$0] }
            return LocationInput(features: chosen)
        }
        parameters.origins = some(options.sources)
        parameters.destinations = some(options.destinations)
        parameters.outputType = .sparseMatrix
        parameters.returnOrigins = true
        parameters.returnDestinations = true
        return parameters
    }

    /// Makes the parameters for `match`.
    ///
    /// - Throws: ``OSRMError`` if an option cannot be met; the message names the option.
    package func matchParameters(on layer: OSRMLayer) throws(OSRMError) -> MatchParameters {
        var parameters: MatchParameters = try own(on: layer)
        let travel = try OSRMTravel(self, parameters.analysis, on: layer)
        travel.apply(to: &parameters.analysis)
        parameters.analysis.locations.preserveObjectID = nil
        parameters.analysis.travel.accumulateAttributeNames =
            travel.costs(withLength: true)
        let ends = options.waypoints.map { Set($0) }
        let times = options.ignoresGaps ? nil : options.timestamps
        let traces = keptTraces.map { rows in
            Trace(
                fixes: rows.map { row in
                    let radius = options.radiuses?[row] ?? nil
                    return TraceFix(
                        coordinates[row], milliseconds: times.map { $0[row] * 1_000 },
                        accuracyMeters: radius.flatMap { $0.isFinite && $0 > 0 ? $0 : nil },
                        bearing: options.bearings?[row]?.degrees,
                        isStop: ends?.contains(row) ?? true, name: String(row + 1))
                })
        }
        parameters.traces = TraceInput(traces)
        parameters.returnRoutes = true
        parameters.returnStops = true
        parameters.returnTracePoints = true
        ask(&parameters.analysis)
        return parameters
    }

    /// The coordinates to match, for each trace. Like OSRM, a trace is split if a gap in time is
    /// more than ten times the median, and a coordinate that is alone then is left out.
    var keptTraces: [[Int]] {
        let kept = keptFixes
        guard !options.ignoresGaps, let times = options.timestamps else { return [kept] }
        let gaps = zip(kept, kept.dropFirst()).map { times[$1] - times[$0] }
        guard !gaps.isEmpty else { return [kept] }
        let median = gaps.sorted()[gaps.count / 2]
        var traces = [[kept[0]]]
        for (row, gap) in zip(kept.dropFirst(), gaps) {
            if gap > 10 * max(median, 1) { traces.append([]) }
            traces[traces.count - 1].append(row)
        }
        return traces.filter { $0.count > 1 }
    }

    /// The coordinates to match. If `tidy` is set, those within a meter of the last one kept are
    /// left out: a slow vehicle moves less than that between two positions.
    private var keptFixes: [Int] {
        guard options.isTidy else { return Array(coordinates.indices) }
        let needed = Set(options.waypoints ?? [coordinates.count - 1])
        var last = 0
        return coordinates.indices.filter { row in
            guard
                row == 0 || needed.contains(row)
                    || Geodesic.distanceMeters(from: coordinates[last], to: coordinates[row]) >= 1
            else { return false }
            last = row
            return true
        }
    }

    /// Reads Waypost's own options.
    func own<Parameters: OperationParameters>(
        on layer: OSRMLayer
    ) throws(OSRMError) -> Parameters {
        do throws(RouteRequestError) {
            return try Parameters(
                form: FormParameters(options.own.map { ($0.name, $0.value) }),
                locateDefaults: layer.configuration.locateSettings)
        } catch {
            throw OSRMError(error, of: service)
        }
    }

    /// Asks for everything needed to write routes.
    private func ask(_ analysis: inout AnalysisParameters) {
        let needsPieces = options.steps || !options.annotations.isEmpty
        analysis.directions.returnDirections = options.steps
        // Only the maneuvers in the steps are read, not the words of their sentences.
        analysis.directions.directionsOutputType = .instructionsOnly
        analysis.directions.directionsLengthUnits = .meters
        analysis.output.returnLegs = true
        analysis.output.returnConditions = needsPieces
        analysis.caller.describesJunctions = needsPieces
        analysis.caller.neededColumns = OSRMRow.columns
        analysis.output.outputLines =
            needsPieces || options.overview != .none || service == .match
            ? .trueShape : OutputLineType.none
    }

    /// Sets how coordinates are placed. Streets may be as far away as the widest radius; the answer
    /// checks each one.
    private func place(_ analysis: inout AnalysisParameters, on layer: OSRMLayer) {
        // To OSRM, an approach says nothing on a one-way street.
        analysis.caller.ignoresCurbsOfOneWays = options.approaches != nil
        guard let radiuses = options.radiuses else { return }
        var settings = layer.configuration.locateSettings
        let widest = radiuses.reduce(1) { max($0, $1 ?? settings.toleranceMeters) }
        settings.toleranceMeters = min(widest, layer.configuration.maximumToleranceMeters)
        analysis.locations.locateSettings = LocateSettingsByInput(fallback: settings)
    }

    /// The order in which a trip sends its coordinates. A round trip ends where it begins.
    var order: [Int] {
        guard service == .trip, options.isRoundtrip else { return Array(coordinates.indices) }
        let last = coordinates.count - 1
        let start = startsAtLast ? last : 0
        return [start] + coordinates.indices.filter { $0 != start } + [start]
    }

    /// Whether a round trip begins at its last coordinate: like OSRM, if it only has to end there.
    private var startsAtLast: Bool {
        service == .trip && options.isRoundtrip && options.endsAtLast && !options.startsAtFirst
    }

    /// Makes rows for the stops, numbered from 1 like the coordinates.
    ///
    /// If the trip is a round trip, a row for its end follows.
    private func stops(on layer: OSRMLayer, _ travel: OSRMTravel) -> FeatureSet {
        let rows = order.enumerated().map { place, row in
            let hint = (options.hints?[row] ?? nil).flatMap {
                OSRMHint($0, for: coordinates[row], mark: layer.mark)
            }
            // A range of 180 allows every direction.
            let bearing = (options.bearings?[row] ?? nil).flatMap { $0.range < 180 ? $0 : nil }
            return StopRow(
                row: row, isReturn: place >= coordinates.count, bearing: bearing, hint: hint)
        }
        // Leave out columns without values: they say nothing.
        return FeatureSet(columns(on: layer, travel), of: rows, shape: .point) {
            .point(coordinates[$0.row])
        }.withoutEmptyColumns
    }

    /// A stop before it is written: the coordinate, whether it ends a round trip, and its options.
    private typealias StopRow = (
        row: Int, isReturn: Bool, bearing: OSRMOptions.Bearing?, hint: OSRMHint?
    )

    private func columns(
        on layer: OSRMLayer, _ travel: OSRMTravel
    ) -> [FeatureColumn<StopRow>] {
        let ends = options.waypoints.map { Set($0) }
        let lastIsLast =
            service == .trip && options.isRoundtrip && options.startsAtFirst && options.endsAtLast
        func number(_ stop: StopRow) -> Int {
            stop.isReturn ? coordinates.count + 1 : stop.row + 1
        }
        return [
            FeatureColumn(id: Column.objectID.name) { number($0) },
            FeatureColumn(.name) { String(number($0)) },
            FeatureColumn(.curbApproach) { curbApproach($0.row, on: layer, travel).rawValue },
            FeatureColumn(.locationType) { ends?.contains($0.row) ?? true ? 0 : 1 },
            // Without a tolerance, 0 would mean none.
            FeatureColumn(.bearing) { $0.bearing.map { $0.degrees == 0 ? 360 : $0.degrees } },
            // Waypost counts both sides together, up to 180 degrees.
            FeatureColumn(.bearingTolerance) { $0.bearing.map { min(180, 2 * $0.range) } },
            FeatureColumn(.after) { stop in
                guard lastIsLast, !stop.isReturn, stop.row == coordinates.count - 1, stop.row > 1
                else { return nil }
                return (2...stop.row).map(String.init).joined(separator: ";")
            },
            FeatureColumn(.sourceID) { $0.hint?.source },
            FeatureColumn(.sourceOID) { $0.hint?.element },
            FeatureColumn(.posAlong) { $0.hint?.position },
            FeatureColumn(.sideOfEdge) { $0.hint?.side },
        ]
    }

    private func curbApproach(
        _ row: Int, on layer: OSRMLayer, _ travel: OSRMTravel
    ) -> CurbApproach {
        switch (options.approaches?[row] ?? nil, layer.drivesOnLeft) {
        case (.curb?, false), (.opposite?, true): return .rightSide
        case (.curb?, true), (.opposite?, false): return .leftSide
        case (.unrestricted?, _), (nil, _):
            let isVia = row > 0 && row < coordinates.count - 1
            return isVia && continuesStraight(by: travel) && !turning.contains(row)
                ? .noUTurn : .eitherSide
        }
    }
}
