// Finds where a vehicle stands and its receiver's positions jump about, and joins these.

import Geo

/// Replaces positions that jump about one place by their mean.
///
/// Most receivers err slowly, as the model expects. Others err anew with each position: a standing
/// vehicle seems to drive some meters in every direction, and the likeliest path goes round the
/// block. The steps of such positions turn back on each other: their products are negative, on
/// average minus half the square of a step. If a vehicle drives, however slowly it turns, they are
/// positive.
///
/// Positions pass unchanged if their errors change slowly, or if they lie farther apart than a
/// receiver errs. So do positions without times: they may be a drawn line, which
/// has no errors and may wind.
struct StandingPoints {
    /// How many positions in a row show that a vehicle stands.
    private static let fewest = 6
    /// The most positions that are joined, so that memory stays bounded.
    private static let most = 256
    /// The greatest product of two steps over the square of one.
    private static let greatestProduct = -0.25
    /// The root mean square of the steps at most, in meters.
    private static let longestStep = 24.0
    /// How many steps a position may lie from the mean.
    private static let radiusSteps = 1.5

    /// The last positions, which may be the first of a vehicle that stands.
    private var waiting: [TracePoint] = []
    /// How far positions lie from the mean at most, in meters; `nil` while the vehicle drives.
    private var radius: Double?
    /// The sums of the positions while the vehicle stands, in degrees.
    private var sum = SIMD2(0.0, 0.0)

    private var mean: Coordinate {
        let count = Double(waiting.count)
        return Coordinate(x: (sum.x / count).remainder(dividingBy: 360), y: sum.y / count)
    }

    /// Takes in the next position.
    ///
    /// - Parameter deliver: Receives the positions of which it is known whether the vehicle stands,
    ///   in order.
    /// - Complexity: O(1), but for the positions delivered.
    mutating func add(
        _ point: TracePoint, deliver: (TracePoint) throws -> Void
    ) rethrows {
        guard point.time != nil, point.coordinate.isFinite, abs(point.coordinate.y) <= 89.5 else {
            try finish(deliver: deliver)
            return try deliver(point)
        }
        if let radius {
            if waiting.count < Self.most, meters(mean, point.coordinate) <= radius {
                waiting.append(point)
                sum += place(point)
                return
            }
            try finish(deliver: deliver)
        }
        waiting.append(point)
        guard waiting.count >= Self.fewest else { return }
        sum = waiting.reduce(SIMD2(0, 0)) { $0 + place($1) }
        radius = standingRadius()
        if radius == nil { try deliver(waiting.removeFirst()) }
    }

    /// Delivers the positions that are left.
    mutating func finish(deliver: (TracePoint) throws -> Void) rethrows {
        let mean = radius == nil ? nil : mean
        for var point in waiting {
            if let mean {
                point.coordinate = mean
                point.bearing = nil
            }
            try deliver(point)
        }
        waiting.removeAll(keepingCapacity: true)
        radius = nil
    }

    /// Returns how far positions of a vehicle that stands lie from their mean; `nil` if the waiting
    /// ones are not such.
    private func standingRadius() -> Double? {
        var (squares, products) = (0.0, 0.0)
        var last: SIMD2<Double>?
        for (one, other) in zip(waiting, waiting.dropFirst()) {
            let step = offset(one.coordinate, other.coordinate)
            squares += (step * step).sum()
            if let last { products += (last * step).sum() }
            last = step
        }
        let count = Double(waiting.count - 1)
        squares /= count
        let step = squares.squareRoot()
        guard step > 0, step <= Self.longestStep,
            products / (count - 1) < Self.greatestProduct * squares
        else { return nil }
        let middle = mean
        let radius = Self.radiusSteps * step
        return waiting.allSatisfy { meters(middle, $0.coordinate) <= radius } ? radius : nil
    }

    private func meters(_ one: Coordinate, _ other: Coordinate) -> Double {
        let offset = offset(one, other)
        return (offset * offset).sum().squareRoot()
    }

    /// Returns the meters east and north from one position to another.
    private func offset(_ one: Coordinate, _ other: Coordinate) -> SIMD2<Double> {
        let scale = Geodesic.metersPerDegree(atLatitude: one.y)
        let east = (other.x - one.x).remainder(dividingBy: 360)
        return SIMD2(east * scale.x, (other.y - one.y) * scale.y)
    }

    /// A position in degrees, on the same side of the antimeridian as the first that waits.
    private func place(_ point: TracePoint) -> SIMD2<Double> {
        let first = waiting.first?.coordinate.x ?? point.coordinate.x
        let x = first + (point.coordinate.x - first).remainder(dividingBy: 360)
        return SIMD2(x, point.coordinate.y)
    }
}
