// Traffic lights and other points on drawn streets.

import NetworkBuilder
package import RoadNetwork

extension NetworkSketch.Road {
    /// Puts a point on each of the segments.
    ///
    /// - Parameters:
    ///   - share: The share of the segment before the point, in the direction of drawing.
    ///   - direction: The directions that meet it; at an end of the segment, the one that arrives.
    package mutating func put(
        _ kind: StreetPointKind, at share: Double, _ direction: StreetPointDirection = .both
    ) {
        points.append(PointDraft(share: share, direction: direction, kind: kind))
    }
}
