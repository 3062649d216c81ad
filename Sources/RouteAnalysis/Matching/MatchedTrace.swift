// The result of a trace, taken piece by piece while it is matched.

import DataStructures
import MapMatching
import NetworkAnalysis

/// A trace with its result. What it holds does not grow with the number of positions, but with the
/// paths, gaps and stops.
struct MatchedTrace {
    /// A connected path, with the points at which its route stops.
    struct Part {
        var path: MatchedPart
        /// The first and the last point that it was made from.
        var first: MatchedPoint
        var last: MatchedPoint
        /// The points between them that are stops, in order.
        var stops: [MatchedPoint] = []
        /// The position of its route among all; `nil` where it has none.
        var route: Int?
    }

    let trace: RequestTraces.Trace
    private(set) var gaps: [TraceGap] = []
    private(set) var outlierCount = 0
    /// Where ``MatchedRoutes/points`` has the points of the trace.
    private(set) var points: Range<Int>
    var parts: [Part] = []
    /// The part that has not ended.
    private var open: Part?
    private var elements = MatchedPart()

    /// Begins without a result.
    ///
    /// - Parameter start: The number of points of the traces before.
    init(_ trace: RequestTraces.Trace, from start: Int) {
        self.trace = trace
        points = start..<start
    }

    /// Takes the next piece of the result, and adds its point to those of all traces.
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
