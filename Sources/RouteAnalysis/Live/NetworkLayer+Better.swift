// A better route than the rest of the one under way.

import Geo
import PathFinding
public import Preparation
import RoadNetwork
public import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Looks for a better route than the rest of the one under way.
    ///
    /// It searches if the rest is delayed or blocked, and returns the new route if it saves enough,
    /// or leads past what is blocked. Otherwise the answer has no routes, only the figures that
    /// spoke against one.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func better(
        _ parameters: BetterParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let caller = parameters.routeParameters
        return try live(caller, control, isUnderWay: true) { (reading) throws(RouteRequestError) in
            try BetterRoute(
                reading: reading, parameters: layer.resolved(parameters), caller: caller
            ).answer()
        }
    }
}

/// Decides on a better route for one request.
struct BetterRoute {
    let reading: HandleReading
    let parameters: ResolvedParameters<BetterParameters>
    /// The request without the handle and the position.
    let caller: RouteParameters

    private var network: NetworkDataset { reading.network }

    /// The rest of the route under way, with what the decision needs.
    struct Rest {
        var followed: PathRoute
        /// The index of the time cost.
        var clock: Int
        var decision: Replanning
    }

    /// Makes the answer: the proposed route, if there is one, and the decision.
    func answer() throws(RouteRequestError) -> AnalysisResult {
        let (handle, messages) = try reading.handle(parameters.value(\.routeHandle), for: caller)
        let position = try reading.position(
            on: handle, progress: parameters.value(\.progress), parameters.value(\.position))
        return try answer(on: handle, at: position) { (rest, other) throws(RouteRequestError) in
            try answer(rest, other, messages)
        }
    }

    /// Makes an answer from the rest of a route and another one, if one was found, and adds the
    /// decision.
    ///
    /// - Parameters:
    ///   - searches: Whether to search for another route at all.
    ///   - write: Makes the answer. The other route is proposed only if the decision has a reason.
    func answer(
        on handle: RouteHandle, at position: PathPosition, searches: Bool = true,
        _ write: (_ rest: Rest, _ other: GivenRoute?) throws(RouteRequestError) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        let rest = handle.rest(from: position, on: network)
        let request = try reading.request(rest, for: caller)
        var (result, decision) = try reading.solver.prepared(request) {
            (prepared) throws(RouteRequestError)
                -> (result: (AnalysisResult, Replanning), longest: Int64) in
            let found = try decide(rest, at: position, under: prepared, searches: searches)
            let longest = max(
                found.rest.followed.route.totalMilliseconds,
                found.other?.route.totalMilliseconds ?? 0)
            return ((try write(found.rest, found.other), found.rest.decision), longest)
        }.result
        if let meters = decision.deviationMeters {
            decision.deviationMeters = position.meters + meters
        }
        result.replanning = decision
        return result
    }

    private func answer(
        _ rest: Rest, _ other: GivenRoute?, _ messages: [Message]
    ) throws(RouteRequestError) -> AnalysisResult {
        let isClosed = other.map { !$0.findings.isEmpty } ?? false
        let sentence = rest.decision.sentence(isOtherClosed: isClosed)
        return try reading.answer(
            rest.decision.reason == nil ? [] : [other].compactMap(\.self), rest.followed.prepared,
            messages + [Message(.informative, sentence)])
    }

    // MARK: - The decision

    /// Follows the rest of the route, and searches for another one if it is delayed or blocked.
    private func decide(
        _ handle: RouteHandle, at position: PathPosition, under prepared: PreparedAnalysis,
        searches: Bool
    ) throws(RouteRequestError) -> (rest: Rest, other: GivenRoute?) {
        let followed = try reading.follow(handle, under: prepared)
        var rest = Rest(
            followed: followed, clock: try clock(of: prepared),
            decision: Replanning())
        let free = followed.route.freeFlowDuration(
            rest.clock, network, prepared.request.settings.key.scales)
        let delay = followed.route.totalMilliseconds - free
        let minDelay = parameters[\.thresholds.minDelay]
        rest.decision.positionMeters = position.meters
        rest.decision.delayMinutes = minutes(delay)
        rest.decision.remainingMinutes = minutes(followed.route.totalMilliseconds)
        rest.decision.minDelay = minDelay
        rest.decision.minGain = parameters[\.thresholds.minGain]
        rest.decision.minGainPercent = parameters.value(\.thresholds.minGainPercent)
        rest.decision.isBlocked = !followed.given.findings.isEmpty
        guard searches, rest.decision.isBlocked || delay >= milliseconds(minDelay) else {
            return (rest, nil)
        }
        rest.decision.isSearched = true
        let deviation = RouteDeviation(
            route: followed.route, clock: rest.clock,
            limits: DeviationLimits(
                meters: parameters[\.thresholds.minDeviationDistance],
                seconds: parameters[\.thresholds.minDeviationTime]),
            network: network)
        let search = RouteContinuation(
            layer: reading.layer.layer, control: reading.control, followed: followed)
        let places = deviation.places(before: followed.given.findings)
        var other = try find(search, from: places, rest, under: prepared)
        // A stop lies elsewhere if its street is closed when the route gets there.
        if followed.closesAtStop, other.map({ !$0.route.given.findings.isEmpty }) ?? true {
            let moved = try find(search, from: places, rest, movingStops: true, under: prepared)
            if let moved, other == nil || moved.route.given.findings.isEmpty { other = moved }
        }
        guard let other else { return (rest, nil) }
        rest.decision.deviationMeters = other.place.meters
        judge(other.route, &rest)
        return (rest, other.route.given)
    }

    /// Finds the first route on which nothing is closed, starting from each place in turn; if there
    /// is none, the first route.
    private func find(
        _ search: RouteContinuation, from places: [RouteDeviation.Place], _ rest: Rest,
        movingStops movesStops: Bool = false, under prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> (route: PathRoute, place: RouteDeviation.Place)? {
        var other: (route: PathRoute, place: RouteDeviation.Place)?
        for place in places {
            let beyond = try search.routes(
                from: place, clock: rest.clock, movingStops: movesStops)
            guard let beyond = beyond.first else { continue }
            let found = try reading.follow(
                search.joined(beyond, at: place, movedStops: movesStops), under: prepared)
            if found.given.findings.isEmpty { return (found, place) }
            if other == nil { other = (found, place) }
        }
        return other
    }

    /// Compares another route with the rest of the one under way.
    private func judge(_ found: PathRoute, _ rest: inout Rest) {
        let remaining = rest.followed.route.totalMilliseconds
        let gain = remaining - found.route.totalMilliseconds
        rest.decision.gainMinutes = minutes(gain)
        let percent = remaining > 0 ? Double(gain) / Double(remaining) * 100 : 0
        rest.decision.gainPercent = percent
        // A path that breaks a rule where the two meet is not a proposal.
        guard found.given.findings.isEmpty else { return }
        if rest.decision.isBlocked {
            rest.decision.reason = .avoidBlockage
            return
        }
        let isEnough =
            gain >= milliseconds(parameters[\.thresholds.minGain])
            || parameters.value(\.thresholds.minGainPercent).map { gain > 0 && percent >= $0 }
                ?? false
        if isEnough { rest.decision.reason = .betterRoute }
    }

    /// Returns the time cost: the impedance, or else the directions' time.
    private func clock(of prepared: PreparedAnalysis) throws(RouteRequestError) -> Int {
        guard let time = RouteDeviation.clock(of: prepared.request, on: network) else {
            throw .invalidParameter(
                "impedanceAttributeName",
                "is not a time, and there is no directionsTimeAttributeName; delays and gains need "
                    + "time")
        }
        return time
    }

    private func minutes(_ milliseconds: Int64) -> Double { Double(milliseconds) / 60_000 }

    private func milliseconds(_ minutes: Double) -> Int64 {
        Int64((min(minutes, 1e9) * 60_000).rounded())
    }
}

extension PathRoute {
    /// Whether a street on which a stop lies is closed; the first stop does not count.
    fileprivate var closesAtStop: Bool {
        given.findings.contains { finding in
            let last = route.legs[finding.leg].path.elements.count - 1
            return finding.element == last || finding.element == 0 && finding.leg > 0
        }
    }
}

extension SolvedRoute {
    /// Returns the time from start to end without traffic and barriers, in milliseconds.
    ///
    /// - Parameter clock: The index of the time cost.
    fileprivate func freeFlowDuration(
        _ clock: Int, _ network: NetworkDataset, _ scales: ColumnFactors
    ) -> Int64 {
        legs.reduce(totalMilliseconds) { duration, leg in
            duration - leg.total(clock) + leg.plainTotal(clock, on: network, scales: scales)
        }
    }
}

extension Replanning {
    /// Writes the decision as a sentence.
    ///
    /// - Parameter isOtherClosed: Whether something is closed on the other route.
    fileprivate func sentence(isOtherClosed: Bool) -> String {
        func text(_ figure: Double?) -> String {
            let tenths = ((figure ?? 0) * 10).rounded() / 10
            return "\(tenths)"
        }
        switch reason {
        case .betterRoute:
            return "A better route saves \(text(gainMinutes)) min of \(text(remainingMinutes)) min."
        case .avoidBlockage, .deviated:
            return "The rest of the route is blocked; another route leads past it."
        case nil: break
        }
        guard isSearched else {
            return "No better route was searched for: the delay of \(text(delayMinutes)) min is "
                + "below minDelay, \(text(minDelay)) min."
        }
        guard gainMinutes != nil else {
            return isBlocked
                ? "The rest of the route is blocked, and no path leads past it from the position."
                : "No other route was found that leaves the route after minDeviationDistance and "
                    + "minDeviationTime."
        }
        guard !isOtherClosed else {
            return "No better route is proposed: something is closed on the other one, or it "
                + "breaks a rule where it leaves the route under way."
        }
        return "No better route is proposed: the gain of \(text(gainMinutes)) min is below "
            + "minGain, \(text(minGain)) min."
    }
}
