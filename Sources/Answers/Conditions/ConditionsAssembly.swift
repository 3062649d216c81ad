// Start here for conditions along routes: what each line, event and span of an answer says.

import Directions
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Assembles the conditions along an answer's routes: meters, seconds, speeds, limits and jams for
/// each piece of line, and flags, events and spans.
struct ConditionsAssembly {
    private let assembly: ResultAssembly
    private let drawing: RouteLines
    private let finder: PassedEdges
    private let reader: EdgeConditionReader
    private let street: StreetFacts
    private let traffic: TravelTraffic

    init(assembly: ResultAssembly, drawing: RouteLines) {
        self.assembly = assembly
        self.drawing = drawing
        finder = PassedEdges(assembly)
        reader = EdgeConditionReader(assembly, clock: finder.clock)
        street = StreetFacts(network: assembly.network)
        traffic = TravelTraffic(of: assembly.prepared)
    }

    /// Adds conditions, events and spans for all routes.
    ///
    /// - Parameter lines: Every route's line, with step lengths.
    /// - Throws: If a coordinate cannot be transformed to the output spatial reference.
    /// - Complexity: O(*n*) for *n* vertices and edges.
    func add(
        to result: inout AnalysisResult, along lines: [RouteLine]
    ) throws(RouteRequestError) {
        var routes: [RouteConditions] = []
        var events: [RouteEvent] = []
        var spans: [RouteSpan] = []
        for (position, (route, line)) in zip(assembly.found.routes, lines).enumerated() {
            let id = position + 1
            let passed = finder.edges(of: route)
            var found = RouteConditions(routeID: id, routeName: route.name)
            let points = drawing.shapeVertices(of: line)
            if describesJunctions {
                PieceMeasures(of: line, passed)
                    .add(to: &found, points: points, hasTimes: finder.clock != nil)
                // Only steps are told by lanes and junctions.
                if assembly.request.returns.directions {
                    found.lanes = LaneChoice(network: assembly.network).lanes(along: passed)
                    found.junctions = JunctionRoads(assembly).junctions(
                        along: passed, of: line, at: points, with: found.lanes)
                }
                routes.append(found)
                continue
            }
            let edges = conditions(on: passed, of: route)
            PieceConditions(of: line, passed, edges, assembly.network.description.jams)
                .add(to: &found, points: points)
            PieceMeasures(of: line, passed)
                .add(to: &found, points: points, hasTimes: finder.clock != nil)
            found.legJams = assembly.network.description.jams.jamLengths(
                on: passed, edges, legCount: route.legs.count)
            found.flags = Self.flags(of: passed, edges)
            found.lanes = LaneChoice(network: assembly.network).lanes(along: passed)
            routes.append(found)
            events += try self.events(of: id, passed, start: route.schedule.startClock)
            spans += self.spans(of: id, passed, edges, line)
        }
        result.conditions = routes
        guard !describesJunctions else { return }
        result.events = RouteEvent.featureSet(events, in: assembly.request.outputReference)
        result.spans = RouteSpan.featureSet(spans, in: assembly.request.outputReference)
    }

    /// Returns the jam class for every step of the lines, before generalization.
    ///
    /// - Complexity: O(*n*) for *n* vertices and edges.
    func jams(along lines: [RouteLine]) -> [[JamClass]] {
        zip(assembly.found.routes, lines).map { route, line in
            let passed = finder.edges(of: route)
            let edges = conditions(on: passed, of: route)
            var found = RouteConditions(routeID: 0, routeName: route.name)
            PieceConditions(of: line, passed, edges, assembly.network.description.jams)
                .add(to: &found, points: Array(line.vertices.indices))
            return found.jams
        }
    }

    /// Whether the answer has junctions in place of events, spans and jams.
    private var describesJunctions: Bool {
        assembly.request.effective.requested.caller.describesJunctions
    }

    private func conditions(on passed: [PassedEdge], of route: SolvedRoute) -> [EdgeConditions] {
        let start = route.schedule.startClock
        return passed.map { reader.conditions(on: $0, start: start) }
    }

    /// Collects the flags of all edges the route travels at least in part.
    private static func flags(of passed: [PassedEdge], _ edges: [EdgeConditions]) -> RouteFlags {
        var flags: RouteFlags = []
        for (edge, found) in zip(passed, edges) where edge.isTraveled {
            flags.formUnion(found.flags.routeFlags)
            if found.isClosed { flags.insert(.closures) }
        }
        return flags
    }

    /// Finds what a route passes. A point at a leg's end counts as passed; one at its start does
    /// not. A feed's event counts at its place on the first of its edges that the route travels; if
    /// the place is on another edge, where the route travels the edge nearest to it.
    private func events(
        of route: Int, _ passed: [PassedEdge], start: Int64?
    ) throws(RouteRequestError) -> [RouteEvent] {
        var events: [RouteEvent] = []
        var happening: [EdgeEvent] = []
        for edge in passed where edge.isTraveled {
            let points = street.points(on: edge.edge).filter {
                $0.share > edge.from && $0.share <= edge.to
            }
            let before = Set(happening.map(\.event))
            happening = traffic.events(on: edge.edge, start: start, after: edge.reached)
            guard !points.isEmpty || !happening.isEmpty else { continue }
            let measure = LineMeasure(assembly.network.shape(of: edge.edge))
            let whole = assembly.network.lengthCentimeters(of: edge.edge)
            let name = assembly.network.streetName(of: edge.edge)
            func event(_ kind: RouteEvent.Kind, at share: Double) -> RouteEvent {
                RouteEvent(
                    routeID: route, leg: edge.leg + 1, kind: kind,
                    street: name.isEmpty ? assembly.network.reference(of: edge.edge) : name,
                    meters: Double(edge.centimeters(to: share, ofLength: whole)) / 100,
                    seconds: Double(edge.milliseconds(to: share)) / 1_000,
                    place: measure.coordinate(at: share))
            }
            var found: [(share: Double, event: RouteEvent)] = []
            var known = before
            for row in happening where known.insert(row.event).inserted {
                let stated = row.event
                let share = max(edge.from, min(Double(row.share), edge.to))
                var new = event(stated.kind.event, at: share)
                new.text = stated.text
                new.feedID = stated.id
                new.lanesClosed = stated.lanesClosed
                found.append((share, new))
            }
            found += points.map { ($0.share, event($0.kind, at: $0.share)) }
            // At the same place, what feeds state comes first.
            let order = found.indices.sorted { (found[$0].share, $0) < (found[$1].share, $1) }
            events += order.map { found[$0].event }
        }
        let projected = try OutputProjector(request: assembly.request).line(events.map(\.place))
        for index in events.indices { events[index].place = projected[index] }
        return events
    }

    /// Finds runs of neighboring edges that use the same thing, ordered by where they begin.
    private func spans(
        of route: Int, _ passed: [PassedEdge], _ edges: [EdgeConditions], _ line: RouteLine
    ) -> [RouteSpan] {
        var spans: [(first: Int, span: RouteSpan)] = []
        for kind in RouteSpan.Kind.allCases {
            var open: Range<Int>?
            func close() {
                guard let run = open else { return }
                open = nil
                spans.append(
                    (
                        run.lowerBound,
                        RouteSpan(
                            routeID: route, kind: kind,
                            fromMeters: Double(passed[run.lowerBound].start) / 100,
                            toMeters: Double(passed[run.upperBound - 1].end) / 100,
                            line: self.line(of: passed[run], line))
                    ))
            }
            for (position, edge) in passed.enumerated() where edge.isTraveled {
                if edges[position].flags.contains(kind.flag) {
                    open = (open?.lowerBound ?? position)..<(position + 1)
                } else {
                    close()
                }
            }
            close()
        }
        // Kinds come in a fixed order, so sorting by offset keeps it for equal beginnings.
        return spans.enumerated().sorted {
            ($0.element.first, $0.offset) < ($1.element.first, $1.offset)
        }.map(\.element.span)
    }

    /// Returns the generalized line through some edges.
    private func line(of passed: ArraySlice<PassedEdge>, _ line: RouteLine) -> [Coordinate] {
        var vertices: [Int] = []
        var rest = passed
        while let first = rest.first {
            let leg = rest.prefix { $0.leg == first.leg }
            let piece = drawing.keptVertices(
                of: LegSpan(
                    leg: first.leg,
                    elements: first.element..<(leg[leg.endIndex - 1].element + 1)), in: line)
            vertices += vertices.last == piece.first ? piece.dropFirst() : piece[...]
            rest = rest.dropFirst(leg.count)
        }
        if vertices.count == 1 { vertices += vertices }
        return line.line(through: vertices)
    }
}

extension NetworkDescription {
    /// The shares of free speed at which jam classes begin.
    var jams: JamShares { jamShares ?? JamShares() }
}
