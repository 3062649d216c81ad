// The states of the model: places on directed edges near a point.

import Geo
import RoadNetwork
import RoutingEngine

/// A trace point with the accuracy and scale that the model needs.
struct ModelPoint {
    /// Its position in the trace.
    var index: Int
    var coordinate: Coordinate
    var seconds: Double?
    var sigma: Double
    var bearing: Double?
    /// Meters per degree at the point.
    var scale: (x: Double, y: Double)

    init(_ point: TracePoint, index: Int, sigma: Double) {
        self.index = index
        self.sigma = sigma
        coordinate = point.coordinate
        seconds = point.time.flatMap { $0.isFinite ? $0 : nil }
        bearing = point.bearing.flatMap { $0.isFinite ? $0 : nil }
        scale = Geodesic.metersPerDegree(atLatitude: point.coordinate.y)
    }

    /// Returns the distance in meters to another point, in the plane that touches the Earth here,
    /// also across the 180th meridian.
    func meters(to other: ModelPoint) -> Double {
        let dx = (other.coordinate.x - coordinate.x).remainder(dividingBy: 360) * scale.x
        let dy = (other.coordinate.y - coordinate.y) * scale.y
        return (dx * dx + dy * dy).squareRoot()
    }
}

/// A place on a directed edge near a point: one state of the model.
struct Candidate {
    var edge: UInt32
    /// The edge, or its copy, on which the likeliest path arrives.
    var state: UInt32
    /// Position along the edge in its direction of travel, from 0 to 1.
    var share: Double
    var place: Coordinate
    var meters: Double
    /// Meters by which the point lies to the right of the edge; negative to the left.
    var metersRight: Double
    /// The vector from the place to the point, east and north, in standard deviations.
    var residual: SIMD2<Float>
    /// The residual's direction, or the direction across the edge if the residual is zero.
    var normal: SIMD2<Float>
    /// The residual's length in standard deviations.
    var deviation: Float
    /// The nats of the bearing. They do not depend on the path.
    var own: Float
    /// The price and time of the whole edge.
    var price: MatchNetwork.EdgePrice
    var edgeMeters: Float

    /// Returns the price between two shares of the edge, in fixed-point units.
    @inline(__always)
    func price(from: Double, to: Double) -> Int32 {
        Int32(Float(price.price) * Float(to - from))
    }

    /// Returns the milliseconds between two shares of the edge.
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

    /// Appends a point's candidates to a list. If there are more than
    /// ``MatchModel/candidateCount``, only the likeliest remain.
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
            // There are enough open candidates, and the remaining streets are farther away.
            if candidates.count >= 2 * model.candidateCount { break }
        }
        guard candidates.count > model.candidateCount else { return !candidates.isEmpty }
        // An open edge that is a little farther wins over a closed one.
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

    /// Returns the nats of traveling in a direction, given the point's bearing.
    private func bearingNats(_ direction: SIMD2<Double>, _ point: ModelPoint) -> Float {
        guard let bearing = point.bearing else { return 0 }
        let radians = bearing * .pi / 180
        let cosine = direction.x * sine(radians) + direction.y * sine(radians + .pi / 2)
        // The angle is 2 asin(√((1 − cos) / 2)). This approximation is close enough for a
        // likelihood.
        let half = max(0, (1 - cosine) / 2).squareRoot()
        let angle = 2 * half * (1 + half * half * 0.5708)
        let deviations = angle / (max(1, options.bearingToleranceDegrees) / 2 * .pi / 180)
        return Float(min(8, deviations * deviations / 2))
    }
}

extension MatchOptions {
    /// The search radius, clamped to its range.
    var searchRadius: Double {
        searchRadiusMeters.isFinite ? max(1, min(searchRadiusMeters, 5_000)) : 200
    }
    /// The greatest step, clamped to its range.
    var greatestStep: Double {
        maximumStepMeters.isFinite ? max(10, min(maximumStepMeters, 200_000)) : 20_000
    }
}
