// The directions of an answer: the Directions room's entries with lines, units and clocks.

import Directions
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Writes the directions of every route of an answer.
struct DirectionsAssembly {
    let assembly: ResultAssembly
    let lines: RouteLines

    private var request: RouteRequest { assembly.request }
    private var network: NetworkDataset { assembly.network }

    /// One item a route, in the routes' order.
    func directions() throws(RouteRequestError) -> [RouteDirections] {
        var result: [RouteDirections] = []
        for (index, route) in assembly.found.routes.enumerated() {
            result.append(try directions(of: route, id: index + 1))
        }
        return result
    }

    private var lengthAttribute: Int? { assembly.costs.firstIndex { $0.kind == .length } }

    private func directions(
        of route: SolvedRoute, id: Int
    ) throws(RouteRequestError) -> RouteDirections {
        let writer = DirectionsWriter(network: network, options: options)
        let entries = writer.write(
            stops: visits(of: route), legs: route.legs.map { leg(of: $0) })
        let clock = RouteClock(schedule: route.schedule, clock: request.clock)
        var steps: [DirectionStep] = []
        var envelope = Envelope()
        for entry in entries {
            let step = try step(entry, route, clock)
            envelope.add(Envelope(step.line))
            steps.append(step)
        }
        let meters = entries.reduce(Int64(0)) { $0 + $1.centimeters }
        let all = entries.reduce(Int64(0)) { $0 + $1.milliseconds }
        let driven = entries.filter { $0.kind == .maneuver }.reduce(Int64(0)) {
            $0 + $1.milliseconds
        }
        var directions = RouteDirections(
            routeID: id, routeName: route.name, totalLength: length(meters),
            totalTimeMinutes: minutes(all), totalDriveTimeMinutes: minutes(driven),
            envelope: envelope, spatialReference: request.outputReference, steps: steps)
        directions.lengthUnits = request.directionsLengthUnits
        return directions
    }

    private var options: DirectionsOptions {
        let units = request.directionsLengthUnits
        return DirectionsOptions(
            language: request.directionsLanguage, metersPerLengthUnit: units.meters ?? 1_000,
            lengthUnitName: units.shortName,
            family: network.description.families[request.settings.key.family].name,
            closingRestrictions: request.settings.key.restrictions
                .filter { $0.effect == .prohibits && $0.limit == nil && !$0.isThroughTraffic }
                .reduce(0) { $0 | $1.mask })
    }

    private func visits(of route: SolvedRoute) -> [DirectionsStop] {
        zip(route.stops, route.schedule.visits).enumerated().map { position, visited in
            let (stop, visit) = visited
            let input = assembly.stops[stop].input
            let start = route.schedule.startClock
            let window = request.usesTimeWindows ? input.timeWindow : nil
            return DirectionsStop(
                name: input.name,
                side: position > 0 ? side(route.legs[position - 1].arrival.side) : .none,
                isWaypoint: input.locationType == .waypoint,
                serviceMilliseconds: visit.serviceMilliseconds,
                waitMilliseconds: visit.waitMilliseconds,
                violationMilliseconds: visit.violationMilliseconds,
                startClock: start.map { $0 + visit.arrivalMilliseconds },
                windowStartClock: window.map { request.clock.localWindowTime($0.start) },
                windowEndClock: window.map { request.clock.localWindowTime($0.end) })
        }
    }

    private func side(_ side: RoadSide) -> StopSide {
        switch side {
        case .left: .left
        case .right: .right
        case .both: .none
        }
    }

    private func leg(of leg: SolvedLeg) -> DirectionsLeg {
        let none = [Int64](repeating: 0, count: leg.path.elements.count)
        return DirectionsLeg(
            path: leg.path,
            milliseconds: request.settings.directionsTime.flatMap { leg.quanta[$0] } ?? none,
            centimeters: lengthAttribute.flatMap { leg.quanta[$0] } ?? none)
    }

    private func step(
        _ entry: DirectionsEntry, _ route: SolvedRoute, _ clock: RouteClock
    ) throws(RouteRequestError) -> DirectionStep {
        let start = route.schedule.startClock
        let instant = entry.clock.flatMap { local in start.flatMap { clock.instant(local - $0) } }
        return DirectionStep(
            length: length(entry.centimeters), timeMinutes: minutes(entry.milliseconds),
            text: entry.text, eta: instant.map { request.clock.local(ofUTC: $0) },
            arriveTimeUTC: instant, maneuverType: entry.maneuverType,
            line: try line(of: entry, route), strings: strings(of: entry))
    }

    /// The road of a maneuver, or the stop's place twice.
    private func line(
        of entry: DirectionsEntry, _ route: SolvedRoute
    ) throws(RouteRequestError) -> [Coordinate] {
        if entry.kind == .maneuver, !entry.spans.isEmpty {
            var line: [Coordinate] = []
            for span in entry.spans {
                let part = try lines.line(of: route.legs[span.leg].path.elements[span.elements])
                line += line.last == part.first ? Array(part.dropFirst()) : part
            }
            return line.count > 1 ? line : line + line
        }
        let elements = route.legs[entry.leg].path.elements
        let raw = lines.rawLine(of: entry.kind == .stop ? elements.suffix(1) : elements.prefix(1))
        let place = entry.kind == .stop ? raw[raw.count - 1] : raw[0]
        return try OutputProjector(request: request).line([place, place])
    }

    /// The typed strings that the asked output type carries.
    private func strings(of entry: DirectionsEntry) -> [DirectionString] {
        let kept: [DirectionsString] =
            switch request.directionsOutputType {
            case .complete, .completeNoEvents, .featureSets: entry.strings
            case .standard:
                entry.strings.filter { $0.type == .streetName || $0.type == .crossStreet }
            case .instructionsOnly, .summaryOnly: []
            }
        return kept.map { DirectionString($0.string, $0.type.rawValue) }
    }

    private func length(_ centimeters: Int64) -> Double {
        // One division: 5,764 cm are 0.05764 km, without a floating tail.
        Double(centimeters) / ((request.directionsLengthUnits.meters ?? 1_000) * 100)
    }

    private func minutes(_ milliseconds: Int64) -> Double { Double(milliseconds) / 60_000 }
}
