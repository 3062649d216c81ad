// Makes routes to follow from a service's answers.

import Geo
public import RouteAPI

extension FollowedRoute {
    /// Makes a route to follow from an answer.
    ///
    /// Meters and seconds equal the answer's conditions, to the centimeter and millisecond.
    /// A turn that takes time is a step at its vertex. Without conditions each leg has the answer's
    /// meters and seconds: within a leg, meters follow the line, and seconds the line's measures if
    /// they are times, otherwise its speeds. Visits to stops take no time. Maneuvers, waypoints,
    /// events and stretches are the answer's. So is what each leg uses up, if the request totals
    /// the cost `Energy`.
    ///
    /// - Parameters:
    ///   - result: An answer to a request that had ``RouteAPI/OperationParameters`` set by
    ///     `requestFollowedRoutes()`. Fewer members work too: a line is enough.
    ///   - id: The route's `ObjectID`; `nil` for the first route.
    /// - Throws: ``FollowedRouteError`` if there is no such route, or its line is missing or not in
    ///   longitude and latitude.
    /// - Complexity: O(*n* log *n*) in the vertices.
    public init(_ result: AnalysisResult, routeID id: Int? = nil) throws(FollowedRouteError) {
        guard let reader = try AnsweredRoute(result, id) else { throw .noRoute(id: id) }
        self = reader.route
    }
}

/// Reads one route of an answer.
private struct AnsweredRoute {
    private let result: AnalysisResult
    private let id: Int
    private let legs: [RouteLeg]
    private(set) var route: FollowedRoute

    init?(_ result: AnalysisResult, _ wanted: Int?) throws(FollowedRouteError) {
        guard let set = result.routes,
            let row = set.features.first(where: { wanted == nil || set.objectID(of: $0) == wanted })
        else { return nil }
        guard case .polyline(let paths, let measures)? = row.geometry else {
            throw .tooFewVertices(found: 0)
        }
        guard set.spatialReference.effectiveWKID == SpatialReference.wgs84.wkid else {
            throw .notGeographic(wkid: set.spatialReference.effectiveWKID)
        }
        let line = paths.flatMap(\.self)
        guard line.count >= 2 else { throw .tooFewVertices(found: line.count) }
        let id = set.objectID(of: row) ?? 1
        self.result = result
        self.id = id
        legs = result.routeLegs.filter { $0.routeID == id && $0.isWithin(line.count) }
            .sorted { $0.sequence < $1.sequence }
        route = FollowedRoute(line: line, meters: [], seconds: [])
        let conditions = result.conditions?.first { $0.routeID == id }
        if let measured = conditions.flatMap({ FollowedRoute(line, measuredBy: $0) }) {
            route = measured
        } else {
            measure(measures?.flatMap(\.self), conditions?.speeds ?? [])
        }
        addManeuvers(conditions?.lanes ?? [])
        addWaypoints()
        addPassages()
        addEnergy(row, set)
        addDelays()
        route.isPartial = result.isCutShort(routeID: id)
    }

    private var lengthMeters: Double { route.meters[route.meters.count - 1] }

    // MARK: Measures

    /// Gives each vertex its meters and seconds, as well as the answer tells them.
    private mutating func measure(_ measures: [Double]?, _ speeds: [Double?]) {
        let line = route.line
        let lengths = zip(line, line.dropFirst()).map { Geodesic.distanceMeters(from: $0, to: $1) }
        let times = pieceTimes(lengths, measures, speeds)
        guard !legs.isEmpty else {
            let seconds = directions.map { $0.totalDriveTimeMinutes * 60 }
            route.meters = Self.cumulated(lengths, [(0...line.count - 1, nil)])
            route.seconds = Self.cumulated(times, [(0...line.count - 1, seconds)])
            return
        }
        route.meters = Self.cumulated(lengths, legs.map { ($0.points ?? 0...0, $0.meters) })
        route.seconds = Self.cumulated(times, legs.map { ($0.points ?? 0...0, $0.seconds) })
    }

    /// Returns how long each piece of the line takes, in any unit: by measures, by speeds, or by
    /// lengths.
    private func pieceTimes(
        _ lengths: [Double], _ measures: [Double]?, _ speeds: [Double?]
    ) -> [Double] {
        let bySpeed =
            speeds.count == lengths.count
            ? zip(lengths, speeds).map { length, speed in
                length / max(1, speed ?? 30) * 3.6
            } : nil
        guard let measures, measures.count == lengths.count + 1 else { return bySpeed ?? lengths }
        let steps = zip(measures, measures.dropFirst()).map { $1 - $0 }
        let total = steps.reduce(0, +)
        guard total > 0, total.isFinite, steps.allSatisfy({ $0 >= 0 }) else {
            return bySpeed ?? lengths
        }
        // The measures are in the unit of the impedance, which may be no time at all.
        let seconds = legs.reduce(0) { $0 + ($1.seconds ?? 0) }
        let isTime = [1.0, 60, 3_600].contains { abs(total * $0 - seconds) <= 0.02 * seconds }
        return isTime ? steps : bySpeed ?? steps
    }

    /// Adds up pieces, so that each stretch of vertices comes to its total.
    private static func cumulated(
        _ pieces: [Double], _ stretches: [(points: ClosedRange<Int>, total: Double?)]
    ) -> [Double] {
        var sums = [Double](repeating: 0, count: pieces.count + 1)
        var (start, vertex) = (0.0, 0)
        for (points, total) in stretches {
            // Where stretches leave a hole, its pieces count as they are.
            while vertex < points.lowerBound {
                start += pieces[vertex]
                vertex += 1
                sums[vertex] = start
            }
            let drawn = pieces[points.lowerBound..<points.upperBound].reduce(0, +)
            let scale = drawn > 0 ? max(0, total ?? drawn) / drawn : 0
            var done = 0.0
            while vertex < points.upperBound {
                done += pieces[vertex]
                vertex += 1
                sums[vertex] = start + done * scale
            }
            // Rounding of the sum must not add up over legs.
            if points.upperBound > points.lowerBound || total == nil {
                start += max(0, total ?? drawn)
                sums[vertex] = start
            }
        }
        while vertex < pieces.count {
            start += pieces[vertex]
            vertex += 1
            sums[vertex] = start
        }
        return sums
    }

    // MARK: What lies along the route

    private var directions: RouteDirections? {
        result.directions?.first { $0.routeID == id }
    }

    /// - Parameter lanes: The lanes before maneuvers, in the order of travel.
    private mutating func addManeuvers(_ lanes: [ManeuverLanes]) {
        guard let directions, directions.totalLength >= 0 else { return }
        // Steps state lengths in a unit that the answer does not name.
        let scale = directions.totalLength > 0 ? lengthMeters / directions.totalLength : 0
        let isPlaced = directions.spatialReference.effectiveWKID == SpatialReference.wgs84.wkid
        var (offset, last) = (directions.page?.fromMeters ?? 0, 0.0)
        var lanes = lanes[...]
        for step in directions.steps {
            let place = isPlaced ? step.line.first : nil
            let found =
                step.place?.meters ?? place.flatMap { vertexMeters(at: $0, near: offset) } ?? offset
            last = max(last, min(found, lengthMeters))
            route.maneuvers.append(
                Maneuver(
                    offset: last, text: step.text, shortText: step.shortText,
                    type: step.maneuverType, lanes: Self.take(&lanes, at: found)))
            offset = last + max(0, step.length * scale)
        }
    }

    private typealias Maneuver = FollowedRoute.Maneuver

    /// Takes the lanes before a maneuver; `nil` if none are known there.
    private static func take(
        _ lanes: inout ArraySlice<ManeuverLanes>, at meters: Double
    ) -> [FollowedRoute.Lane]? {
        // Both are stated to the centimeter.
        lanes = lanes.drop { $0.meters < meters - 0.05 }
        guard let next = lanes.first, next.meters <= meters + 0.05 else { return nil }
        return next.lanes.map { .init(turns: $0.turns, isActive: $0.isActive) }
    }

    /// Returns the meters at the vertex where a step begins, which lies near some meters.
    private func vertexMeters(at place: Coordinate, near meters: Double) -> Double? {
        // The steps' lengths are rounded, and so are the coordinates of their lines.
        let slack = 30 + meters / 200
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        var (vertex, high) = (0, route.meters.count)
        while vertex < high {
            let middle = (vertex + high) / 2
            if route.meters[middle] < meters - slack { vertex = middle + 1 } else { high = middle }
        }
        var best: Double?
        while vertex < route.meters.count, route.meters[vertex] <= meters + slack {
            let away = SIMD2(
                (route.line[vertex].x - place.x) * scale.x,
                (route.line[vertex].y - place.y) * scale.y)
            let found = route.meters[vertex]
            if (away * away).sum() <= 9,
                best.map({ abs(found - meters) < abs($0 - meters) }) ?? true
            {
                best = found
            }
            vertex += 1
        }
        return best
    }

    private mutating func addWaypoints() {
        var meters = 0.0
        for leg in legs {
            meters += max(0, leg.meters)
            guard leg.toRole == .waypoint else { continue }
            route.waypoints.append(
                .init(offset: min(meters, lengthMeters), id: "\(leg.toStopID)"))
        }
    }

    /// Reads what each leg uses up, or else the whole route.
    private mutating func addEnergy(_ row: Feature, _ set: FeatureSet) {
        let totals = legs.compactMap { $0.totals[FollowedRoute.energyAttribute] }
        guard !legs.isEmpty, totals.count == legs.count else {
            let field = "Total_" + FollowedRoute.energyAttribute
            if case .double(let total)? = set.value(field, of: row) {
                route.energy = [.init(offset: lengthMeters, total: total)]
            }
            return
        }
        var (meters, used) = (0.0, 0.0)
        for (leg, total) in zip(legs, totals) {
            meters += max(0, leg.meters)
            used += max(0, total)
            route.energy.append(.init(offset: min(meters, lengthMeters), total: used))
        }
    }

    /// Reads what live speeds add to each leg.
    private mutating func addDelays() {
        let delays = legs.compactMap(\.delaySeconds)
        guard !legs.isEmpty, delays.count == legs.count else { return }
        var (meters, lost) = (0.0, 0.0)
        for (leg, delay) in zip(legs, delays) {
            meters += max(0, leg.meters)
            lost += max(0, delay)
            route.delays.append(.init(offset: min(meters, lengthMeters), seconds: lost))
        }
    }

    private mutating func addPassages() {
        let length = lengthMeters
        func clamped(_ meters: Double) -> Double { max(0, min(meters, length)) }
        route.events = result.routeEvents.filter { $0.routeID == id }
            .map { event in
                .init(
                    offset: clamped(event.meters), kind: event.kind.rawValue,
                    text: event.text.isEmpty ? nil : event.text,
                    feedID: event.feedID.isEmpty ? nil : event.feedID,
                    lanesClosed: event.lanesClosed,
                    street: event.street.isEmpty ? nil : event.street)
            }
            .sorted { $0.offset < $1.offset }
        route.spans = result.routeSpans.filter { $0.routeID == id }
            .map { span in
                let start = clamped(span.fromMeters)
                return .init(
                    start: start, end: max(start, clamped(span.toMeters)), kind: span.kind.rawValue)
            }
            .sorted { $0.start < $1.start }
    }
}

extension AnalysisResult {
    /// Whether a route was matched to a part of its trace, and the trace goes on behind its end.
    ///
    /// - Complexity: O(*n*) in the trace's points.
    fileprivate func isCutShort(routeID: Int) -> Bool {
        guard let gaps = self[table: "traceGaps"], !gaps.features.isEmpty,
            let points = self[table: "tracePoints"],
            let last = points.features.last(where: {
                points.integer("RouteID", of: $0) == routeID
            }),
            let end = points.integer("PointNumber", of: last)
        else { return false }
        let trace = points.string("TraceName", of: last)
        return gaps.features.contains { gap in
            gaps.string("TraceName", of: gap) == trace
                && gaps.integer("FromPoint", of: gap).map { $0 >= end } ?? false
        }
    }
}

extension RouteLeg {
    /// What live speeds add to the leg's seconds; `nil` if the answer does not say.
    ///
    /// Costs are in units that the answer does not name. Time is the cost equal to the leg's time
    /// in seconds, minutes or hours.
    fileprivate var delaySeconds: Double? {
        guard let seconds, seconds > 0 else { return seconds == 0 ? 0 : nil }
        for (name, delay) in delays.sorted(by: { $0.key < $1.key }) {
            guard let total = totals[name] else { continue }
            for unit in [1.0, 60, 3_600] where abs(total * unit - seconds) <= 0.001 * seconds {
                return delay * unit
            }
        }
        return nil
    }

    /// Whether the leg's points fit a line with so many vertices.
    fileprivate func isWithin(_ vertices: Int) -> Bool {
        guard let points else { return false }
        return points.lowerBound >= 0 && points.upperBound < vertices && meters.isFinite
            && seconds?.isFinite ?? true
    }
}

extension FeatureSet {
    func objectID(of row: Feature) -> Int? {
        guard case .integer(let id)? = value("ObjectID", of: row) else { return nil }
        return id
    }
}
