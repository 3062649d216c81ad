// Places traces and drawn lines on the network. Start here.

package import RoadNetwork
package import RoutingEngine

/// The monitor stopped the work before its result.
package struct MatchStopped: Error, Hashable {
    package init() {}
}

/// A piece of the result of matching, as a stream delivers it.
///
/// Numbers of points, parts and elements count from the beginning of the trace or part, however
/// much has been delivered. A point may come before the element that it lies on.
package enum MatchEvent: Hashable, Sendable {
    /// The next element of the current part, final.
    case element(NetworkPath.Element)
    /// The next point of the trace, in order, each once.
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
/// A hidden Markov model over the directed edges near each point. It holds working memory that one
/// call at a time uses: make a matcher for each thread.
package final class MapMatcher {
    /// The costs and rules of travel.
    package let costs: RequestCosts
    /// The settings.
    package let options: MatchOptions
    private let monitor: any SearchMonitor
    private let world: MatchNetwork
    private let search: TransitionSearch

    /// Makes a matcher.
    ///
    /// - Complexity: O(*n*) in the number of edges for memory that is only cleared, 4 bytes each.
    package convenience init(
        costs: RequestCosts, options: MatchOptions = MatchOptions(),
        monitor: some SearchMonitor = NeverStops()
    ) {
        self.init(costs: costs, options: options, model: MatchModel(), monitor: monitor)
    }

    /// Makes a matcher with other constants.
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

    /// Matches a trace.
    ///
    /// - Throws: ``MatchStopped`` when the monitor stopped the work.
    /// - Complexity: O(*n*) in the number of points for points at some distance of each other; a
    ///   step takes longer with the distance to the next.
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
    /// - Parameter deliver: Receives the result piece by piece, some hundred points behind the
    ///   reading at most. What it throws ends the work.
    /// - Returns: The accuracy that points without their own were taken to have, in meters.
    /// - Throws: ``MatchStopped`` when the monitor stopped the work, and what `deliver` throws.
    package func match(
        _ trace: some Sequence<TracePoint>, deliver: (MatchEvent) throws -> Void
    ) throws -> Double {
        var points = trace.makeIterator()
        return try match(reading: { points.next() }, deliver: deliver)
    }

    /// Matches a trace whose points a function returns one after the other, and `nil` at the end.
    ///
    /// - Parameter deliver: As in ``match(_:deliver:)``, and so are the results.
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
        for point in ahead { try add(point) }
        while let point = next() { try add(point) }
        try run.finish()
        for event in run.takeEvents() { try deliver(event) }
        return sigma
    }

    /// An accuracy in the range that the model takes.
    private static func sigma(_ meters: Double) -> Double {
        meters.isFinite
            ? max(AccuracyEstimate.range.lowerBound, min(200, meters)) : AccuracyEstimate.unknown
    }
}
