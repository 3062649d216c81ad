// Places inputs on the nearest streets a request may use.

package import Geo
package import RoadNetwork
package import RoutingEngine

/// Snaps coordinates to the nearest streets a request may use.
///
/// Every stop and point barrier placed by its coordinate comes from here. The search pops entries
/// of the network's packed R-tree from an ``EntryQueue``, nearest first, and measures a street's
/// shape only if its box is nearer than the best street so far. It ends when no remaining box can
/// contain a nearer one.
///
/// ``Options`` says which streets count: whether restricted and barred ones are skipped, a
/// condition on streets, a bearing, and the network's rule about streets that take no stops or are
/// used reluctantly. A reluctantly used street is ranked as if it lay at least some meters away, so
/// a motorway loses to any side street within them.
///
/// The result keeps all edges at the least distance, within one centimeter; at a junction, every
/// edge that meets there becomes a candidate. If a closer street was passed over, the place is
/// marked as relocated, and the streets are searched again to find out whether barriers alone are
/// the reason.
///
/// ``StopPlacer`` adds what stops need: stored places, curb approaches, and sentences about stops
/// without a place. ``PlaceSearch`` asks for further places if the nearest cannot be reached.
package struct StopLocator {
    /// Distances that differ by at most this count as equal, in meters.
    static let sameMeters = 0.01
    /// An input this close to a line lies on both sides, in meters.
    static let onLineMeters = 0.1

    let network: NetworkDataset
    let costs: RequestCosts
    let barriers: BarrierSet
    /// The control, checked every 4,096 index entries; a stopped search finds no place.
    private let control: SolveControl?

    package init(costs: RequestCosts, barriers: BarrierSet, control: SolveControl? = nil) {
        network = costs.network
        self.costs = costs
        self.barriers = barriers
        self.control = control
    }

    /// The rules for a search.
    package struct Options: Sendable {
        package var toleranceMeters: Double
        /// Whether to skip edges closed by the request's restrictions.
        package var skipsRestricted = true
        /// The streets that may be used; `nil` for all except those in ``withoutStops``.
        package var streets: StreetSelection?
        /// The streets to skip unless ``streets`` allows them.
        package var withoutStops = StopRule.allStreets
        /// Whether to find only streets the request's mode family never uses, for messages about
        /// them.
        package var onlyOtherFamilies = false
        /// Whether to skip barred parts of edges.
        package var skipsBarred = true
        /// Whether the input lies on both sides of streets open in one direction, so that a curb
        /// approach does not count there.
        package var ignoresCurbsOfOneWays = false
        /// The accepted bearing of travel, clockwise from north, and the full width around it.
        package var bearing: (degrees: Double, width: Double)?

        package init(toleranceMeters: Double) { self.toleranceMeters = toleranceMeters }

        /// The same options, including streets closed to the request, and barred parts.
        var unrestricted: Options {
            var copy = self
            copy.skipsBarred = false
            copy.skipsRestricted = false
            copy.withoutStops = copy.withoutStops.withoutPreferences
            return copy
        }

        /// The same options, on streets without stops, too.
        var everywhere: Options {
            var copy = self
            copy.withoutStops = .allStreets
            return copy
        }

        /// Returns the same rules on some streets only.
        func within(_ streets: StreetSelection?) -> Options {
            var copy = self
            copy.streets = streets
            return copy
        }
    }

    /// The nearest place on one segment, or on a part of it.
    struct Hit {
        var segment: Int
        var share: Double
        var coordinate: Coordinate
        var meters: Double
        var measure: LineMeasure
        /// The distance that ranks it; see ``StopRule/meters(of:on:)``.
        var rankMeters = 0.0
    }

    /// Finds the place nearest to a coordinate.
    ///
    /// - Parameter accepts: Called with usable segments, nearest first; rejected ones are skipped.
    /// - Returns: The place, or `nil` if no usable street lies within the tolerance.
    /// - Complexity: O(log *n* + *k*) for *n* shape pieces, *k* of them nearer than the place.
    package func locate(
        _ coordinate: Coordinate, _ options: Options,
        where accepts: (Int) -> Bool = { _ in true }
    ) -> NetworkPlace? {
        let found = nearest(coordinate, options, where: accepts)
        guard var place = place(found.hits, coordinate, options) else { return nil }
        // If no street was skipped, this one is the nearest. Otherwise the streets are searched
        // once more, and with barriers a third time. Finding all three distances in one search
        // would mean measuring every skipped street, even though most places need no further
        // distance.
        if found.hasPassedOver,
            options.skipsRestricted || options.skipsBarred || !options.withoutStops.isEmpty
        {
            place.isRelocated = isCloser(
                nearest(coordinate, options.unrestricted).hits.first?.meters, than: place)
        } else {
            place.isRelocated = isCloser(found.leastMeters, than: place)
        }
        if place.isRelocated, options.skipsBarred, !barriers.isEmpty {
            var open = options
            open.skipsBarred = false
            place.isOffBarrier = isCloser(
                nearest(coordinate, open).hits.first?.meters, than: place)
        }
        return place
    }

    /// Whether barriers leave a place's streets as they are. If so, it is the nearest place under
    /// the barriers too, since they only take streets away.
    func isUntouched(_ place: NetworkPlace) -> Bool {
        barriers.isEmpty
            || barriers.segments[place.segment] == nil
                && place.candidates.allSatisfy { barriers.segments[$0.edge.segment] == nil }
    }

    private func isCloser(_ meters: Double?, than place: NetworkPlace) -> Bool {
        meters.map { $0 < place.distanceMeters - Self.sameMeters } ?? false
    }

    /// Returns the distance to the nearest place within a radius, under all rules but the
    /// tolerance.
    ///
    /// With a bearing, it must be within 1,000 m, or twice as far as the nearest street in any
    /// direction: a vehicle farther off is not where the location says, and a bearing that fits no
    /// street would have the whole network searched.
    package func nearestMeters(
        to coordinate: Coordinate, within radiusMeters: Double, _ options: Options
    ) -> Double? {
        var options = options
        options.toleranceMeters = radiusMeters
        if options.bearing != nil {
            var undirected = options
            undirected.bearing = nil
            guard let meters = nearest(coordinate, undirected).hits.first?.meters else {
                return nil
            }
            options.toleranceMeters = min(
                radiusMeters, max(Self.directedMeters.least, Self.directedMeters.factor * meters))
        }
        return nearest(coordinate, options).hits.first?.meters
    }

    /// How far from a location streets in the direction of its bearing are searched to name the
    /// nearest, in meters, and how many times as far as the nearest one in any direction.
    private static let directedMeters = (least: 1_000.0, factor: 2.0)

    /// Returns a street's name, or else its number; empty if it has neither.
    func streetName(ofSegment segment: Int) -> String {
        let edge = EdgeID(row: UInt32(2 * segment))
        let name = network.streetName(of: edge)
        return name.isEmpty ? network.reference(of: edge) : name
    }

    /// Whether the request may use a candidate's edge.
    package func isUsable(_ candidate: PlaceCandidate) -> Bool {
        costs.isUsable(candidate.edge.row)
    }

    /// Returns the place a row stores; `nil` if it may not be used or does not exist.
    ///
    /// - Parameter input: The coordinate of the row's shape, if it has one.
    func place(
        _ stored: StoredLocation, seenFrom input: Coordinate?, _ options: Options
    ) -> NetworkPlace? {
        let found: NetworkPlace? =
            switch stored.element {
            case .street(let segment, let share):
                place(
                    onSegment: segment, share: share, side: stored.side, seenFrom: input, options)
            case .junction(let node): place(at: node, seenFrom: input, options.everywhere)
            case nil: nil
            }
        guard var place = found else { return nil }
        if let input {
            place.distanceMeters = Geodesic.distanceMeters(from: input, to: place.coordinate)
        }
        return place
    }

    /// Returns the place at a junction. Each street's side is the input's; an input at the junction
    /// itself lies on both sides of all streets.
    private func place(
        at node: NodeID, seenFrom input: Coordinate?, _ options: Options
    ) -> NetworkPlace? {
        guard let edge = lowestEdge(at: node) else { return nil }
        let share = edge.isForward ? 0.0 : 1.0
        let measure = LineMeasure(network.shape(ofSegment: edge.segment))
        let coordinate = measure.coordinate(at: share)
        let hit = Hit(
            segment: edge.segment, share: share, coordinate: coordinate, meters: 0,
            measure: measure)
        var place = place([hit], input ?? coordinate, options)
        place?.junction = node
        return place
    }

    /// Returns the lowest edge that leaves a junction.
    private func lowestEdge(at node: NodeID) -> EdgeID? {
        network.edges(leaving: node).map { EdgeID(row: network.outEdges[$0]) }.min()
    }

    /// Returns the place at a position along a segment, as a stored place names it. At a junction,
    /// each street's side is the input's.
    ///
    /// - Parameter side: The side of the drawn line on which the input lies.
    private func place(
        onSegment segment: Int, share: Double, side: RoadSide, seenFrom input: Coordinate?,
        _ options: Options
    ) -> NetworkPlace? {
        guard exists(segment: segment, share: share) else { return nil }
        let measure = LineMeasure(network.shape(ofSegment: segment))
        let coordinate = measure.coordinate(at: share)
        let hit = Hit(
            segment: segment, share: share, coordinate: coordinate, meters: 0, measure: measure)
        let isAtNode = share == 0 || share == 1
        let seen = isAtNode ? input ?? coordinate : coordinate
        guard var place = place([hit], seen, options) else { return nil }
        place.side = side
        for index in place.candidates.indices
        where !isAtNode && place.candidates[index].edge.segment == segment {
            let isForward = place.candidates[index].edge.isForward
            place.candidates[index].side = isForward ? side : side.opposite
        }
        if options.ignoresCurbsOfOneWays { ignoreCurbsOfOneWays(&place.candidates) }
        return place
    }

    /// Moves a place ahead in the direction of travel, to where a vehicle is after a latency.
    ///
    /// It moves at most to its edge's end, since the next turn is unknown. A place with both
    /// directions of a street does not move.
    ///
    /// - Parameter quanta: The impedance traveled during the latency.
    func moved(_ place: NetworkPlace, by quanta: Double) -> NetworkPlace {
        guard quanta > 0, let candidate = place.candidates.first, place.candidates.count == 1
        else { return place }
        let metric = costs.metric
        let cost = Double(metric.cost(of: candidate.edge.row, column: metric.key.column))
        let fraction =
            quanta < cost * (1 - candidate.fraction) ? candidate.fraction + quanta / cost : 1
        var moved = place
        moved.candidates[0].fraction = fraction
        moved.segment = candidate.edge.segment
        moved.share = candidate.edge.isForward ? fraction : 1 - fraction
        moved.side = candidate.edge.isForward ? candidate.side : candidate.side.opposite
        moved.coordinate = LineMeasure(network.shape(ofSegment: moved.segment))
            .coordinate(at: moved.share)
        return moved
    }

    /// Whether the network has a segment, and the position is on it.
    func exists(segment: Int, share: Double) -> Bool {
        segment >= 0 && segment < network.segmentCount && (0...1).contains(share)
    }

    /// Returns a stored place's coordinate, or `nil` if the network has no such place.
    package func coordinate(of stored: StoredLocation) -> Coordinate? {
        switch stored.element {
        case .street(let segment, let share):
            guard exists(segment: segment, share: share) else { return nil }
            return LineMeasure(network.shape(ofSegment: segment)).coordinate(at: share)
        case .junction(let node):
            return lowestEdge(at: node).map { network.shape(of: $0)[0] }
        case nil: return nil
        }
    }
}

extension StopLocator {
    /// What a search for the nearest places found.
    private struct Nearest {
        /// All nearest places, lowest segment first; empty if none is within the tolerance.
        var hits: [Hit] = []
        /// Whether a skipped street, closed to the request or barred in part, might be nearer than
        /// those places.
        var hasPassedOver = false
        /// The distance to the nearest street found, even if another is preferred.
        var leastMeters: Double?
    }

    /// Finds all nearest places within the tolerance.
    private func nearest(
        _ coordinate: Coordinate, _ options: Options,
        where accepts: (Int) -> Bool = { _ in true }
    ) -> Nearest {
        let scale = Geodesic.metersPerDegree(atLatitude: coordinate.y)
        var queue = EntryQueue(network.index, around: coordinate, scale: scale)
        var found = Nearest()
        // The least rank found so far; no place beyond it can be nearer.
        var least = Double.infinity
        var seen: Set<Int> = []
        var filter = StreetFilter(options.streets)
        var steps = 0
        while let next = queue.pop(),
            next.meters <= min(least, options.toleranceMeters) + Self.sameMeters
        {
            steps += 1
            if steps & 0xFFF == 0, shouldStop { return Nearest() }
            guard filter.mayLead(Int(next.entry)) else { continue }
            guard next.level == 0 else {
                queue.pushChildren(of: next)
                continue
            }
            let segment = Int(network.index.segments[Int(next.entry)])
            guard seen.insert(segment).inserted else { continue }
            guard let preference = preferenceMeters(segment, options) else {
                found.hasPassedOver = found.hasPassedOver || isUsable(segment, options.unrestricted)
                continue
            }
            let isBarred = options.skipsBarred && barriers.segments[segment] != nil
            found.hasPassedOver = found.hasPassedOver || isBarred
            let farthest = min(least + Self.sameMeters, options.toleranceMeters)
            guard filter.accepts(segment, { shouldStop }),
                var hit = hit(on: segment, coordinate, scale, options, within: farthest)
            else { continue }
            guard keepsBearing(hit, options), accepts(segment) else {
                found.hasPassedOver = true
                continue
            }
            hit.rankMeters = max(hit.meters, preference)
            found.leastMeters = min(hit.meters, found.leastMeters ?? .infinity)
            least = min(least, hit.rankMeters)
            found.hits.append(hit)
        }
        found.hits = Self.nearestOnes(found.hits)
        return found
    }

    /// Keeps the hits with the least rank, and the nearest among them, lowest segment first.
    private static func nearestOnes(_ hits: [Hit]) -> [Hit] {
        if hits.count < 2 { return hits }
        let rank = hits.lazy.map(\.rankMeters).min() ?? 0
        let first = hits.filter { $0.rankMeters <= rank + sameMeters }
        let least = first.lazy.map(\.meters).min() ?? 0
        return first.filter { $0.meters <= least + sameMeters }.sorted { $0.segment < $1.segment }
    }

    /// Whether searches must stop now.
    package var shouldStop: Bool { control?.shouldStop ?? false }

    func isUsable(_ segment: Int, _ options: Options) -> Bool {
        preferenceMeters(segment, options) != nil
    }

    /// Returns the meters within which another street is preferred to a segment, mostly 0; `nil` if
    /// it takes no stops.
    func preferenceMeters(_ segment: Int, _ options: Options) -> Double? {
        let edges = [UInt32(2 * segment), UInt32(2 * segment + 1)]
        let meters = stopMeters(ofSegment: segment, options)
        guard meters < .infinity else { return nil }
        let family: UInt8 = 1 << UInt8(costs.metric.key.family)
        let isOpen =
            if options.onlyOtherFamilies {
                edges.allSatisfy { network.edgeFamilies[$0] & family == 0 }
            } else if options.skipsRestricted {
                edges.contains { costs.isUsable($0) }
            } else {
                edges.contains { network.edgeFamilies[$0] & family != 0 }
            }
        return isOpen ? meters : nil
    }

    /// Returns the greater of both directions' distances.
    func stopMeters(ofSegment segment: Int, _ options: Options) -> Double {
        guard !options.withoutStops.isEmpty else { return 0 }
        let edges = [UInt32(2 * segment), UInt32(2 * segment + 1)]
        return max(stopMeters(of: edges[0], options), stopMeters(of: edges[1], options))
    }

    /// See ``StopRule/meters(of:on:)``; returns 0 under a street condition, which replaces the
    /// rule.
    func stopMeters(of edge: UInt32, _ options: Options) -> Double {
        guard options.streets == nil, !options.withoutStops.isEmpty else { return 0 }
        return options.withoutStops.meters(of: edge, on: network)
    }

    /// Finds the nearest place on a segment; returns `nil` if none is within a distance.
    private func hit(
        on segment: Int, _ coordinate: Coordinate, _ scale: (x: Double, y: Double),
        _ options: Options, within meters: Double
    ) -> Hit? {
        let line = network.shape(ofSegment: segment)
        // Most segments are too far, and lengths on the ellipsoid take longer than this.
        let least = LineMeasure.leastMeters(from: coordinate, to: line, scale: scale)
        guard least <= meters + Self.roundingMeters,
            mayKeepBearing(line, from: coordinate, scale, options)
        else { return nil }
        let measure = LineMeasure(line)
        var best: Hit?
        for range in freeRanges(of: segment, options) {
            let found = measure.nearest(to: coordinate, within: range, scale: scale)
            if found.meters < best?.meters ?? .infinity {
                best = Hit(
                    segment: segment, share: Self.snapped(found.share, measure),
                    coordinate: found.coordinate, meters: found.meters, measure: measure)
            }
        }
        guard let best, best.meters <= meters else { return nil }
        return best
    }

    /// Two computations of the same distance differ by less than this, in meters.
    static let roundingMeters = 1e-6

    /// Returns the position, or the line's end if that is the same place.
    static func snapped(_ share: Double, _ measure: LineMeasure) -> Double {
        if share * measure.lengthMeters <= sameMeters { return 0 }
        if (1 - share) * measure.lengthMeters <= sameMeters { return 1 }
        return share
    }

    /// Returns the open parts of a segment, including their ends.
    func freeRanges(of segment: Int, _ options: Options) -> [ClosedRange<Double>] {
        guard options.skipsBarred, let effects = barriers.segments[segment] else { return [0...1] }
        var ranges: [ClosedRange<Double>] = []
        var start = 0.0
        let barred = effects.pieces.filter { $0.effect == .barred && $0.from < $0.to }
            .sorted { $0.from < $1.from }
        for piece in barred {
            if piece.from > start { ranges.append(start...piece.from) }
            start = max(start, piece.to)
        }
        if start < 1 { ranges.append(start...1) }
        return ranges
    }
}
