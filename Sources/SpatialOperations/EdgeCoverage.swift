// Adding up which parts of an edge are covered.

import Geo

/// Collects covered pieces of an edge and gives them back as fractions of its length.
struct EdgeCoverage {
    /// The length of the whole edge.
    let totalMeters: Double
    /// Meters from the edge's beginning to each of its positions.
    private let meters: [Double]
    private var pieces: [ClosedRange<Double>] = []

    /// Pieces nearer to each other than this are one, and shorter ones are a point: twice the
    /// tolerance, which may have been added at either end.
    private static let slackMeters = 2 * BarrierGeometry.toleranceDegrees * 111_320

    init(_ edge: [Coordinate]) {
        var meters = [0.0]
        for (from, to) in zip(edge, edge.dropFirst()) {
            meters.append(meters[meters.count - 1] + Geodesic.distanceMeters(from: from, to: to))
        }
        self.meters = meters
        totalMeters = meters[meters.count - 1]
    }

    /// Adds a part of one step, both in the unit of the step's `length`.
    mutating func add(_ part: ClosedRange<Double>, ofStep step: Int, length: Double) {
        let scale = (meters[step + 1] - meters[step]) / length
        pieces.append(
            meters[step] + part.lowerBound * scale...meters[step] + part.upperBound * scale)
    }

    /// The covered fractions, ascending and disjoint.
    func fractions() -> [ClosedRange<Double>] {
        var merged: [ClosedRange<Double>] = []
        for piece in pieces.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, piece.lowerBound - last.upperBound <= Self.slackMeters {
                let end = max(last.upperBound, piece.upperBound)
                merged[merged.count - 1] = last.lowerBound...end
            } else {
                merged.append(piece)
            }
        }
        return merged.map { fraction(of: $0) }
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

extension SegmentApproach {
    /// The hull of two overlapping approaches: between their contacts the border is within the
    /// tolerance, which counts as touching.
    func joined(with other: SegmentApproach) -> SegmentApproach {
        SegmentApproach(
            near: near.hull(other.near), contact: contact.hull(other.contact))
    }
}

extension ClosedRange<Double> {
    /// The smallest range that holds both.
    fileprivate func hull(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}

extension Envelope {
    /// The box with a margin on every side.
    func grown(by margin: Double) -> Envelope {
        Envelope(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
    }

    /// The box moved east.
    func shifted(by x: Double) -> Envelope {
        Envelope(minX: minX + x, minY: minY, maxX: maxX + x, maxY: maxY)
    }
}
