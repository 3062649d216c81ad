// Estimates the accuracy of a trace whose points state none.

import DataStructures
import Geo
import RoadNetwork

/// Estimates position errors from the distances between points and their nearest streets.
struct AccuracyEstimate {
    /// How many points `MapMatcher` reads ahead to estimate from.
    static let sample = 256
    /// The accuracy in meters when no point is near a street.
    static let unknown = 10.0
    static let range = 0.3...30.0
    private static let looked = 64
    private static let radius = 75.0

    let streets: StreetFinder

    /// Returns the standard deviation in meters.
    ///
    /// Distances across a street are normally distributed, so their median is 0.6745 standard
    /// deviations. In towns the nearest street is not always the one traveled, which lowers the
    /// median by about a tenth; the result makes up for it.
    func meters(_ points: [TracePoint]) -> Double {
        let step = max(1, points.count / Self.looked)
        var distances: [Double] = []
        for point in points.enumerated() where point.offset % step == 0 {
            let place = point.element.coordinate
            guard place.isFinite, abs(place.y) <= 89.5, abs(place.x) <= 180.5 else { continue }
            streets.find(
                around: place, within: Self.radius,
                scale: Geodesic.metersPerDegree(atLatitude: place.y))
            if let nearest = streets.hits.first { distances.append(nearest.meters) }
        }
        guard !distances.isEmpty else { return Self.unknown }
        distances.sort()
        let median = distances[distances.count / 2]
        return max(Self.range.lowerBound, min(Self.range.upperBound, median * 1.1 / 0.6745))
    }
}
