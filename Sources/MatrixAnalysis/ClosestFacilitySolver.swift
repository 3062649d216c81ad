// Start here for closest facilities: from parameters to result.

import NetworkAnalysis
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves requests for the closest facilities on one layer.
struct ClosestFacilitySolver {
    let layer: AnalysisLayer
    let control: SolveControl

    /// Answers a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    /// - Complexity: O(i + f) searches, O(i · f) cells, and one path for each facility found.
    func solve(
        _ parameters: ClosestFacilityParameters
    ) throws(RouteRequestError) -> AnalysisResult {
        let request = try control.timed(\.reading) { () throws(RouteRequestError) in
            try layer.reader().read(
                parameters,
                [
                    LocationDemand(
                        ClosestFacilityParameters.incidentsName, minimum: 1,
                        targetCount: "TargetFacilityCount", hasCutoffs: true),
                    LocationDemand(
                        ClosestFacilityParameters.facilitiesName, minimum: 1, hasCutoffs: true),
                ], order: { _ in StopOrder() },
                returning: { asked in
                    var returns = ResolvedRequest.Returned(asked.parameters.analysis)
                    returns.routes = asked.parameters.returnCFRoutes ?? false
                    return returns
                })
        }
        var search = try PairSearch(request, on: layer, control: control)
        if parameters.analysis.service.validate ?? false { return try search.validated() }
        try search.check()
        var ranking = try control.timed(\.routing) { () throws(RouteRequestError) in
            try rank(search, parameters)
        }
        let sources = search.request.locations[isToFacility(parameters) ? 0 : 1]
        if let moved = search.moving(ranking.unreached, from: sources) {
            let found = try rank(moved, parameters)
            if found.missing.count < ranking.missing.count { (search, ranking) = (moved, found) }
        }
        let routes = try control.timed(\.routing) { () throws(RouteRequestError) in
            try self.routes(ranking, search, parameters)
        }
        return try control.timed(\.assembling) { () throws(RouteRequestError) in
            try assemble(ranking, routes, search, parameters)
        }
    }

    /// A facility of an incident.
    private struct Choice {
        var incident: Int
        var facility: Int
        var rank: Int
    }

    /// The closest facilities of every incident.
    private struct Ranking {
        /// By incident, then by rank.
        var choices: [Choice] = []
        /// Pairs without a path, as they would be travelled: the first, and how many there are.
        var missing: (pairs: [(source: Int, target: Int)], count: Int) = ([], 0)
        /// Locations that no path leaves or reaches.
        var unreached: Set<Int> = []
    }

    private func isToFacility(_ parameters: ClosestFacilityParameters) -> Bool {
        (parameters.travelDirection ?? .toFacility) == .toFacility
    }

    private func rank(
        _ search: PairSearch, _ parameters: ClosestFacilityParameters
    ) throws(RouteRequestError) -> Ranking {
        let groups = search.request.locations
        let (incidents, facilities) = (search.valid(groups[0]), search.valid(groups[1]))
        let impedance = search.request.settings.impedance
        let isToFacility = isToFacility(parameters)
        let sources = isToFacility ? incidents : facilities
        let targets = isToFacility ? facilities : incidents
        var nearest = incidents.map { incident in
            NearestTargets(
                count: search.prepared.stops[incident].input.targetCount
                    ?? parameters.defaultTargetFacilityCount ?? 1)
        }
        // The cutoff is that of the place where the search begins, as in ArcGIS.
        let cutoffs = sources.map { search.cutoff(of: $0, default: parameters.defaultCutoff) }
        var reached: Set<Int> = []
        var ranking = Ranking()
        let table = CostTable(layer: layer, prepared: search.prepared, control: control)
        try table.forEachRow(from: sources, to: targets) { (number, row) in
            for target in targets.indices {
                let ends = (source: sources[number], target: targets[target])
                guard let cost = row.searchCost(to: target) else {
                    ranking.missing.count += 1
                    if ranking.missing.pairs.count < PairExplainer.mostPairs {
                        ranking.missing.pairs.append(ends)
                    }
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
                if let cutoff = cutoffs[number], total > cutoff { continue }
                nearest[incident].insert(ReachedTarget(target: facility, rank: rank))
            }
        }
        ranking.unreached = Set(incidents + facilities).subtracting(reached)
        for (incident, nearest) in zip(incidents, nearest) {
            for (rank, found) in nearest.ranked.enumerated() {
                ranking.choices.append(
                    Choice(
                        incident: incident, facility: facilities[found.target], rank: rank + 1))
            }
        }
        return ranking
    }

    /// The routes of the choices, one each; none where the answer has nothing of them.
    private func routes(
        _ ranking: Ranking, _ search: PairSearch, _ parameters: ClosestFacilityParameters
    ) throws(RouteRequestError) -> [SolvedRoute] {
        let returns = search.request.returns
        guard
            returns.routes || returns.directions || returns.traversal.isAny || returns.quanta
                || search.request.asked.analysis.drawsPicture
        else { return [] }
        let prepared = search.prepared
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        let isToFacility = isToFacility(parameters)
        let monitor = SolveMonitor(control: control)
        return try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: monitor)
            var routes: [SolvedRoute] = []
            for choice in ranking.choices {
                let ends =
                    isToFacility
                    ? [choice.incident, choice.facility] : [choice.facility, choice.incident]
                let names = ends.map { prepared.stops[$0].input.name }
                do throws(RouteFailure) {
                    var route = try finder.find(
                        RouteGroup(name: names.joined(separator: " - "), stops: ends), &chain)
                    if parameters.timeOfDayUsage == .endTime { route.endsAtStartClock() }
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
        _ parameters: ClosestFacilityParameters
    ) throws(RouteRequestError) -> AnalysisResult {
        var found = FoundRoutes(messages: search.problems)
        found.routes = routes
        let (reasons, messages) = try search.explain(
            ranking.missing.pairs, count: ranking.missing.count)
        found.reasons = reasons
        found.messages += messages
        var (result, assembly) = try search.result(found)
        if let drawn = result.routes {
            let rows = FacilityRouteRows(
                assembly: assembly, isToFacility: isToFacility(parameters))
            result.routes = rows.featureSet(
                ranking.choices.map { ($0.incident, $0.facility, $0.rank) }, drawn)
        }
        let groups = search.request.locations
        if parameters.returnFacilities ?? false {
            let inputs = groups[1].range.map { search.prepared.stops[$0].input }
            result[table: groups[1].name] = try LocationRows(
                assembly: assembly, group: groups[1], cutoffs: inputs.map(\.cutoff),
                hasAddedCosts: true, unreached: ranking.unreached
            ).featureSet()
        }
        if parameters.returnIncidents ?? false {
            let inputs = groups[0].range.map { search.prepared.stops[$0].input }
            result[table: groups[0].name] = try LocationRows(
                assembly: assembly, group: groups[0],
                targetCounts: (
                    "TargetFacilityCount",
                    inputs.map { $0.targetCount ?? parameters.defaultTargetFacilityCount ?? 1 }
                ), cutoffs: inputs.map { $0.cutoff ?? parameters.defaultCutoff },
                hasAddedCosts: true, unreached: ranking.unreached
            ).featureSet()
        }
        return result
    }
}

extension SolvedRoute {
    /// Lets the route end when it would have started.
    fileprivate mutating func endsAtStartClock() {
        let length = schedule.visits.last?.departureMilliseconds ?? 0
        schedule.startClock = schedule.startClock.map { $0 - length }
    }
}
