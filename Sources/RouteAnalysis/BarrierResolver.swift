// Holds barriers against the network: which streets they touch, and where.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// What became of one barrier.
struct ResolvedBarrier: Sendable {
    var input: BarrierInput
    var status = LocationStatus.ok
    /// Where a point barrier was placed.
    var place: NetworkPlace?
    /// Segments touched, ascending.
    var segments: [Int] = []
    /// The length of the touched parts.
    var lengthMeters = 0.0
}

/// Resolves barriers to effects on segments and nodes.
struct BarrierResolver {
    let network: NetworkDataset
    /// Limits on what GEOS is given.
    let limits: ServiceLimits
    private(set) var effects = BarrierSet()
    private(set) var messages: [Message] = []
    /// How many streets the barriers of each kind touch, each counted once for every barrier.
    private var touched: [BarrierClass: Int] = [:]

    init(network: NetworkDataset, limits: ServiceLimits) {
        self.network = network
        self.limits = limits
    }

    /// Resolves line or polygon barriers.
    mutating func resolve(
        areas barriers: [BarrierInput], _ kind: BarrierClass, control: SolveControl
    ) throws(RouteRequestError) -> [ResolvedBarrier] {
        var resolved: [ResolvedBarrier] = []
        for barrier in barriers {
            resolved.append(try resolve(area: barrier, kind, control))
        }
        return resolved
    }

    private mutating func resolve(
        area barrier: BarrierInput, _ kind: BarrierClass, _ control: SolveControl
    ) throws(RouteRequestError) -> ResolvedBarrier {
        try control.check()
        var result = ResolvedBarrier(input: barrier)
        let label = "\"\(barrier.name)\" in \"\(kind.rawValue)\""
        let shape: BarrierGeometry
        do throws(BarrierGeometryError) {
            shape = try BarrierGeometry(
                barrier.geometry,
                limits: .standard)
        } catch {
            result.status = .invalidFieldValues
            messages.append(
                Message(.warning, Sentence.ended("Barrier \(label) is not used: \(error)")))
            return result
        }
        if let repair = shape.repair {
            messages.append(
                Message(.warning, Sentence.ended("Barrier \(label) was repaired: \(repair)")))
        }
        let effect = Self.effect(of: barrier.kind)
        for segment in Set(shape.searchEnvelopes.flatMap { network.index.segments(in: $0) })
            .sorted()
        {
            try control.check()
            let line = network.shape(ofSegment: segment)
            let ranges = shape.intervals(along: line)
            guard !ranges.isEmpty else { continue }
            let length =
                Double(network.lengthCentimeters(of: EdgeID(row: UInt32(2 * segment)))) / 100
            result.segments.append(segment)
            try count(kind)
            for range in ranges {
                result.lengthMeters += (range.upperBound - range.lowerBound) * length
                add(range, effect, to: segment)
            }
        }
        if result.segments.isEmpty {
            messages.append(
                Message(.informative, "Barrier \(label) touches no street and has no effect."))
        }
        return result
    }

    /// Counts a street that a barrier touches.
    ///
    /// - Throws: Beyond the service's limit: a few thousand areas over a whole country would fill
    ///   the memory.
    private mutating func count(_ kind: BarrierClass) throws(RouteRequestError) {
        touched[kind, default: 0] += 1
        let allowed =
            kind == .line
            ? limits.maximumFeaturesAffectedByLineBarriers
            : limits.maximumFeaturesAffectedByPolygonBarriers
        guard touched[kind, default: 0] > allowed else { return }
        throw RouteRequestError(
            .limitExceeded, extendedCode: -2_147_200_711,
            details: [
                "The barriers of parameter \"\(kind.parameter)\" touch more streets than the "
                    + "\(allowed) that this service allows; send fewer or smaller ones."
            ])
    }

    private mutating func add(
        _ range: ClosedRange<Double>, _ effect: BarrierEffect, to segment: Int
    ) {
        let isPoint = range.lowerBound == range.upperBound
        guard effect == .barred || !isPoint else { return }
        if effect == .barred {
            // A barred end is a barred junction: nothing passes from this street into another
            // there.
            let edge = EdgeID(row: UInt32(2 * segment))
            if isPoint, range.lowerBound == 0 { barNode(network.tail(of: edge).row) }
            if isPoint, range.upperBound == 1 { barNode(network.head(of: edge).row) }
            if isPoint, range.lowerBound == 0 || range.upperBound == 1 { return }
        }
        effects.segments[segment, default: SegmentBarriers()].add(
            BarrierPiece(from: range.lowerBound, to: range.upperBound, effect: effect))
    }

    private mutating func barNode(_ node: UInt32) {
        if effects.nodes[node]?.contains(.barred) != true {
            effects.nodes[node, default: []].append(.barred)
        }
    }

    private static func effect(of kind: BarrierKind) -> BarrierEffect {
        switch kind {
        case .restriction: .barred
        case .scaledCost(let thousandths):
            .scaled(thousandths.map { CostFactor(thousandths: $0) })
        case .addedCost(let quanta): .added(quanta)
        }
    }
}

extension BarrierResolver {
    /// Places point barriers and adds their effects.
    ///
    /// - Parameter locate: Finds the place of a coordinate, or `nil` beyond the tolerance.
    mutating func resolve(
        points barriers: [BarrierInput], toleranceMeters: Double, ignoresInvalid: Bool,
        control: SolveControl, locate: (Coordinate) -> NetworkPlace?
    ) throws(RouteRequestError) -> [ResolvedBarrier] {
        var resolved: [ResolvedBarrier] = []
        for barrier in barriers {
            try control.check()
            var result = ResolvedBarrier(input: barrier)
            guard case .point(let coordinate) = barrier.geometry, let place = locate(coordinate)
            else {
                result.status = .notLocated
                let text =
                    "Location \"\(barrier.name)\" in \"Barriers\" is unlocated: no street within "
                    + "\(toleranceMeters.formattedForMessage) m."
                guard ignoresInvalid else {
                    throw RouteRequestError(
                        .notLocated, extendedCode: -2_147_201_018, details: [text])
                }
                messages.append(Message(.warning, text))
                resolved.append(result)
                continue
            }
            result.place = place
            result.segments = [place.segment]
            add(barrier, at: place)
            resolved.append(result)
        }
        return resolved
    }

    private mutating func add(_ barrier: BarrierInput, at place: NetworkPlace) {
        let edge = EdgeID(row: UInt32(place.segment * 2))
        if barrier.closesFullEdge, barrier.kind == .restriction {
            effects.segments[place.segment, default: SegmentBarriers()].add(
                BarrierPiece(from: 0, to: 1, effect: .barred))
            return
        }
        let effect = Self.effect(of: barrier.kind)
        if place.isAtNode {
            let node = place.share < 0.5 ? network.tail(of: edge) : network.head(of: edge)
            effects.nodes[node.row, default: []].append(effect)
            return
        }
        // The barrier lies right of travel along the drawn line, or left of it, or on it.
        let (onRight, onLeft) = (place.side != .left, place.side != .right)
        let affects: (forward: Bool, backward: Bool) =
            switch barrier.curbApproach {
            case .rightSide: (onRight, onLeft)
            case .leftSide: (onLeft, onRight)
            case .eitherSide, .noUTurn: (true, true)
            }
        effects.segments[place.segment, default: SegmentBarriers()].points.append(
            BarrierPoint(
                at: place.share, effect: effect, affectsForward: affects.forward,
                affectsBackward: affects.backward))
    }
}
