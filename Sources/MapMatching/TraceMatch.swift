// The result of matching: parts of paths, the place of each point, and the gaps.

package import Geo
package import RoadNetwork

/// How a point was used.
package enum PointStatus: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Placed by its own candidates.
    case matched
    /// Placed on the path between its neighbors, because it adds nothing to them.
    case interpolated
    /// Left out: no plausible path leads through it, but one leads past it.
    case outlier
    /// Left out: no street lies within the search radius.
    case tooFar
    /// Left out: its coordinate is not a position on Earth.
    case invalid
}

/// A trace point and its place on the network.
package struct MatchedPoint: Hashable, Sendable, BitwiseCopyable {
    /// The point's position in the trace.
    package var point: Int
    package var status: PointStatus
    /// The part it belongs to; `nil` if it was left out.
    package var part: Int?
    /// The position of its edge in ``MatchedPart/elements``.
    package var element: Int
    /// The directed edge; meaningless without a part.
    package var edge: UInt32
    /// The place along the edge in its direction of travel, from 0 to 1.
    package var share: Double
    /// The place as a coordinate; the point's own if it was left out.
    package var coordinate: Coordinate
    /// Meters from the point to its place. For a point too far away, meters to the nearest street
    /// if known, else infinity.
    package var distanceMeters: Double
    /// Meters by which the point lies to the right of the edge; negative to the left.
    package var offsetMeters: Double
    /// The probability that the vehicle was on this street in this direction, given the whole
    /// trace; 0 if the point was left out.
    package var confidence: Double
}

/// A connected path that a stretch of the trace follows.
package struct MatchedPart: Hashable, Sendable {
    /// The directed edges, and which part of each is traveled, in order. Inner elements are whole
    /// edges, except where the vehicle turned round between two junctions: there an element ends
    /// early, and its twin begins at the same place.
    package var elements: [NetworkPath.Element]
    /// The points from the part's first to its last, including those left out in between.
    package var points: Range<Int>

    package init(elements: [NetworkPath.Element] = [], points: Range<Int> = 0..<0) {
        self.elements = elements
        self.points = points
    }

    /// The directed edges in order.
    package var edges: [UInt32] { elements.map(\.edge.row) }
    /// Where travel begins on the first edge.
    package var firstShare: Double { elements.first?.from ?? 0 }
    /// Where travel ends on the last edge.
    package var lastShare: Double { elements.last?.to ?? 0 }
    /// The elements after which the vehicle turned round between two junctions.
    package var turningElements: [Int] {
        elements.indices.dropLast().filter {
            elements[$0 + 1].edge == elements[$0].edge.twin && elements[$0].to < 1
        }
    }
}

/// Why the trace is split between two parts, or has no part at its beginning or end.
package enum GapCause: Hashable, Sendable {
    /// The gap's points lie too far from every street. `meters` is the least distance, if known.
    case farFromStreets(meters: Double?)
    /// The points on either side are too far apart; `meters` is the straight line between them.
    case tooFarApart(meters: Double)
    /// No path across is plausible by its length, even if it may break rules.
    case noPath
    /// The fastest path needs more time than lies between the points, both in seconds.
    case noPathInTime(available: Double, needed: Double)
    /// The gap's points fit neither what comes before nor what comes after.
    case outliers
}

/// A place where the trace is split.
package struct TraceGap: Hashable, Sendable {
    /// The last placed point before the gap; `nil` at the beginning of the trace.
    package var after: Int?
    /// The first placed point after the gap; `nil` at the end of the trace.
    package var before: Int?
    package var cause: GapCause
}

package struct TraceMatch: Hashable, Sendable {
    /// The connected parts in travel order. A trace with gaps has more than one.
    package var parts: [MatchedPart]
    /// The result for each point of the trace, in order.
    package var points: [MatchedPoint]
    /// The gaps in order, each with its cause.
    package var gaps: [TraceGap]
    /// The accuracy in meters that was assumed for points without their own.
    package var accuracyMeters: Double

    package init(
        parts: [MatchedPart] = [], points: [MatchedPoint] = [], gaps: [TraceGap] = [],
        accuracyMeters: Double = 0
    ) {
        self.parts = parts
        self.points = points
        self.gaps = gaps
        self.accuracyMeters = accuracyMeters
    }
}
