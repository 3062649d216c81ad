// Traffic lights and other points on drawn streets.

import NetworkBuilder
package import RoadNetwork

extension NetworkSketch.Road {
    /// Puts a point on each of the road's segments.
    ///
    /// - Parameters:
    ///   - share: The share of the segment before the point, in the drawn direction.
    ///   - direction: The directions of traffic that meet it; at a segment's end, the arriving
    ///     direction.
    package mutating func put(
        _ kind: StreetPointKind, at share: Double, _ direction: StreetPointDirection = .both
    ) {
        points.append(PointDraft(share: share, direction: direction, kind: kind))
    }
}
