// The states of the model: places on directed edges near a point.

import Geo
import RoadNetwork
import RoutingEngine

/// A point as the model uses it.
struct ModelPoint {
    /// The position in the trace.
    var index: Int
    var coordinate: Coordinate
    var seconds: Double?
    var sigma: Double
    var bearing: Double?
    /// Meters per degree.
    var scale: (x: Double, y: Double)

    init(_ point: TracePoint, index: Int, sigma: Double) {
        self.index = index
        self.sigma = sigma
        coordinate = point.coordinate
        seconds = point.time.flatMap { $0.isFinite ? $0 : nil }
        bearing = point.bearing.flatMap { $0.isFinite ? $0 : nil }
        scale = Geodesic.metersPerDegree(atLatitude: point.coordinate.y)
    }

    /// Meters to another point in the plane that touches the Earth there.
    func meters(to other: ModelPoint) -> Double {
        let dx = (other.coordinate.x - coordinate.x) * scale.x
        let dy = (other.coordinate.y - coordinate.y) * scale.y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A place on a directed edge near a point.
struct Candidate {
    var edge: UInt32
    /// The edge or the copy of it that the likeliest path arrives on.
    var state: UInt32
    /// Along the edge in its direction of travel.
    var share: Double
    var place: Coordinate
    var meters: Double
    /// To the right of the edge; negative to the left.
    var metersRight: Double
    /// From the place to the point in standard deviations, east and north.
    var residual: SIMD2<Float>
    /// The direction of the residual; across the edge where that is zero.
    var normal: SIMD2<Float>
    /// The length of the residual in standard deviations.
    var deviation: Float
    /// Nats that do not depend on the path: those of the bearing.
    var own: Float
    /// Of the whole edge.
    var price: MatchNetwork.EdgePrice
    var edgeMeters: Float

    /// Fixed-point units from a share of the edge to another.
    @inline(__always)
    func price(from: Double, to: Double) -> Int32 {
        Int32(Float(price.price) * Float(to - from))
    }

    /// Milliseconds from a share of the edge to another.
    @inline(__always)
    func milliseconds(from: Double, to: Double) -> Int32 {
        Int32(Float(price.milliseconds) * Float(to - from))
    }
}

/// Finds the candidates of points.
struct CandidateFinder {
    private let world: MatchNetwork
    private let options: MatchOptions
    let streets: StreetFinder

    init(_ world: MatchNetwork, _ options: MatchOptions) {
        self.world = world
        self.options = options
        streets = StreetFinder(world.network, family: world.costs.metric.key.family)
    }

    /// Appends the candidates of a point to a list, the likeliest first.
    ///
    /// - Returns: Whether there is any.
    func find(_ point: ModelPoint, into candidates: inout [Candidate]) -> Bool {
        let model = world.model
        let farthest = options.searchRadius
        var radius = min(farthest, max(model.leastRadius, model.radiusDeviations * point.sigma))
        streets.find(around: point.coordinate, within: radius, scale: point.scale)
        while streets.hits.isEmpty, radius < farthest {
            radius = min(farthest, radius * 3)
            streets.find(around: point.coordinate, within: radius, scale: point.scale)
        }
        for hit in streets.hits {
            for edge in [2 * hit.segment, 2 * hit.segment + 1] where world.isKnown(edge) {
                candidates.append(candidate(edge, hit, point))
            }
            // Enough open ones, and the rest are farther.
            if candidates.count >= 2 * model.candidateCount { break }
        }
        guard candidates.count > model.candidateCount else { return !candidates.isEmpty }
        // Closed edges yield to open ones that are little farther.
        func rank(_ candidate: Candidate) -> Float {
            candidate.deviation + (candidate.price.isClosed ? 1.5 : 0)
        }
        candidates.sort { (rank($0), $0.edge) < (rank($1), $1.edge) }
        candidates.removeLast(candidates.count - model.candidateCount)
        return true
    }

    private func candidate(_ edge: UInt32, _ hit: StreetHit, _ point: ModelPoint) -> Candidate {
        let isForward = edge & 1 == 0
        let direction = isForward ? hit.direction : -hit.direction
        let residual = SIMD2<Float>(hit.residual / point.sigma)
        let deviation = Float(hit.meters / point.sigma)
        let normal =
            deviation > 1e-3
            ? residual / deviation : SIMD2<Float>(Float(-direction.y), Float(direction.x))
        return Candidate(
            edge: edge, state: edge, share: isForward ? hit.share : 1 - hit.share,
            place: hit.place, meters: hit.meters,
            metersRight: isForward ? hit.metersRight : -hit.metersRight, residual: residual,
            normal: normal, deviation: deviation, own: bearingNats(direction, point),
            price: world.price(of: edge), edgeMeters: world.meters(edge))
    }

    /// The nats of a direction beside the point's bearing.
    private func bearingNats(_ direction: SIMD2<Double>, _ point: ModelPoint) -> Float {
        guard let bearing = point.bearing else { return 0 }
        let radians = bearing * .pi / 180
        let cosine = direction.x * sine(radians) + direction.y * sine(radians + .pi / 2)
        // The angle is 2 asin(√((1 − cos) / 2)); near enough for a likelihood.
        let half = max(0, (1 - cosine) / 2).squareRoot()
        let angle = 2 * half * (1 + half * half * 0.5708)
        let deviations = angle / (max(1, options.bearingToleranceDegrees) / 2 * .pi / 180)
        return Float(min(8, deviations * deviations / 2))
    }
}

extension MatchOptions {
    /// The search radius in its range.
    var searchRadius: Double {
        searchRadiusMeters.isFinite ? max(1, min(searchRadiusMeters, 5_000)) : 200
    }
    /// The greatest step in its range.
    var greatestStep: Double {
        maximumStepMeters.isFinite ? max(10, min(maximumStepMeters, 200_000)) : 20_000
    }
}
