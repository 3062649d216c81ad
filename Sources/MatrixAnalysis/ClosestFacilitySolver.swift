// Start here for closest facilities: solves requests, from parameters to result.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves closest facility requests on one layer.
///
/// ``NetworkLayer/solve(_:control:)`` is its public entry point:
///
/// ```swift
/// var parameters = ClosestFacilityParameters()
/// parameters.incidents = LocationInput(features: incidents)
/// parameters.facilities = LocationInput(features: facilities)
/// parameters.defaultTargetFacilityCount = 2
/// parameters.returnCFRoutes = true
/// let result = try layer.solve(parameters)
/// // result.routes: for each incident, routes to its two closest facilities
/// ```
///
/// Reading, preparing, checking and empty answers come from `AnalysisRun`. This type ranks the
/// facilities of each incident, then finds one route for each choice.
///
/// There are two ways to rank. If few of many facilities are wanted, ``nearby(_:_:)`` searches
/// around each incident and stops at the last facility found. Otherwise, and if a facility near an
/// incident has to move, a ``CostTable`` of all pairs decides. If pairs lack a path, locations move
/// and the table is computed again; the result counts if fewer pairs are missing.
///
/// Costs at both locations count in the ranking. As in ArcGIS, the cutoff is taken from the
/// location where travel begins.
struct ClosestFacilitySolver: PairSolver {
    let layer: AnalysisLayer
    let control: SolveControl

    /// A request's parameters, with their effective values.
    typealias Resolved = ResolvedParameters<ClosestFacilityParameters>

    static func returned(by parameters: Resolved) -> ResolvedRequest.Returned {
        var returned = ResolvedRequest.Returned(common: parameters)
        returned.routes = parameters[\.returnCFRoutes]
        return returned
    }

    /// Ranks each incident's facilities, and finds the routes.
    ///
    /// - Complexity: O(*i* + *f*) searches and O(*i* · *f*) cells for *i* incidents and *f*
    ///   facilities, and one path for each facility found.
    func solve(
        _ asked: PairSearch, _ parameters: Resolved
    ) throws(RouteRequestError) -> AnalysisResult {
        var search = asked
        var ranking = try control.timed(\.routing) { () throws(RouteRequestError) in
            if let near = try nearby(search, parameters) { return near }
            return try rank(search, parameters)
        }
        let sources = search.request.locations[isToFacility(parameters) ? 0 : 1]
        if ranking.missing.count > 0,
            let moved = try search.moving(from: sources, for: ranking.missing)
        {
            let found = try control.timed(\.routing) { () throws(RouteRequestError) in
                try rank(moved, parameters)
            }
            if found.missing.count < ranking.missing.count { (search, ranking) = (moved, found) }
        }
        let routes = try control.timed(\.routing) { () throws(RouteRequestError) in
            try self.routes(ranking, search, parameters)
        }
        return try control.timed(\.assembling) { () throws(RouteRequestError) in
            try assemble(ranking, routes, search, parameters)
        }
    }

    static func ownSets(of parameters: Resolved) -> [String] {
        [
            parameters[\.returnCFRoutes] ? "routes" : nil,
            parameters[\.returnFacilities] ? ClosestFacilityParameters.facilitiesName : nil,
            parameters[\.returnIncidents] ? ClosestFacilityParameters.incidentsName : nil,
        ].compactMap(\.self)
    }

    static func locations(
        _ input: Int, of search: PairSearch, _ parameters: Resolved, in assembly: ResultAssembly
    ) -> LocationRows {
        let group = search.request.locations[input]
        let inputs = group.range.map { search.prepared.stops[$0].input }
        var rows = LocationRows(
            assembly: assembly, rows: input == 0 ? .incidents : .facilities, group: group)
        guard input == 0 else {
            rows.cutoffs = inputs.map(\.cutoff)
            return rows
        }
        rows.targetCounts = group.range.map { targetCount(of: $0, search, parameters) }
        rows.cutoffs = inputs.map { $0.cutoff ?? parameters.value(\.defaultCutoff) }
        return rows
    }

    /// A facility chosen for an incident.
    struct Choice: Hashable {
        var incident: Int
        var facility: Int
        var rank: Int
    }

    /// Every incident's closest facilities.
    struct Ranking {
        /// By incident, then by rank.
        var choices: [Choice] = []
        /// Pairs without a path, in the direction of travel.
        var missing = MissingPairs()
        /// Locations without any path.
        var unreached: Set<Int> = []
        /// Incidents with paths, of which none is within the cutoff.
        var beyondCutoff: [Int] = []

        mutating func add(_ nearest: NearestTargets, of incident: Int, among facilities: [Int]) {
            for (rank, found) in nearest.ranked.enumerated() {
                choices.append(
                    Choice(incident: incident, facility: facilities[found.target], rank: rank + 1))
            }
        }
    }

    /// Returns how many facilities to find for an incident.
    static func targetCount(
        of incident: Int, _ search: PairSearch, _ parameters: Resolved
    ) -> Int {
        search.prepared.stops[incident].input.targetCount
            ?? parameters[\.defaultTargetFacilityCount]
    }

    func isToFacility(_ parameters: Resolved) -> Bool {
        parameters[\.travelDirection] == .toFacility
    }

    func rank(
        _ search: PairSearch, _ parameters: Resolved
    ) throws(RouteRequestError) -> Ranking {
        let groups = search.request.locations
        let (incidents, facilities) = (search.valid(groups[0]), search.valid(groups[1]))
        let impedance = search.request.settings.impedance
        let isToFacility = isToFacility(parameters)
        let sources = isToFacility ? incidents : facilities
        let targets = isToFacility ? facilities : incidents
        var nearest = incidents.map {
            NearestTargets(count: Self.targetCount(of: $0, search, parameters))
        }
        // As in ArcGIS, the location where the search begins sets the cutoff.
        let cutoffs = sources.map {
            search.cutoff(of: $0, default: parameters.value(\.defaultCutoff))
        }
        var reached: Set<Int> = []
        var isCut = [Bool](repeating: false, count: incidents.count)
        var ranking = Ranking()
        let table = CostTable(
            layer: layer, prepared: search.prepared, control: control, moved: search.moved)
        try table.forEachRow(from: sources, to: targets) { (number, row) in
            for target in targets.indices {
                let ends = (source: sources[number], target: targets[target])
                guard let cost = row.searchCost(to: target) else {
                    ranking.missing.add(ends.source, ends.target)
                    continue
                }
                reached.insert(ends.source)
                reached.insert(ends.target)
                let (incident, facility) = isToFacility ? (number, target) : (target, number)
                let visits =
                    search.added(at: ends.source, impedance)
                    + search.added(at: ends.target, impedance)
                let rank = Int64(cost) + visits
                guard nearest[incident].admits(rank) else { continue }
                let total = row.quanta(0, to: target) + visits
                if let cutoff = cutoffs[number], total > cutoff {
                    isCut[incident] = true
                    continue
                }
                nearest[incident].insert(ReachedTarget(target: facility, rank: rank))
            }
        }
        ranking.unreached = Set(incidents + facilities).subtracting(reached)
        for (place, (incident, nearest)) in zip(incidents, nearest).enumerated() {
            ranking.add(nearest, of: incident, among: facilities)
            if isCut[place], nearest.reached.isEmpty { ranking.beyondCutoff.append(incident) }
        }
        return ranking
    }

    /// Finds the route for each choice; returns none if the answer contains nothing about routes.
    private func routes(
        _ ranking: Ranking, _ search: PairSearch, _ parameters: Resolved
    ) throws(RouteRequestError) -> [SolvedRoute] {
        let returns = search.request.returns
        guard
            returns.routes || returns.directions || returns.traversal.isAny || returns.quanta
                || returns.legs || returns.conditions
                || search.request.effective.requested.caller.drawsPicture
        else { return [] }
        let prepared = search.prepared
        let finder = RouteFinder(of: search.unmoved, on: layer, control: control)
        let isToFacility = isToFacility(parameters)
        let monitor = SolveMonitor(control: control)
        return try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: monitor)
            var routes: [SolvedRoute] = []
            for choice in ranking.choices {
                try control.check()
                let ends =
                    isToFacility
                    ? [choice.incident, choice.facility] : [choice.facility, choice.incident]
                let names = ends.map { prepared.stops[$0].input.name }
                do throws(RouteFailure) {
                    var route = try finder.find(
                        RouteGroup(name: names.joined(separator: " - "), stops: ends), &chain)
                    if parameters[\.timeOfDayUsage] == .endTime { route.endsAtStartClock() }
                    routes.append(route)
                    control.note(
                        SolveProgress(
                            "Finding routes", done: routes.count, of: ranking.choices.count,
                            unit: "routes"))
                } catch {
                    try control.check()
                    throw error.error
                }
            }
            control.note(chain.router.mechanisms)
            return routes
        }
    }

    private func assemble(
        _ ranking: Ranking, _ routes: [SolvedRoute], _ search: PairSearch,
        _ parameters: Resolved
    ) throws(RouteRequestError) -> AnalysisResult {
        var found = FoundRoutes(messages: search.problems)
        found.routes = routes
        let (reasons, messages) = try search.explain(
            ranking.missing, unreached: ranking.unreached)
        found.reasons = reasons
        found.messages +=
            messages
            + search.cutoffMessages(ranking.beyondCutoff) {
                isToFacility(parameters)
                    ? "No facility is within the cutoff of \($0)."
                    : "No facility reaches \($0) within its cutoff."
            }
        var (result, assembly) = try search.result(found)
        if let drawn = result.routes {
            result.routes = FacilityRouteRow.featureSet(
                of: assembly, ranking.choices, drawn, isToFacility: isToFacility(parameters))
        }
        result.directionsHavePairs = true
        for (place, choice) in ranking.choices.enumerated() {
            guard result.directions?.indices.contains(place) ?? false else { break }
            let stops = search.prepared.stops
            result.directions?[place].facilityID = stops[choice.facility].input.objectID
            result.directions?[place].incidentID = stops[choice.incident].input.objectID
        }
        try Self.add(
            Self.ownSets(of: parameters), of: search, parameters, assembly,
            unreached: ranking.unreached, to: &result)
        return result
    }
}

extension SolvedRoute {
    /// Moves the schedule so that the route ends at the time at which it started.
    fileprivate mutating func endsAtStartClock() {
        let length = schedule.visits.last?.departureMilliseconds ?? 0
        schedule.startClock = schedule.startClock.map { $0 - length }
    }
}
