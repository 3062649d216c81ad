// A trace's result, collected piece by piece while it is matched.

import MapMatching
import Preparation
import SystemResources

/// A trace with its result. Its size does not grow with the number of positions, only with the
/// paths, gaps and stops.
struct MatchedTrace {
    /// A connected path, with the points at which its route stops.
    struct Part {
        var path: MatchedPart
        /// The first and the last point of the path.
        var first: MatchedPoint
        var last: MatchedPoint
        /// The points between them that are stops, in order.
        var stops: [MatchedPoint] = []
        /// The index of its route among all; `nil` if it has none.
        var route: Int?
    }

    let trace: RequestTraces.Trace
    private(set) var gaps: [TraceGap] = []
    private(set) var outlierCount = 0
    /// Where in ``MatchedRoutes/points`` the trace's points are.
    private(set) var points: Range<Int>
    var parts: [Part] = []
    /// The part that has not ended.
    private var open: Part?
    private var elements = MatchedPart()

    /// Begins without a result.
    ///
    /// - Parameter start: How many points earlier traces have.
    init(_ trace: RequestTraces.Trace, from start: Int) {
        self.trace = trace
        points = start..<start
    }

    /// Adds the next piece of the result, and appends its point to the points of all traces.
    mutating func take(_ event: MatchEvent, points all: SpooledArray<MatchedPoint>) {
        switch event {
        case .element(let element): elements.elements.append(element)
        case .gap(let gap): gaps.append(gap)
        case .point(let point):
            all.append(point)
            points = points.lowerBound..<all.count
            take(point)
        case .partEnded(let range):
            elements.points = range
            if var open {
                open.path = elements
                open.stops.removeAll { [open.first.point, open.last.point].contains($0.point) }
                parts.append(open)
            }
            open = nil
            elements = MatchedPart()
        }
    }

    private mutating func take(_ point: MatchedPoint) {
        if point.status == .outlier { outlierCount += 1 }
        guard point.part != nil else { return }
        if open == nil { open = Part(path: MatchedPart(), first: point, last: point) }
        open?.last = point
        if !trace.stops.isEmpty, trace.stops.contains(point.point) { open?.stops.append(point) }
    }
}
