// The result of matching: parts of paths, the place of each point, and the gaps.

package import Geo
package import RoadNetwork

/// What became of a point.
package enum PointStatus: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Placed by its own candidates.
    case matched
    /// Placed on the path between its neighbors, because it adds nothing to them.
    case interpolated
    /// Left out: no plausible path leads through it, but one leads past it.
    case outlier
    /// Left out: no street of the network lies within the search radius.
    case tooFar
    /// Left out: its coordinate is not a position on Earth.
    case invalid
}

/// The place of a point of the trace.
package struct MatchedPoint: Hashable, Sendable, BitwiseCopyable {
    /// The position of the point in the trace.
    package var point: Int
    package var status: PointStatus
    /// The part that the point belongs to; of a point that is left out, `nil`.
    package var part: Int?
    /// The position in ``MatchedPart/elements`` of the edge that the point lies on.
    package var element: Int
    /// The directed edge; meaningless for a point without a part.
    package var edge: UInt32
    /// The place along the edge in its direction of travel, from 0 to 1.
    package var share: Double
    /// The place as a coordinate; of a point that is left out, the point's own.
    package var coordinate: Coordinate
    /// Meters from the point to its place. Of a point that is too far, those to the nearest street
    /// where that is known, else infinity.
    package var distanceMeters: Double
    /// Meters by which the point lies to the right of the edge, negative to the left.
    package var offsetMeters: Double
    /// The probability that the vehicle was on this street in this direction, given the whole
    /// trace: the posterior under the model; 0 for a point that is left out.
    package var confidence: Double
}

/// A connected path that a stretch of the trace follows.
package struct MatchedPart: Hashable, Sendable {
    /// The directed edges and the parts of them that are traveled, in order. Inner elements are
    /// whole edges, except where the vehicle turned round between two junctions: there an element
    /// ends before its edge does, and the twin begins at the same place.
    package var elements: [NetworkPath.Element]
    /// The points of the trace from the first to the last that the part was made from, those
    /// between that are left out included.
    package var points: Range<Int>

    /// Makes a part.
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
    /// The positions of the elements after which the vehicle turned round between two junctions.
    package var turningElements: [Int] {
        elements.indices.dropLast().filter {
            elements[$0 + 1].edge == elements[$0].edge.twin && elements[$0].to < 1
        }
    }
}

/// Why the trace is split between two parts, or has no part at its beginning or end.
package enum GapCause: Hashable, Sendable {
    /// The points of the gap lie too far from every street; the least of their distances in meters
    /// where it is known.
    case farFromStreets(meters: Double?)
    /// The points at both sides are too far apart: the straight line in meters.
    case tooFarApart(meters: Double)
    /// No path leads across that is at all plausible by its length, even if rules are broken.
    case noPath
    /// The fastest path takes too long for the time between the points, both in seconds.
    case noPathInTime(available: Double, needed: Double)
    /// The points of the gap fit to nothing before and behind.
    case outliers
}

/// A place where the trace is split.
package struct TraceGap: Hashable, Sendable {
    /// The last point before the gap that has a place; `nil` at the beginning of the trace.
    package var after: Int?
    /// The first point behind the gap that has a place; `nil` at the end of the trace.
    package var before: Int?
    package var cause: GapCause
}

/// A matched trace.
package struct TraceMatch: Hashable, Sendable {
    /// The connected parts in the order of travel; more than one where the trace has gaps.
    package var parts: [MatchedPart]
    /// One for each point of the trace, in order.
    package var points: [MatchedPoint]
    /// Why the trace is split, in order.
    package var gaps: [TraceGap]
    /// The accuracy that points without their own were taken to have, in meters.
    package var accuracyMeters: Double

    /// Makes a result.
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
