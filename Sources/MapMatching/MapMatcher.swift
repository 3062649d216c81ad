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
    /// A rule that the current part breaks, after its element.
    case brokenRule(BrokenRule)
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
/// print(match.parts.map(\.edges), match.points.map(\.confidence))
/// ```
///
/// A hidden Markov model over the directed edges near each point. It holds working memory that one
/// call at a time uses: make a matcher for each thread.
package final class MapMatcher {
    /// The costs and rules of travel.
    package let costs: RequestCosts
    /// The settings.
    package let options: MatchOptions

    /// Makes a matcher.
    ///
    /// - Complexity: O(1); the memory for labels is mapped and not touched.
    package init(
        costs: RequestCosts, options: MatchOptions = MatchOptions(),
        monitor: some SearchMonitor = NeverStops()
    ) {
        self.costs = costs
        self.options = options
    }

    /// Matches a trace.
    ///
    /// - Throws: ``MatchStopped`` when the monitor stopped the work.
    package func match(_ trace: [TracePoint]) throws(MatchStopped) -> TraceMatch {
        TraceMatch(parts: [], points: [], gaps: [], accuracyMeters: 0)
    }

    /// Matches a trace of any length in bounded memory.
    ///
    /// - Parameter deliver: Receives the result piece by piece, some hundred points behind the
    ///   reading at most. What it throws ends the work.
    /// - Returns: The accuracy that points without their own were taken to have, in meters.
    package func match(
        _ trace: some Sequence<TracePoint>, deliver: (MatchEvent) throws -> Void
    ) throws -> Double { 0 }
}
