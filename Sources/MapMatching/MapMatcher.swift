// Places traces and drawn lines on the network. Start here.

package import RoadNetwork
package import RoutingEngine

/// Thrown when the monitor stopped the work before it was finished.
package struct MatchStopped: Error, Hashable {
    package init() {}
}

/// One piece of a match, as a stream delivers it.
///
/// Points are numbered from the beginning of the trace, elements and parts from the beginning of
/// their part or trace, however much has been delivered. A point may come before the element it
/// lies on.
package enum MatchEvent: Hashable, Sendable {
    /// The current part's next element, final.
    case element(NetworkPath.Element)
    /// The trace's next point. Each comes once, in order.
    case point(MatchedPoint)
    /// The current part has ended; `points` as in ``MatchedPart/points``.
    case partEnded(points: Range<Int>)
    /// The trace is split here.
    case gap(TraceGap)
}

/// Matches traces under the costs and rules of one request.
///
/// ```swift
/// let matcher = MapMatcher(costs: costs, options: MatchOptions(), monitor: control)
/// let match = try matcher.match(points)
/// let edges = match.parts.flatMap(\.edges)    // match.points: the place of each point
/// ```
///
/// Use a matcher to find the streets that a vehicle has driven, or that a drawn line follows. The
/// matcher treats the trace as a hidden Markov model. Its states are places on directed edges near
/// each point; a transition is the cheapest path between two of them. ``MatchModel`` has the
/// likelihoods and the paper.
///
/// Points pass through four stages. `CandidateFinder` lists the edges near a point. `StepLink`
/// computes how likely each candidate is after the previous point, with one
/// `TransitionSearch` for all pairs. `MatchRun` decides what to do with points that do not fit:
/// leave them out, or split the trace. `StepChain` holds steps until later points have settled
/// them; then they are delivered. So memory does not grow with the trace.
///
/// A trace need not obey the request's rules. If it enters a closed street, the path does too, at a
/// price, and you can ask `RequestCosts.follow` which rule it breaks.
///
/// A matcher owns working memory for one call at a time: make one matcher for each thread.
/// RouteAnalysis uses it to match traces and to rebuild legs from points, LiveTraffic to place feed
/// rows.
package final class MapMatcher {
    /// The costs and rules of travel.
    package let costs: RequestCosts
    /// The settings of matching.
    package let options: MatchOptions
    private let monitor: any SearchMonitor
    private let world: MatchNetwork
    private let search: TransitionSearch

    /// Makes a matcher.
    ///
    /// - Complexity: O(*n*) in the number of edges, to clear 4 bytes of memory each.
    package convenience init(
        costs: RequestCosts, options: MatchOptions = MatchOptions(),
        monitor: some SearchMonitor = NeverStops()
    ) {
        self.init(costs: costs, options: options, model: MatchModel(), monitor: monitor)
    }

    /// Makes a matcher with other model constants.
    init(
        costs: RequestCosts, options: MatchOptions, model: MatchModel,
        monitor: any SearchMonitor = NeverStops()
    ) {
        self.costs = costs
        self.options = options
        self.monitor = monitor
        world = MatchNetwork(costs, model)
        search = TransitionSearch(world)
    }

    /// Matches a trace and returns the whole result.
    ///
    /// - Throws: ``MatchStopped`` when the monitor stopped the work.
    /// - Complexity: O(*n*) in the number of points, if they lie some distance apart. A step takes
    ///   longer the farther away the next point is.
    package func match(_ trace: [TracePoint]) throws(MatchStopped) -> TraceMatch {
        var match = TraceMatch()
        match.points.reserveCapacity(trace.count)
        var part = MatchedPart()
        do {
            match.accuracyMeters = try self.match(trace) { event in
                switch event {
                case .element(let element): part.elements.append(element)
                case .point(let point): match.points.append(point)
                case .gap(let gap): match.gaps.append(gap)
                case .partEnded(let points):
                    part.points = points
                    match.parts.append(part)
                    part = MatchedPart()
                }
            }
        } catch {
            throw MatchStopped()
        }
        return match
    }

    /// Matches a trace of any length in bounded memory.
    ///
    /// - Parameter deliver: Receives the result piece by piece, at most some hundred points behind
    ///   the reading. If it throws, matching ends.
    /// - Returns: The accuracy in meters that was assumed for points without their own.
    /// - Throws: ``MatchStopped`` when the monitor stopped the work, and any error from `deliver`.
    package func match(
        _ trace: some Sequence<TracePoint>, deliver: (MatchEvent) throws -> Void
    ) throws -> Double {
        var points = trace.makeIterator()
        return try match(reading: { points.next() }, deliver: deliver)
    }

    /// Matches a trace whose points are read one by one; `next` returns `nil` at the end.
    ///
    /// - Parameter deliver: Receives the result as in ``match(_:deliver:)``.
    package func match(
        reading next: () -> TracePoint?, deliver: (MatchEvent) throws -> Void
    ) throws -> Double {
        var run = MatchRun(world, search, options, monitor: monitor)
        var ahead: [TracePoint] = []
        var accuracy = options.gpsAccuracyMeters.map(Self.sigma)
        if accuracy == nil {
            while ahead.count < AccuracyEstimate.sample, let point = next() {
                ahead.append(point)
            }
            accuracy = run.estimatedAccuracy(ahead.filter { $0.accuracyMeters == nil })
        }
        let sigma = accuracy ?? AccuracyEstimate.unknown
        var index = 0
        func add(_ point: TracePoint) throws {
            if index & 0x3F == 0, monitor.shouldStop { throw MatchStopped() }
            let own = point.accuracyMeters.map(Self.sigma) ?? sigma
            try run.add(ModelPoint(point, index: index, sigma: own))
            index += 1
            for event in run.takeEvents() { try deliver(event) }
        }
        var standing = StandingPoints()
        func take(_ point: TracePoint) throws {
            guard options.interpolatesDensePoints else { return try add(point) }
            try standing.add(point, deliver: add)
        }
        for point in ahead { try take(point) }
        while let point = next() { try take(point) }
        try standing.finish(deliver: add)
        try run.finish()
        for event in run.takeEvents() { try deliver(event) }
        return sigma
    }

    /// Clamps an accuracy to the model's range.
    private static func sigma(_ meters: Double) -> Double {
        meters.isFinite
            ? max(AccuracyEstimate.range.lowerBound, min(200, meters)) : AccuracyEstimate.unknown
    }
}
