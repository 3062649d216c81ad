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
    /// Below this estimate in meters, crossing streets may have hidden the errors.
    private static let doubtful = 2.0
    /// The greatest distance in meters of a street that a doubtful estimate considers.
    private static let beside = 12.0
    /// The cosine of the greatest turn at a point that a vehicle passes straight on, and of the
    /// greatest angle between a street and the travel along it.
    private static let straight = 0.866
    /// The cosine of the least angle between a street and the travel across it.
    private static let crossing = 0.5

    let streets: StreetFinder

    /// Returns the standard deviation in meters.
    ///
    /// Distances across a street are normally distributed, so their median is 0.6745 standard
    /// deviations. In towns the nearest street is not always the one traveled, which lowers the
    /// median by about a tenth; the result makes up for it.
    ///
    /// Positions off their street may lie exactly on the streets that cross it: if all are some
    /// meters north of where they should be, those at crossings are. Then the median says nothing,
    /// and the result is at least the root mean square of the distances to streets that run along
    /// the travel.
    func meters(_ points: [TracePoint]) -> Double {
        let step = max(1, points.count / Self.looked)
        var distances: [Double] = []
        var squares: [Double] = []
        for (index, point) in points.enumerated() where index % step == 0 {
            let place = point.coordinate
            guard place.isFinite, abs(place.y) <= 89.5, abs(place.x) <= 180.5 else { continue }
            let scale = Geodesic.metersPerDegree(atLatitude: place.y)
            streets.find(around: place, within: Self.radius, scale: scale)
            guard let nearest = streets.hits.first else { continue }
            distances.append(nearest.meters)
            let travel = Self.travel(at: index, of: points, scale)
            let meters = travel.flatMap { metersAlong($0) } ?? nearest.meters
            if meters <= Self.beside { squares.append(meters * meters) }
        }
        guard !distances.isEmpty else { return Self.unknown }
        distances.sort()
        var estimate = distances[distances.count / 2] * 1.1 / 0.6745
        if estimate < Self.doubtful, !squares.isEmpty {
            let mean = squares.reduce(0, +) / Double(squares.count)
            estimate = max(estimate, mean.squareRoot())
        }
        return max(Self.range.lowerBound, min(Self.range.upperBound, estimate))
    }

    /// Returns the distance of the nearest street found that runs along a direction, if the nearest
    /// of all crosses it; otherwise `nil`.
    private func metersAlong(_ travel: SIMD2<Double>) -> Double? {
        func cosine(_ hit: StreetHit) -> Double { abs((hit.direction * travel).sum()) }
        guard let nearest = streets.hits.first, cosine(nearest) < Self.crossing else { return nil }
        return streets.hits.first { cosine($0) >= Self.straight }?.meters
    }

    /// Returns the direction of travel at a point, of length 1; `nil` if the vehicle turns or
    /// stands there.
    private static func travel(
        at index: Int, of points: [TracePoint], _ scale: (x: Double, y: Double)
    ) -> SIMD2<Double>? {
        func way(_ from: Int, _ to: Int) -> SIMD2<Double>? {
            guard points.indices.contains(from), points.indices.contains(to) else { return nil }
            let (one, other) = (points[from].coordinate, points[to].coordinate)
            let way = SIMD2(
                (other.x - one.x).remainder(dividingBy: 360) * scale.x, (other.y - one.y) * scale.y)
            let length = (way * way).sum().squareRoot()
            return length > 0 && length.isFinite ? way / length : nil
        }
        let (before, behind) = (way(index - 1, index), way(index, index + 1))
        guard let before, let behind else {
            let isEnd = index == 0 || index == points.count - 1
            return isEnd ? before ?? behind : nil
        }
        return (before * behind).sum() >= straight ? way(index - 1, index + 1) : nil
    }
}
