// Directions in an answer: adds lines, units and times to the entries the room Directions writes.

import DataStructures
import Directions
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine
import Sequencing

/// Writes the directions for every route.
struct DirectionsAssembly {
    let assembly: ResultAssembly
    let drawing: RouteLines
    /// Where the time for sentences is noted.
    let control: SolveControl?

    private var request: Shared<ResolvedRequest> { assembly.request }
    private var network: NetworkDataset { assembly.network }

    /// Returns each route's directions, in route order.
    func directions(along lines: [RouteLine]) -> [RouteDirections] {
        zip(assembly.found.routes, lines).enumerated().map { index, found in
            directions(of: found.0, along: found.1, id: index + 1)
        }
    }

    /// Whether steps have the maneuvers that they tell in place of texts and lines.
    private var describesJunctions: Bool {
        request.effective.requested.caller.describesJunctions
    }

    private var lengthAttribute: Int? { assembly.costs.firstIndex { $0.kind == .length } }

    private func directions(
        of route: SolvedRoute, along line: RouteLine, id: Int
    ) -> RouteDirections {
        var options = options
        if let start = route.schedule.startClock {
            let length = route.schedule.visits.last?.departureMilliseconds ?? 0
            options.clockOffsets = request.clock.offsets(during: start...(start + length))
        }
        let writer = DirectionsWriter(network: network, options: options)
        let maneuvers = writer.maneuvers(
            stops: visits(of: route), legs: route.legs.map { leg(of: $0) })
        let entries = timed { writer.entries(of: maneuvers) }
        var steps: [DirectionStep] = []
        steps.reserveCapacity(entries.count)
        var envelope = Envelope()
        var (meters, all, driven): (Int64, Int64, Int64) = (0, 0, 0)
        let points = request.returns.conditions ? drawing.shapeVertices(of: line) : []
        for entry in entries {
            var step = step(entry, route, line)
            if !describesJunctions {
                step.place = place(of: entry, line, points, after: meters)
            }
            step.maneuvers = self.maneuvers(of: entry, line, points, after: meters)
            envelope.add(Envelope(step.line))
            steps.append(step)
            meters += entry.centimeters
            all += entry.milliseconds
            if entry.kind == .maneuver { driven += entry.milliseconds - entry.dwellMilliseconds }
        }
        var directions = RouteDirections(
            routeID: id, routeName: route.name, totalLength: length(meters),
            totalTimeMinutes: minutes(all), totalDriveTimeMinutes: minutes(driven),
            envelope: line.boxAcrossMeridian ?? envelope,
            spatialReference: request.outputReference, steps: steps)
        directions.lengthUnits = request.directionsLengthUnits
        directions.language = request.directionsLanguage
        if let paging = request.directionsPaging {
            var (starts, start) = ([Int64](), Int64(0))
            for entry in entries {
                starts.append(start)
                start += entry.centimeters
            }
            directions.keep(paging, starts: starts, ofRoute: meters)
        }
        return directions
    }

    /// Writes sentences and notes how long that took.
    private func timed(_ write: () -> [DirectionsEntry]) -> [DirectionsEntry] {
        control.map { $0.timed(\.wording, write) } ?? write()
    }

    private var options: DirectionsOptions {
        let units = request.directionsLengthUnits
        var options = DirectionsOptions(
            language: request.directionsLanguage, metersPerLengthUnit: units.meters ?? 1_000,
            lengthUnitName: units.shortName,
            family: network.description.families[request.settings.key.family].name,
            closingRestrictions: request.settings.key.restrictions
                .filter { $0.effect == .prohibits && $0.limit == nil && !$0.isThroughTraffic }
                .reduce(0) { $0 | $1.mask })
        options.languages = assembly.languages
        options.style = request.directionsStyle
        options.includesCrossStreets = request.directionsOutputType == .complete
        options.strings =
            switch request.directionsOutputType {
            case .complete, .completeNoEvents, .featureSets: .all
            case .standard: .streets
            case .instructionsOnly, .summaryOnly: .none
            }
        options.writesShortTexts = request.directionsOutputType == .featureSets
        options.listsManeuvers = describesJunctions
        options.writesTexts = !describesJunctions
        return options
    }

    private func visits(of route: SolvedRoute) -> [DirectionsStop] {
        zip(route.stops, route.schedule.visits).enumerated().map { position, visited in
            let (stop, visit) = visited
            let input = assembly.stops[stop].input
            let start = route.schedule.startClock
            return DirectionsStop(
                name: input.name,
                side: position > 0 ? side(route.legs[position - 1].arrival.side) : .none,
                isWaypoint: input.locationType == .waypoint,
                serviceMilliseconds: visit.serviceMilliseconds,
                waitMilliseconds: visit.waitMilliseconds,
                violationMilliseconds: visit.violationMilliseconds,
                startClock: start.map { $0 + visit.arrivalMilliseconds },
                windowStartClock: visit.window?.opens, windowEndClock: visit.window?.closes)
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
        var described = DirectionsLeg(
            path: leg.path,
            milliseconds: request.settings.directionsTime.flatMap { leg.quanta[$0] } ?? none,
            centimeters: lengthAttribute.flatMap { leg.quanta[$0] } ?? none)
        if let time = request.settings.directionsTime {
            described.barrierMilliseconds = leg.barrierCosts(
                time, on: network, assembly.barriers.effects,
                scales: request.settings.key.scales)
        }
        return described
    }

    private func step(
        _ entry: DirectionsEntry, _ route: SolvedRoute, _ line: RouteLine
    ) -> DirectionStep {
        func instant(after milliseconds: Int64) -> Int64? { entry.clock.map { $0 + milliseconds } }
        let shape = shape(of: entry, line)
        var step = DirectionStep(
            length: length(entry.centimeters), timeMinutes: minutes(entry.milliseconds),
            text: entry.text, eta: instant(after: 0).map { request.clock.local(ofUTC: $0) },
            arriveTimeUTC: instant(after: 0), maneuverType: entry.maneuverType,
            line: shape.line,
            strings: entry.strings.map { DirectionString($0.string, $0.type.rawValue) })
        step.measures = shape.measures
        step.shortText = entry.shortText
        step.pointType = entry.pointType(drivingSide: drivingSide(of: entry, route))
        step.stopID = entry.stop.map { assembly.stops[route.stops[$0]].input.objectID }
        step.events = entry.events.map { event in
            let passed = instant(after: event.milliseconds)
            return DirectionEvent(
                place: line.end(ofElement: event.element, leg: event.leg),
                eta: passed.map { request.clock.local(ofUTC: $0) }, arriveTimeUTC: passed,
                strings: event.streets.map {
                    DirectionString($0, DirectionsStringType.crossStreet.rawValue)
                })
        }
        return step
    }

    /// Returns the driving side on an entry's first road.
    private func drivingSide(of entry: DirectionsEntry, _ route: SolvedRoute) -> DrivingSide {
        guard let span = entry.spans.first(where: { !$0.elements.isEmpty }) else {
            return network.description.drivingSide
        }
        let element = route.legs[span.leg].path.elements[span.elements.lowerBound]
        return network.drivingSide(of: element.edge)
    }

    /// Returns where an entry is on its route's line; `nil` if the answer has no line, or the
    /// request does not ask for it.
    ///
    /// - Parameter points: The vertices that make up the line in the answer.
    /// - Complexity: O(log *n*) for *n* points.
    private func place(
        of entry: DirectionsEntry, _ line: RouteLine, _ points: [Int], after centimeters: Int64
    ) -> StepPlace? {
        if points.isEmpty { return nil }
        let vertex =
            entry.kind == .stop
            ? line.lastVertex(ofLeg: entry.leg) : line.firstVertex(ofLeg: entry.leg)
        let vertices =
            entry.kind == .maneuver ? self.vertices(of: entry.spans, in: line) : nil
        return place(of: vertices ?? vertex...vertex, points, after: centimeters)
    }

    /// Returns where each maneuver that an entry tells is on its route's line; none if the answer
    /// has no line, or the request does not ask for them.
    private func maneuvers(
        of entry: DirectionsEntry, _ line: RouteLine, _ points: [Int], after centimeters: Int64
    ) -> [StepManeuver] {
        if points.isEmpty { return [] }
        var centimeters = centimeters
        return entry.maneuvers.compactMap { told in
            defer { centimeters += told.centimeters }
            guard let vertices = vertices(of: told.spans, in: line) else { return nil }
            var maneuver = StepManeuver(
                told.type.rawValue, at: place(of: vertices, points, after: centimeters))
            (maneuver.endsRoad, maneuver.takesRamp) = (told.endsRoad, told.takesRamp)
            maneuver.roads = [told.road, told.otherName].filter { !$0.isEmpty }
            (maneuver.toward, maneuver.exit) = (told.toward, told.exit)
            (maneuver.roundaboutExit, maneuver.roundabout) = (told.roundaboutExit, told.roundabout)
            maneuver.ringMeters = Double(told.ringCentimeters) / 100
            return maneuver
        }
    }

    /// Returns the vertices of some spans, from the first to the last; `nil` if there is no span.
    private func vertices(of spans: [LegSpan], in line: RouteLine) -> ClosedRange<Int>? {
        guard let begin = spans.first, let end = spans.last else { return nil }
        return line.vertices(of: begin).lowerBound...line.vertices(of: end).upperBound
    }

    private func place(
        of vertices: ClosedRange<Int>, _ points: [Int], after centimeters: Int64
    ) -> StepPlace {
        func point(_ vertex: Int) -> Int {
            max(0, points.indices.partitioningIndex { points[$0] > vertex } - 1)
        }
        return StepPlace(
            firstPoint: point(vertices.lowerBound), lastPoint: point(vertices.upperBound),
            meters: Double(centimeters) / 100)
    }

    /// Returns a maneuver's line, or a stop's place twice; with measures if requested. Empty if
    /// steps have maneuvers in its place.
    private func shape(
        of entry: DirectionsEntry, _ line: RouteLine
    ) -> (line: [Coordinate], measures: [Double]?) {
        if describesJunctions { return ([], nil) }
        var vertices: [Int] = []
        if entry.kind == .maneuver, !entry.spans.isEmpty {
            for span in entry.spans {
                let piece = drawing.keptVertices(of: span, in: line)
                vertices += vertices.last == piece.first ? piece.dropFirst() : piece[...]
            }
        } else {
            vertices = [
                entry.kind == .stop
                    ? line.lastVertex(ofLeg: entry.leg) : line.firstVertex(ofLeg: entry.leg)
            ]
        }
        if vertices.count == 1 { vertices += vertices }
        return (line.line(through: vertices), drawing.measures(at: vertices, of: line))
    }

    private func length(_ centimeters: Int64) -> Double {
        // Dividing once gives 0.05764 km for 5,764 cm, without rounding errors.
        Double(centimeters) / ((request.directionsLengthUnits.meters ?? 1_000) * 100)
    }

    private func minutes(_ milliseconds: Int64) -> Double { Double(milliseconds) / 60_000 }
}
