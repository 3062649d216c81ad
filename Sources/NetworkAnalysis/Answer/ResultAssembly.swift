// From routes as found to the answer's feature sets.

import Directions
package import Geo
package import RoadNetwork
package import RouteAPI
import RoutingEngine
import SpatialOperations

/// Builds the answer of one request.
package struct ResultAssembly {
    package let network: NetworkDataset
    package let prepared: PreparedAnalysis
    package let found: FoundRoutes
    package let fields: AnswerFields

    package init(_ solved: SolvedAnalysis, on layer: AnalysisLayer) {
        network = layer.network
        prepared = solved.prepared
        found = solved.found
        fields = layer.defaults.fields(
            for: prepared.request.settings, of: layer.network.description)
    }

    package var request: Shared<ResolvedRequest> { prepared.request }
    package var stops: [LocatedStop] { prepared.stops }
    package var barriers: ResolvedBarriers { prepared.barriers }
    package var costs: [CostAttribute] { network.description.costs }

    /// Attributes that are totalled: the impedance and the accumulated ones.
    package var totalled: Set<Int> {
        Set(request.settings.accumulated).union([request.settings.impedance])
    }

    /// The costs of the answer's fields, as positions.
    package var reportedCosts: [Int] { fields.costs.map(\.position) }

    /// Those of them that are times.
    package var timeCosts: [Int] { fields.costs.filter { $0.kind == .time }.map(\.position) }

    /// Assembles the whole answer.
    ///
    /// - Throws: When a coordinate has no place in the output system.
    package func result() throws(RouteRequestError) -> AnalysisResult {
        var result = AnalysisResult()
        result.messages = messages
        result.reasons = found.reasons
        if request.asked[\.service.explainParameters] {
            result.effectiveParameters = request.asked.effectiveParameters
        }
        result.fingerprint = network.fingerprint
        result.attribution = network.description.attribution
        result.geometryPrecision = request.geometryPrecision
        result.measurePrecision = request.measurePrecision
        result.directionsOutputType = request.directionsOutputType
        let drawing = RouteLines(network: network, request: request)
        let lines = try lines(drawing)
        if request.returns.routes { result.routes = routes(drawing, lines) }
        if request.returns.stops { result.stops = try StopRows(assembly: self).featureSet() }
        for kind in BarrierClass.allCases where request.returns.barriers[kind] {
            result.barriers[kind] = try BarrierRows(assembly: self).featureSet(kind)
        }
        addTraversal(to: &result, drawing, lines)
        if request.returns.directions {
            result.directions = DirectionsAssembly(assembly: self, drawing: drawing)
                .directions(along: lines)
        }
        if request.returns.quanta { result.quanta = quanta }
        if drawsPicture { result.picture = try picture(along: lines) }
        return result
    }

    private var drawsPicture: Bool { request.asked.analysis.drawsPicture }

    /// The line of every route; none when the answer shows none.
    private func lines(_ drawing: RouteLines) throws(RouteRequestError) -> [RouteLine] {
        let showsRoutes = request.returns.routes && request.outputLines != .none
        guard
            showsRoutes || request.returns.directions || request.returns.traversal.isAny
                || drawsPicture
        else { return [] }
        var lines: [RouteLine] = []
        for route in found.routes { lines.append(try drawing.line(of: route)) }
        return lines
    }

    /// Adds the sets that say what the routes run over.
    private func addTraversal(
        to result: inout AnalysisResult, _ drawing: RouteLines, _ lines: [RouteLine]
    ) {
        let asked = request.returns.traversal
        guard asked.isAny else { return }
        let rows = TraversalRows(
            assembly: self, traversals: TraversalFinder.traversals(of: self))
        if asked.edges {
            result.traversedEdges = rows.edges { route, edge in
                drawing.piece(
                    LegSpan(leg: edge.leg, elements: edge.element..<(edge.element + 1)),
                    of: lines[route])
            }
        }
        if asked.junctions {
            result.traversedJunctions = rows.junctions { route, junction in
                let line = lines[route]
                return switch junction.kind {
                case .node: line.end(ofElement: junction.element, leg: junction.leg)
                case .stop where junction.leg < 0: line.departure(ofLeg: 0)
                case .stop: line.arrival(ofLeg: junction.leg)
                }
            }
        }
        if asked.turns { result.traversedTurns = rows.turns() }
    }

    private var messages: [Message] {
        (found.messages + prepared.messages + barriers.messages + avoidedMessages)
            .enumerated()
            .sorted {
                ($1.element.type.rawValue, $0.offset) < ($0.element.type.rawValue, $1.offset)
            }
            .map(\.element)
    }

    /// Tells of roads that the request wished to avoid and the routes use all the same.
    private var avoidedMessages: [Message] {
        let avoided = request.settings.softRestrictions.filter(\.isAvoided)
        guard !avoided.isEmpty else { return [] }
        let mask = avoided.reduce(UInt64(0)) { $0 | $1.restriction.mask }
        var used: Set<String> = []
        for leg in found.routes.lazy.flatMap(\.legs) {
            // Touching a road at its end is not using it.
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

    /// An attribute's quanta in its own unit.
    package func value(_ quanta: Int64, _ attribute: Int) -> Double {
        // Dividing by the whole number of quanta in a unit keeps 5 s from becoming
        // 0.08333333333333334 + ε.
        let perUnit = (1 / costs[attribute].unitsPerQuantum)
        let whole = perUnit.rounded()
        return abs(perUnit - whole) < 1e-6 * perUnit
            ? Double(quanta) / whole : Double(quanta) * costs[attribute].unitsPerQuantum
    }

    /// What is spent at a stop in an attribute's own unit: service, and waiting for time costs.
    package func spent(at visit: Visit, _ attribute: Int) -> Double {
        let service = stops[visit.stop].input.added[attribute]
        return costs[attribute].kind == .time
            ? service + value(visit.waitMilliseconds, attribute) : service
    }

    /// What is spent at some stops together.
    ///
    /// They are added up before travel is added to them: often they are whole minutes, which add up
    /// exactly.
    package func spent(at visits: ArraySlice<Visit>, _ attribute: Int) -> Double {
        visits.reduce(0) { $0 + spent(at: $1, attribute) }
    }

    /// A route's total in an attribute's own unit.
    package func total(of route: SolvedRoute, _ attribute: Int) -> Double {
        let travel = route.legs.reduce(Int64(0)) { $0 + $1.total(attribute) }
        return value(travel, attribute) + spent(at: route.schedule.visits[...], attribute)
    }

    private var quanta: [RouteQuanta] {
        found.routes.enumerated().map { index, route in
            RouteQuanta(
                routeID: index + 1,
                impedance: route.legs.reduce(0) { $0 + Int64($1.searchCost) },
                costs: costs.indices.filter { costs[$0].isStored }.map { attribute in
                    (
                        costs[attribute].name,
                        route.legs.reduce(Int64(0)) { $0 + $1.total(attribute) }
                    )
                })
        }
    }
}

extension ResultAssembly {
    private func routes(_ drawing: RouteLines, _ lines: [RouteLine]) -> FeatureSet {
        var set = FeatureSet(
            geometryType: .polyline, spatialReference: request.outputReference,
            fields: fields.routes, hasMeasures: request.outputLines == .trueShapeWithMeasure)
        for (index, route) in found.routes.enumerated() {
            let shape =
                lines.isEmpty ? .polyline(paths: []) : drawing.shape(of: lines[index])
            set.features.append(
                Feature(values: values(of: route, id: index + 1, shape), geometry: shape))
        }
        return set
    }

    private func values(of route: SolvedRoute, id: Int, _ shape: Geometry) -> [AttributeValue] {
        let first = stops[route.stops[0]].input.objectID
        let last = stops[route.stops[route.stops.count - 1]].input.objectID
        let schedule = route.schedule
        let end = schedule.visits.last?.departureMilliseconds ?? 0
        let clock = RouteClock(schedule: schedule, clock: request.clock)
        var values: [AttributeValue] = [
            .integer(id), .string(route.name), .integer(first), .integer(last),
            .integer(route.stops.count), clock.local(0), clock.local(end), clock.utc(0),
            clock.utc(end),
        ]
        for cost in timeCosts {
            let isClock = cost == request.settings.impedance && request.order.usesWindows
            let wait = schedule.visits.reduce(0) { $0 + $1.waitMilliseconds }
            let violation = schedule.visits.reduce(0) { $0 + $1.violationMilliseconds }
            values.append(isClock ? .double(value(wait, cost)) : .null)
            values.append(isClock ? .double(value(violation, cost)) : .null)
        }
        values += reportedCosts.map {
            totalled.contains($0) ? .double(total(of: route, $0)) : .null
        }
        values.append(.double(PlanarMeasure.length(of: shape)))
        return values
    }
}

/// A route's clock as attribute values; null without a start.
package struct RouteClock {
    package let schedule: Schedule
    package let clock: RequestClock

    package init(schedule: Schedule, clock: RequestClock) {
        self.schedule = schedule
        self.clock = clock
    }

    /// Local time so long after the start.
    package func local(_ milliseconds: Int64) -> AttributeValue {
        localTime(milliseconds).map { .date($0) } ?? .null
    }

    /// Local time read as UTC in epoch milliseconds.
    package func localTime(_ milliseconds: Int64) -> Int64? {
        instant(milliseconds).map { clock.local(ofUTC: $0) }
    }

    /// The instant so long after the start.
    package func utc(_ milliseconds: Int64) -> AttributeValue {
        instant(milliseconds).map { .date($0) } ?? .null
    }

    /// The instant in epoch milliseconds.
    package func instant(_ milliseconds: Int64) -> Int64? {
        schedule.startClock.map { $0 + milliseconds }
    }
}
