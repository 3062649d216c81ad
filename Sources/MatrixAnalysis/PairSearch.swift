// What matrices and closest facilities have in common: two inputs of locations, the costs between
// them, and what is to be said about pairs without a path.

import NetworkAnalysis
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A prepared request for paths between two inputs of locations.
struct PairSearch {
    let layer: AnalysisLayer
    let control: SolveControl
    let prepared: PreparedAnalysis

    var request: Shared<ResolvedRequest> { prepared.request }

    /// Prepares a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    init(
        _ request: Shared<ResolvedRequest>, on layer: AnalysisLayer, control: SolveControl
    ) throws(RouteRequestError) {
        self.layer = layer
        self.control = control
        let timed = TravelPeriod.atStart(of: request, on: layer.network)
        prepared = try Preparation(layer: layer, control: control).prepare(timed)
    }

    private init(_ search: PairSearch, stops: [LocatedStop]) {
        layer = search.layer
        control = search.control
        let old = search.prepared
        prepared = PreparedAnalysis(
            request: old.request, barrierKey: old.barrierKey, barriers: old.barriers,
            costs: old.costs, stops: stops)
    }

    /// Locations that are moved, at most.
    private static let mostMoved = 100

    /// The same with locations that no path leaves or reaches at other places near by, where they
    /// may be moved: as stops of routes are. `nil` when none can be.
    ///
    /// - Parameter sources: The input that paths begin at.
    func moving(_ unreached: Set<Int>, from sources: LocationGroup) -> PairSearch? {
        guard !unreached.isEmpty, unreached.count <= Self.mostMoved else { return nil }
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        var stops = prepared.stops
        var isMoved = false
        for location in unreached.sorted() {
            let groups = request.locations
            let own = groups[0].range.contains(location) ? 0 : 1
            let others = valid(groups[1 - own])
            guard groups[own].rules.settings.allowAutoRelocate,
                let other = others.first(where: { !unreached.contains($0) }) ?? others.first
            else { continue }
            let ends =
                sources.range.contains(location) ? [location, other] : [other, location]
            guard let place = finder.offIslands(ends).lazy.compactMap({ $0[location] }).first
            else { continue }
            stops[location] = place
            isMoved = true
        }
        return isMoved ? PairSearch(self, stops: stops) : nil
    }

    /// Refuses what cannot be searched.
    ///
    /// - Throws: When there are more pairs than the service allows, a location is bad that may not
    ///   be left out, or an input has no good one.
    func check() throws(RouteRequestError) {
        try checkPairs()
        try refuseBadLocations()
    }

    /// How many pairs of locations the request has.
    private var pairCount: Int {
        request.locations[0].range.count * request.locations[1].range.count
    }

    /// Refuses more pairs than the service allows.
    private func checkPairs() throws(RouteRequestError) {
        let (first, second) = (request.locations[0], request.locations[1])
        let allowed = layer.defaults.limits.maximumPairs
        guard pairCount > allowed else { return }
        throw RouteRequestError(
            .limitExceeded, extendedCode: .tooManyLocations,
            details: [
                "The request has \(first.range.count) \(first.name) and \(second.range.count) "
                    + "\(second.name), \(pairCount) pairs; this service allows \(allowed) "
                    + "(maximumPairs). Ask for fewer at once."
            ]
        ).blaming(first.name)
    }

    /// Throws when locations are bad that may not be left out, or an input has no good one.
    private func refuseBadLocations() throws(RouteRequestError) {
        if !request.ignoresInvalid,
            let bad = prepared.stops.first(where: { $0.problem != nil })
        {
            throw RouteRequestError(
                .notLocated, extendedCode: bad.extendedCode,
                details: [bad.problem].compactMap(\.self)
            ).blaming(bad.input.input)
        }
        for group in request.locations where valid(group).isEmpty {
            let problems = prepared.stops[group.range].compactMap(\.problem)
            throw RouteRequestError(
                .tooFewStops, extendedCode: .tooFewLocations,
                details: problems.prefix(8) + ["Need at least 1 valid \(group.noun)."]
            ).blaming(group.name)
        }
    }

    /// The positions of an input's locations that have a place.
    func valid(_ group: LocationGroup) -> [Int] {
        group.range.filter { prepared.stops[$0].isValid }
    }

    /// What visits add to a path, in quanta of an attribute.
    func added(at position: Int, _ attribute: Int) -> Int64 {
        let unit = layer.network.description.costs[attribute].unitsPerQuantum
        return Int64((prepared.stops[position].input.added[attribute] / unit).rounded())
    }

    /// The greatest impedance of paths of a location, in quanta.
    func cutoff(of position: Int, default fallback: Double?) -> Int64? {
        let cutoff = prepared.stops[position].input.cutoff ?? fallback
        let unit = layer.network.description.costs[request.settings.impedance].unitsPerQuantum
        return cutoff.map { Int64(clamping: Int(min($0 / unit + 1e-6, 1e15))) }
    }

    /// The messages about locations that are left out.
    var problems: [Message] {
        prepared.stops.compactMap { stop in stop.problem.map { Message(.warning, $0) } }
    }

    /// Says why pairs have no path, the first of many.
    ///
    /// - Throws: That the solve was called off.
    func explain(
        _ pairs: [(source: Int, target: Int)], count: Int
    ) throws(RouteRequestError) -> (reasons: [Reason], messages: [Message]) {
        guard let first = pairs.first else { return ([], []) }
        try control.beginLongWork()
        let explainer = PairExplainer(layer: layer, control: control, prepared: prepared)
        var reasons: [Reason] = []
        for pair in pairs.prefix(PairExplainer.mostPairs) {
            try control.check()
            let found = explainer.reasons(from: pair.source, to: pair.target)
            // What one location is to blame for is said once.
            reasons += found.filter { reason in !reasons.contains { $0.text == reason.text } }
        }
        let ends = [first.source, first.target].map { prepared.stops[$0].input.reference.label }
        let others = count > 1 ? ", nor for \(count - 1) other pairs" : ""
        let cause = reasons.first.map { " \($0.text)" } ?? ""
        return (
            reasons,
            [
                Message(
                    .warning,
                    "There is no path from \(ends[0]) to \(ends[1])\(others).\(cause)")
            ]
        )
    }

    /// The answer to a request that is only checked: where its locations lie, which values count,
    /// and how far limits are used.
    func validated() throws(RouteRequestError) -> AnalysisResult {
        var (result, assembly) = try result(FoundRoutes(messages: problems))
        for group in request.locations {
            result[table: group.name] = try LocationRows(assembly: assembly, group: group)
                .featureSet()
        }
        result.effectiveParameters = request.asked.effectiveParameters
        result.limits = [
            LimitUse(
                "maximumPairs", allowed: layer.defaults.limits.maximumPairs, found: pairCount)
        ]
        return result
    }

    /// The answer but for the rows of the analysis.
    func result(
        _ found: FoundRoutes
    ) throws(RouteRequestError) -> (result: AnalysisResult, assembly: ResultAssembly) {
        let assembly = ResultAssembly(SolvedAnalysis(prepared, found), on: layer)
        return (try assembly.result(), assembly)
    }
}

extension LocationGroup {
    /// What a sentence calls one of the rows.
    var noun: String { LocationInputs.noun(of: name) }
}
