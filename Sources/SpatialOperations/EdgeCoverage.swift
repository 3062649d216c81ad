// Adds up which parts of an edge are covered.

import Geo

/// Collects an edge's covered pieces and returns them as fractions of its length.
///
/// Its working memory is reused from edge to edge.
struct EdgeCoverage {
    /// The edge's length.
    private(set) var totalMeters = 0.0
    /// Meters from the edge's start to each of its positions.
    private var meters: [Double] = []
    private var pieces: [ClosedRange<Double>] = []
    /// The covered fractions, ascending and disjoint; valid after ``finish()``.
    private(set) var fractions: [ClosedRange<Double>] = []

    /// Pieces closer together than this are merged, and shorter ones become points: twice the
    /// tolerance, which may have been added at either end.
    private static let slackMeters = 2 * BarrierGeometry.toleranceDegrees * 111_320

    /// Drops the previous edge and measures the next.
    mutating func begin(_ edge: UnsafeBufferPointer<Coordinate>) {
        meters.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
        fractions.removeAll(keepingCapacity: true)
        totalMeters = 0
        meters.append(0)
        for index in edge.indices.dropFirst() {
            totalMeters += Self.meters(from: edge[index - 1], to: edge[index])
            meters.append(totalMeters)
        }
    }

    /// Returns a step's length by the radii of curvature at its middle. It matches `LineMeasure` to
    /// the last digit, so that barriers and stops agree on every position.
    ///
    /// Rejected: the geodesic, which differs by a millimeter on a 10 km step and not at all on a
    /// street, but took half the time of resolving a small polygon.
    @inline(__always)
    private static func meters(from: Coordinate, to: Coordinate) -> Double {
        let scale = Geodesic.metersPerDegree(atLatitude: (from.y + to.y) / 2)
        let (dx, dy) = ((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// Adds a part of a step, both in the unit of the step's `length`.
    mutating func add(_ part: ClosedRange<Double>, ofStep step: Int, length: Double) {
        let scale = (meters[step + 1] - meters[step]) / length
        pieces.append(
            meters[step] + part.lowerBound * scale...meters[step] + part.upperBound * scale)
    }

    mutating func coverAll() { fractions.append(0...1) }

    /// Computes ``fractions`` from the added parts.
    mutating func finish() {
        // Steps come in order, and nearly all of their parts do too.
        pieces.sortIfNeeded { $0.lowerBound < $1.lowerBound }
        guard var open = pieces.first else { return }
        for piece in pieces.dropFirst() {
            if piece.lowerBound - open.upperBound <= Self.slackMeters {
                open = open.lowerBound...max(open.upperBound, piece.upperBound)
            } else {
                fractions.append(fraction(of: open))
                open = piece
            }
        }
        fractions.append(fraction(of: open))
    }

    private func fraction(of piece: ClosedRange<Double>) -> ClosedRange<Double> {
        let reachesStart = piece.lowerBound <= Self.slackMeters
        let reachesEnd = piece.upperBound >= totalMeters - Self.slackMeters
        let low = reachesStart ? 0 : piece.lowerBound / totalMeters
        let high = reachesEnd ? 1 : piece.upperBound / totalMeters
        if piece.upperBound - piece.lowerBound > Self.slackMeters || (reachesStart && reachesEnd) {
            return low...high
        }
        let place = reachesStart ? 0 : reachesEnd ? 1 : (low + high) / 2
        return place...place
    }
}

extension Array {
    /// Sorts an array that is nearly always sorted already.
    mutating func sortIfNeeded(by areInIncreasingOrder: (Element, Element) -> Bool) {
        for index in indices.dropFirst() where areInIncreasingOrder(self[index], self[index - 1]) {
            sort(by: areInIncreasingOrder)
            return
        }
    }
}

extension SegmentApproach {
    /// Merges two overlapping approaches: between their contacts the border is within the
    /// tolerance, which counts as touching.
    func joined(with other: SegmentApproach) -> SegmentApproach {
        SegmentApproach(
            near: near.hull(other.near), contact: contact.hull(other.contact))
    }
}

extension ClosedRange<Double> {
    /// Returns the smallest range that contains both.
    fileprivate func hull(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension Envelope {
    /// The box around a straight step.
    @inline(__always)
    init(from start: Coordinate, to end: Coordinate) {
        self.init(
            minX: min(start.x, end.x), minY: min(start.y, end.y), maxX: max(start.x, end.x),
            maxY: max(start.y, end.y))
    }

    /// The box around a line. Geo's initializer takes any sequence and is not specialized across
    /// rooms.
    init(ofLine line: UnsafeBufferPointer<Coordinate>) {
        self.init()
        for position in line {
            minX = min(minX, position.x)
            minY = min(minY, position.y)
            maxX = max(maxX, position.x)
            maxY = max(maxY, position.y)
        }
    }

    /// Returns the box with a margin on every side.
    func grown(by margin: Double) -> Envelope {
        Envelope(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }

    /// Returns the box moved east.
    func shifted(by x: Double) -> Envelope {
        Envelope(minX: minX + x, minY: minY, maxX: maxX + x, maxY: maxY)
    }
}
