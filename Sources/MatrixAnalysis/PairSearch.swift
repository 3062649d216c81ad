// What matrices and closest facilities share: two location inputs, and explanations for pairs
// without a path.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A prepared request for paths between two location inputs.
///
/// Matrices and closest facilities differ in what they do with the costs; this type holds what they
/// share. Locations are stops of the prepared request, in one list, and are named by their
/// positions in it; `request.locations` says which range belongs to which input.
///
/// A location usually has one place. After ``moving(from:for:)`` some have several
/// (``MovedPlaces``): the closest one, and places in other parts of the network, from which
/// ``CostTable`` takes the first with a path. Locations in ``divided`` keep their closest place for
/// most pairs, and the answer says so.
///
/// ``check()`` refuses requests with too many pairs before anything is searched.
/// ``explain(_:unreached:)`` explains the pairs without a path, grouped by the parts of the network
/// they connect, so that a thousand pairs with one cause give one message.
struct PairSearch {
    let layer: AnalysisLayer
    let control: SolveControl
    /// The prepared request, with its locations at the places to which they moved.
    let prepared: PreparedAnalysis
    /// The places of locations that moved.
    var moved = MovedPlaces()
    /// The locations that stay at their closest place, but have another for some pairs.
    var divided: [Int] = []
    /// The locations for which ``moving(from:for:)`` did not try every place, because there are too
    /// many.
    var untried: [Int] = []

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
        prepared = try RequestPreparation(layer: layer, control: control).prepare(timed)
    }

    /// Wraps a prepared request.
    init(_ prepared: PreparedAnalysis, on layer: AnalysisLayer, control: SolveControl) {
        self.layer = layer
        self.control = control
        self.prepared = prepared
    }

    /// The request before its locations moved. A route between two of them moves them if it has to,
    /// as table rows do.
    var unmoved: PreparedAnalysis {
        guard !moved.places.isEmpty else { return prepared }
        var stops = prepared.stops
        for (location, places) in moved.places { stops[location] = places[0] }
        return prepared.with(stops: stops)
    }

    /// Checks the number of pairs and the locations.
    ///
    /// - Throws: If there are more pairs than the service allows, a location cannot be used and
    ///   must not be left out, or an input has no usable location.
    func check() throws(RouteRequestError) {
        try checkPairs()
        try refuseBadLocations()
    }

    /// How many pairs of locations the request has.
    var pairCount: Int {
        request.locations[0].range.count * request.locations[1].range.count
    }

    /// Refuses more pairs than the service allows.
    private func checkPairs() throws(RouteRequestError) {
        let (first, second) = (request.locations[0], request.locations[1])
        let allowed = layer.defaults.limits.maximumPairs
        guard pairCount > allowed else { return }
        func atMost(_ count: Int, _ group: LocationGroup) -> String {
            "Ask for at most \(count) \(count == 1 ? group.noun : group.name) at once."
        }
        let share = allowed / second.range.count
        throw RouteRequestError(
            .limitExceeded, extendedCode: .tooManyLocations,
            details: [
                "The request has \(first.range.count) \(first.name) and \(second.range.count) "
                    + "\(second.name), \(pairCount) pairs; this service allows \(allowed) "
                    + "(maximumPairs). "
                    + (share > 0 ? atMost(share, first) : atMost(allowed, second))
            ]
        ).blaming(first.name)
    }

    /// Refuses unusable locations that must not be left out, and inputs without a usable location.
    private func refuseBadLocations() throws(RouteRequestError) {
        if !request.ignoresInvalid,
            let bad = prepared.stops.first(where: { $0.problem != nil })
        {
            var error = RouteRequestError(
                .notLocated, extendedCode: bad.extendedCode,
                details: [bad.problem].compactMap(\.self)
            ).blaming(bad.input.input)
            error.reasons = try placeReasons()
            throw error
        }
        for group in request.locations where valid(group).isEmpty {
            let problems = prepared.stops[group.range].compactMap(\.problem)
            var error = RouteRequestError(
                .tooFewStops, extendedCode: .tooFewLocations,
                details: problems.prefix(8) + ["Need at least 1 valid \(group.noun)."]
            ).blaming(group.name)
            error.reasons = try placeReasons()
            throw error
        }
    }

    /// Returns the positions of an input's locations with a place.
    func valid(_ group: LocationGroup) -> [Int] {
        group.range.filter { prepared.stops[$0].isValid }
    }

    /// Returns the cost at a location, in quanta of an attribute.
    func added(at position: Int, _ attribute: Int) -> Int64 {
        let unit = layer.network.description.costs[attribute].unitsPerQuantum
        return Int64((prepared.stops[position].input.added[attribute] / unit).rounded())
    }

    /// Returns a location's cutoff, in quanta of the impedance; `nil` without one.
    func cutoff(of position: Int, default fallback: Double?) -> Int64? {
        let cutoff = prepared.stops[position].input.cutoff ?? fallback
        let unit = layer.network.description.costs[request.settings.impedance].unitsPerQuantum
        return cutoff.map { Int64(clamping: Int(min($0 / unit + 1e-6, 1e15))) }
    }

    /// Messages about locations left out, and about locations far from their streets.
    var problems: [Message] {
        prepared.stops.compactMap { stop in stop.problem.map { Message(.warning, $0) } }
            + FarPlaces.messages(about: prepared.stops) + divisions
    }

    /// Explains why pairs have no path: a message for each class, the largest first.
    ///
    /// - Parameter unreached: Locations that no path leaves or reaches, by position.
    /// - Throws: If the solve is cancelled.
    func explain(
        _ missing: MissingPairs, unreached: Set<Int>
    ) throws(RouteRequestError) -> (reasons: [Reason], messages: [Message]) {
        guard missing.count > 0 else { return ([], []) }
        try control.beginLongWork()
        var explainer = PairExplainer(
            of: prepared, on: layer, control: control, unreached: unreached)
        var reasons: [Reason] = []
        var messages: [Message] = []
        func add(_ source: Int, _ target: Int) throws(RouteRequestError) -> Reason? {
            try control.check()
            let found = explainer.reasons(from: source, to: target)
            // Several pairs with one location often have the same reason; it is reported once.
            reasons += found.filter { reason in !reasons.contains { $0.text == reason.text } }
            return found.first
        }
        let classes = missing.classes.prefix(PairExplainer.mostPairs)
        for pairs in classes {
            messages.append(message(on: pairs, try add(pairs.source, pairs.target)))
        }
        // Places that lack the same paths may need different changes: further pairs show them.
        let others = missing.kept.lazy.filter { pair in
            !classes.contains { $0.source == pair.source && $0.target == pair.target }
        }
        for pair in others.prefix(PairExplainer.mostPairs - classes.count) {
            _ = try add(pair.source, pair.target)
        }
        let rest = missing.count - classes.reduce(0) { $0 + $1.count }
        if rest > 0 {
            messages.append(
                Message(
                    .warning,
                    rest == 1
                        ? "1 other pair has no path either; ask for it alone to learn why."
                        : "\(rest) other pairs have no path either; ask for some of them alone "
                            + "to learn why."))
        }
        if let message = limitMessage(on: missing) { messages.append(message) }
        return (reasons, messages)
    }

    private func message(on pairs: MissingPairs.Class, _ reason: Reason?) -> Message {
        let ends = [pairs.source, pairs.target].map { prepared.stops[$0].input.label }
        let others =
            switch pairs.count {
            case ...1: ""
            case 2: ", nor for 1 other pair"
            default: ", nor for \(pairs.count - 1) other pairs"
            }
        let cause = reason.map { " \($0.text)" } ?? ""
        return Message(
            .warning, "There is no path from \(ends[0]) to \(ends[1])\(others).\(cause)")
    }

    /// Returns a warning about locations for which nothing is within the cutoff, as ArcGIS does.
    func cutoffMessages(_ locations: [Int], _ sentence: (_ labels: String) -> String) -> [Message] {
        guard !locations.isEmpty else { return [] }
        let labels = LabelList.joined(locations.map { prepared.stops[$0].input.label })
        return [Message(.warning, sentence(labels))]
    }

    /// How much of its limits the request uses.
    var limitUses: [LimitUse] {
        [
            LimitUse(
                "maximumPairs", allowed: layer.defaults.limits.maximumPairs, found: pairCount)
        ] + layer.limitUses(of: prepared)
    }

    /// Explains why locations have no place, for the first few.
    ///
    /// - Throws: If the solve is cancelled.
    func placeReasons() throws(RouteRequestError) -> [Reason] {
        let bad = prepared.stops.indices.filter { !prepared.stops[$0].isValid }
        guard !bad.isEmpty else { return [] }
        try control.beginLongWork()
        var explainer = PairExplainer(of: prepared, on: layer, control: control, unreached: [])
        var reasons: [Reason] = []
        for location in bad.prefix(PairExplainer.mostPlaces) {
            try control.check()
            reasons += explainer.reasons(forPlaceOf: location)
        }
        return reasons
    }

    /// Assembles the answer without the analysis's rows.
    func result(
        _ found: FoundRoutes
    ) throws(RouteRequestError) -> (result: AnalysisResult, assembly: ResultAssembly) {
        let assembly = ResultAssembly(SolvedAnalysis(prepared, found), on: layer)
        return (try assembly.result(), assembly)
    }
}

extension LocationGroup {
    /// The noun for one row in sentences.
    var noun: String { LocationInputs.noun(of: name) }
}
