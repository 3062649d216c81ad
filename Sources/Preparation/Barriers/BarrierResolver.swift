// Resolves barriers on the network: finds the streets, and the parts of streets, that they touch.

import Geo
package import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// Resolves barriers to effects on segments and nodes.
///
/// A barrier row says only where something is closed, slow or costly. This type finds the streets
/// it touches and records what happens on each: a closed stretch, a cost factor over a stretch, or
/// an added cost at one point. ``BarrierStage`` feeds it the rows of one request class by class,
/// points first, then takes all effects as one `BarrierSet` from ``barrierSet()``.
///
/// - Lines and polygons: ``BarrierCandidates`` lists the streets that may be touched. Streets
///   entirely inside a polygon need no geometry; for the others, `BarrierGeometry` computes the
///   covered fractions.
/// - Points: a `locate` closure snaps the point. A point at a junction acts on the node, and
///   elsewhere on the street, in one direction or both as the curb approach says.
/// - A barred end of a street closes its junction; a cost factor that covers only a point has no
///   effect.
///
/// Unusable rows get a message and a status. Exceeding a limit throws: the limits bound memory,
/// because a few large polygons can touch every street in a country. Effects are the same for the
/// same rows, so ``BarrierCache`` may keep them.
struct BarrierResolver {
    let network: NetworkDataset
    /// The limits on barriers and on touched streets.
    let limits: ServiceLimits
    private(set) var messages: [Message] = []
    private var effects = SegmentEffectsBuilder()
    private var nodes: [UInt32: [BarrierEffect]] = [:]
    private var candidates: BarrierCandidates
    private var memory = CoverageMemory()
    /// The network's lengths in centimeters, if it has any.
    private let lengths: MappedColumn<UInt32>?
    /// How many streets each class touches; a street counts once per barrier.
    private var touched = ByBarrierClass<Int> { _ in 0 }
    /// How many times the request's lines and polygons cross or cover streets.
    private var places = 0
    /// The same count for standing barriers, which a request cannot reduce.
    private var standingPlaces = 0

    init(network: NetworkDataset, limits: ServiceLimits) {
        self.network = network
        self.limits = limits
        candidates = BarrierCandidates(index: network.index)
        let column = network.description.costs.first { $0.kind == .length }?.column
        lengths = column.map { network.costs[$0] }
    }

    /// Returns the effects of all barriers resolved so far.
    func barrierSet() -> BarrierSet {
        var set = BarrierSet()
        set.segments = effects.finish()
        set.nodes = nodes
        return set
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
        guard !barrier.isInvalid else {
            result.status = .invalidFieldValues
            return result
        }
        let label = Sentence.begun(barrier.reference(kind).label)
        let shape: BarrierGeometry
        do throws(BarrierGeometryError) {
            shape = try BarrierGeometry(
                barrier.geometry,
                limits: .standard)
        } catch {
            result.status = .invalidFieldValues
            messages.append(
                Message(.warning, Sentence.ended("\(label) is not used: \(error)")))
            return result
        }
        if let repair = shape.repair {
            messages.append(
                Message(.warning, Sentence.ended("\(label) was repaired: \(repair)")))
        }
        try touch(shape, kind, barrier.effect, &result, control)
        // Standing barriers may lie beyond the network, such as those for a whole country.
        if result.segments.isEmpty, !barrier.isStanding {
            messages.append(
                Message(.informative, "\(label) touches no street and has no effect."))
        }
        return result
    }

    /// Adds a line's or polygon's effect to the streets it touches.
    private mutating func touch(
        _ shape: BarrierGeometry, _ kind: BarrierClass, _ effect: BarrierEffect,
        _ result: inout ResolvedBarrier, _ control: SolveControl
    ) throws(RouteRequestError) {
        let number = effects.register(effect)
        var found = result
        // Use a copy, because the closure changes this value's other properties.
        var candidates = candidates
        var lookups = 0
        try candidates.forEach(near: shape) { (candidate) throws(RouteRequestError) in
            let segment = candidate.segment
            if candidate.isInside {
                found.segments.append(segment)
                try count(kind, places: 1, isStanding: found.input.isStanding)
                found.lengthMeters += lengthMeters(ofSegment: segment)
                effects.addPiece(to: segment, from: 0, to: 1, effect: number)
                return
            }
            lookups += 1
            if lookups & 0x3F == 0 { try control.check() }
            shape.cover(network.shape(ofSegment: segment), &memory)
            guard !memory.fractions.isEmpty else { return }
            let length = lengthMeters(ofSegment: segment)
            found.segments.append(segment)
            try count(
                kind, places: memory.fractions.count, isStanding: found.input.isStanding)
            for range in memory.fractions {
                found.lengthMeters += (range.upperBound - range.lowerBound) * length
                add(range, number, to: segment)
            }
        }
        self.candidates = candidates
        result = found
    }

    private func lengthMeters(ofSegment segment: Int) -> Double {
        // Without a length attribute, a street counts as one centimeter.
        Double(lengths?[2 * segment] ?? 1) / 100
    }

    /// Counts a street, and the places at which a barrier touches it.
    ///
    /// - Throws: Beyond the service's limits. A few thousand polygons over a whole country, or a
    ///   line that crosses a town ten thousand times, would fill the memory.
    private mutating func count(
        _ kind: BarrierClass, places count: Int, isStanding: Bool
    ) throws(RouteRequestError) {
        if isStanding { return try countStanding(places: count) }
        touched[kind] += 1
        let (found, allowed) = (touched[kind], limits.maximumAffectedFeatures[kind])
        if found > allowed {
            throw RouteRequestError(
                .limitExceeded, extendedCode: .tooManyBarriers,
                details: [
                    "The barriers of parameter \"\(kind.parameter)\" touch more streets than the "
                        + "\(allowed) that this service allows; send fewer or smaller ones.",
                    "\(kind.affectedLimitName) is \(allowed); found \(found) or more.",
                ])
        }
        if kind != .point { places += count }
        guard places > limits.maximumBarrierPlaces else { return }
        throw RouteRequestError(
            .limitExceeded, extendedCode: .tooManyBarriers,
            details: [
                "The barriers of parameter \"\(kind.parameter)\" cross streets at more than the "
                    + "\(limits.maximumBarrierPlaces) places that this service allows; send fewer "
                    + "or shorter ones."
            ])
    }

    private mutating func countStanding(places count: Int) throws(RouteRequestError) {
        standingPlaces += count
        let allowed = limits.maximumStandingBarrierPlaces
        guard standingPlaces > allowed else { return }
        throw RouteRequestError(
            .limitExceeded, code: 500, extendedCode: .tooManyBarriers,
            details: [
                "The standing barriers of this service touch streets at more than \(allowed) "
                    + "places; its stored layers need fewer or smaller ones."
            ])
    }

    private mutating func add(_ range: ClosedRange<Double>, _ effect: Int, to segment: Int) {
        let isPoint = range.lowerBound == range.upperBound
        guard effect == SegmentEffectsBuilder.barred || !isPoint else { return }
        if isPoint, range.lowerBound == 0 || range.upperBound == 1 {
            // A barred street end bars the junction there.
            let edge = EdgeID(row: UInt32(2 * segment))
            barNode((range.lowerBound == 0 ? network.tail(of: edge) : network.head(of: edge)).row)
            return
        }
        effects.addPiece(
            to: segment, from: range.lowerBound, to: range.upperBound, effect: effect)
    }

    private mutating func barNode(_ node: UInt32) {
        if nodes[node]?.contains(.barred) != true {
            nodes[node, default: []].append(.barred)
        }
    }
}

extension BarrierResolver {
    /// Places point barriers and adds their effects.
    ///
    /// - Parameters:
    ///   - near: Describes the streets near a barrier that has no place.
    ///   - locate: Finds a barrier's place; returns `nil` if there is none.
    /// - Throws: If a barrier has no place and invalid locations must not be ignored, and beyond
    ///   the service's limits.
    mutating func resolve(
        points barriers: [BarrierInput], ignoresInvalid: Bool, control: SolveControl,
        near: StreetsAround, locate: (BarrierInput) -> NetworkPlace?
    ) throws(RouteRequestError) -> [ResolvedBarrier] {
        var resolved: [ResolvedBarrier] = []
        for barrier in barriers {
            try control.check()
            var result = ResolvedBarrier(input: barrier)
            guard !barrier.isInvalid else {
                result.status = .invalidFieldValues
                resolved.append(result)
                continue
            }
            guard let place = locate(barrier) else {
                let isStale = barrier.storedLocation.map { $0.element == nil } ?? false
                result.status = isStale ? .elementNotLocated : .notLocated
                // A stopped search finds no place, but that does not mean there is none.
                try control.check()
                let text = Self.unlocated(barrier, near)
                guard ignoresInvalid || barrier.isStanding else {
                    throw RouteRequestError(
                        .notLocated, extendedCode: .notLocated, details: [text])
                }
                messages.append(Message(.warning, text))
                resolved.append(result)
                continue
            }
            result.place = place
            try add(place, to: &result)
            resolved.append(result)
        }
        messages += FarPlaces.messages(about: resolved.compactMap(\.farPlace))
        return resolved
    }

    /// Explains why a point barrier has no place.
    private static func unlocated(_ barrier: BarrierInput, _ near: StreetsAround) -> String {
        let location = "Location \"\(barrier.name)\" in \"Barriers\" "
        if let stored = barrier.storedLocation, stored.element == nil {
            return location
                + "names a place that the network does not have (\(stored.given)); the network may "
                + "have been rebuilt. Without SourceOID the barrier is located by its shape."
        }
        guard case .point(let coordinate) = barrier.geometry else {
            return location + "is unlocated. It has no shape (x and y)."
        }
        return location + near.findings(near: coordinate).text
    }

    /// Adds a barrier's effects at its place, and the streets it touches.
    private mutating func add(
        _ place: NetworkPlace, to result: inout ResolvedBarrier
    ) throws(RouteRequestError) {
        let barrier = result.input
        let junction = barrier.junction(of: place, on: network)
        result.segments = junction.map { network.segments(meetingAt: $0) } ?? [place.segment]
        for _ in result.segments { try count(.point, places: 1, isStanding: barrier.isStanding) }
        if barrier.closesEdges {
            for segment in result.segments {
                result.lengthMeters += lengthMeters(ofSegment: segment)
                effects.addPiece(to: segment, from: 0, to: 1, effect: SegmentEffectsBuilder.barred)
            }
            return
        }
        let effect = barrier.effect
        if let junction {
            nodes[junction.row, default: []].append(effect)
            return
        }
        // The side of the drawn line on which the barrier lies; both sides if it is on the line.
        let (onRight, onLeft) = (place.side != .left, place.side != .right)
        let affects: (forward: Bool, backward: Bool) =
            switch barrier.curbApproach {
            case .rightSide: (onRight, onLeft)
            case .leftSide: (onLeft, onRight)
            case .eitherSide, .noUTurn: (true, true)
            }
        effects.addPoint(
            to: place.segment, at: place.share, effect: effects.register(effect),
            affectsForward: affects.forward, affectsBackward: affects.backward)
    }
}

extension BarrierInput {
    /// Whether whole edges are closed: the edge a point barrier lies on, or all edges that meet at
    /// its junction.
    package var closesEdges: Bool { closesFullEdge && effect == .barred }

    /// Returns the junction a point barrier acts on; `nil` if it is on a street.
    package func junction(of place: NetworkPlace, on network: NetworkDataset) -> NodeID? {
        if let junction = place.junction { return junction }
        guard place.isAtNode else { return nil }
        let edge = EdgeID(row: UInt32(place.segment * 2))
        return place.share < 0.5 ? network.tail(of: edge) : network.head(of: edge)
    }
}

extension NetworkDataset {
    /// Returns the segments that begin or end at a node, ascending.
    fileprivate func segments(meetingAt node: NodeID) -> [Int] {
        Set(edges(leaving: node).map { EdgeID(row: outEdges[$0]).segment }).sorted()
    }
}
