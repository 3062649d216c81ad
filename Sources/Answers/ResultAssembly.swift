// Assembles an answer from the routes found.

import Directions
import Geo
package import PathFinding
package import Preparation
package import RoadNetwork
package import RouteAPI
import RoutingEngine
import SpatialOperations

/// Assembles one request's answer from the routes found.
///
/// This is the last stage of every route analysis. Solvers pass it a ``SolvedAnalysis``, and
/// ``result()`` returns the features, tables, directions and messages the request asks for. It
/// reads the prepared request and the found routes and changes neither.
///
/// Each part of the answer has its own writer, which holds the assembly and asks it for totals:
///
/// - ``RouteLines`` decodes and transforms each route's shape once. Routes, directions, traversal,
///   legs and conditions all take their lines from it.
/// - `RouteRow` lists routes with their totals.
/// - `StopRow` and `BarrierRow` return the inputs with what was found for them.
/// - `TraversalFinder` and `TraversalRows` list edges, junctions and turns.
/// - `DirectionsAssembly`, `LegRow` and `ConditionsAssembly` say how each route is traveled.
///
/// Costs stay in integer quanta until ``value(_:_:)`` converts them, so that equal sums give equal
/// totals in all parts. A route's total is its travel plus the costs of its visits.
package struct ResultAssembly {
    package let network: NetworkDataset
    package let prepared: PreparedAnalysis
    package let found: FoundRoutes
    /// The costs with columns in the answer.
    package let attributes: ColumnAttributes
    let languages: DirectionsLanguages

    package init(_ solved: SolvedAnalysis, on layer: AnalysisLayer) {
        network = layer.network
        prepared = solved.prepared
        found = solved.found
        languages = layer.defaults.languages
        var attributes = layer.defaults.attributes(
            for: prepared.request.settings, of: layer.network.description)
        if prepared.request.traffic == nil { attributes.liveCosts = [] }
        self.attributes = attributes
    }

    package var request: Shared<ResolvedRequest> { prepared.request }
    package var stops: [LocatedStop] { prepared.stops }
    package var barriers: ResolvedBarriers { prepared.barriers }
    package var costs: [CostAttribute] { network.description.costs }

    /// The only columns that rows of routes, stops and legs need; `nil` for all.
    var neededColumns: Set<String>? { request.effective.requested.caller.neededColumns }

    /// Whether the request totals a cost: it is the impedance, or accumulated.
    package func isTotaled(_ attribute: Int) -> Bool {
        attribute == request.settings.impedance || request.settings.accumulated.contains(attribute)
    }

    /// Whether waiting counts in a cost.
    func hasWaits(_ attribute: Int) -> Bool {
        attribute == request.settings.impedance && request.order.hasWaits
    }

    /// The total and time fields for which rows have values.
    private var valuedFields: [String] {
        let totals = attributes.costs.filter { isTotaled($0.position) }.map {
            Column.total.field(of: $0).name
        }
        return request.clock.start == nil ? totals : totals + Column.times.map(\.name)
    }

    /// Assembles the answer.
    ///
    /// - Parameter control: Notes the time that sentences of directions take.
    /// - Throws: If a coordinate cannot be transformed to the output spatial reference.
    package func result(
        timedBy control: SolveControl? = nil
    ) throws(RouteRequestError) -> AnalysisResult {
        var result = AnalysisResult()
        result.messages = messages
        result.reasons = found.reasons
        if request.effective[\.service.explainParameters] {
            result.effectiveParameters = request.effective.reported
        }
        result.valuedFields = valuedFields
        result.fingerprint = network.fingerprint
        result.traffic = request.traffic?.use
        result.attribution = network.description.attribution
        result.geometryPrecision = request.geometryPrecision
        result.measurePrecision = request.measurePrecision
        result.timeWindowsAreUTC = request.order.windowsAreUTC
        result.directionsOutputType = request.directionsOutputType
        let drawing = RouteLines(network: network, request: request)
        let lines = try lines(drawing)
        if request.returns.routes { result.routes = RouteRow.featureSet(of: self, drawing, lines) }
        if request.returns.stops { result.stops = try StopRow.featureSet(of: self) }
        for kind in BarrierClass.allCases where request.returns.barriers[kind] {
            result.barriers[kind] = try BarrierRow.featureSet(kind, of: self)
        }
        addTraversal(to: &result, drawing, lines)
        if request.returns.directions {
            result.directions = DirectionsAssembly(
                assembly: self, drawing: drawing, control: control
            ).directions(along: lines)
        }
        if request.returns.legs {
            result.legs = LegRow.featureSet(of: self, drawing, along: lines)
        }
        if request.returns.conditions {
            try ConditionsAssembly(assembly: self, drawing: drawing).add(to: &result, along: lines)
        }
        if request.returns.quanta { result.quanta = quanta }
        if drawsPicture { result.picture = try picture(along: lines) }
        return result
    }

    private var drawsPicture: Bool { request.effective.requested.caller.drawsPicture }

    /// Draws every route's line; returns none if the answer needs no lines.
    private func lines(_ drawing: RouteLines) throws(RouteRequestError) -> [RouteLine] {
        // Without lines, legs have no points on them.
        let showsLines =
            request.outputLines != .none && (request.returns.routes || request.returns.legs)
        guard
            showsLines || request.returns.directions || request.returns.traversal.isAny
                || request.returns.conditions || drawsPicture
        else { return [] }
        var lines: [RouteLine] = []
        for route in found.routes { lines.append(try drawing.line(of: route)) }
        return lines
    }

    /// Adds the traversal feature sets.
    private func addTraversal(
        to result: inout AnalysisResult, _ drawing: RouteLines, _ lines: [RouteLine]
    ) {
        let returned = request.returns.traversal
        guard returned.isAny else { return }
        let rows = TraversalRows(
            assembly: self, traversals: TraversalFinder.traversals(of: self))
        if returned.edges {
            result.traversedEdges = rows.edges { route, edge in
                drawing.piece(
                    LegSpan(leg: edge.leg, elements: edge.element..<(edge.element + 1)),
                    of: lines[route])
            }
        }
        if returned.junctions {
            result.traversedJunctions = rows.junctions { route, junction in
                let line = lines[route]
                return switch junction.kind {
                case .node: line.end(ofElement: junction.element, leg: junction.leg)
                case .stop where junction.leg < 0: line.departure(ofLeg: 0)
                case .stop: line.arrival(ofLeg: junction.leg)
                }
            }
        }
        if returned.turns { result.traversedTurns = rows.turns() }
    }

    private var messages: [Message] {
        (found.messages + prepared.messages + barriers.messages + avoidedMessages
            + messagesAboutHandles)
            .enumerated()
            .sorted {
                ($1.element.type.rawValue, $0.offset) < ($0.element.type.rawValue, $1.offset)
            }
            .map(\.element)
    }

    /// Warns if routes use roads under avoiding restrictions.
    private var avoidedMessages: [Message] {
        let avoided = request.settings.softRestrictions.filter(\.isAvoided)
        guard !avoided.isEmpty else { return [] }
        let mask = avoided.reduce(UInt64(0)) { $0 | $1.restriction.mask }
        var used: Set<String> = []
        for leg in found.routes.lazy.flatMap(\.legs) {
            // An element of length 0 at a road's end does not use the road.
            for element in leg.path.elements where element.from < element.to {
                let edge = element.edge.row
                guard network.edgeRestrictions[edge] & mask != 0 else { continue }
                for soft in avoided where soft.restriction.applies(to: edge, of: network) {
                    used.insert(soft.name)
                }
            }
        }
        let names = avoided.map(\.name).filter(used.contains).map { "\"\($0)\"" }
        guard !names.isEmpty else { return [] }
        return [
            Message(
                .warning,
                "Network elements with avoid-restrictions are traversed in the output "
                    + "(restriction attribute names: \(names.joined(separator: ", "))).")
        ]
    }

    /// Converts quanta to the attribute's unit.
    package func value(_ quanta: Int64, _ attribute: Int) -> Double {
        // Dividing by a whole number of quanta rounds once: 5 s give 0.08333333333333333 min.
        let perUnit = (1 / costs[attribute].unitsPerQuantum)
        let whole = perUnit.rounded()
        return abs(perUnit - whole) < 1e-6 * perUnit
            ? Double(quanta) / whole : Double(quanta) * costs[attribute].unitsPerQuantum
    }

    /// Returns what a visit costs in the attribute's unit: its service and, if the attribute is a
    /// time, its wait.
    package func spent(at visit: Visit, _ attribute: Int) -> Double {
        let service = stops[visit.stop].input.added[attribute]
        return costs[attribute].kind == .time
            ? service + value(visit.waitMilliseconds, attribute) : service
    }

    /// Sums the costs of some visits.
    ///
    /// Add them before travel: they are often whole minutes, whose sum is exact.
    package func spent(at visits: ArraySlice<Visit>, _ attribute: Int) -> Double {
        visits.reduce(0) { $0 + spent(at: $1, attribute) }
    }

    /// Returns a route's total in the attribute's unit; `nil` if the request does not total it.
    package func total(of route: SolvedRoute, _ attribute: Int) -> Double? {
        guard isTotaled(attribute) else { return nil }
        let travel = route.legs.reduce(Int64(0)) { $0 + $1.total(attribute) }
        return value(travel, attribute) + spent(at: route.schedule.visits[...], attribute)
    }

    /// Returns a route's total without live speeds; `nil` if the request does not total the cost.
    ///
    /// It counts the same visits as the total, so the delay is their difference, and also the sum
    /// of the differences on all edges.
    package func freeFlow(of route: SolvedRoute, _ attribute: Int) -> Double? {
        guard isTotaled(attribute) else { return nil }
        let free = route.legs.reduce(Int64(0)) { $0 + $1.freeFlowTotal(attribute) }
        return value(free, attribute) + spent(at: route.schedule.visits[...], attribute)
    }

    /// Returns what live speeds add to a route's total; `nil` if the request does not total it.
    package func delay(of route: SolvedRoute, _ attribute: Int) -> Double? {
        guard isTotaled(attribute) else { return nil }
        return value(
            route.legs.reduce(Int64(0)) { $0 + $1.total(attribute) - $1.freeFlowTotal(attribute) },
            attribute)
    }

    /// Returns the instant some milliseconds after a route's start, in epoch milliseconds; `nil` if
    /// it has no start.
    package func utc(_ milliseconds: Int64, of route: SolvedRoute) -> Int64? {
        route.schedule.startClock.map { $0 + milliseconds }
    }

    /// Returns the local time some milliseconds after a route's start, written as if it were UTC.
    package func local(_ milliseconds: Int64, of route: SolvedRoute) -> Int64? {
        utc(milliseconds, of: route).map { request.clock.local(ofUTC: $0) }
    }

    private var quanta: [RouteQuanta] {
        found.routes.enumerated().map { index, route in
            RouteQuanta(
                routeID: index + 1,
                impedance: route.searchCost,
                costs: costs.indices.filter { costs[$0].isStored }.map { attribute in
                    (
                        costs[attribute].name,
                        route.legs.reduce(Int64(0)) { $0 + $1.total(attribute) }
                    )
                })
        }
    }
}
